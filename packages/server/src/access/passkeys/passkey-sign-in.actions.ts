import type { PasskeyProof } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { HandlersOf } from '../../engine/handlers.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { networkOf } from '../../platform/network.ts'
import { type AccessParts, toPair } from '../auth.actions.ts'
import { readBinding, setBinding } from '../binding.ts'
import { clientOf } from '../client.ts'
import { codeLimitOf, tooManyAttempts } from '../own-account.ts'
import { findPending, finishPending, startAgain, takeGuess } from '../second-factor/pending-sign-ins.ts'
import type { IssuedTokens } from '../tokens.ts'
import type { Ceremony } from './challenges.ts'
import { PasskeyRefusal } from './passkey-refusal.ts'

/** Of one address: a whole company may come from behind it. */
const BEGINS_A_MINUTE = 300

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

type PasskeySignInCalls = 'pendingSecondFactors' | 'beginPasskeySignIn' | 'finishPasskeySignIn'

/** Signing in with a passkey: in the place of email and password, or as the second factor after them. */
export function passkeySignInHandlers(parts: AccessParts): HandlersOf<PasskeySignInCalls> {
  const { database, passkeys, secondFactors } = parts
  // Apart from guesses at passwords: who only begins has guessed nothing.
  const begins = new RateLimiterMemory({ points: BEGINS_A_MINUTE, duration: 60 })
  return {
    async pendingSecondFactors({ body, request, reply }) {
      reply.header('cache-control', 'no-store')
      const userId = await findPending(database.system, body.pending_token, readBinding(request))
      const { app, passkey } = await secondFactors.kinds(database.system, userId)
      return { code: app, passkey }
    },

    async beginPasskeySignIn({ body = {}, request, reply }) {
      reply.header('cache-control', 'no-store')
      const binding = readBinding(request)
      if (body.pending_token !== undefined) {
        const userId = await findPending(database.system, body.pending_token, binding)
        return await passkeys.beginToProve({ purpose: 'second-factor', userId, binding })
      }
      await begins.consume(networkOf(request.ip)).catch(() => {
        throw new ProblemError('too_many_requests', t('access.tooManySignInsFromHere'))
      })
      const bound = binding ?? setBinding(request, reply)
      return await passkeys.beginToProve({ purpose: 'sign-in', binding: bound })
    },

    async finishPasskeySignIn({ body, request, reply }) {
      reply.header('cache-control', 'no-store')
      const { passkey, pending_token: token } = body
      if (token !== undefined) return toPair(await signInAsSecond(parts, token, passkey, { request, reply }))
      const userId = await proven(parts, passkey, { purpose: 'sign-in', binding: readBinding(request) }, request)
      const binding = setBinding(request, reply)
      return toPair(await start(parts, userId, binding, { request, reply }))
    },
  }
}

async function signInAsSecond(
  parts: AccessParts,
  token: string,
  passkey: PasskeyProof,
  { request, reply }: Exchange,
): Promise<IssuedTokens> {
  const db = parts.database.system
  const binding = readBinding(request)
  const { userId, bound } = await takeGuess(db, token, binding)
  await parts.confirmationLimits.take(codeLimitOf(userId), request.ip, tooManyAttempts())
  await proven(parts, passkey, { purpose: 'second-factor', userId, binding }, request)
  if (!(await finishPending(db, token))) throw startAgain()
  await parts.confirmationLimits.giveBack(codeLimitOf(userId), request.ip)
  return await start(parts, userId, bound ? binding : undefined, { request, reply })
}

/** Who holds the passkey; a refusal is in the log of sign-ins. */
async function proven(
  { passkeys, refusalLog }: AccessParts,
  passkey: PasskeyProof,
  ceremony: Ceremony,
  request: FastifyRequest,
): Promise<string> {
  try {
    return await passkeys.prove(passkey, ceremony)
  } catch (error) {
    if (!(error instanceof PasskeyRefusal)) throw error
    const { userId, reason } = error
    const detail = { address: request.ip, reason }
    refusalLog.add({ userId, action: 'passkey-refused', code: 'passkey_refused', detail })
    throw new ProblemError('passkey_refused', t('access.tryAgainOrLogInOtherwise'))
  }
}

async function start(
  { sessions, devices }: AccessParts,
  userId: string,
  binding: string | undefined,
  { request, reply }: Exchange,
): Promise<IssuedTokens> {
  const tokens = await sessions.start(userId, binding, clientOf(request), { with: 'passkey' })
  await devices.remember(userId, request, reply)
  return tokens
}
