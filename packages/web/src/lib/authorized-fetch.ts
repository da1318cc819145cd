import { readProblem, SignedOutError } from './api-error.ts'
import type { ApiRequest } from './api-request.ts'
import type { TokenRefresh } from './token-refresh.ts'
import type { TokenStore } from './token-store.ts'
import { newTraceparent } from './trace-context.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface AuthorizedFetchParts {
  fetch: Fetch
  tokens: TokenStore
  refresh: TokenRefresh
  /** Told once the tokens of an ended session are gone. */
  onSessionEnd: () => void
}

export interface SendOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

export type AuthorizedFetch = (request: ApiRequest, options?: SendOptions) => Promise<Response>

/** What the server says to people it says in the language of the page, which need not be the browser's. */
function languageHeader(): Record<string, string> {
  const language = globalThis.document?.documentElement.lang
  return language ? { 'accept-language': language } : {}
}

/** A request as `fetch` takes it, with the token in both headers. There is no timeout. */
export function toInit(request: ApiRequest, token: string | null, { signal, headers }: SendOptions): RequestInit {
  return {
    method: request.method,
    headers: {
      accept: 'application/json',
      traceparent: newTraceparent(),
      ...languageHeader(),
      ...(request.body === undefined || request.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}`, 'x-api-key': token }),
      ...headers,
    },
    // The binding cookie goes along; it is HttpOnly and no credential by itself.
    credentials: 'same-origin',
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(signal ? { signal } : {}),
  }
}

/**
 * Sends a request with the token. Without one nothing is sent but public requests: another tab may have signed out. A 401 leads to one refresh, which all waiting requests share, and one retry. When the
 * session is over its tokens are removed, `onSessionEnd` is called and the 401 is rejected as an ApiError.
 */
export function createAuthorizedFetch({ fetch, tokens, refresh, onSessionEnd }: AuthorizedFetchParts): AuthorizedFetch {
  async function endSession(usedToken: string | null, response: Response): Promise<never> {
    // A sign-in that happened in the meantime, here or in another tab, stays.
    if (tokens.access() === usedToken) {
      tokens.clear()
      onSessionEnd()
    }
    throw await readProblem(response)
  }

  /** @throws SignedOutError where there is no token */
  function presentToken(): string {
    const token = tokens.access()
    if (token !== null) return token
    onSessionEnd()
    throw new SignedOutError()
  }

  return async (request, options = {}) => {
    const token = request.isPublic ? null : presentToken()
    const response = await fetch(request.url, toInit(request, token, options))
    if (response.status !== 401 || request.isPublic) return response
    if ((await refresh(token)) === 'ended') return endSession(token, response)
    const renewed = presentToken()
    const second = await fetch(request.url, toInit(request, renewed, options))
    return second.status === 401 ? endSession(renewed, second) : second
  }
}
