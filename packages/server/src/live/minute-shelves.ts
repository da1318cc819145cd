import { MINUTE_MS } from '../telemetry/index.ts'
import type { MinuteRing, RingMinute } from './minute-ring.ts'

/** How many minutes of a machine are put into its ring at once. */
const DEPTH = 16
/** Numbers of a minute: when it was and whether it was heard, its cycles and rejects, its two times. */
const NUMBERS = 4
const SHELF = DEPTH * NUMBERS
/** More than the milliseconds of a minute. */
const TIMES = 65_536
const FIRST_SHELVES = 1024

/**
 * Collects the minutes of many machines until there are several of each. A start reads minutes in the order of time, but the rings that they go into are far
 * apart in memory, and most of the work was waiting for it. Here the machines lie close together, and a ring is fetched once for many minutes.
 */
export class MinuteShelves {
  readonly #ringOf: (machineKey: number) => Pick<MinuteRing, 'set'> | undefined
  /** The shelf of a machine by its key; -1 where it has no ring. */
  readonly #places: number[] = []
  readonly #rings: Pick<MinuteRing, 'set'>[] = []
  #counts = new Uint8Array(FIRST_SHELVES)
  #numbers = new Float64Array(FIRST_SHELVES * SHELF)

  constructor(ringOf: (machineKey: number) => Pick<MinuteRing, 'set'> | undefined) {
    this.#ringOf = ringOf
  }

  /** Replaces a minute of a machine, at `empty` at the latest. A machine without a ring is passed over. */
  put(machineKey: number, { at, records, cycles, rejects, runningMs, knownMs }: RingMinute): void {
    const place = this.#places[machineKey] ?? this.#open(machineKey)
    if (place < 0) return
    const count = this.#counts[place] as number
    const start = place * SHELF + count * NUMBERS
    this.#numbers[start] = Math.floor(at / MINUTE_MS) * 2 + (records > 0 ? 1 : 0)
    this.#numbers[start + 1] = cycles
    this.#numbers[start + 2] = runningMs * TIMES + knownMs
    this.#numbers[start + 3] = rejects
    this.#counts[place] = count + 1
    if (count + 1 === DEPTH) this.#clear(place)
  }

  /** Puts into the rings what is still on the shelves, and gives their memory back. */
  empty(): void {
    for (let place = 0; place < this.#rings.length; place++) this.#clear(place)
    this.#places.length = 0
    this.#rings.length = 0
    this.#counts = new Uint8Array(FIRST_SHELVES)
    this.#numbers = new Float64Array(FIRST_SHELVES * SHELF)
  }

  #open(machineKey: number): number {
    const ring = this.#ringOf(machineKey)
    const place = ring === undefined ? -1 : this.#rings.push(ring) - 1
    if (place >= this.#counts.length) this.#grow()
    this.#places[machineKey] = place
    return place
  }

  #grow(): void {
    const [counts, numbers] = [this.#counts, this.#numbers]
    this.#counts = new Uint8Array(counts.length * 2)
    this.#counts.set(counts)
    this.#numbers = new Float64Array(numbers.length * 2)
    this.#numbers.set(numbers)
  }

  #clear(place: number): void {
    const count = this.#counts[place] as number
    for (let start = place * SHELF; start < place * SHELF + count * NUMBERS; start += NUMBERS) {
      const minute = this.#numbers[start] as number
      const times = this.#numbers[start + 2] as number
      this.#rings[place]?.set({
        at: Math.floor(minute / 2) * MINUTE_MS,
        records: minute % 2,
        cycles: this.#numbers[start + 1] as number,
        rejects: this.#numbers[start + 3] as number,
        runningMs: Math.floor(times / TIMES),
        knownMs: times % TIMES,
      })
    }
    this.#counts[place] = 0
  }
}
