import { meanOf } from './mean.ts'

/** A reading over time, or the mean of several with the least and the greatest of them. */
export interface Point {
  /** ISO 8601. */
  time: string
  value: number | null
  min?: number
  max?: number
}

/** Readings side by side, as an object for each would cost more than reading it. NaN: the machine reported that there is no value. */
export interface Readings {
  /** Unix ms. */
  times: Float64Array
  values: Float64Array
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

  /** Takes what lies in the stretch. */
  add({ times, values }: Readings): void {
    const outside = times.some((at) => at < this.#from || at >= this.#until)
    const inside = (_: number, index: number) => {
      const at = times[index] ?? 0
      return at >= this.#from && at < this.#until
    }
    const piece = outside ? { times: times.filter(inside), values: values.filter(inside) } : { times, values }
    this.#pieces.push(piece)
    this.length += piece.times.length
  }

  get hasNumbers(): boolean {
    return this.#pieces.some(({ values }) => values.some((value) => !Number.isNaN(value)))
  }

  /** Every reading, in time order. */
  points(): Point[] {
    const pairs = this.#pieces.flatMap(({ times, values }) =>
      Array.from(times, (at, index): [number, number] => [at, values[index] ?? Number.NaN]),
    )
    return pairs
      .sort(([a], [b]) => a - b)
      .map(([at, value]) => ({ time: iso(at), value: Number.isNaN(value) ? null : value }))
  }

  /** @param intervalMs of a bucket, ms; @returns a point for each from the beginning on, also of those without readings */
  buckets(intervalMs: number): Point[] {
    const size = Math.ceil((this.#to - this.#from) / intervalMs)
    const sums = new Float64Array(size)
    const counts = new Uint32Array(size)
    const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
    const greatest = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
    for (const { times, values } of this.#pieces) {
      let bucket = 0
      // A bucket is looked for only where a reading leaves the one before: they mostly come in order.
      let [begin, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (let index = 0; index < times.length; index++) {
        const value = values[index] as number
        if (Number.isNaN(value)) continue
        const at = times[index] as number
        if (at < begin || at >= end) {
          bucket = Math.floor((at - this.#from) / intervalMs)
          begin = this.#from + bucket * intervalMs
          end = begin + intervalMs
        }
        sums[bucket] = (sums[bucket] as number) + value
        counts[bucket] = (counts[bucket] as number) + 1
        if (value < (least[bucket] as number)) least[bucket] = value
        if (value > (greatest[bucket] as number)) greatest[bucket] = value
      }
    }
    return Array.from(counts, (count, bucket): Point => {
      const time = iso(this.#from + bucket * intervalMs)
      if (count === 0) return { time, value: null }
      return { time, value: meanOf(sums[bucket] ?? 0, count), min: least[bucket] ?? 0, max: greatest[bucket] ?? 0 }
    })
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
