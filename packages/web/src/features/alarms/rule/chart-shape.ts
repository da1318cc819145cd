import type { RuleTest } from '@packhouse/contract'

/** Sizes of the picture in its own units. */
export const WIDTH = 1_000
export const HEIGHT = 120
/** Room above and below what is drawn. */
const ROOM = 0.06

interface Bar {
  x: number
  width: number
}

export interface TestChart {
  least: number
  most: number
  bottom: number
  top: number
  /** A bar from the least to the greatest number of each part, as the way of a pen. */
  band: string
  gaps: Bar[]
  alarms: Bar[]
  /** Where the limit is. */
  limit: number | undefined
}

type Points = RuleTest['tested'][number]['points']

/** The shape of the chart of a test; undefined where no number is known. @param span Unix ms */
export function chartOf(
  points: Points,
  alarms: readonly Pick<RuleTest['alarms'][number], 'startedAt' | 'clearedAt'>[],
  span: { from: number; to: number },
  limit: number | undefined,
): TestChart | undefined {
  const known = points.filter((point) => point !== null)
  if (known.length === 0) return undefined
  const least = known.reduce((value, [low]) => Math.min(value, low), Number.POSITIVE_INFINITY)
  const most = known.reduce((value, [, high]) => Math.max(value, high), Number.NEGATIVE_INFINITY)
  const [low, high] = [Math.min(least, limit ?? least), Math.max(most, limit ?? most)]
  const room = high === low ? Math.abs(high) * ROOM || 1 : (high - low) * ROOM
  const [bottom, top] = [low - room, high + room]
  const yOf = (value: number) => rounded(HEIGHT - ((value - bottom) / (top - bottom)) * HEIGHT)
  const step = WIDTH / points.length
  const band = points.flatMap((point, place) => {
    if (point === null) return []
    const [x, next] = [rounded(place * step), rounded((place + 1) * step)]
    return [`M${x} ${yOf(point[0])}H${next}V${yOf(point[1])}H${x}Z`]
  })
  const xOf = (at: number) => Math.min(WIDTH, Math.max(0, rounded(((at - span.from) / (span.to - span.from)) * WIDTH)))
  return {
    least,
    most,
    bottom,
    top,
    band: band.join(''),
    gaps: gapsOf(points, step),
    alarms: alarms.map(({ startedAt, clearedAt }) => {
      const x = xOf(Date.parse(startedAt))
      // A short alarm is seen too.
      return { x, width: Math.max(2, xOf(clearedAt === null ? span.to : Date.parse(clearedAt)) - x) }
    }),
    limit: limit === undefined ? undefined : yOf(limit),
  }
}

function gapsOf(points: Points, step: number): Bar[] {
  const gaps: Bar[] = []
  let from: number | undefined
  for (const [place, point] of [...points, [0, 0] as const].entries()) {
    if (point === null) from ??= place
    else if (from !== undefined) {
      gaps.push({ x: rounded(from * step), width: rounded((place - from) * step) })
      from = undefined
    }
  }
  return gaps
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
