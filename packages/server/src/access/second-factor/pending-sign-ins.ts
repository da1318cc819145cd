import { randomBytes } from 'node:crypto'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'
import { hashBinding } from '../sessions.ts'
import { hashToken } from '../tokens.ts'

export const PENDING_MINUTES = 5
export const PENDING_GUESSES = 5

/** A sign-in that awaits its second factor. */
export interface PendingSignIn {
  userId: string
  bound: boolean
  guessesLeft: number
}

/** Begins to wait. @param binding the cookie value that must come back @returns the token `php_…` */
export async function startPending(db: Db, userId: string, binding: string | undefined): Promise<string> {
  const token = `php_${randomBytes(32).toString('base64url')}`
  await sql`
    INSERT INTO pending_sign_in (hash, user_id, binding_hash, expires_at)
    VALUES (${hashToken(token)}, ${userId}, ${hashBinding(binding)}, now() + make_interval(mins => ${PENDING_MINUTES}))
  `.execute(db)
  return token
}

/**
 * Counts a guess before it is checked, so that parallel ones count too.
 * @throws ProblemError `pending_token_invalid` where nothing is awaited under the token (any more)
 */
export async function takeGuess(db: Db, token: string, binding: string | undefined): Promise<PendingSignIn> {
  const { rows } = await sql<{ user_id: string; bound: boolean; guesses: number }>`
    UPDATE pending_sign_in p SET guesses = guesses + 1 FROM user_account u
    WHERE ${awaited(token, binding)}
    RETURNING p.user_id, p.binding_hash IS NOT NULL AS bound, p.guesses
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw startAgain()
  return { userId: row.user_id, bound: row.bound, guessesLeft: PENDING_GUESSES - row.guesses }
}

/** @returns whose sign-in is awaited @throws ProblemError `pending_token_invalid` as `takeGuess` does; no guess is counted */
export async function findPending(db: Db, token: string, binding: string | undefined): Promise<string> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT p.user_id FROM pending_sign_in p JOIN user_account u ON u.id = p.user_id WHERE ${awaited(token, binding)}
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw startAgain()
  return row.user_id
}

function awaited(token: string, binding: string | undefined): RawBuilder<unknown> {
  return sql`p.hash = ${hashToken(token)} AND p.used_at IS NULL AND p.expires_at > now() AND p.guesses < ${PENDING_GUESSES}
    AND u.id = p.user_id AND u.deleted_at IS NULL AND NOT u.disabled
    AND (p.binding_hash IS NULL OR p.binding_hash = ${hashBinding(binding)})`
}

/** Ends the waiting with success, once. @returns whether it was this call that did */
export async function finishPending(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE pending_sign_in SET used_at = now() WHERE hash = ${hashToken(token)} AND used_at IS NULL RETURNING 1
  `.execute(db)
  return rows.length > 0
}

/** Anyone who changes the password starts from the beginning everywhere. */
export async function forgetPending(db: Db, userId: string): Promise<void> {
  await sql`DELETE FROM pending_sign_in WHERE user_id = ${userId}`.execute(db)
}

export async function forgetOldPending(db: Db): Promise<void> {
  await sql`DELETE FROM pending_sign_in WHERE expires_at < now() - interval '1 hour'`.execute(db)
}

export function startAgain(): ProblemError {
  return new ProblemError('pending_token_invalid', t('access.pendingSignInIsOver'))
}
