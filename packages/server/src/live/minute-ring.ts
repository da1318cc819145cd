import { MINUTE_MS } from '../telemetry/index.ts'

/** Three hours of minutes, and the minute that is still filling. */
const SLOTS = 192
const RING_BYTES = SLOTS * 17
const RINGS_AT_ONCE = 256

/** What a minute amounts to, as far as the overview shows it. */
export interface RingMinute {
  /** Start of the minute, Unix ms. */
  at: number
  records: number
  cycles: number
  rejects: number
  runningMs: number
  /** How long its state was known. */
  knownMs: number
}

/** The last three hours of one machine, a slot per minute. All of it is one piece of memory: there are many machines. */
export class MinuteRing {
  readonly #cycles: Float64Array
  /** Shown nowhere: how fast the counter goes is a matter of its wraps alone. */
  readonly #rejects: Float32Array
  readonly #running: Uint16Array
  readonly #known: Uint16Array
  /** 1 where something was heard. */
  readonly #heard: Uint8Array
  /** The newest minute since the epoch; the slots hold it and those before it. */
  #newest = 0

  constructor() {
    const { memory, start } = nextPiece()
    this.#cycles = new Float64Array(memory, start, SLOTS)
    this.#rejects = new Float32Array(memory, start + SLOTS * 8, SLOTS)
    this.#running = new Uint16Array(memory, start + SLOTS * 12, SLOTS)
    this.#known = new Uint16Array(memory, start + SLOTS * 14, SLOTS)
    this.#heard = new Uint8Array(memory, start + SLOTS * 16, SLOTS)
  }

  /** Adds to a minute. */
  add({ at, records, cycles, rejects, runningMs, knownMs }: RingMinute): void {
    const slot = this.#slotFor(at)
    if (slot === undefined) return
    if (records > 0) this.#heard[slot] = 1
    this.#cycles[slot] = (this.#cycles[slot] ?? 0) + cycles
    this.#rejects[slot] = (this.#rejects[slot] ?? 0) + rejects
    this.#running[slot] = (this.#running[slot] ?? 0) + runningMs
    this.#known[slot] = (this.#known[slot] ?? 0) + knownMs
  }

  /** Replaces a minute. */
  set({ at, records, cycles, rejects, runningMs, knownMs }: RingMinute): void {
    const slot = this.#slotFor(at)
    if (slot === undefined) return
    this.#heard[slot] = records > 0 ? 1 : 0
    this.#cycles[slot] = cycles
    this.#rejects[slot] = rejects
    this.#running[slot] = runningMs
    this.#known[slot] = knownMs
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

  /** The same in a column, from the first such minute to the last: null for one in which nothing was heard. */
  column(since: number, until: number): { first: number; cycles: (number | null)[] } {
    const end = this.#lastBefore(until)
    let first = this.#firstFrom(since)
    while (first <= end && this.#heard[first % SLOTS] === 0) first += 1
    let last = end
    while (last >= first && this.#heard[last % SLOTS] === 0) last -= 1
    const cycles: (number | null)[] = []
    for (let minute = first; minute <= last; minute++) {
      const slot = minute % SLOTS
      cycles.push(this.#heard[slot] === 1 ? (this.#cycles[slot] ?? 0) : null)
    }
    return { first: cycles.length === 0 ? since : first * MINUTE_MS, cycles }
  }

  /** The first minute that it can have anything of, Unix ms. */
  get oldest(): number {
    return this.#firstFrom(0) * MINUTE_MS
  }

  /** A copy that has heard nothing in some minutes. @param isLeftOut by the start of a minute, Unix ms */
  without(isLeftOut: (at: number) => boolean): MinuteRing {
    const copy = new MinuteRing()
    for (let minute = this.#firstFrom(0); minute <= this.#newest; minute++) {
      const [at, slot] = [minute * MINUTE_MS, minute % SLOTS]
      if (isLeftOut(at)) continue
      copy.set({
        at,
        records: this.#heard[slot] ?? 0,
        cycles: this.#cycles[slot] ?? 0,
        rejects: this.#rejects[slot] ?? 0,
        runningMs: this.#running[slot] ?? 0,
        knownMs: this.#known[slot] ?? 0,
      })
    }
    return copy
  }

  /** The cycles of those minutes. */
  cycles(since: number, until = Number.POSITIVE_INFINITY): number {
    return this.#sum(this.#cycles, since, until)
  }

  /** The most that a counter went on in one of the minutes. */
  most(counter: 'cycles' | 'rejects'): number {
    const slots = counter === 'cycles' ? this.#cycles : this.#rejects
    let most = 0
    for (let minute = this.#firstFrom(0); minute <= this.#newest; minute++)
      most = Math.max(most, slots[minute % SLOTS] ?? 0)
    return most
  }

  /** How long the machine ran in the minutes from `since` on, before `until` (Unix ms). */
  runningMs(since: number, until = Number.POSITIVE_INFINITY): number {
    return this.#sum(this.#running, since, until)
  }

  /** How long its state was known in those minutes. */
  knownMs(since: number, until = Number.POSITIVE_INFINITY): number {
    return this.#sum(this.#known, since, until)
  }

  #sum(slots: Float64Array | Uint16Array, since: number, until: number): number {
    const last = this.#lastBefore(until)
    let sum = 0
    for (let minute = this.#firstFrom(since); minute <= last; minute++) sum += slots[minute % SLOTS] ?? 0
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
      this.#rejects[next % SLOTS] = 0
      this.#running[next % SLOTS] = 0
      this.#known[next % SLOTS] = 0
    }
    this.#newest = minute
  }
}

let shared = new ArrayBuffer(0)
let taken = 0

/** Memory for one more ring. Rings share theirs: a hundred thousand pieces of memory are a burden for every collection of garbage. */
function nextPiece(): { memory: ArrayBuffer; start: number } {
  if (taken + RING_BYTES > shared.byteLength) {
    shared = new ArrayBuffer(RINGS_AT_ONCE * RING_BYTES)
    taken = 0
  }
  const start = taken
  taken += RING_BYTES
  return { memory: shared, start }
}
