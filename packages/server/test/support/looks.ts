import { setTimeout as sleep } from 'node:timers/promises'

/** What is missing after so many looks does not come: more than three minutes of pauses, and as long as the looks themselves take. */
const LOOKS = 8_000
/** Pauses grow up to this, so that what comes soon is seen soon, and waiting long costs little. */
const LONGEST_PAUSE_MS = 25

/**
 * Counts how often something was looked for. Waiting ends after a number of looks and not after a time: on a busy machine they take
 * longer, as does what they wait for.
 */
export class Looks {
  readonly #limit: number
  #taken = 0

  constructor(limit = LOOKS) {
    this.#limit = limit
  }

  /** For what comes or shows that it does not: a process that is ready or ends, however slowly the machine starts it. */
  static unlimited(): Looks {
    return new Looks(Number.POSITIVE_INFINITY)
  }

  get taken(): number {
    return this.#taken
  }

  /** Counts a look that has seen nothing, and pauses. @returns whether there is another look */
  async again(): Promise<boolean> {
    this.#taken += 1
    if (this.#taken >= this.#limit) return false
    await sleep(Math.min(this.#taken, LONGEST_PAUSE_MS))
    return true
  }
}
