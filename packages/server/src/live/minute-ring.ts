import { MINUTE_MS } from '../telemetry/index.ts'

/** Three hours of minutes, and the minute that is still filling. */
const SLOTS = 192
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

/** The columns of so many rings, one behind the other: views and pieces of memory for each of a hundred thousand rings are a burden for every collection of garbage. */
interface Columns {
  cycles: Float64Array
  running: Uint16Array
  known: Uint16Array
  /** 1 where something was heard. */
  heard: Uint8Array
}

/** The last three hours of one machine, a slot per minute. */
export class MinuteRing {
  readonly #columns: Columns
  /** Where its slots begin in the columns. */
  readonly #start: number
  /** Shown nowhere: how fast the counter goes is a matter of its wraps alone. None until there is a reject: most machines count none. */
  #rejects: Float32Array | undefined
  /** The newest minute since the epoch; the slots hold it and those before it. */
  #newest = 0

  constructor() {
    const { columns, start } = nextPlace()
    this.#columns = columns
    this.#start = start
  }

  /** Adds to a minute. */
  add({ at, records, cycles, rejects, runningMs, knownMs }: RingMinute): void {
    const slot = this.#slotFor(at)
    if (slot === undefined) return
    const columns = this.#columns
    if (records > 0) columns.heard[slot] = 1
    columns.cycles[slot] = (columns.cycles[slot] ?? 0) + cycles
    columns.running[slot] = (columns.running[slot] ?? 0) + runningMs
    columns.known[slot] = (columns.known[slot] ?? 0) + knownMs
    if (rejects !== 0) this.#setRejects(slot, this.#rejectsIn(slot) + rejects)
  }

  /** Replaces a minute. */
  set({ at, records, cycles, rejects, runningMs, knownMs }: RingMinute): void {
    const slot = this.#slotFor(at)
    if (slot === undefined) return
    const columns = this.#columns
    columns.heard[slot] = records > 0 ? 1 : 0
    columns.cycles[slot] = cycles
    columns.running[slot] = runningMs
    columns.known[slot] = knownMs
    this.#setRejects(slot, rejects)
  }

  /** The minutes from `since` on, before `until` (Unix ms), in which something was heard, oldest first. */
  entries(since: number, until = Number.POSITIVE_INFINITY): { at: number; cycles: number }[] {
    const { heard, cycles } = this.#columns
    const found: { at: number; cycles: number }[] = []
    const last = this.#lastBefore(until)
    for (let minute = this.#firstFrom(since); minute <= last; minute++) {
      const slot = this.#slotOf(minute)
      if (heard[slot] === 1) found.push({ at: minute * MINUTE_MS, cycles: cycles[slot] ?? 0 })
    }
    return found
  }

  /** The same in a column, from the first such minute to the last: null for one in which nothing was heard. */
  column(since: number, until: number): { first: number; cycles: (number | null)[] } {
    const columns = this.#columns
    const end = this.#lastBefore(until)
    let first = this.#firstFrom(since)
    while (first <= end && columns.heard[this.#slotOf(first)] === 0) first += 1
    let last = end
    while (last >= first && columns.heard[this.#slotOf(last)] === 0) last -= 1
    const cycles: (number | null)[] = []
    for (let minute = first; minute <= last; minute++) {
      const slot = this.#slotOf(minute)
      cycles.push(columns.heard[slot] === 1 ? (columns.cycles[slot] ?? 0) : null)
    }
    return { first: cycles.length === 0 ? since : first * MINUTE_MS, cycles }
  }

  /** The first minute that it can have anything of, Unix ms. */
  get oldest(): number {
    return this.#firstFrom(0) * MINUTE_MS
  }

  /** A copy that has heard nothing in some minutes. @param isLeftOut by the start of a minute, Unix ms */
  without(isLeftOut: (at: number) => boolean): MinuteRing {
    const { heard, cycles, running, known } = this.#columns
    const copy = new MinuteRing()
    for (let minute = this.#firstFrom(0); minute <= this.#newest; minute++) {
      const [at, slot] = [minute * MINUTE_MS, this.#slotOf(minute)]
      if (isLeftOut(at)) continue
      copy.set({
        at,
        records: heard[slot] ?? 0,
        cycles: cycles[slot] ?? 0,
        rejects: this.#rejectsIn(slot),
        runningMs: running[slot] ?? 0,
        knownMs: known[slot] ?? 0,
      })
    }
    return copy
  }

  /** The cycles of those minutes. */
  cycles(since: number, until = Number.POSITIVE_INFINITY): number {
    return this.#sum(this.#columns.cycles, since, until)
  }

  /** The most that a counter went on in one of the minutes. */
  most(counter: 'cycles' | 'rejects'): number {
    let most = 0
    for (let minute = this.#firstFrom(0); minute <= this.#newest; minute++) {
      const slot = this.#slotOf(minute)
      most = Math.max(most, counter === 'cycles' ? (this.#columns.cycles[slot] ?? 0) : this.#rejectsIn(slot))
    }
    return most
  }

  /** How long the machine ran in the minutes from `since` on, before `until` (Unix ms). */
  runningMs(since: number, until = Number.POSITIVE_INFINITY): number {
    return this.#sum(this.#columns.running, since, until)
  }

  /** How long its state was known in those minutes. */
  knownMs(since: number, until = Number.POSITIVE_INFINITY): number {
    return this.#sum(this.#columns.known, since, until)
  }

  #sum(slots: Float64Array | Uint16Array, since: number, until: number): number {
    const last = this.#lastBefore(until)
    let sum = 0
    for (let minute = this.#firstFrom(since); minute <= last; minute++) sum += slots[this.#slotOf(minute)] ?? 0
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
    return this.#slotOf(minute)
  }

  #slotOf(minute: number): number {
    return this.#start + (minute % SLOTS)
  }

  #rejectsIn(slot: number): number {
    return this.#rejects?.[slot - this.#start] ?? 0
  }

  #setRejects(slot: number, rejects: number): void {
    if (rejects !== 0) this.#rejects ??= new Float32Array(SLOTS)
    if (this.#rejects !== undefined) this.#rejects[slot - this.#start] = rejects
  }

  #goOnTo(minute: number): void {
    const { heard, cycles, running, known } = this.#columns
    for (let next = Math.max(this.#newest + 1, minute - SLOTS + 1); next <= minute; next++) {
      const slot = this.#slotOf(next)
      heard[slot] = 0
      cycles[slot] = 0
      running[slot] = 0
      known[slot] = 0
      if (this.#rejects !== undefined) this.#setRejects(slot, 0)
    }
    this.#newest = minute
  }
}

let shared: Columns | undefined
let taken = 0

/** Slots for one more ring. */
function nextPlace(): { columns: Columns; start: number } {
  if (shared === undefined || taken === RINGS_AT_ONCE) {
    const slots = RINGS_AT_ONCE * SLOTS
    shared = {
      cycles: new Float64Array(slots),
      running: new Uint16Array(slots),
      known: new Uint16Array(slots),
      heard: new Uint8Array(slots),
    }
    taken = 0
  }
  const start = taken * SLOTS
  taken += 1
  return { columns: shared, start }
}
