import { MINUTE_MS } from './rollup.ts'

/** Three hours of minutes, and the minute that is still filling. */
const SLOTS = 192

/** What a minute amounts to, as far as the overview shows it. */
export interface RingMinute {
  /** Start of the minute, Unix ms. */
  at: number
  records: number
  cycles: number
  runningMs: number
}

/** The last three hours of one machine, a slot per minute. */
export class MinuteRing {
  /** Minute of the slot since the epoch; 0 where the slot is empty. */
  readonly #minutes = new Uint32Array(SLOTS)
  readonly #records = new Uint32Array(SLOTS)
  readonly #cycles = new Float64Array(SLOTS)
  readonly #running = new Uint16Array(SLOTS)

  /** Adds to a minute. */
  add({ at, records, cycles, runningMs }: RingMinute): void {
    const slot = this.#slotFor(at)
    if (slot === undefined) return
    this.#records[slot] = (this.#records[slot] ?? 0) + records
    this.#cycles[slot] = (this.#cycles[slot] ?? 0) + cycles
    this.#running[slot] = (this.#running[slot] ?? 0) + runningMs
  }

  /** Replaces a minute. */
  set({ at, records, cycles, runningMs }: RingMinute): void {
    const slot = this.#slotFor(at)
    if (slot === undefined) return
    this.#records[slot] = records
    this.#cycles[slot] = cycles
    this.#running[slot] = runningMs
  }

  /** The minutes from `since` (Unix ms) on in which something was heard, oldest first. */
  entries(since: number): { at: number; cycles: number }[] {
    const found: { at: number; cycles: number }[] = []
    this.#each(since, (slot, minute) => {
      if (this.#records[slot] !== 0) found.push({ at: minute * MINUTE_MS, cycles: this.#cycles[slot] ?? 0 })
    })
    return found.sort((a, b) => a.at - b.at)
  }

  /** How long the machine ran in the minutes from `since` (Unix ms) on. */
  runningMs(since: number): number {
    let sum = 0
    this.#each(since, (slot) => {
      sum += this.#running[slot] ?? 0
    })
    return sum
  }

  #each(since: number, visit: (slot: number, minute: number) => void): void {
    const first = Math.floor(since / MINUTE_MS)
    for (let slot = 0; slot < SLOTS; slot++) {
      const minute = this.#minutes[slot] ?? 0
      if (minute !== 0 && minute >= first) visit(slot, minute)
    }
  }

  /** A slot never goes back in time: a record that is too late for the ring leaves it as it is. */
  #slotFor(at: number): number | undefined {
    const minute = Math.floor(at / MINUTE_MS)
    const slot = minute % SLOTS
    const held = this.#minutes[slot] ?? 0
    if (held > minute) return undefined
    if (held < minute) {
      this.#minutes[slot] = minute
      this.#records[slot] = 0
      this.#cycles[slot] = 0
      this.#running[slot] = 0
    }
    return slot
  }
}
