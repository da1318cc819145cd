import { clock } from '../platform/clock.ts'

const WINDOW_MS = 1_000

/** Counts new connections by name in windows of a second. It is asked before anything is spent on them, so it does almost nothing. */
export class ArrivalRate {
  readonly #limit: number
  #counts = new Map<string, number>()
  #windowEnd = 0

  /** @param limit connections of one name in a second */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** @returns false if so many have come in this second already */
  admit(name: string): boolean {
    const now = clock.monotonic()
    if (now >= this.#windowEnd) {
      this.#counts = new Map()
      this.#windowEnd = now + WINDOW_MS
    }
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return count <= this.#limit
  }
}
