import { overlapping } from '../telemetry/index.ts'
import type { Part, Span } from './stops.ts'

/** A shift on a day, Unix ms. */
export interface ShiftTimes extends Span {
  rest: Span | undefined
}

/** What of a window lies in no shift, or only in breaks. @returns in order, never overlapping */
export function unplannedTimes(shifts: readonly ShiftTimes[], window: Span): Span[] {
  const worked = joined(shifts.flatMap(({ rest, ...shift }) => (rest === undefined ? [shift] : without(shift, rest))))
  const times: Span[] = []
  let reached = window.from
  for (const { from, to } of worked) {
    if (to <= reached) continue
    if (from >= window.to) break
    if (from > reached) times.push({ from: reached, to: from })
    reached = to
  }
  if (reached < window.to) times.push({ from: reached, to: window.to })
  return times
}

/** A stretch without what lies in another one. */
function without({ from, to }: Span, other: Span): Span[] {
  return [
    { from, to: Math.min(to, other.from) },
    { from: Math.max(from, other.to), to },
  ].filter((span) => span.from < span.to)
}

/** Stretches that touch or overlap as one. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** A part of a standstill, and whether no production was planned then. */
export interface PlannedPart extends Part {
  isUnplannedTime: boolean
}

/** Cuts parts where planned production begins and ends. What people have said of a part applies to all of it. @param times in order */
export function cutByPlan(parts: readonly Part[], times: readonly Span[]): PlannedPart[] {
  return parts.flatMap((part) => {
    const cut: PlannedPart[] = []
    let reached = part.from
    const add = (to: number, isUnplannedTime: boolean) => {
      if (to > reached) cut.push({ ...part, from: reached, to, isUnplannedTime })
      reached = Math.max(reached, to)
    }
    for (const time of overlapping(times, part)) {
      add(Math.max(time.from, part.from), false)
      add(Math.min(time.to, part.to), true)
    }
    add(part.to, false)
    return cut
  })
}
