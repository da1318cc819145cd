import type { CycleCount } from '@packhouse/contract'
import type { TimeSpan } from '../window/time-span.ts'
import type { SeriesPoint } from './series.ts'

/** A value that came in live. */
export interface LivePoint {
  at: number
  value: number
}

/**
 * A history and the live records after it. Where its points are records, newer ones are added; where each covers
 * `intervalMs`, newer ones fill the next ones. One that falls into the last point can only widen its range: whether the
 * mean has it already is not known, and the range does not change by counting twice.
 */
export function withLive(
  points: readonly SeriesPoint[],
  intervalMs: number,
  live: readonly LivePoint[],
): SeriesPoint[] {
  const merged = [...points]
  let sum = 0
  let count = 0
  for (const { at, value } of live) {
    const last = merged.at(-1)
    const known = points.at(-1)
    if (intervalMs === 0) {
      if (!last || at > last.to) merged.push({ from: at, to: at, value, min: value, max: value })
      continue
    }
    if (last && at < last.from) continue
    if (last && at < last.to) {
      const range = { ...last, min: Math.min(last.min, value), max: Math.max(last.max, value) }
      if (last.from !== known?.from) {
        sum += value
        count += 1
        range.value = sum / count
      }
      merged[merged.length - 1] = range
      continue
    }
    const from = last ? last.from + Math.floor((at - last.from) / intervalMs) * intervalMs : at
    sum = value
    count = 1
    merged.push({ from, to: from + intervalMs, value, min: value, max: value })
  }
  return merged
}

/** Cycles of one bar; null without data. */
export interface CycleBar extends TimeSpan {
  value: number | null
  /** It has not ended yet: its count will still grow. */
  filling: boolean
}

const MINUTE = 60_000

/**
 * Bars with the newest minutes put in: those that lie whole in the time the minutes cover are counted from them. The
 * minutes come live, whole each time, so that nothing is counted twice.
 * @param since start of the first whole minute that is covered
 */
export function withMinutes(bars: readonly CycleBar[], minutes: readonly CycleCount[], since: number): CycleBar[] {
  const counts = new Map(minutes.map(({ time, value }) => [Date.parse(time), value]))
  return bars.map((bar) => {
    if (bar.from < since) return bar
    let value: number | null = null
    for (let at = bar.from; at < bar.to; at += MINUTE) {
      const count = counts.get(at)
      if (count !== undefined) value = (value ?? 0) + count
    }
    return { ...bar, value }
  })
}
