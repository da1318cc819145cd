import { api, type Call, type CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ApiError, readProblem } from './api-error.ts'
import { type ApiRequest, type CallArguments, toRequest } from './api-request.ts'
import { createAuthorizedFetch, type Fetch } from './authorized-fetch.ts'
import { askToConfirm } from './confirmation.ts'
import { isDemoMode } from './demo-mode.ts'
import { earlyAnswers } from './early-answers.ts'
import { createEtagCache, type Delta } from './etag-cache.ts'
import { toInit } from './request-init.ts'
import { createRetryGate } from './retry-gate.ts'
import { createTokenRefresh } from './token-refresh.ts'
import { createTokenStore, type TokenStore, withdrawTokens } from './token-store.ts'
import { leaveView } from './view-as.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Beside those of every request, such as the token of an edit lock. */
  headers?: Record<string, string>
}

// What was asked while the scripts were loading is not asked again. `fetch` is read at every call: a test or an extension may replace it later.
const browserFetch: Fetch = createRetryGate((url, init) => earlyAnswers.take(url, init) ?? fetch(url, init))

/** The tokens in local storage. */
export const tokens = createTokenStore(localStorage)

let sessionEndListener: () => void = () => undefined

/** Sets what happens when the session has expired or was ended elsewhere; the router leads to the login then. */
export function onSessionEnd(listener: () => void): void {
  sessionEndListener = listener
}

let secondFactorListener: () => void = () => undefined

/** Says what happens when a role of the user has come to need a second factor that there is not. */
export function onSecondFactorRequired(listener: () => void): void {
  secondFactorListener = listener
}

function refreshOf(store: TokenStore) {
  return createTokenRefresh({
    tokens: store,
    locks: navigator.locks,
    async exchange(refreshToken) {
      const request = toRequest(api.refresh, { body: { refresh_token: refreshToken } })
      const response = await browserFetch(request.url, toInit(request, null, {}))
      if (!response.ok) throw await readProblem(response)
      return response.json()
    },
  })
}

/** Whether this tab is signing out: it then opens the login without being asked. */
let isLeaving = false

/** Sends a request of the contract with tokens, refresh and retry; for answers that are no JSON. */
export const authorizedFetch = createAuthorizedFetch({
  fetch: browserFetch,
  tokens,
  refresh: refreshOf(tokens),
  onSessionEnd: () => {
    if (!isLeaving) sessionEndListener()
  },
  onViewEnd: () => leaveView('/'),
})

/**
 * Takes the tokens out of the storage, so that no tab asks anything any more, and only then ends their session on the
 * server: the other way round, tabs would ask with tokens that are over. Rejects when the server cannot be reached.
 */
export async function endSession(): Promise<void> {
  isLeaving = true
  const withdrawn = withdrawTokens(localStorage)
  const send = createAuthorizedFetch({
    fetch: browserFetch,
    tokens: withdrawn,
    refresh: refreshOf(withdrawn),
    onSessionEnd: () => undefined,
  })
  await send(toRequest(api.logout, undefined))
}

const etags = createEtagCache(authorizedFetch)

/** Clears the cached answers: what one user saw must not be shown to the next. */
export function forgetAnswers(): void {
  isLeaving = false
  earlyAnswers.clear()
  etags.clear()
}

/**
 * Makes a call of the contract: `callApi(api.getMachine, { params: { id } }, { signal })`. Rejects with an ApiError when
 * the server answers a problem. In demo mode the calls that the demo knows are answered in the browser.
 */
export async function callApi<C extends Call>(
  call: C,
  ...[input, options]: CallArguments<C, CallOptions>
): Promise<CallResult<C>> {
  const demo = await demoAnswer(call, input)
  if (demo) return demo.result as CallResult<C>
  const request = toRequest(call, input)
  const response = await authorizedFetch(request, options)
  if (!response.ok) return (await repeatConfirmed(request, options, await readProblem(response))) as CallResult<C>
  return (await readResult(response)) as CallResult<C>
}

/**
 * Where the server wants to know first that it is really the user, asks for that and makes the call once more; whoever
 * does not confirm has changed nothing. @throws ApiError every other refusal as it is
 */
async function repeatConfirmed(request: ApiRequest, options: CallOptions | undefined, refusal: ApiError) {
  if (refusal.code === 'second_factor_required') secondFactorListener()
  if (refusal.code !== 'confirmation_needed') throw refusal
  if (!(await askToConfirm())) {
    throw new ApiError({
      ...refusal,
      title: t('app.notConfirmed'),
      detail: undefined,
    })
  }
  const response = await authorizedFetch(request, options)
  if (!response.ok) throw await readProblem(response)
  return await readResult(response)
}

async function readResult(response: Response): Promise<unknown> {
  return response.status === 204 ? undefined : await response.json()
}

/** With how to take over the differences from the answer before, for a call that can answer these alone. */
interface EtagOptions extends CallOptions {
  delta?: Delta
}

/**
 * Like `callApi` for a GET whose answer carries an ETag: while the server answers 304, the identical object of the last
 * answer is returned, so that nothing downstream sees a change. The result must not be modified.
 */
export async function callApiWithEtag<C extends Call>(
  call: C,
  ...[input, options]: CallArguments<C, EtagOptions>
): Promise<CallResult<C>> {
  const demo = await demoAnswer(call, input)
  return (demo ? demo.result : await etags.get(toRequest(call, input), options, options?.delta)) as CallResult<C>
}

/** The demo's code is loaded only when the demo is on. */
async function demoAnswer(call: Call, input: unknown): Promise<{ result: unknown } | undefined> {
  if (!isDemoMode()) return undefined
  const { answerInDemo } = await import('./demo/demo-transport.ts')
  const answer = answerInDemo(call, input)
  return answer && { result: await answer }
}
