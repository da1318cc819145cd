import { readProblem, SignedOutError } from './api-error.ts'
import type { ApiRequest } from './api-request.ts'
import { type SendOptions, toInit } from './request-init.ts'
import type { TokenRefresh } from './token-refresh.ts'
import type { TokenStore } from './token-store.ts'
import { currentView } from './view-as.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface AuthorizedFetchParts {
  fetch: Fetch
  tokens: TokenStore
  refresh: TokenRefresh
  /** Told once the tokens of an ended session are gone. */
  onSessionEnd: () => void
  /** Told when viewing as another user has ended. */
  onViewEnd?: () => void
}

export type AuthorizedFetch = (request: ApiRequest, options?: SendOptions) => Promise<Response>

/**
 * Sends a request with the token. Without one nothing is sent but public requests: another tab may have signed out. A 401 leads to one refresh, which all waiting requests share, and one retry. When the
 * session is over its tokens are removed, `onSessionEnd` is called and the 401 is rejected as an ApiError.
 */
export function createAuthorizedFetch({
  fetch,
  tokens,
  refresh,
  onSessionEnd,
  onViewEnd,
}: AuthorizedFetchParts): AuthorizedFetch {
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
    if (response.status === 403 && currentView() !== null && (await hasViewEnded(response))) onViewEnd?.()
    if (response.status !== 401 || request.isPublic) return response
    if ((await refresh(token)) === 'ended') return endSession(token, response)
    const renewed = presentToken()
    const second = await fetch(request.url, toInit(request, renewed, options))
    return second.status === 401 ? endSession(renewed, second) : second
  }
}

async function hasViewEnded(response: Response): Promise<boolean> {
  return (await readProblem(response.clone())).code === 'view_ended'
}
