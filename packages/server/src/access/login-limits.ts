import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ProblemError } from '../engine/problem-error.ts'
import { networkOf } from '../platform/network.ts'
import type { Refusals } from '../platform/refusals.ts'
import { Throttle } from './throttle.ts'

const WINDOW_SECONDS = 15 * 60
const PER_ACCOUNT = 10
const PER_ADDRESS = 100
const PER_DEVICE = 10
/** Of all strangers together: so many guesses at once, then five a second while at most 25 wait. */
const OF_ALL = { burst: 2_000, pauseMs: 200, patienceMs: 5_000 }

/** A browser that has signed in to the account before; what it guesses counts by itself. */
export interface KnownDevice {
  /** Names the browser and the account. */
  key: string
}

/** Who guesses: a known device of the account, or else anybody, and then the account that is guessed at. */
export type Guesser = KnownDevice | string

/**
 * Limits wrong passwords and codes: of strangers per account, per address and all together, and of each known device of
 * the account by itself, which none of the others holds up. A right one gives its attempt back. The memory is bounded: only
 * who got past the pace of all is remembered, for one window.
 */
export class LoginLimits {
  readonly #account = new RateLimiterMemory({ points: PER_ACCOUNT, duration: WINDOW_SECONDS })
  readonly #address = new RateLimiterMemory({ points: PER_ADDRESS, duration: WINDOW_SECONDS })
  readonly #device = new RateLimiterMemory({ points: PER_DEVICE, duration: WINDOW_SECONDS })
  readonly #all = new Throttle(OF_ALL)
  readonly #refusals: Refusals
  readonly #door: string

  /** @param door the word under which refusals are counted */
  constructor(refusals: Refusals, door: string) {
    this.#refusals = refusals
    this.#door = door
  }

  /** So many wrong ones of an account or a known device are let through within the window from now on. */
  allow(attempts: number): void {
    this.#account.points = attempts
    this.#device.points = attempts
  }

  /**
   * Lets somebody try a password. A right one gives its attempt back, and so does one that could not be checked.
   * @param by as of `take`
   * @param check answers undefined for a wrong password
   * @returns what the check answers
   * @throws ProblemError `too_many_attempts` without having checked, and what the check throws
   */
  async attempt<Right>(
    by: Guesser,
    address: string,
    check: () => Promise<Right | undefined>,
    detail?: string,
  ): Promise<Right | undefined> {
    await this.take(by, address, detail)
    let right: Right | undefined
    try {
      right = await check()
    } catch (error) {
      await this.#takeBack(by, address)
      throw error
    }
    if (right !== undefined) await this.giveBack(by, address)
    return right
  }

  /**
   * Counts an attempt before it is checked, so that parallel guesses count too.
   * @param by an account is named by its email in the one spelling in which accounts are looked up, or by its id
   * @param detail said where there is nothing to hide; without it the refusal reads like wrong credentials
   * @throws ProblemError `too_many_attempts`
   */
  async take(by: Guesser, address: string, detail?: string): Promise<void> {
    const refused = await this.#refusalOf(by, networkOf(address))
    if (refused === undefined) return
    this.#refusals.count(this.#door, refused)
    throw new ProblemError('too_many_attempts', detail)
  }

  async giveBack(by: Guesser, address: string): Promise<void> {
    if (typeof by !== 'string') return void (await this.#device.delete(by.key))
    await this.#account.delete(by)
    await this.#address.reward(networkOf(address))
    this.#all.giveBack()
  }

  /** Forgets what strangers have guessed at an account: it has a new password. */
  async forget(account: string): Promise<void> {
    await this.#account.delete(account)
  }

  /** An attempt that was not checked counts neither as wrong nor as right. */
  async #takeBack(by: Guesser, address: string): Promise<void> {
    if (typeof by !== 'string') return void (await this.#device.reward(by.key))
    await this.#account.reward(by)
    await this.#address.reward(networkOf(address))
    this.#all.giveBack()
  }

  /** The limit that was reached; undefined if the attempt was counted and may be made. */
  async #refusalOf(by: Guesser, network: string): Promise<string | undefined> {
    if (typeof by === 'string') return await this.#refusalOfStranger(by, network)
    return (await consume(this.#device, by.key)) ? undefined : 'guesses_of_known'
  }

  /** What is refused anyway takes no turn from others and leaves nothing to remember. */
  async #refusalOfStranger(account: string, network: string): Promise<string | undefined> {
    if (await isSpent(this.#address, network)) return 'guesses_of_address'
    if (await isSpent(this.#account, account)) return 'guesses_of_account'
    if (!(await this.#all.pass())) return 'guesses_of_all'
    // Of many at once the last find nothing left: they are not tried, so their turn is somebody else's.
    const spent = !(await consume(this.#account, account))
      ? 'guesses_of_account'
      : !(await consume(this.#address, network))
        ? 'guesses_of_address'
        : undefined
    if (spent !== undefined) this.#all.giveBack()
    return spent
  }
}

async function isSpent(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  const found = await limiter.get(key)
  return found !== null && found.remainingPoints <= 0
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}
