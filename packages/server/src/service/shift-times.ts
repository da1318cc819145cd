import { overlapping } from '../telemetry/index.ts'
import type { Part, Span } from './stops.ts'

/** A shift on a day, Unix ms. */
export interface ShiftTimes extends Span {
  breaks: readonly Span[]
}

/** What of a window lies in shifts and not in their breaks. @returns in order, never overlapping */
export function plannedTimes(shifts: readonly ShiftTimes[], window: Span): Span[] {
  const worked = shifts
    // A shift in the hour that clocks leave out has no length.
    .filter(({ from, to }) => from < to)
    .flatMap(({ breaks, from, to }) =>
      breaks.reduce<Span[]>((left, rest) => left.flatMap((span) => without(span, rest)), [{ from, to }]),
    )
  return within(joined(worked), window)
}

/** The parts of stretches that lie in a window. @param spans in order, never overlapping */
export function within(spans: readonly Span[], window: Span): Span[] {
  return overlapping(spans, window).map(({ from, to }) => ({
    from: Math.max(from, window.from),
    to: Math.min(to, window.to),
  }))
}

/** What of a window lies between stretches. @param spans within it, in order, never overlapping */
export function gapsOf(spans: readonly Span[], window: Span): Span[] {
  const edges = [window.from, ...spans.flatMap(({ from, to }) => [from, to]), window.to]
  const gaps: Span[] = []
  for (let place = 0; place < edges.length; place += 2) {
    const [from = window.to, to = window.to] = edges.slice(place, place + 2)
    if (from < to) gaps.push({ from, to })
  }
  return gaps
}

/** How long stretches are together, ms. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** A stretch without what lies in another one. */
function without({ from, to }: Span, other: Span): Span[] {
  return [
    { from, to: Math.min(to, other.from) },
    { from: Math.max(from, other.to), to },
  ].filter((span) => span.from < span.to)
}

/** Stretches that touch or overlap as one. @returns in order, never overlapping */
export function joined(spans: readonly Span[]): Span[] {
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
