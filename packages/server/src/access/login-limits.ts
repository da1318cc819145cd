import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ProblemError } from '../engine/problem-error.ts'

const WINDOW_SECONDS = 15 * 60
const PER_ACCOUNT = 10
const PER_ADDRESS = 100

/** Limits wrong passwords per account and per address. A right one gives its attempt back. */
export class LoginLimits {
  readonly #account = new RateLimiterMemory({ points: PER_ACCOUNT, duration: WINDOW_SECONDS })
  readonly #address = new RateLimiterMemory({ points: PER_ADDRESS, duration: WINDOW_SECONDS })

  /**
   * Counts an attempt before it is checked, so that parallel guesses count too.
   * @param email in the one spelling in which accounts are looked up
   * @throws ProblemError `too_many_attempts`, which reads like wrong credentials
   */
  async take(email: string, address: string): Promise<void> {
    try {
      await this.#account.consume(email)
      await this.#address.consume(address)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new ProblemError('too_many_attempts')
      throw refusal
    }
  }

  async giveBack(email: string, address: string): Promise<void> {
    await this.#account.delete(email)
    await this.#address.reward(address)
  }
}
