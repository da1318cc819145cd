import { MINUTE_MS } from '../telemetry/index.ts'

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

/** The last three hours of one machine, a slot per minute. All of it is one piece of memory: there are many machines. */
export class MinuteRing {
  readonly #cycles: Float64Array
  readonly #running: Uint16Array
  /** 1 where something was heard. */
  readonly #heard: Uint8Array
  /** The newest minute since the epoch; the slots hold it and those before it. */
  #newest = 0

  constructor() {
    const memory = new ArrayBuffer(SLOTS * 11)
    this.#cycles = new Float64Array(memory, 0, SLOTS)
    this.#running = new Uint16Array(memory, SLOTS * 8, SLOTS)
    this.#heard = new Uint8Array(memory, SLOTS * 10, SLOTS)
  }

  /** Adds to a minute. */
  add({ at, records, cycles, runningMs }: RingMinute): void {
    const slot = this.#slotFor(at)
    if (slot === undefined) return
    if (records > 0) this.#heard[slot] = 1
    this.#cycles[slot] = (this.#cycles[slot] ?? 0) + cycles
    this.#running[slot] = (this.#running[slot] ?? 0) + runningMs
  }

  /** Replaces a minute. */
  set({ at, records, cycles, runningMs }: RingMinute): void {
    const slot = this.#slotFor(at)
    if (slot === undefined) return
    this.#heard[slot] = records > 0 ? 1 : 0
    this.#cycles[slot] = cycles
    this.#running[slot] = runningMs
  }

  /** The minutes from `since` on, before `until` (Unix ms), in which something was heard, oldest first. */
  entries(since: number, until = Number.POSITIVE_INFINITY): { at: number; cycles: number }[] {
    const found: { at: number; cycles: number }[] = []
    const last = this.#lastBefore(until)
    for (let minute = this.#firstFrom(since); minute <= last; minute++) {
      const slot = minute % SLOTS
      if (this.#heard[slot] === 1) found.push({ at: minute * MINUTE_MS, cycles: this.#cycles[slot] ?? 0 })
    }
    return found
  }

  /** How long the machine ran in the minutes from `since` on, before `until` (Unix ms). */
  runningMs(since: number, until = Number.POSITIVE_INFINITY): number {
    const last = this.#lastBefore(until)
    let sum = 0
    for (let minute = this.#firstFrom(since); minute <= last; minute++) sum += this.#running[minute % SLOTS] ?? 0
    return sum
  }

  #lastBefore(until: number): number {
    return Math.min(this.#newest, Math.ceil(until / MINUTE_MS) - 1)
  }

  #firstFrom(since: number): number {
    return Math.max(Math.floor(since / MINUTE_MS), this.#newest - SLOTS + 1)
  }

  /** A slot never goes back in time: a record that is too late for the ring leaves it as it is. */
  #slotFor(at: number): number | undefined {
    const minute = Math.floor(at / MINUTE_MS)
    if (minute <= this.#newest - SLOTS) return undefined
    if (minute > this.#newest) this.#goOnTo(minute)
    return minute % SLOTS
  }

  #goOnTo(minute: number): void {
    for (let next = Math.max(this.#newest + 1, minute - SLOTS + 1); next <= minute; next++) {
      this.#heard[next % SLOTS] = 0
      this.#cycles[next % SLOTS] = 0
      this.#running[next % SLOTS] = 0
    }
    this.#newest = minute
  }
}
