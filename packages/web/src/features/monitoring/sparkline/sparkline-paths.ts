import type { SparklineModel, SparklinePoint } from './sparkline-model.ts'

/** Of the plot in units of its paths; across it is stretched to the width of the card. */
export const PLOT_WIDTH = 1_000
export const PLOT_HEIGHT = 94
/** Air above the highest point. */
const HEADROOM = 1.18
const TICK_HEIGHT = 4

/** The lines of a sparkline as data of SVG paths. */
export interface SparklinePaths {
  grid: string
  /** The base line and the ticks below it. */
  base: string
  /** The line through the points; a point alone is a dot. */
  line: string
  area: string
  /** The newest point; undefined where the window ends in silence. */
  end: string | undefined
  /** Where an offline machine fell silent; undefined for others. */
  offline: string | undefined
}

export function sparklinePaths({ points, ticks, highest, silence }: SparklineModel): SparklinePaths {
  const top = (highest ?? 0) * HEADROOM || 1
  const x = (place: number) => rounded(place * PLOT_WIDTH)
  const y = (value: number) => rounded(PLOT_HEIGHT - (PLOT_HEIGHT * value) / top)
  const place = (point: KnownPoint) => `${x(point.x)} ${y(point.value)}`
  const runs = connectedRuns(points)
  const last = points.at(-1)
  return {
    grid: [0.5, PLOT_HEIGHT / 2 + 0.5].map((at) => `M0 ${at}H${PLOT_WIDTH}`).join(''),
    base: `M0 ${PLOT_HEIGHT + 0.5}H${PLOT_WIDTH}${ticks.map((tick) => `M${x(tick.x)} ${PLOT_HEIGHT}v${TICK_HEIGHT}`).join('')}`,
    line: runs.map((run) => `M${run.map(place).join('L')}${run.length === 1 ? 'h0' : ''}`).join(''),
    area: runs.map((run) => areaOf(run, place, x)).join(''),
    end: silence === null && last !== undefined && isKnown(last) ? `M${place(last)}h0` : undefined,
    offline: silence?.status === 'offline' && silence.x > 0 ? `M${x(silence.x)} 0V${PLOT_HEIGHT}` : undefined,
  }
}

interface KnownPoint extends SparklinePoint {
  value: number
}

function isKnown(point: SparklinePoint): point is KnownPoint {
  return point.value !== null
}

function areaOf(
  run: readonly KnownPoint[],
  place: (point: KnownPoint) => string,
  x: (place: number) => number,
): string {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined || first === last) return ''
  return `M${x(first.x)} ${PLOT_HEIGHT}L${run.map(place).join('L')}L${x(last.x)} ${PLOT_HEIGHT}z`
}

/** The runs of neighbouring points with values; a gap is never bridged. */
function connectedRuns(points: readonly SparklinePoint[]): KnownPoint[][] {
  const runs: KnownPoint[][] = []
  let open: KnownPoint[] | undefined
  for (const point of points) {
    if (!isKnown(point)) open = undefined
    else if (open) open.push(point)
    else {
      open = [point]
      runs.push(open)
    }
  }
  return runs
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
