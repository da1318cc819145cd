import type { HistoryState, StateIntervals } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Observation } from '../window/observations.ts'
import type { TimeSpan } from '../window/time-span.ts'

/** Lanes of the timeline, from top to bottom. */
export const stateOrder: readonly HistoryState[] = ['Running', 'Idle', 'Stopped', 'Faulted', 'Unknown']

/** A stretch in one state. */
export interface StateSegment extends TimeSpan {
  state: HistoryState
  /** The state as the machine reported it, where that is more exact. */
  reported?: string | undefined
}

/**
 * The intervals of a response and the live records after it. A state lasts until `silence` ms after the newest record and
 * is unknown after that. Every moment of the span up to `now` is in exactly one segment.
 */
export function stateSegments(
  answer: StateIntervals,
  live: readonly Observation[],
  { span, now, silence }: { span: TimeSpan; now: number; silence: number },
): StateSegment[] {
  const end = Math.min(span.to, now)
  const segments: StateSegment[] = []
  const add = (next: StateSegment) => {
    const [from, to] = [Math.max(next.from, span.from), Math.min(next.to, end)]
    const last = segments.at(-1)
    if (to <= from) return
    if (last?.to === from && last.state === next.state && (last.reported ?? '') === (next.reported ?? '')) last.to = to
    else segments.push({ ...next, from, to })
  }
  let reached = span.from
  const extend = (state: HistoryState, from: number, until: number, reported?: string) => {
    add({ state: 'Unknown', from: reached, to: from })
    add({ state, from: Math.max(from, reached), to: until, reported })
    reached = Math.max(reached, until)
  }
  for (const { from, to, state, reportedState } of answer.intervals) {
    extend(
      state,
      Date.parse(from),
      Date.parse(to),
      reportedState && reportedState !== state ? reportedState : undefined,
    )
  }
  const answered = Date.parse(answer.to)
  const open = answer.intervals.at(-1)
  const newestBefore = live.findLast(({ at }) => at <= answered)
  const resumed = open ? [{ at: newestBefore?.at ?? answered, state: open.state, reported: open.reportedState }] : []
  const records = [...resumed, ...live.filter(({ at }) => at > answered).map((one) => ({ ...one, reported: null }))]
  records.forEach(({ at, state, reported }, index) => {
    const until = Math.min(at + silence, records[index + 1]?.at ?? end)
    const exact = reported && reported !== state ? reported : undefined
    if (until > reached) extend(state, Math.max(at, Math.min(reached, until)), until, exact)
  })
  add({ state: 'Unknown', from: reached, to: end })
  return segments
}

/** The same times in each state, moved in time. @param shift ms */
export function shiftedStates(answer: StateIntervals, shift: number): StateIntervals {
  const moved = (time: string) => new Date(Date.parse(time) + shift).toISOString()
  return {
    ...answer,
    from: moved(answer.from),
    to: moved(answer.to),
    intervals: answer.intervals.map((one) => ({ ...one, from: moved(one.from), to: moved(one.to) })),
  }
}

/** Milliseconds in each state; together they are the length of the segments. */
export function stateTotals(segments: readonly StateSegment[]): Record<HistoryState, number> {
  const totals: Record<HistoryState, number> = { Running: 0, Idle: 0, Stopped: 0, Faulted: 0, Unknown: 0 }
  for (const { state, from, to } of segments) totals[state] += to - from
  return totals
}

/**
 * Totals in whole minutes that add up to the whole minutes of all (largest remainder method), so that whoever adds the
 * lanes gets the sum that is printed.
 */
export function wholeMinutes(totals: Record<HistoryState, number>): Record<HistoryState, number> {
  const exact = stateOrder.map((state) => ({ state, minutes: totals[state] / 60_000 }))
  const sum = Math.round(exact.reduce((all, { minutes }) => all + minutes, 0))
  const left = sum - exact.reduce((all, { minutes }) => all + Math.floor(minutes), 0)
  const byRemainder = [...exact].sort((a, b) => (b.minutes % 1) - (a.minutes % 1))
  const raised = new Set(byRemainder.slice(0, left).map(({ state }) => state))
  const whole = exact.map(({ state, minutes }) => [state, Math.floor(minutes) + Number(raised.has(state))])
  return Object.fromEntries(whole) as Record<HistoryState, number>
}

/** A share as a whole percentage; `<1` for what would be rounded to nothing although it happened. */
export function shareWords(part: number, whole: number): string {
  const percent = whole > 0 ? (part / whole) * 100 : 0
  return percent > 0 && percent < 1
    ? t('monitoring.lessThanPercent', { share: 0.01 })
    : t('monitoring.percent', { share: percent / 100 })
}
