import type { HistoryState, MachineState } from '@packhouse/contract'

/** A stretch of time, Unix ms. */
export interface Span {
  from: number
  to: number
}

/** What somebody has said of a stretch of time. */
export interface Said extends Span {
  reasonId: string
  note: string | null
  saidAt: number
}

/** A time without a gap in which a machine stood still. */
export interface Standstill extends Span {
  state: MachineState
  /** Not longer than what is minor at this machine. */
  minor: boolean
}

/** A part of a standstill, with what was said of it. */
export interface Part extends Span {
  said: Said | undefined
}

interface Interval extends Span {
  state: HistoryState
}

/**
 * The times in which a machine stood still, as far as they lie in a window.
 * @param intervals without a gap, in order, reaching beyond the window by `minorMs` on both sides where something is known, so
 * that a standstill at its edge is distinguished from a minor one
 */
export function standstillsOf(intervals: readonly Interval[], window: Span, minorMs: number): Standstill[] {
  return runsOf(intervals).flatMap((run) => {
    const from = Math.max(run.from, window.from)
    const to = Math.min(run.to, window.to)
    return from < to ? [{ from, to, state: run.state, minor: run.to - run.from <= minorMs }] : []
  })
}

interface Run extends Span {
  state: MachineState
  times: Map<MachineState, number>
}

/** Neighbours in which it stood still are one: a fault ends in several states before it runs again. */
function runsOf(intervals: readonly Interval[]): Run[] {
  const runs: Run[] = []
  for (const { from, to, state } of intervals) {
    if (state === 'Running' || state === 'Unknown') continue
    const last = runs.at(-1)
    const run = last?.to === from ? last : { from, to, state, times: new Map<MachineState, number>() }
    if (run !== last) runs.push(run)
    run.to = to
    run.times.set(state, (run.times.get(state) ?? 0) + to - from)
    if ((run.times.get(state) ?? 0) > (run.times.get(run.state) ?? 0)) run.state = state
  }
  return runs
}

/** Cuts a stretch where what was said of it changes. @param said in order, never overlapping */
export function partsOf(span: Span, said: readonly Said[]): Part[] {
  const parts: Part[] = []
  let reached = span.from
  const add = (to: number, what: Said | undefined) => {
    if (to > reached) parts.push({ from: reached, to, said: what })
    reached = Math.max(reached, to)
  }
  for (const one of said) {
    if (one.to <= span.from || one.from >= span.to) continue
    add(Math.max(one.from, span.from), undefined)
    add(Math.min(one.to, span.to), one)
  }
  add(span.to, undefined)
  return parts
}
