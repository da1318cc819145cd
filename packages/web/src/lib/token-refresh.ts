import type { TokenPair } from '@packhouse/contract'
import { ApiError } from './api-error.ts'
import type { TokenStore } from './token-store.ts'

/** The part of the Web Locks API that is used: a lock over all tabs of this origin. */
export interface Locks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

export interface TokenRefreshParts {
  tokens: TokenStore
  /** Absent where the browser has no locks; the tabs then rely on the server's grace for the latest predecessor. */
  locks: Locks | undefined
  /** Exchanges a refresh token; rejects with an ApiError when the server refuses it. */
  exchange: (refreshToken: string) => Promise<TokenPair>
}

/**
 * `renewed`: newer tokens than the one used are in the store. `ended`: the session is over. It rejects when the server
 * could not be asked, because a network that is away is no reason to sign anybody out.
 */
export type TokenRefresh = (usedToken: string | null) => Promise<'renewed' | 'ended'>

const lockName = 'packhouse-token-refresh'
/** What a tab has written reaches the others a moment later: they must not get the lock before. */
const SEEN_AFTER_MS = 50
/** What the server answers to a refresh token that will never work again. */
const endingStatuses = [400, 401, 403]

/** Refreshes at most once at a time: everybody in this tab waits for one promise, every tab for one lock. */
export function createTokenRefresh({ tokens, locks, exchange }: TokenRefreshParts): TokenRefresh {
  let running: ReturnType<TokenRefresh> | undefined

  async function refreshUnderLock(usedToken: string | null): ReturnType<TokenRefresh> {
    const refreshToken = tokens.refresh()
    // Another tab, or an earlier wait in this one, was faster.
    if (tokens.access() !== usedToken && tokens.access() !== null) return 'renewed'
    if (refreshToken === null) return 'ended'
    try {
      const pair = await exchange(refreshToken)
      // Meanwhile another tab has signed out, or somebody else in: the session that is over must not come back.
      if (tokens.refresh() !== refreshToken) return tokens.access() === null ? 'ended' : 'renewed'
      tokens.write(pair)
      return 'renewed'
    } catch (error) {
      if (error instanceof ApiError && endingStatuses.includes(error.status)) return 'ended'
      throw error
    }
  }

  return (usedToken) => {
    const refresh = () => refreshUnderLock(usedToken)
    running ??= (locks ? withLock(locks, refresh) : refresh()).finally(() => {
      running = undefined
    })
    return running
  }
}

/** Does the work under the lock of all tabs, which it holds a moment longer than its result takes. */
async function withLock<Result>(locks: Locks, work: () => Promise<Result>): Promise<Result> {
  return await new Promise((resolve, reject) => {
    const held = locks.request(lockName, async () => {
      const result = await work()
      resolve(result)
      await new Promise((seen) => setTimeout(seen, SEEN_AFTER_MS))
    })
    held.catch(reject)
  })
}
