import { CYCLE_COUNT_INTERVAL_MS, type CycleCount, HISTORY_INTERVAL_MS } from '@packhouse/contract'

/** One painted point of a sparkline: the cycles of five minutes, null without data. */
export interface Bucket {
  /** Start of the five minutes, milliseconds since 1970. */
  start: number
  value: number | null
}

const BUCKETS_PER_HOUR = 3_600_000 / HISTORY_INTERVAL_MS

/**
 * Per-minute entries as five-minute buckets of a window of `hours` that ends at `now`, oldest first.
 *
 * The first and the newest bucket are scaled up from the whole minutes of them that lie in the window, so that neither
 * looks like a drop of speed; the minute that is still running is left out for the same reason. Between them nothing is
 * scaled: what a machine counted while it sent nothing arrives with its next record, and scaling would count it again.
 * A bucket without any entry is a gap.
 */
export function bucketEntries(entries: readonly CycleCount[], now: number, hours: number): Bucket[] {
  const count = hours * BUCKETS_PER_HOUR
  const until = Math.floor(now / CYCLE_COUNT_INTERVAL_MS) * CYCLE_COUNT_INTERVAL_MS
  // The server's window holds as many minutes, the running one included.
  const since = until - hours * 3_600_000 + CYCLE_COUNT_INTERVAL_MS
  const last = Math.floor((until - CYCLE_COUNT_INTERVAL_MS) / HISTORY_INTERVAL_MS) * HISTORY_INTERVAL_MS
  const first = last - (count - 1) * HISTORY_INTERVAL_MS
  const buckets = Array.from(
    { length: count },
    (_, i): Bucket => ({ start: first + i * HISTORY_INTERVAL_MS, value: null }),
  )
  for (const entry of entries) {
    const time = Date.parse(entry.time)
    const bucket = buckets[Math.floor((time - first) / HISTORY_INTERVAL_MS)]
    if (!bucket || time < since || time >= until) continue
    const covered = Math.min(until, bucket.start + HISTORY_INTERVAL_MS) - Math.max(since, bucket.start)
    bucket.value = (bucket.value ?? 0) + (entry.value * HISTORY_INTERVAL_MS) / covered
  }
  return buckets
}
