import type { History, HistoryState } from '@packhouse/contract'
import type { TimeSpan } from './history-window.ts'

/** Lanes of the timeline, from top to bottom. */
export const stateOrder: readonly HistoryState[] = ['Running', 'Idle', 'Stopped', 'Faulted', 'Unknown']

/** A stretch in one state. */
export interface StateSegment extends TimeSpan {
  state: HistoryState
}

/**
 * A state history as stretches without hole or overlap over the whole window: every minute is in exactly one state.
 * What no point covers is Unknown, never the state before it.
 */
export function stateSegments(history: History & { kind: 'state' }, window: TimeSpan): StateSegment[] {
  const segments: StateSegment[] = []
  const add = (state: HistoryState, from: number, to: number) => {
    const last = segments.at(-1)
    if (to <= from) return
    if (last && last.state === state) last.to = to
    else segments.push({ state, from, to })
  }
  let reached = window.from
  for (const { time, value } of history.points) {
    const from = Math.max(Date.parse(time), reached)
    const to = Math.min(Date.parse(time) + history.intervalMs, window.to)
    if (!(to > from)) continue
    add('Unknown', reached, from)
    add(value, from, to)
    reached = to
  }
  add('Unknown', reached, window.to)
  return segments
}

/** Milliseconds in each state; together they are the length of the window. */
export function stateTotals(segments: readonly StateSegment[]): Record<HistoryState, number> {
  const totals: Record<HistoryState, number> = { Running: 0, Idle: 0, Stopped: 0, Faulted: 0, Unknown: 0 }
  for (const { state, from, to } of segments) totals[state] += to - from
  return totals
}

/** A share as a whole percentage; `<1` for what would be rounded to nothing although it happened. */
export function shareWords(part: number, whole: number): string {
  const percent = whole > 0 ? (part / whole) * 100 : 0
  return percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`
}
