import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import type { Database } from '../platform/database.ts'
import type { AccessParts } from './auth.actions.ts'

/** Said to somebody who is signed in: there is nothing to hide. */
export function tooManyAttempts(): string {
  return t('access.tooManyAttempts')
}

interface OwnAccount {
  id: string
  email: string
  first_name: string
  last_name: string
  customer_name: string | null
  /** Null if the account signs in by single sign-on alone. */
  password_hash: string | null
}

/** The account of the principal, and the hash of its password where it has one. */
export async function findOwn(database: Database, { userId }: Principal): Promise<OwnAccount> {
  const { rows } = await sql<OwnAccount>`
    SELECT id, email, first_name, last_name, (SELECT name FROM customer WHERE id = customer_id) AS customer_name, password_hash
    FROM user_account LEFT JOIN user_credential ON user_id = id
    WHERE id = ${userId}
  `.execute(database.system)
  const [account] = rows
  if (account === undefined) throw new Error(`There is no account ${userId}.`)
  return account
}

/** Guesses at codes and passkeys count apart from guesses at the password. */
export function codeLimitOf(userId: string): string {
  return `code of ${userId}`
}

/** A fault of one field of the body, said in words that follow its name. */
export function faultAt(field: string, message: string): ProblemError {
  const path = `body.${field}`
  return new ProblemError('invalid_request', `${path} ${message}`, [{ path, code: 'wrong', message }])
}

/** @throws ProblemError at the field where the password is not that of the account, or it was guessed at too often */
export async function confirmPassword(
  { confirmationLimits, passwords }: AccessParts,
  account: { id: string; password_hash: string | null },
  typed: string,
  field: string,
  address: string,
): Promise<void> {
  const check = async () => (await passwords.verify(typed, account.password_hash, 'known')) || undefined
  const right = await confirmationLimits.attempt(account.id, address, check, tooManyAttempts())
  if (!right) throw faultAt(field, t('access.isNotYourCurrentPassword'))
}

/** The session of a request; there is one wherever no API key is taken. */
export function sessionOf({ sessionId }: Principal): string {
  assertThat(sessionId, 'permission_missing', t('server.apiKeyOpensNoAccount'))
  return sessionId
}
