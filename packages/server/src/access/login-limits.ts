import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ProblemError } from '../engine/problem-error.ts'

const WINDOW_SECONDS = 15 * 60
const PER_ACCOUNT = 10
const PER_ADDRESS = 100

/** Limits wrong passwords and codes per account and per address. A right one gives its attempt back. */
export class LoginLimits {
  readonly #account = new RateLimiterMemory({ points: PER_ACCOUNT, duration: WINDOW_SECONDS })
  readonly #address = new RateLimiterMemory({ points: PER_ADDRESS, duration: WINDOW_SECONDS })

  /**
   * Counts an attempt before it is checked, so that parallel guesses count too.
   * @param account its email in the one spelling in which accounts are looked up, or its id
   * @param detail said where there is nothing to hide; without it the refusal reads like wrong credentials
   * @throws ProblemError `too_many_attempts`
   */
  async take(account: string, address: string, detail?: string): Promise<void> {
    try {
      await this.#account.consume(account)
      await this.#address.consume(address)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new ProblemError('too_many_attempts', detail)
      throw refusal
    }
  }

  /** Counts an attempt that names no account. @throws ProblemError `too_many_attempts` */
  async takeAddress(address: string, detail: string): Promise<void> {
    try {
      await this.#address.consume(address)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new ProblemError('too_many_attempts', detail)
      throw refusal
    }
  }

  async giveBackAddress(address: string): Promise<void> {
    await this.#address.reward(address)
  }

  async giveBack(account: string, address: string): Promise<void> {
    await this.#account.delete(account)
    await this.#address.reward(address)
  }
}
