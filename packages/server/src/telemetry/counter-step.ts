import { MAX_CYCLES_PER_MINUTE } from '@packhouse/contract'

/** A silence longer than this hides how many cycles fell into it: the counter's step over it is not counted. */
export const COUNTER_GAP_LIMIT_MS = 24 * 3_600_000

const MINUTE_MS = 60_000
/** Readings that lie closer count as if they were so far apart: many machines report times to the second. */
const SHORTEST_GAP_MS = 1_000
/** Below one eighth of what it showed a counter has started again; a step on by more than an eighth may be another counter. */
const EIGHTH = 8
/** What is counted at most where a counter started again, or leapt: hardly any machine makes more in a minute. */
const MAX_UNSURE_PER_MINUTE = 2_000

/**
 * What a counter went on by between two readings. It is the only place that takes the difference of counters;
 * docs/counting.md, rules 5 to 7, say what is assumed and why.
 * @param before the reading before; null if missing
 * @param beforeAt its time, Unix ms
 */
export function counted(
  before: number | null,
  beforeAt: number | null,
  now: number | undefined,
  nowAt: number,
): number {
  if (now === undefined || before === null || beforeAt === null) return 0
  if (nowAt - beforeAt > COUNTER_GAP_LIMIT_MS) return 0
  // Restored from a backup or after a power cut, misread, or another controller: nothing that the machine made.
  if (now < before && !isRestart(before, now)) return 0
  const step = now < before ? now : now - before
  return isPlausibleStep(before, now, nowAt - beforeAt) ? step : 0
}

/** Whether a counter that went back has started at 0 again, rather than stepped back. */
export function isRestart(before: number, now: number): boolean {
  return now * EIGHTH < before
}

/** Whether a machine can have made what a counter went on by, or shows since it started again. @param elapsedMs between the readings */
export function isPlausibleStep(before: number, now: number, elapsedMs: number): boolean {
  const step = now < before ? now : now - before
  if (step > (MAX_CYCLES_PER_MINUTE * Math.max(elapsedMs, SHORTEST_GAP_MS)) / MINUTE_MS) return false
  const isUnsure = now < before || step * EIGHTH > before
  return !isUnsure || step <= (MAX_UNSURE_PER_MINUTE * Math.max(elapsedMs, MINUTE_MS)) / MINUTE_MS
}

/** How fast a counter went on between two readings, per ms; 0 where nothing counts. */
export function counterPace(before: { at: number; value: number }, now: { at: number; value: number }): number {
  return counted(before.value, before.at, now.value, now.at) / countedGap(before.at, now.at)
}

/** The time between two readings as it counts, ms. */
export function countedGap(beforeAt: number, nowAt: number): number {
  return Math.max(nowAt - beforeAt, SHORTEST_GAP_MS)
}
