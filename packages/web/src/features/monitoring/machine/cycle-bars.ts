import type { History } from '@packhouse/contract'
import type { TimeSpan } from './history-window.ts'

const MINUTE = 60_000

/** One bar: the cycles of a stretch, null where nothing was heard in it. */
export interface CycleBar extends TimeSpan {
  value: number | null
  /** How much of the stretch was heard, in minutes. */
  heardMinutes: number
  /** It has not ended yet: its count will still grow. */
  filling: boolean
}

/** How long a bar is, so that a bar can still be seen: 5 minutes up to 6 hours, 15 up to a day, an hour in a week. */
export function barLength(hours: number): number {
  if (hours <= 6) return 5 * MINUTE
  return hours <= 24 ? 15 * MINUTE : 60 * MINUTE
}

/**
 * The bars of a numeric history. A bar counts what was counted and is not scaled; where part of it was not heard, it
 * says so. Bars begin on whole multiples of their length, and one that the window cuts at its beginning is left out: it
 * would look like a slow start.
 */
export function cycleBars(history: History & { kind: 'numeric' }, window: TimeSpan): CycleBar[] {
  const length = barLength(history.hours)
  const first = Math.ceil(window.from / length) * length
  // The minute that is filling opens a bar as soon as something was counted in it.
  const newest = history.points.findLast(({ value }) => value !== null)
  const last = Math.max(window.to - 1, newest ? Date.parse(newest.time) : 0)
  const count = Math.max(0, Math.floor((last - first) / length) + 1)
  const bars: CycleBar[] = Array.from({ length: count }, (_, i) => {
    const from = first + i * length
    return { from, to: from + length, value: null, heardMinutes: 0, filling: from + length > window.to }
  })
  for (const { time, value } of history.points) {
    const bar = bars[Math.floor((Date.parse(time) - first) / length)]
    if (!bar || value === null) continue
    bar.value = (bar.value ?? 0) + value
    bar.heardMinutes += history.intervalMs / MINUTE
  }
  return bars
}

export interface CycleSummary {
  total: number
  highest: number | null
  lowest: number | null
  /** Stretches of bars without any reading. */
  gaps: number
}

/** Total, highest and lowest of the bars that have ended, and how many gaps there are. */
export function summarise(bars: readonly CycleBar[]): CycleSummary {
  const ended = bars.flatMap(({ value, filling }) => (value === null || filling ? [] : [value]))
  return {
    total: bars.reduce((sum, { value }) => sum + (value ?? 0), 0),
    highest: ended.length > 0 ? Math.max(...ended) : null,
    lowest: ended.length > 0 ? Math.min(...ended) : null,
    gaps: bars.filter(({ value }, i) => value === null && (i === 0 || bars[i - 1]?.value !== null)).length,
  }
}

/** The top of an axis that holds `highest`, and its step: up to four round steps. */
export function axisFor(highest: number): { top: number; step: number } {
  const rough = Math.max(highest, 4) / 4
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude
  return { top: Math.max(4, Math.ceil(highest / step) * step), step }
}
