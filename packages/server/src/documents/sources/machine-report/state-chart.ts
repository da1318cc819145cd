import { type HistoryState, type MachineReportData, stateGroups } from '@packhouse/contract'
import type { ReportedInterval } from '../../../monitoring/area.ts'
import { rounded } from './shown-window.ts'

/** So many columns can be told apart in print; a year has no more than an hour. */
const COLUMNS = 500

export const shownStates = [...stateGroups, 'Unknown'] as const

type Part = MachineReportData['states']['parts'][number]
type Times = Partial<Record<HistoryState, number>>

/**
 * The states of a window as rectangles: each column is divided by the times in each state, so that no short fault is lost and
 * their number has a bound. Neighbours that are one state throughout are one rectangle.
 * @param intervals in order, without a gap, over the window
 */
export function stateParts(intervals: readonly ReportedInterval[], { from, to }: { from: number; to: number }): Part[] {
  const width = (to - from) / COLUMNS
  const columns = columnTimes(intervals, from, width)
  const parts: Part[] = []
  for (const [place, times] of columns.entries()) {
    let y = 0
    for (const state of shownStates) {
      const height = rounded((times[state] ?? 0) / width)
      if (height === 0) continue
      const last = parts.at(-1)
      const x = place / COLUMNS
      const joins = height === 1 && last?.height === 1 && last.state === state
      if (joins) last.width = rounded(x + 1 / COLUMNS - last.x)
      else parts.push({ state, x: rounded(x), width: rounded(1 / COLUMNS), y: rounded(y), height })
      y += height
    }
  }
  return parts
}

function columnTimes(intervals: readonly ReportedInterval[], from: number, width: number): Times[] {
  const columns = Array.from({ length: COLUMNS }, (): Times => ({}))
  for (const interval of intervals) {
    let place = Math.min(COLUMNS - 1, Math.floor((interval.from - from) / width))
    for (let at = interval.from; at < interval.to && place < COLUMNS; place++) {
      const end = place === COLUMNS - 1 ? interval.to : Math.min(interval.to, from + (place + 1) * width)
      const times = columns[place]
      if (times !== undefined && end > at) times[interval.state] = (times[interval.state] ?? 0) + end - at
      at = Math.max(at, end)
    }
  }
  return columns
}

/** How long it was in each state, ms. */
export function stateTotals(intervals: readonly ReportedInterval[]): Record<HistoryState, number> {
  const totals = { Running: 0, Idle: 0, Stopped: 0, Faulted: 0, Unknown: 0 }
  for (const { from, to, state } of intervals) totals[state] += to - from
  return totals
}
