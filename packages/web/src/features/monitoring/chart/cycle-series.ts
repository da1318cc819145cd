import type { TimeSpan } from '../window/time-span.ts'
import type { CycleBar } from './live-points.ts'
import type { Columns, NumericHistory } from './series.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long a bar is, so that a bar can still be seen: a minute in an hour, 5 up to 6 hours, 15 up to a day, an hour in a week. */
export function barLength({ from, to }: TimeSpan): number {
  const hours = (to - from) / HOUR
  if (hours <= 1) return MINUTE
  if (hours <= 7) return 5 * MINUTE
  return hours <= 26 ? 15 * MINUTE : HOUR
}

/** The bars of a history of cycles up to `now`: counted and not scaled. */
export function cycleBars({ points, intervalMs }: NumericHistory, now: number, shift = 0): CycleBar[] {
  return points.flatMap(({ time, value }) => {
    const from = Date.parse(time) + shift
    const to = from + intervalMs
    return from > now ? [] : [{ from, to, value, filling: to > now }]
  })
}

/** The bars that `wanted` accepts, as columns. */
export function barColumns(bars: readonly CycleBar[], wanted: (bar: CycleBar) => boolean): Columns {
  const chosen = bars.filter((bar) => bar.value !== null && wanted(bar))
  return { times: chosen.map(({ from }) => from), values: chosen.map(({ value }) => value), mins: [], maxs: [] }
}

/** Stretches without any reading; neighbours are one. A bar that is still filling does not count yet. */
export function barGaps(bars: readonly CycleBar[]): TimeSpan[] {
  const gaps: TimeSpan[] = []
  for (const { from, to, value, filling } of bars) {
    if (value !== null || filling) continue
    const last = gaps.at(-1)
    if (last?.to === from) last.to = to
    else gaps.push({ from, to })
  }
  return gaps
}

export interface CycleSummary {
  /** Null without data. */
  total: number | null
  highest: number | null
  lowest: number | null
}

/** Total, and highest and lowest of the bars that have ended. */
export function summarise(bars: readonly CycleBar[]): CycleSummary {
  const ended = bars.flatMap(({ value, filling }) => (value === null || filling ? [] : [value]))
  return {
    total: bars.reduce<number | null>((sum, { value }) => (value === null ? sum : (sum ?? 0) + value), null),
    highest: ended.length > 0 ? Math.max(...ended) : null,
    lowest: ended.length > 0 ? Math.min(...ended) : null,
  }
}
