import UPlot, { type AlignedData, type Options, type Series } from 'uplot'
import { canvasTheme } from '../canvas/canvas-theme.ts'
import { paintHatch } from '../canvas/hatch.ts'
import type { Layer, Plot } from './plot.ts'
import { stepsOf } from './scale.ts'

/** Identifies the series of a chart; it is created again only when this changes. */
export function shapeOf({ layers }: Plot): string {
  return layers.map(({ kind, tone, quiet, band }) => [kind, tone, quiet, band].join()).join(';')
}

/** The columns of all layers on one axis of time. */
export function dataOf({ layers }: Plot): AlignedData {
  if (layers.length === 0) return [[]]
  return UPlot.join(
    layers.map(
      ({ columns: { times, values, mins, maxs }, band }): AlignedData =>
        band ? [times, maxs, mins, values] : [times, values],
    ),
  )
}

const bars = UPlot.paths.bars?.({ align: 1, size: [0.72, 200] })

const colours = {
  first: () => canvasTheme().series,
  second: () => canvasTheme().series2,
  muted: () => canvasTheme().text3,
} as const satisfies Record<Layer['tone'], () => string>

function fillOf(tone: Layer['tone']): () => string {
  return () => (tone === 'first' ? canvasTheme().seriesFill : canvasTheme().seriesFill2)
}

function seriesOf({ kind, tone, quiet, band }: Layer): Series[] {
  if (kind === 'bars') {
    // A bar that is compared with, or still fills, is half as strong: it is drawn behind or beside a complete one.
    return [{ paths: bars, fill: colours[tone], alpha: quiet ? 0.5 : 1, points: { show: false } }]
  }
  const edge: Series = { width: 0, points: { show: false } }
  const line: Series = { stroke: colours[tone], width: 1.6, points: { size: 4, fill: colours[tone] } }
  if (quiet) line.dash = [5, 4]
  return band ? [edge, edge, line] : [line]
}

/** @param plot the newest plot, read whenever something is painted */
export function optionsOf(plot: () => Plot, width: number, height: number): Options {
  const { layers } = plot()
  const bands: Options['bands'] = []
  let at = 1
  for (const { band, tone } of layers) {
    if (band) bands.push({ series: [at, at + 1], fill: fillOf(tone) })
    at += band ? 3 : 1
  }
  return {
    width,
    height,
    ms: 1,
    padding: [0, 0, 0, 0],
    // Axes, legend and cursor are the page's own: in the site's time, readable by keyboard, alike in all charts.
    axes: [{ show: false }, { show: false }],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, auto: false }, y: { auto: false } },
    series: [{}, ...layers.flatMap(seriesOf)],
    bands,
    hooks: { drawClear: [(chart) => paintGround(chart, plot())], draw: [(chart) => paintLevel(chart, plot())] },
  }
}

/** The grid, and hatching where there is no data. */
function paintGround(chart: UPlot, { scale, gaps, grid }: Plot): void {
  const { ctx, bbox } = chart
  const theme = canvasTheme()
  const ratio = UPlot.pxRatio
  ctx.save()
  ctx.beginPath()
  for (const value of stepsOf(scale)) {
    const y = Math.round(chart.valToPos(value, 'y', true)) + 0.5
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
  }
  for (const moment of grid) {
    const x = Math.round(chart.valToPos(moment, 'x', true)) + 0.5
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
  }
  ctx.strokeStyle = theme.grid
  ctx.lineWidth = ratio
  ctx.stroke()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  ctx.scale(ratio, ratio)
  for (const { from, to } of gaps) {
    const [x, end] = [chart.valToPos(from, 'x', true) / ratio, chart.valToPos(to, 'x', true) / ratio]
    paintHatch(ctx, { x, y: bbox.top / ratio, width: end - x, height: bbox.height / ratio }, theme)
  }
  ctx.restore()
}

function paintLevel(chart: UPlot, { level }: Plot): void {
  if (level === undefined) return
  const { ctx, bbox } = chart
  const y = Math.round(chart.valToPos(level, 'y', true)) + 0.5
  ctx.save()
  ctx.beginPath()
  ctx.setLineDash([5 * UPlot.pxRatio, 4 * UPlot.pxRatio])
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.strokeStyle = canvasTheme().text2
  ctx.lineWidth = 1.5 * UPlot.pxRatio
  ctx.stroke()
  ctx.restore()
}
