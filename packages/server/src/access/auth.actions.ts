import { foldEmail, type User } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import type { Database } from '../platform/database.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { Authenticator } from './authenticator.ts'
import { readBinding, setBinding } from './binding.ts'
import { clientOf } from './client.ts'
import type { KnownDevices } from './known-devices.ts'
import type { LoginLimits } from './login-limits.ts'
import type { NamedAccounts } from './named-accounts.ts'
import { sessionOf } from './own-account.ts'
import type { Passkeys } from './passkeys/passkeys.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { RefusalLog } from './refusal-log.ts'
import { startPending } from './second-factor/pending-sign-ins.ts'
import type { SecondFactors } from './second-factor/second-factors.ts'
import { writeSecurityEvent } from './security-events.ts'
import type { Sessions } from './sessions.ts'
import type { IssuedTokens } from './tokens.ts'

export interface AccessParts {
  database: Database
  sessions: Sessions
  authenticator: Authenticator
  limits: LoginLimits
  /** Of guesses at the password and the codes of an account by somebody who is nearly or already signed in. */
  confirmationLimits: LoginLimits
  devices: KnownDevices
  passwords: PasswordHasher
  secondFactors: SecondFactors
  passkeys: Passkeys
  refusalLog: RefusalLog
  namedAccounts: NamedAccounts
  /** Where reached limits are counted. */
  refusals: Refusals
  publicUrl: string
  productTitle: string
  /** What everybody knows of the installation and must be in no password: the names of the product and of the maker. */
  places: () => readonly string[]
}

type AccessCalls = 'login' | 'refresh' | 'logout' | 'me' | 'myPermissions'

export function accessHandlers(parts: AccessParts): HandlersOf<AccessCalls> {
  const { database, sessions, authenticator, devices, secondFactors } = parts
  return {
    async login({ body, request, reply }) {
      const account = await admitByPassword(parts, body, request)
      const address = { address: request.ip }
      reply.header('cache-control', 'no-store')
      const binding = setBinding(request, reply)
      // Asked only now: before the password is right nothing may depend on whether there is a second factor.
      if (await secondFactors.protects(database.system, account.id)) {
        await writeSecurityEvent(database.system, {
          userId: account.id,
          action: 'second-factor-asked',
          detail: address,
        })
        return { pending_token: await startPending(database.system, account.id, binding) }
      }
      const tokens = await sessions.start(account.id, binding, clientOf(request), { with: 'password' })
      await devices.remember(account.id, request, reply)
      return toPair(tokens)
    },

    async refresh({ body, request, reply }) {
      reply.header('cache-control', 'no-store')
      return toPair(await sessions.refresh(body.refresh_token, readBinding(request), clientOf(request)))
    },

    async logout({ principal, request }) {
      const { userId, sessionId } = principal
      await sessions.end(sessionOf(principal), 'signed out')
      await writeSecurityEvent(database.system, { userId, sessionId, action: 'sign-out' })
      authenticator.forget(request)
      return undefined
    },

    async me({ request }) {
      const principal = await authenticator.authenticateAnew(request)
      const user = await findUser(database, principal.userId)
      const { permissions, secondFactorRequired = false, viewer } = principal
      return {
        ...{ user, permissions: [...permissions], secondFactorRequired },
        viewing: viewer === undefined ? null : await viewingOf(database, viewer),
      }
    },

    myPermissions: ({ principal }) => ({ permissions: [...principal.permissions] }),
  }
}

/** @throws ProblemError `invalid_credentials`, or without having looked at the password `too_many_attempts` or `unavailable` */
async function admitByPassword(
  { database, limits, devices, passwords, refusalLog, namedAccounts }: AccessParts,
  { email: typed, password }: { email: string; password: string },
  request: FastifyRequest,
): Promise<{ id: string }> {
  const email = toLookUp(typed)
  const guesser = (await devices.find(request, email)) ?? email
  const check = async () => {
    const found = await findAccount(database, email)
    if (found !== undefined) namedAccounts.note(email, found.id)
    const priority = typeof guesser === 'string' ? 'person' : 'known'
    const right = await passwords.verify(password, found?.password_hash, priority)
    if (found !== undefined && right) return found
    const detail = { address: request.ip, with: 'password' }
    const code = 'invalid_credentials'
    refusalLog.add({ userId: found?.id, action: 'sign-in-refused', code, detail })
    return undefined
  }
  const account = await limits.attempt(guesser, request.ip, check).catch((error) => {
    if (error instanceof ProblemError && error.code === 'too_many_attempts') {
      refusalLog.add({ userId: namedAccounts.find(email), action: 'sign-in-paused', code: error.code })
    }
    throw error
  })
  assertThat(account, 'invalid_credentials')
  return account
}

export function toPair(tokens: IssuedTokens) {
  return { access_token: tokens.access, refresh_token: tokens.refresh }
}

/** One spelling for all that mean the same account, so that guesses at it count together; PostgreSQL's text has no NUL. */
export function toLookUp(email: string): string {
  return foldEmail(email.replaceAll('\u0000', '\ufffd').trim())
}

async function findAccount(database: Database, email: string) {
  const { rows } = await sql<{ id: string; password_hash: string | null }>`
    SELECT id, password_hash FROM user_account LEFT JOIN user_credential ON user_id = id
    WHERE email_fold(email) = email_fold(${email}) AND deleted_at IS NULL AND NOT disabled
  `.execute(database.system)
  return rows[0]
}

interface UserRow {
  id: string
  email: string
  first_name: string
  last_name: string
  photo_url: string | null
  customer_id: string | null
  /** Of the customer. */
  name: string | null
}

async function viewingOf(database: Database, { userId, endsAt = '' }: NonNullable<Principal['viewer']>) {
  const { first_name, last_name } = await findUser(database, userId)
  return { by: `${first_name} ${last_name}`, endsAt }
}

/** The signed-in user as the API returns it. */
export async function findUser(database: Database, id: string): Promise<User> {
  const { rows } = await sql<UserRow>`
    SELECT u.id, u.email, u.first_name, u.last_name, u.photo_url, u.customer_id, c.name
    FROM user_account u LEFT JOIN customer c ON c.id = u.customer_id WHERE u.id = ${id}
  `.execute(database.system)
  const [row] = rows
  assertThat(row, 'token_invalid', t('access.userIsGone'))
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    profile: { photoUrl: row.photo_url },
    customer: row.customer_id === null ? null : { id: row.customer_id, name: row.name ?? '' },
  }
}
