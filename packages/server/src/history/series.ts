import { meanOf } from './mean.ts'

/** A reading over time, or the mean of several with the least and the greatest of them. */
export interface Point {
  /** ISO 8601. */
  time: string
  value: number | null
  min?: number
  max?: number
  /** Nothing was read here: what was read last still held. */
  isHeld?: true
}

/** Readings side by side, as an object for each would cost more than reading it. NaN: the machine reported that there is no value. */
export interface Readings {
  /** Unix ms. */
  times: Float64Array
  values: Float64Array
}

/** What buckets amount to, each by its place. */
export interface Sums {
  sums: Float64Array
  counts: Uint32Array
  /** Infinite where the count is 0. */
  least: Float64Array
  greatest: Float64Array
}

/** The readings of a stretch, from several places. */
export class Series {
  readonly #from: number
  readonly #to: number
  readonly #until: number
  readonly #pieces: Readings[] = []
  length = 0

  /** @param from Unix ms; @param to likewise, exclusive; @param now what lies behind it is left out */
  constructor(from: number, to: number, now = to) {
    this.#from = from
    this.#to = to
    this.#until = Math.min(to, now)
  }

  /** Takes what lies in the stretch. @param readings in time order */
  add({ times, values }: Readings): void {
    const [first, end] = [placeOf(times, this.#from), placeOf(times, this.#until)]
    if (first >= end) return
    this.#pieces.push({ times: times.subarray(first, end), values: values.subarray(first, end) })
    this.length += end - first
  }

  get hasNumbers(): boolean {
    return this.#pieces.some(({ values }) => values.some((value) => !Number.isNaN(value)))
  }

  /** Every reading, in time order. */
  points(): Point[] {
    return this.#pairs().map(([at, value]) => ({ time: iso(at), value: Number.isNaN(value) ? null : value }))
  }

  /** The same by their times, Unix ms. */
  readings(): { at: number; value: number | null }[] {
    return this.#pairs().map(([at, value]) => ({ at, value: Number.isNaN(value) ? null : value }))
  }

  /** The sort is stable: those of one millisecond stay in the order in which they came. */
  #pairs(): [number, number][] {
    const pairs = this.#pieces.flatMap(({ times, values }) =>
      Array.from(times, (at, index): [number, number] => [at, values[index] ?? Number.NaN]),
    )
    return pairs.sort(([a], [b]) => a - b)
  }

  /** @param intervalMs of a bucket, ms; @returns a point for each from the beginning on, also of those without readings */
  buckets(intervalMs: number): Point[] {
    const { sums, counts, least, greatest } = this.sums(intervalMs)
    return Array.from(counts, (count, bucket): Point => {
      const time = iso(this.#from + bucket * intervalMs)
      if (count === 0) return { time, value: null }
      return { time, value: meanOf(sums[bucket] ?? 0, count), min: least[bucket] ?? 0, max: greatest[bucket] ?? 0 }
    })
  }

  /** What each bucket amounts to. @param intervalMs of a bucket, ms */
  sums(intervalMs: number): Sums {
    const size = Math.ceil((this.#to - this.#from) / intervalMs)
    const sums = new Float64Array(size)
    const counts = new Uint32Array(size)
    const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
    const greatest = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
    for (const { times, values } of this.#pieces) {
      const count = times.length
      for (let index = 0; index < count; ) {
        // They mostly come in order: those of a bucket are counted together, and it is written once.
        const bucket = Math.floor(((times[index] as number) - this.#from) / intervalMs)
        const end = this.#from + (bucket + 1) * intervalMs
        let sum = sums[bucket] as number
        let found = counts[bucket] as number
        let low = least[bucket] as number
        let high = greatest[bucket] as number
        do {
          const value = values[index] as number
          index += 1
          if (Number.isNaN(value)) continue
          sum += value
          found += 1
          if (value < low) low = value
          if (value > high) high = value
        } while (index < count && (times[index] as number) < end)
        sums[bucket] = sum
        counts[bucket] = found
        least[bucket] = low
        greatest[bucket] = high
      }
    }
    return { sums, counts, least, greatest }
  }
}

/** The place of the first time from `at` on; as many as there are where none is. */
function placeOf(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] as number) < at) low = middle + 1
    else high = middle
  }
  return low
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
