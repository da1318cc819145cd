import { ProblemError } from '../engine/problem-error.ts'
import { networkOf } from '../platform/network.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { Guessed, GuessStore } from './guess-store.ts'
import { RecentGuesses } from './recent-guesses.ts'
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
 * the account by itself, which none of the others holds up. A right one gives its attempt back. Counts are those of all nodes; the pace of all
 * strangers together is that of this process, whose hashes it protects. Only who got past that pace is counted, for one window.
 */
export class LoginLimits {
  readonly #store: GuessStore
  readonly #recent = new RecentGuesses()
  readonly #all = new Throttle(OF_ALL)
  readonly #refusals: Refusals
  readonly #door: string
  readonly #most = { account: PER_ACCOUNT, address: PER_ADDRESS, device: PER_DEVICE }

  /** @param door the word under which refusals are counted */
  constructor(store: GuessStore, refusals: Refusals, door: string) {
    this.#store = store
    this.#refusals = refusals
    this.#door = door
  }

  /** So many wrong ones of an account or a known device are let through within the window from now on. */
  allow(attempts: number): void {
    this.#most.account = attempts
    this.#most.device = attempts
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
    const refused = await this.#refusalOf(by, guessedBy(by, address))
    if (refused === undefined) return
    this.#refusals.count(this.#door, refused)
    throw new ProblemError('too_many_attempts', detail)
  }

  async giveBack(by: Guesser, address: string): Promise<void> {
    for (const guessed of guessedBy(by, address)) {
      if (guessed.kind === 'address') await this.#takeBackOne(guessed)
      else await this.#forget(guessed)
    }
    if (typeof by === 'string') this.#all.giveBack()
  }

  /** Forgets what strangers have guessed at an account: it has a new password. */
  async forget(account: string): Promise<void> {
    await this.#forget({ kind: 'account', name: account })
  }

  /** An attempt that was not checked counts neither as wrong nor as right. */
  async #takeBack(by: Guesser, address: string): Promise<void> {
    for (const guessed of guessedBy(by, address)) await this.#takeBackOne(guessed)
    if (typeof by === 'string') this.#all.giveBack()
  }

  async #takeBackOne(guessed: Guessed): Promise<void> {
    this.#recent.change(guessed)
    await this.#store.takeBack(guessed)
  }

  async #forget(guessed: Guessed): Promise<void> {
    this.#recent.change(guessed)
    await this.#store.forget(guessed)
  }

  /** The limit that was reached; undefined if the attempt was counted and may be made. */
  async #refusalOf(by: Guesser, guessed: readonly Guessed[]): Promise<string | undefined> {
    // What is refused anyway takes no turn from others and leaves nothing to remember.
    const known = guessed.find((one) => this.#recent.isSpent(one, this.#most[one.kind]))
    if (known !== undefined) return words[known.kind]
    for (const one of guessed) this.#recent.begin(one)
    let counts: number[] | undefined
    try {
      if (typeof by === 'string' && !(await this.#all.pass())) return 'guesses_of_all'
      counts = await this.#store.add(guessed, WINDOW_SECONDS).catch((error: unknown) => {
        if (typeof by === 'string') this.#all.giveBack()
        throw error
      })
    } finally {
      for (const [index, one] of guessed.entries()) this.#recent.end(one, counts?.[index])
    }
    const spent = guessed.find((one, index) => (counts?.[index] ?? 0) > this.#most[one.kind])
    if (spent === undefined) return undefined
    // It is not tried, so it does not count, and its turn is somebody else's.
    for (const one of guessed) await this.#store.takeBack(one)
    if (typeof by === 'string') this.#all.giveBack()
    return words[spent.kind]
  }
}

const words = { account: 'guesses_of_account', address: 'guesses_of_address', device: 'guesses_of_known' } as const

/** What a guess counts for, accounts first. */
function guessedBy(by: Guesser, address: string): Guessed[] {
  if (typeof by !== 'string') return [{ kind: 'device', name: by.key }]
  return [
    { kind: 'account', name: by },
    { kind: 'address', name: networkOf(address) },
  ]
}
