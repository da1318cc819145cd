import { RateLimiterMemory } from 'rate-limiter-flexible'
import { clock } from './clock.ts'
import type { ForeignCounts } from './shared-rates.ts'

export const WINDOW_SECONDS = 60
/** Names beyond these share one count within a window, so that made-up addresses do not fill the memory. */
const MAX_NAMES = 100_000
const OVERFLOW = 'overflow'

/** What a limit has left after a request. */
export interface Quota {
  /** Requests in a window. */
  limit: number
  remaining: number
  /** Seconds until the window ends and the limit is whole again. */
  resetSeconds: number
  admitted: boolean
}

/** Counts requests by name in windows, of a minute where nothing else is said, in the memory of this process, with what other nodes count. Each name may have its own limit. */
export class RateLimiter {
  readonly #windowSeconds: number
  readonly #counter: RateLimiterMemory
  #names = new Set<string>()
  #namesUntil = 0

  readonly #foreign: ForeignCounts | undefined

  constructor(windowSeconds = WINDOW_SECONDS, foreign?: ForeignCounts) {
    this.#foreign = foreign
    this.#windowSeconds = windowSeconds
    this.#counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds })
  }

  /** @param amount what the request counts as */
  async take(name: string, limit: number, amount = 1): Promise<Quota> {
    const { consumedPoints, msBeforeNext } = await this.#counter.consume(this.#counted(name), amount)
    this.#foreign?.note(name, Math.min(consumedPoints, limit), limit, msBeforeNext)
    const counted = consumedPoints + (this.#foreign?.of(name) ?? 0)
    return {
      limit,
      remaining: Math.max(0, limit - counted),
      resetSeconds: Math.ceil(msBeforeNext / 1_000),
      admitted: counted <= limit,
    }
  }

  /** Takes one request back: it is not to count here. */
  async giveBack(name: string): Promise<void> {
    await this.#counter.reward(this.#counted(name))
  }

  #counted(name: string): string {
    const now = clock.now()
    if (now >= this.#namesUntil) {
      this.#names = new Set()
      this.#namesUntil = now + this.#windowSeconds * 1_000
    }
    if (!this.#names.has(name) && this.#names.size >= MAX_NAMES) return OVERFLOW
    this.#names.add(name)
    return name
  }
}
