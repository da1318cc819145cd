import { MINUTE_MS } from './rollup.ts'

/** Three hours of minutes, and the minute that is still filling. */
const SLOTS = 192

/** Cycle counts of the last three hours of one machine, a slot per minute. A minute without a record is absent. */
export class MinuteRing {
  /** Minute of the slot since the epoch; 0 where the slot is empty. */
  readonly #minutes = new Uint32Array(SLOTS)
  readonly #counts = new Float64Array(SLOTS)

  /** Adds cycles to a minute. @param at Unix ms */
  add(at: number, cycles: number): void {
    const slot = this.#slotFor(at)
    if (slot !== undefined) this.#counts[slot] = (this.#counts[slot] ?? 0) + cycles
  }

  /** Replaces the count of a minute. @param at Unix ms */
  set(at: number, cycles: number): void {
    const slot = this.#slotFor(at)
    if (slot !== undefined) this.#counts[slot] = cycles
  }

  /** The minutes from `since` (Unix ms) on that have a record, oldest first. */
  entries(since: number): { at: number; cycles: number }[] {
    const first = Math.floor(since / MINUTE_MS)
    const found: { at: number; cycles: number }[] = []
    for (let slot = 0; slot < SLOTS; slot++) {
      const minute = this.#minutes[slot] ?? 0
      if (minute !== 0 && minute >= first) found.push({ at: minute * MINUTE_MS, cycles: this.#counts[slot] ?? 0 })
    }
    return found.sort((a, b) => a.at - b.at)
  }

  /** A slot never goes back in time: a record that is too late for the ring leaves it as it is. */
  #slotFor(at: number): number | undefined {
    const minute = Math.floor(at / MINUTE_MS)
    const slot = minute % SLOTS
    const held = this.#minutes[slot] ?? 0
    if (held > minute) return undefined
    if (held < minute) {
      this.#minutes[slot] = minute
      this.#counts[slot] = 0
    }
    return slot
  }
}
