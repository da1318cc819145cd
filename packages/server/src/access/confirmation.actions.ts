import type { MySettings, PasskeyProof } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { Db } from '../platform/database.ts'
import type { AccessParts } from './auth.actions.ts'
import { readBinding } from './binding.ts'
import { codeLimitOf, confirmPassword, faultAt, findOwn, sessionOf, tooManyAttempts } from './own-account.ts'
import { PasskeyRefusal } from './passkeys/passkey-refusal.ts'
import type { SecondFactors } from './second-factor/second-factors.ts'
import { writeSecurityEvent } from './security-events.ts'

type Ways = MySettings['confirmWith']
type Factor = { code: string | undefined; passkey: PasskeyProof | undefined }

/** Confirming that it is you, for calls that are dangerous in the hands of anyone who finds a browser open. */
export function confirmationHandlers(parts: AccessParts): HandlersOf<'beginConfirmation' | 'confirmIdentity'> {
  const { database, sessions, passkeys, secondFactors, authenticator, confirmationLimits } = parts

  async function confirmPasskey(userId: string, passkey: PasskeyProof, binding: string | undefined) {
    await passkeys.prove(passkey, { purpose: 'confirm', userId, binding }).catch((error: unknown) => {
      throw error instanceof PasskeyRefusal ? faultAt('passkey', t('access.wasNotAccepted')) : error
    })
  }

  async function confirmCode(userId: string, code: string) {
    const spent = await secondFactors.spend(database.system, userId, code)
    if (spent === undefined) throw faultAt('code', t('access.codeIsWrongOrUsed'))
  }

  async function confirmFactor(userId: string, { code, passkey }: Factor, request: FastifyRequest) {
    await confirmationLimits.take(codeLimitOf(userId), request.ip, tooManyAttempts())
    if (code === undefined) {
      assertThat(passkey, 'internal')
      await confirmPasskey(userId, passkey, readBinding(request))
    } else {
      await confirmCode(userId, code)
    }
    await confirmationLimits.giveBack(codeLimitOf(userId), request.ip)
  }

  return {
    async beginConfirmation({ principal, request, reply }) {
      reply.header('cache-control', 'no-store')
      const { userId } = principal
      return await passkeys.beginToProve({ purpose: 'confirm', userId, binding: readBinding(request) })
    },

    async confirmIdentity({ principal, body = {}, request }) {
      const { userId } = principal
      const { password, code, passkey } = body
      const way = password !== undefined ? 'password' : code !== undefined ? 'code' : 'passkey'
      const ways = await confirmationWaysOf(database.system, secondFactors, userId)
      if (!ways.includes(way)) throw faultAt(way, refusalOf(ways))
      try {
        if (password !== undefined) {
          await confirmPassword(parts, await findOwn(database, principal), password, 'password', request.ip)
        } else {
          await confirmFactor(userId, { code, passkey }, request)
        }
      } catch (error) {
        const detail = { address: request.ip, with: way }
        parts.refusalLog.add({ userId, action: 'confirmation-refused', detail })
        throw error
      }
      await sessions.confirm(sessionOf(principal))
      authenticator.forget(request)
      await writeSecurityEvent(database.system, { userId, action: 'confirmed', detail: { with: way } })
      return undefined
    },
  }
}

/** The strongest there are: next to a second factor a password is not enough. */
export async function confirmationWaysOf(db: Db, secondFactors: SecondFactors, userId: string): Promise<Ways> {
  const { app, passkey } = await secondFactors.kinds(db, userId)
  const strong: Ways = [...(passkey ? (['passkey'] as const) : []), ...(app ? (['code'] as const) : [])]
  if (strong.length > 0) return strong
  const { rows } = await sql`SELECT FROM user_credential WHERE user_id = ${userId}`.execute(db)
  return rows.length > 0 ? ['password'] : []
}

function refusalOf(ways: Ways): string {
  if (ways.length === 0) return t('access.nothingToConfirmWith')
  const [first, second] = ways
  return second === undefined
    ? t('access.confirmWith', { way: String(first) })
    : t('access.confirmWithEither', { first: String(first), second })
}
