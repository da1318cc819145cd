import {
  CHALLENGE,
  openIdCallback,
  samlConsumer,
  signOnOptions,
  startMaintenanceSignOn,
  startSignOn,
} from '@packhouse/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Log } from '../../platform/log.ts'
import type { RefusalLog } from '../refusal-log.ts'
import { isAllowedRedirect } from './addresses.ts'
import { formOf } from './form.ts'
import { hasSignOnCookie, setSignOnCookie } from './sign-on-cookie.ts'
import { assertSignOn, SignOnError } from './sign-on-error.ts'
import type { SignOnFlow } from './sign-on-flow.ts'
import type { Answered } from './sign-on-store.ts'

/** Of one address: a whole company may come from behind it. */
const STEPS_PER_MINUTE = 600
const LONGEST_STATE = 200
/** Whatever `SAML_MAX_BYTES` allows. */
const MOST_FORM_BYTES = 1_048_576
/** Whatever can stand in an address and be stored. */
const STATE = /^[\x20-\x7e]{1,200}$/

export interface SignOnRouteParts {
  flow: SignOnFlow
  refusalLog: RefusalLog
  log: Log
  publicUrl: string
  /** The largest document of a provider. */
  samlBytes: number
}

type Limited = SignOnRouteParts & { steps: RateLimiterMemory }
type Query = Record<string, unknown>
/** Where a failure leads to: the screen, and what the web has to find there. */
type Back = { redirect: string; state?: string; providerId?: string }

/** The addresses that browsers are led through. Whatever goes wrong leads back to a screen with words. */
export function registerSignOnRoutes(app: FastifyInstance, parts: SignOnRouteParts): void {
  const limited = { ...parts, steps: new RateLimiterMemory({ points: STEPS_PER_MINUTE, duration: 60 }) }
  const start = (options: readonly string[]) => async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Query
    const back = wantedBack(parts.publicUrl, query)
    return await lead(limited, request, reply, back, () => begin(parts, request, reply, query, options))
  }
  app.get(startSignOn.path, { exposeHeadRoute: false }, start(['okta']))
  app.get(startMaintenanceSignOn.path, { exposeHeadRoute: false }, start(['cmms', 'core-cmms']))
  app.get(openIdCallback.path, { exposeHeadRoute: false }, async (request, reply) => {
    const state = String((request.query as Query).state ?? '')
    const answer = request.url.split('?')[1] ?? ''
    return await receive(limited, request, reply, 'oidc', { state, answer })
  })
  app.post(samlConsumer.path, { bodyLimit: formBytes(parts.samlBytes) }, async (request, reply) => {
    const form = formOf(request)
    const [state, answer] = [form.get('RelayState') ?? '', form.get('SAMLResponse') ?? '']
    return await receive(limited, request, reply, 'saml', { state, answer })
  })
}

/** A form with a document in base64, whose signs may be escaped and whose lines may be broken, and with a state. */
function formBytes(documentBytes: number): number {
  return Math.min(MOST_FORM_BYTES, Math.ceil((documentBytes * 4 * 1.25) / 3) + 4_096)
}

async function begin(
  { flow, publicUrl }: SignOnRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  query: Query,
  options: readonly string[],
): Promise<string> {
  const { redirect, state, code_challenge: challenge, code_challenge_method: method = 'S256', token } = query
  assertSignOn(isAllowedRedirect(publicUrl, redirect), 'redirect_refused', 'redirect')
  assertSignOn(typeof state === 'string' && STATE.test(state), 'state_refused', 'state')
  assertSignOn(method === 'S256', 'challenge_refused', 'challenge method')
  assertSignOn(typeof challenge === 'string' && CHALLENGE.test(challenge), 'challenge_refused', 'challenge')
  assertSignOn(token === undefined || typeof token === 'string', 'ticket_invalid', 'ticket')
  // The maintenance system and its core share a path: without a word it is the first.
  const wanted = query.option ?? options[0]
  const option = signOnOptions.find((one) => one === wanted && options.includes(one))
  assertSignOn(option, 'option_unavailable', 'option')
  const cookie = setSignOnCookie(request, reply)
  // An empty one is that of a template that was not filled in.
  const ticket = token || undefined
  return await flow.begin({ option, redirect, state, challenge, cookie, ticket })
}

async function receive(
  parts: Limited,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'oidc' | 'saml',
  given: { state: string; answer: string },
): Promise<FastifyReply> {
  const back: Back = { redirect: '/okta/callback' }
  return await lead(parts, request, reply, back, async () => {
    const taken: Answered = await parts.flow.take(given.state)
    Object.assign(back, taken)
    const code = await parts.flow.finish(kind, taken, { ...given, isOwn: hasSignOnCookie(request, taken.cookieHash) })
    return withQuery(taken.redirect, { code, state: taken.state })
  })
}

/** Leads the browser where the work says, or back with the fault. */
async function lead(
  { refusalLog, log, steps }: Limited,
  request: FastifyRequest,
  reply: FastifyReply,
  back: Back,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  const isTooMuch = await steps.consume(request.ip).then(
    () => false,
    () => true,
  )
  if (isTooMuch) {
    refusalLog.add({ userId: undefined, action: 'rate-refused', code: 'too_many_starts' })
    return reply.redirect(withQuery(back.redirect, { error: 'too_many_starts' }), 303)
  }
  try {
    return reply.redirect(await work(), 303)
  } catch (error) {
    const known = error instanceof SignOnError
    if (!known) log.error({ error: (error as Error).message }, 'A single sign-on failed')
    const fault = known ? error.fault : 'provider_faulty'
    const { redirect, state, providerId } = back
    const reason = known ? error.message.slice(0, 500) : 'internal'
    const detail = { address: request.ip, reason, ...(providerId === undefined ? {} : { providerId }) }
    const userId = known ? error.userId : undefined
    refusalLog.add({ userId, action: 'sign-on-refused', code: fault, detail })
    return reply.redirect(withQuery(redirect, { error: fault, ...(state === undefined ? {} : { state }) }), 303)
  }
}

/** Only a redirect of ours is led back to; the fault of any other one is shown on our own screen. */
function wantedBack(publicUrl: string, { redirect, state }: Query): Back {
  if (!isAllowedRedirect(publicUrl, redirect)) return { redirect: '/okta/callback' }
  return { redirect, ...(typeof state === 'string' && state.length <= LONGEST_STATE ? { state } : {}) }
}

function withQuery(address: string, query: Record<string, string>): string {
  return `${address}?${new URLSearchParams(query)}`
}
