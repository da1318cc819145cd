import { api, signOnFaults, tokenEndpoint } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { tokens } from './api-client.ts'
import { ApiError, readProblem } from './api-error.ts'
import { toRequest } from './api-request.ts'
import { createIdentitySession, type TimedTokens } from './identity-session.ts'
import { intendedPath } from './intended-path.ts'
import { toInit } from './request-init.ts'
import { forgetSession } from './session.ts'
import { type StartedSignOn, takeStartedSignOn } from './single-sign-on.ts'

/** The query with which a provider leads back. */
export interface SignOnAnswer {
  code?: string
  state?: string
  error?: string
}

/** Where a single sign-on has led to: to the place that was wanted, or to words of what went wrong. */
export interface SignOnOutcome {
  intended: string
  failure: string | null
}

const AWAY = t('app.theServerCouldNotBeReached')

/** The last step of a single sign-on in the browser: checks the way back, exchanges the code, keeps the tokens. */
export async function finishSignOn(answer: SignOnAnswer): Promise<SignOnOutcome> {
  const started = takeStartedSignOn()
  const intended = intendedPath(started.intended)
  try {
    const given = faultOf(answer)
    if (given !== undefined) return { intended, failure: given }
    return { intended, failure: await signIn(answer, started) }
  } catch (error) {
    return { intended, failure: error instanceof ApiError ? error.message : AWAY }
  }
}

/** The server's reason for a single sign-on that failed. */
function faultOf({ error }: SignOnAnswer): string | undefined {
  const fault = Object.entries(signOnFaults).find(([name]) => name === error)?.[1]
  return fault === undefined ? undefined : declared(fault)
}

/** @returns what is wrong; null when somebody is signed in */
async function signIn({ code, state }: SignOnAnswer, started: StartedSignOn): Promise<string | null> {
  if (!code || !state) return t('app.missingCodeOrState')
  if (state !== started.state) return t('app.stateMismatch')
  if (!started.verifier) return t('app.missingCodeVerifier')
  const redirect = location.origin + location.pathname
  const body = { code, code_verifier: started.verifier, redirect_uri: redirect }
  const request = toRequest(api.pkceExchange, { body })
  const response = await fetch(request.url, toInit(request, null, {}))
  if (!response.ok) {
    const { detail = t('app.noResponseData') } = await readProblem(response)
    return t('app.tokenExchangeFailed', { status: response.status, detail })
  }
  const pair = (await response.json().catch(() => ({}))) as Partial<TimedTokens>
  if (!pair.access_token) return t('app.tokenExchangeDidNotReturnAn')
  await keep(pair as TimedTokens)
  return null
}

/** Only tokens that belong to a user are stored. */
async function keep(pair: TimedTokens): Promise<void> {
  const session = createIdentitySession({ profile, exchange, now: Date.now })
  await session.load(pair)
  const { accessToken, refreshToken } = session.state()
  if (!session.isAuthenticated() || accessToken === null || refreshToken === null) throw new Error('The token is over.')
  forgetSession()
  tokens.write({ access_token: accessToken, refresh_token: refreshToken })
}

async function profile(accessToken: string) {
  const request = toRequest(api.profile, {})
  return await read(await fetch(request.url, toInit(request, accessToken, {})))
}

async function exchange(refreshToken: string): Promise<TimedTokens> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  return await read(await fetch(tokenEndpoint.path, { method: 'POST', body, credentials: 'same-origin' }))
}

async function read(response: Response) {
  if (!response.ok) throw await readProblem(response)
  return await response.json()
}
