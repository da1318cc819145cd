import { CYCLE_COUNT_INTERVAL_MS, type CycleCount, HISTORY_INTERVAL_MS } from '@packhouse/contract'

/** One painted point of a sparkline: the cycles of five minutes, null where nothing was heard. */
export interface Bucket {
  /** Start of the five minutes, milliseconds since 1970. */
  start: number
  value: number | null
}

const MINUTES_PER_BUCKET = HISTORY_INTERVAL_MS / CYCLE_COUNT_INTERVAL_MS
const BUCKETS_PER_HOUR = 3_600_000 / HISTORY_INTERVAL_MS

/**
 * Per-minute entries as five-minute buckets of a window of `hours` that ends at `now`, oldest first.
 *
 * A bucket is scaled up from the whole minutes heard in it. So neither the newest bucket, which is still filling, nor
 * one with an unheard minute looks like a drop of speed; the minute that is still running is left out for the same
 * reason. The first bucket needs no care: the window begins on a bucket's edge. A bucket without any minute is a gap.
 */
export function bucketEntries(entries: readonly CycleCount[], now: number, hours: number): Bucket[] {
  const count = hours * BUCKETS_PER_HOUR
  const last = Math.floor((now - CYCLE_COUNT_INTERVAL_MS) / HISTORY_INTERVAL_MS) * HISTORY_INTERVAL_MS
  const first = last - (count - 1) * HISTORY_INTERVAL_MS
  const sums = new Array<number>(count).fill(0)
  const heard = new Array<number>(count).fill(0)
  for (const entry of entries) {
    const time = Date.parse(entry.time)
    const place = Math.floor((time - first) / HISTORY_INTERVAL_MS)
    if (!(place >= 0 && place < count) || time + CYCLE_COUNT_INTERVAL_MS > now) continue
    sums[place] = (sums[place] ?? 0) + entry.value
    heard[place] = (heard[place] ?? 0) + 1
  }
  return sums.map((sum, i) => {
    const minutes = heard[i] ?? 0
    return { start: first + i * HISTORY_INTERVAL_MS, value: minutes > 0 ? (sum * MINUTES_PER_BUCKET) / minutes : null }
  })
}
