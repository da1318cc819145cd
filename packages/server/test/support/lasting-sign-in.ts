import type { TokenPair } from '@packhouse/contract'
import { ACCESS_TOKEN_MINUTES } from '../../src/access/tokens.ts'

const HALF_LIFE_MS = (ACCESS_TOKEN_MINUTES * 60_000) / 2

/**
 * The tokens of somebody who stays signed in, however long a test file takes: after half their life those of a new sign-in take their place.
 * Only their age decides, never what a request is answered, so that access that a test takes away stays away.
 */
export class LastingSignIn {
  readonly #again: () => Promise<TokenPair | undefined>
  readonly #now: () => number
  #tokens: TokenPair
  #since: number
  #renewal: Promise<void> | undefined

  /**
   * @param again signs in again; undefined where that is refused, and the tokens stay as they are
   * @param now ms of a clock that never goes back
   */
  constructor(tokens: TokenPair, again: () => Promise<TokenPair | undefined>, now = () => performance.now()) {
    this.#again = again
    this.#now = now
    this.#tokens = tokens
    this.#since = now()
  }

  /** The tokens as they are now. */
  get tokens(): TokenPair {
    return this.#tokens
  }

  /** Tokens with at least half of their life before them. */
  async fresh(): Promise<TokenPair> {
    if (this.#now() - this.#since >= HALF_LIFE_MS) {
      this.#renewal ??= this.#renew().finally(() => {
        this.#renewal = undefined
      })
      await this.#renewal
    }
    return this.#tokens
  }

  async #renew(): Promise<void> {
    const since = this.#now()
    this.#tokens = (await this.#again()) ?? this.#tokens
    this.#since = since
  }
}
