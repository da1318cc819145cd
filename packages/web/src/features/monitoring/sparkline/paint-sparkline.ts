import { t } from '@packhouse/messages'
import { readerZone } from '../../../lib/format/date-formats.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import type { CanvasSize } from '../canvas/canvas-painter.ts'
import type { CanvasTheme } from '../canvas/canvas-theme.ts'
import { paintHatch } from '../canvas/hatch.ts'
import type { SparklineModel, SparklinePoint } from './sparkline-model.ts'
import type { SilenceLabel } from './sparkline-words.ts'

/** Section 9 of the specification, CSS pixels. */
export const SPARKLINE_HEIGHT = 140
const SIDE = 16
const TOP = 26
const BOTTOM = 20
/** Air above the highest point. */
const HEADROOM = 1.18

interface Plot {
  context: CanvasRenderingContext2D
  theme: CanvasTheme
  width: number
  left: number
  right: number
  bottom: number
  x: (place: number) => number
  y: (value: number) => number
}

/** Paints a sparkline: grid, hatched gaps, area and line, hour ticks, total, and the end dot or the mark of silence. */
export function paintSparkline(
  context: CanvasRenderingContext2D,
  size: CanvasSize,
  theme: CanvasTheme,
  model: SparklineModel,
  silence: SilenceLabel | undefined,
): void {
  const plot = layOut(context, size, theme, model)
  paintGrid(plot)
  for (const { from, to } of model.gaps) {
    const x = plot.x(from)
    paintHatch(context, { x, y: TOP, width: plot.x(to) - x, height: plot.bottom - TOP }, theme)
  }
  for (const run of connectedRuns(model.points)) paintRun(plot, run)
  line(plot, [plot.left, plot.bottom + 0.5], [plot.right, plot.bottom + 0.5], theme.line2)
  paintTicks(plot, model)
  paintHeader(plot, model)
  if (silence && model.silence) paintSilence(plot, model.silence, silence)
  else paintEnd(plot, model.points.at(-1))
}

function layOut(context: CanvasRenderingContext2D, size: CanvasSize, theme: CanvasTheme, model: SparklineModel): Plot {
  const [left, right, bottom] = [SIDE, size.width - SIDE, size.height - BOTTOM]
  const top = (model.highest ?? 0) * HEADROOM || 1
  return {
    context,
    theme,
    width: size.width,
    left,
    right,
    bottom,
    x: (place) => left + (right - left) * place,
    y: (value) => bottom - ((bottom - TOP) * value) / top,
  }
}

/** The runs of neighbouring points with values; a gap is never bridged. */
function connectedRuns(points: readonly SparklinePoint[]): { x: number; value: number }[][] {
  const runs: { x: number; value: number }[][] = []
  let open: { x: number; value: number }[] | undefined
  for (const { x, value } of points) {
    if (value === null) open = undefined
    else if (open) open.push({ x, value })
    else {
      open = [{ x, value }]
      runs.push(open)
    }
  }
  return runs
}

function paintGrid(plot: Plot): void {
  for (const y of [TOP, TOP + Math.round((plot.bottom - TOP) / 2)]) {
    line(plot, [plot.left, y + 0.5], [plot.right, y + 0.5], plot.theme.grid)
  }
}

function paintRun({ context, theme, x, y, bottom }: Plot, run: { x: number; value: number }[]): void {
  const first = run[0]
  const last = run.at(-1)
  if (!first || !last) return
  if (first === last) {
    dot(context, x(first.x), y(first.value), 1.75, theme.series)
    return
  }
  context.beginPath()
  for (const point of run) context.lineTo(x(point.x), y(point.value))
  context.strokeStyle = theme.series
  context.lineWidth = 1.75
  context.lineJoin = context.lineCap = 'round'
  context.stroke()
  context.lineTo(x(last.x), bottom)
  context.lineTo(x(first.x), bottom)
  context.fillStyle = theme.seriesFill
  context.fill()
}

function paintTicks(plot: Plot, model: SparklineModel): void {
  const { context, theme, bottom } = plot
  context.font = `400 11px ${theme.font}`
  context.fillStyle = theme.text3
  context.textAlign = 'center'
  for (const tick of model.ticks) {
    const x = plot.x(tick.x)
    line(plot, [x, bottom], [x, bottom + 4], theme.line2)
    const half = context.measureText(tick.label).width / 2 + 2
    context.fillText(tick.label, Math.min(plot.width - half, Math.max(half, x)), bottom + 15)
  }
}

function paintHeader({ context, theme, left, right }: Plot, model: SparklineModel): void {
  context.font = `400 11px ${theme.font}`
  context.fillStyle = theme.text3
  context.textAlign = 'left'
  const zone = model.zone === readerZone() ? '' : ` · ${model.zone.replaceAll('_', ' ')}`
  context.fillText(t('monitoring.cyclesLastHours', { hours: model.hours }) + zone, left, 16)
  context.font = `600 11px ${theme.font}`
  context.fillStyle = theme.text2
  context.textAlign = 'right'
  context.fillText(formatCount(model.total), right, 16)
}

function paintEnd({ context, theme, x, y }: Plot, point: SparklinePoint | undefined): void {
  if (!point || point.value === null) return
  dot(context, x(point.x), y(point.value), 5, theme.surface)
  dot(context, x(point.x), y(point.value), 3, theme.series)
}

function paintSilence(plot: Plot, silence: NonNullable<SparklineModel['silence']>, label: SilenceLabel): void {
  const { context, theme, right, bottom } = plot
  const offline = silence.status === 'offline'
  const from = plot.x(silence.x)
  if (offline && silence.x > 0) line(plot, [from, TOP], [from, bottom], theme.bad, [2, 3])
  context.font = `600 11px ${theme.font}`
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = 6
  context.strokeStyle = theme.surface
  context.fillStyle = offline ? theme.bad : theme.unk
  const rows = fittingRows(context, label, right - from)
  rows.forEach((row, i) => {
    const half = context.measureText(row).width / 2
    // In the middle of the silence; where even that is too narrow, as near as the right edge allows.
    const x = Math.min(right - half, (from + right) / 2)
    const y = (TOP + bottom) / 2 + 4 + (i - (rows.length - 1) / 2) * 14
    context.strokeText(row, x, y)
    context.fillText(row, x, y)
  })
}

function fittingRows(context: CanvasRenderingContext2D, { text, rows }: SilenceLabel, width: number) {
  return context.measureText(text).width + 12 <= width ? [text] : rows
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.fill()
}

type Place = [x: number, y: number]

function line({ context }: Plot, from: Place, to: Place, colour: string, dash: number[] = []): void {
  context.beginPath()
  context.setLineDash(dash)
  context.moveTo(...from)
  context.lineTo(...to)
  context.strokeStyle = colour
  context.lineWidth = dash.length > 0 ? 1.25 : 1
  context.stroke()
  context.setLineDash([])
}
