import { createHash, timingSafeEqual } from 'node:crypto'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Transaction } from '../../platform/database.ts'
import { type AccessParts, findUser, toPair } from '../auth.actions.ts'
import { setBinding } from '../binding.ts'
import { clientOf } from '../client.ts'
import { writeSecurityEvent } from '../security-events.ts'
import { ACCESS_TOKEN_MINUTES } from '../tokens.ts'
import { hasSignOnCookie } from './sign-on-cookie.ts'
import { type Exchanged, takeCode } from './sign-on-store.ts'

/** RFC 7636, 4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

interface Sent {
  code_verifier: string
  redirect_uri: string
}

/** The last step of a single sign-on, and the profile that identity providers give. */
export function exchangeHandlers(parts: AccessParts): HandlersOf<'pkceExchange' | 'profile'> {
  const { database, sessions, devices, refusalLog } = parts
  return {
    async pkceExchange({ body, request, reply }) {
      reply.header('cache-control', 'no-store')
      const taken = await takeCode(database.system, body.code)
      const reason = taken === undefined ? 'code' : faultOf(taken, body, hasSignOnCookie(request, taken.cookieHash))
      const address = { address: request.ip }
      if (taken === undefined || reason !== undefined) {
        const userId = taken?.userId ?? undefined
        const detail = { ...address, reason }
        refusalLog.add({ userId, action: 'sign-on-refused', code: 'code_invalid', detail })
        throw codeInvalid()
      }
      const userId = await database.system.transaction().execute((db) => ownerOf(db, taken))
      const binding = setBinding(request, reply)
      const tokens = await sessions.start(userId, binding, clientOf(request), { with: taken.provider })
      await devices.remember(userId, request, reply)
      return { ...toPair(tokens), expires_in: ACCESS_TOKEN_MINUTES * 60 }
    },

    profile: ({ principal }) => findUser(database, principal.userId),
  }
}

/** Why a code is not taken, in a word; undefined if nothing is wrong. */
function faultOf(taken: Exchanged, sent: Sent, isOwn: boolean): string | undefined {
  if (taken.expired) return 'expired'
  if (!isOwn) return 'cookie'
  if (sent.redirect_uri !== taken.redirect) return 'redirect'
  return isVerifierOf(sent.code_verifier, taken.challenge) ? undefined : 'verifier'
}

/** Whether the S256 challenge was made of the verifier (RFC 7636, 4.6). */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  const made = createHash('sha256').update(verifier, 'ascii').digest('base64url')
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}

/** Whom the code signs in. Where it links, the link is made now: the browser has shown that it started it. */
async function ownerOf(db: Transaction, taken: Exchanged): Promise<string> {
  const userId = taken.linkingSessionId === null ? taken.userId : await link(db, taken, taken.linkingSessionId)
  const { rows } = await sql`
    SELECT FROM user_account WHERE id = ${userId} AND deleted_at IS NULL AND NOT disabled
  `.execute(db)
  if (userId === null || rows.length === 0) throw codeInvalid()
  return userId
}

/** Links, and ends the session that asked for it: the one that comes of the exchange takes its place. */
async function link(db: Transaction, taken: Exchanged, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    UPDATE session SET ended_at = now(), end_reason = 'replaced by a single sign-on'
    WHERE id = ${sessionId} AND ended_at IS NULL AND expires_at > now() RETURNING user_id
  `.execute(db)
  const userId = rows[0]?.user_id
  if (userId === undefined) return null
  const linked = await sql`
    INSERT INTO user_identity (provider_id, issuer, subject, user_id, account, last_used_at)
    VALUES (${taken.providerId}, ${taken.issuer}, ${taken.subject}, ${userId}, ${taken.account}, now())
    ON CONFLICT DO NOTHING RETURNING 1
  `.execute(db)
  if (linked.rows.length === 0) throw new ProblemError('code_invalid', t('access.anotherAccountWasLinkedMeanwhile'))
  await writeSecurityEvent(db, { userId, action: 'identity-linked', detail: { account: taken.account } })
  return userId
}

function codeInvalid(): ProblemError {
  return new ProblemError('code_invalid', t('access.signOnCodeUsed'))
}
