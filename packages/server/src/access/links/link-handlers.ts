import { t } from '@packhouse/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Database } from '../../platform/database.ts'
import { type AccessParts, toLookUp } from '../auth.actions.ts'
import { writeSecurityEvent } from '../security-events.ts'
import type { LinkMails } from './link-mails.ts'
import { findLinkOwner, type LinkOwner, type LinkPurpose } from './link-tokens.ts'
import type { MailRequests } from './requests.ts'
import { hashGoodPassword, setPasswordByLink, storePassword } from './set-password.ts'

export interface LinkParts extends Pick<AccessParts, 'limits' | 'devices' | 'passwords' | 'places'> {
  database: Database
  mails: LinkMails
  requests: MailRequests
  users: ResourceStore
}

export type LinkCalls =
  | 'sendInvitation'
  | 'verifyInvitation'
  | 'acceptInvitation'
  | 'register'
  | 'forgotPassword'
  | 'resetPassword'
  | 'setUserPassword'
  | 'sendPasswordReset'

const INVITATIONS = ['invitation', 'registration'] as const

interface SetPassword {
  body: { token: string; password: string }
  request: FastifyRequest
  reply: FastifyReply
}

type Account = Omit<LinkOwner, 'expires_at'> & { disabled: boolean; has_password: boolean }

export function linkHandlers(parts: LinkParts): HandlersOf<LinkCalls> {
  const { database, mails, requests, users, limits, devices } = parts
  /** @throws ProblemError `not_found` also for anyone who is outside of the row scope, or inside of it but not staff */
  async function findAccount(principal: Principal, id: string): Promise<Account> {
    // The lock is a change's: customers' users, who may see their colleagues, find no user they may change.
    await users.write(principal, (db) => users.rows.lock(db, id, {}))
    const { rows } = await sql<Account>`
      SELECT id, email, first_name, last_name, (SELECT name FROM customer WHERE id = customer_id) AS customer_name, disabled, has_second_factor(id) AS has_second_factor,
        EXISTS (SELECT FROM user_credential WHERE user_id = id) AS has_password
      FROM user_account WHERE id = ${id}
    `.execute(database.system)
    const [account] = rows
    assertThat(account, 'not_found')
    return account
  }

  async function send(principal: Principal, account: Account, purpose: LinkPurpose): Promise<void> {
    assertThat(!account.disabled, 'invalid_request', t('access.signInIsBlocked'))
    await database.system.transaction().execute(async (db) => {
      await mails.putLink(db, account, purpose)
      const action = purpose === 'reset' ? 'reset-sent' : 'invitation-sent'
      await writeSecurityEvent(db, { userId: account.id, actorId: principal.userId, action })
    })
    mails.sendStored()
  }

  /** Anyone who has the mail is the owner: the browser is known from then on, and what strangers guessed is forgotten. */
  async function setPassword({ body, request, reply }: SetPassword, purposes: readonly LinkPurpose[]): Promise<void> {
    const owner = await setPasswordByLink(parts, body, purposes, request.ip)
    await limits.forget(toLookUp(owner.email))
    await devices.remember(owner.id, request, reply)
  }

  return {
    async sendInvitation({ principal, params }) {
      const account = await findAccount(principal, params.id)
      const advice = t('access.userHasPassword')
      assertThat(!account.has_password, 'invalid_request', advice)
      await send(principal, account, 'invitation')
      return undefined
    },

    async sendPasswordReset({ principal, params }) {
      const account = await findAccount(principal, params.id)
      assertThat(account.has_password, 'invalid_request', t('access.userHasNoPassword'))
      await send(principal, account, 'reset')
      return undefined
    },

    async setUserPassword({ principal, params, body, request }) {
      const account = await findAccount(principal, params.id)
      const advice = t('access.changeOwnPasswordInSettings')
      assertThat(account.id !== principal.userId, 'invalid_request', advice)
      await assertNoMorePowerful(database, principal, account.id)
      const hash = await hashGoodPassword(parts, body.password, account)
      await database.system.transaction().execute(async (db) => {
        const change = { actorId: principal.userId, way: 'staff', address: request.ip } as const
        await storePassword(db, mails, account, hash, change)
      })
      await limits.forget(toLookUp(account.email))
      mails.sendStored()
      return undefined
    },

    async verifyInvitation({ params, reply }) {
      reply.header('cache-control', 'no-store')
      const { email, expires_at } = await findLinkOwner(database.system, params.token, INVITATIONS)
      return { email, expiresAt: expires_at.toISOString() }
    },

    async acceptInvitation(transfer) {
      await setPassword(transfer, INVITATIONS)
      return undefined
    },

    async resetPassword(transfer) {
      await setPassword(transfer, ['reset'])
      return undefined
    },

    forgotPassword({ body, request }) {
      requests.forgotPassword(toLookUp(body.email), request.ip)
      return undefined
    },

    register({ body, request }) {
      requests.register(body, request.ip)
      return undefined
    },
  }
}

/** Anyone who sets a password can sign in with it: that must not be a way to more rights. */
async function assertNoMorePowerful(database: Database, principal: Principal, userId: string): Promise<void> {
  const { rows } = await sql<{ permission: string }>`
    SELECT DISTINCT permission FROM permission_source WHERE user_id = ${userId}
      AND permission NOT IN (SELECT permission FROM permission_source WHERE user_id = ${principal.userId})
    ORDER BY permission
  `.execute(database.system)
  if (rows.length === 0) return
  const missing = rows.map(({ permission }) => permission).join(', ')
  throw new ProblemError('permission_missing', t('access.userMayDoMore', { missing }))
}
