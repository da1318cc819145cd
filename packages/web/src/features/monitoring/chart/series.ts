import type { History } from '@packhouse/contract'
import type { TimeSpan } from '../window/time-span.ts'

/** A numeric history. */
export type NumericHistory = History & { kind: 'numeric' }
type HistoryPoint = NumericHistory['points'][number]

/** One known value; it covers `from` until `to`, the same moment for a single record. */
export interface SeriesPoint extends TimeSpan {
  value: number
  min: number
  max: number
}

/** The known points of a history, moved in time by `shift` ms. */
export function knownPoints({ points, intervalMs }: NumericHistory, shift = 0): SeriesPoint[] {
  return points.flatMap((point: HistoryPoint) => {
    const { time, value, min, max } = point
    if (value === null) return []
    const from = Date.parse(time) + shift
    return [{ from, to: from + intervalMs, value, min: min ?? value, max: max ?? value }]
  })
}

/** The same points with their values in another unit. */
export function inUnit(points: readonly SeriesPoint[], shown: (value: number) => number): readonly SeriesPoint[] {
  return points.map(({ from, to, value, min, max }) => ({
    from,
    to,
    value: shown(value),
    min: shown(min),
    max: shown(max),
  }))
}

/** Columns of a chart: moments and their values; null breaks the line. */
export interface Columns {
  times: number[]
  values: (number | null)[]
  mins: (number | null)[]
  maxs: (number | null)[]
}

/**
 * The points as a line. It breaks after more than `silence` ms without data: a gap is never joined.
 */
export function lineOf(points: readonly SeriesPoint[], silence: number): Columns {
  const columns: Columns = { times: [], values: [], mins: [], maxs: [] }
  const add = (time: number, point: SeriesPoint | null) => {
    columns.times.push(time)
    columns.values.push(point?.value ?? null)
    columns.mins.push(point?.min ?? null)
    columns.maxs.push(point?.max ?? null)
  }
  points.forEach((point, index) => {
    const before = points[index - 1]
    if (before && point.from - before.to > silence) add((before.to + point.from) / 2, null)
    add((point.from + point.to) / 2, point)
  })
  return columns
}

/** The gaps of a span that no point covers, each longer than `silence`; nothing is missing after `now`. */
export function silences(points: readonly SeriesPoint[], span: TimeSpan, silence: number, now: number): TimeSpan[] {
  const gaps: TimeSpan[] = []
  const end = Math.min(span.to, now)
  let reached = span.from
  const close = (until: number) => {
    if (until - reached > silence) gaps.push({ from: reached, to: until })
  }
  for (const { from, to } of points) {
    if (to < span.from || from > end) continue
    close(from)
    reached = Math.max(reached, to)
  }
  close(end)
  return gaps
}

/** The point at a moment: the nearest one, if it is no further away than `reach` ms. */
export function nearest(points: readonly SeriesPoint[], moment: number, reach: number): number | undefined {
  let best: number | undefined
  let distance = reach
  points.forEach(({ from, to }, index) => {
    const away = moment < from ? from - moment : Math.max(0, moment - to)
    if (away > distance) return
    distance = away
    best = index
  })
  return best
}
