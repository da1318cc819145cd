import { justAfter } from '../../telemetry/index.ts'

/** So many of the newest records are known by their time. */
const KNOWN = 20_000

/**
 * The times of the records of a machine: what two messages of a server report of one time are two records, since one time is one
 * record of a machine, and the first one counts.
 */
export class TakenTimes {
  readonly #taken = new Set<number>()

  /** Takes the time, or the first one behind it that is free. @param at Unix ms */
  free(at: number): number {
    let free = at
    while (this.#taken.has(free)) free = justAfter(free)
    this.#taken.add(free)
    const [oldest] = this.#taken
    if (this.#taken.size > KNOWN && oldest !== undefined) this.#taken.delete(oldest)
    return free
  }
}
