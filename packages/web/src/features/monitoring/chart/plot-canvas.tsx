import { useEffect, useLayoutEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { onThemeChange } from '../canvas/canvas-theme.ts'
import type { Plot } from './plot.ts'
import { dataOf, optionsOf, shapeOf } from './plot-options.ts'

/** The canvas of a chart. It brings the chart library with it, so it is loaded when a chart is shown. */
export function PlotCanvas({ plot, height }: { plot: Plot; height: number }) {
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot>(undefined)
  const latest = useRef(plot)
  const shape = shapeOf(plot)

  useLayoutEffect(() => {
    latest.current = plot
    if (chart.current && chart.current.series.length > 0) show(chart.current, plot)
  }, [plot])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart is created again when its series change
  useEffect(() => {
    const place = host.current
    if (!place) return
    const made = new UPlot(
      optionsOf(() => latest.current, Math.max(1, place.clientWidth), height),
      undefined,
      place,
    )
    chart.current = made
    show(made, latest.current)
    const resized = new ResizeObserver(() => made.setSize({ width: Math.max(1, place.clientWidth), height }))
    resized.observe(place)
    const endTheme = onThemeChange(() => made.redraw(false))
    return () => {
      resized.disconnect()
      endTheme()
      chart.current = undefined
      made.destroy()
    }
  }, [shape, height])

  return <div ref={host} aria-hidden="true" className="w-full overflow-hidden" style={{ height }} />
}

function show(chart: UPlot, plot: Plot): void {
  const { span, scale } = plot
  const data = dataOf(plot)
  // The chart that belongs to these series is about to be made; this one has others.
  if (data.length !== chart.series.length) return
  chart.batch(() => {
    chart.setData(data, false)
    chart.setScale('x', { min: span.from, max: span.to })
    chart.setScale('y', { min: scale.bottom, max: scale.top })
  })
}
