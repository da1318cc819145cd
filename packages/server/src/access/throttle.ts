import { clock } from '../platform/clock.ts'

export interface ThrottleOptions {
  /** So many pass at once, after a time of rest. */
  burst: number
  /** After them one passes each time this has gone by. */
  pauseMs: number
  /** Anyone who would wait longer than this is turned away. */
  patienceMs: number
}

/** Slows down what comes too often, regardless of its sender: the generic cell rate algorithm. It holds one number. */
export class Throttle {
  readonly #options: ThrottleOptions
  /** When the next one would be due if all had kept to the pauses. */
  #due = Number.NEGATIVE_INFINITY

  constructor(options: ThrottleOptions) {
    this.#options = options
  }

  /** Waits for its turn. @returns false, at once, where that would take too long */
  async pass(): Promise<boolean> {
    const { burst, pauseMs, patienceMs } = this.#options
    const now = clock.monotonic()
    const due = Math.max(this.#due, now - (burst - 1) * pauseMs)
    const wait = due - now
    if (wait > patienceMs) return false
    this.#due = due + pauseMs
    if (wait > 0) await clock.sleep(wait, { ref: false })
    return true
  }

  /** Gives a turn back: it was one of those that are not to be slowed down. */
  giveBack(): void {
    this.#due -= this.#options.pauseMs
  }
}
