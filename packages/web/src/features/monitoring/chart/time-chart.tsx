import { t } from '@packhouse/messages'
import { lazy, Suspense } from 'react'
import type { SiteClock } from '../../../lib/format/site-clock.ts'
import type { Readings } from '../window/reading.ts'
import { TimeAxis } from '../window/time-axis.tsx'
import { TimeSurface } from '../window/time-surface.tsx'
import { timeTicks } from '../window/time-ticks.ts'
import type { WindowControl } from '../window/use-time-gestures.ts'
import type { Plot } from './plot.ts'
import { type Scale, stepsOf, tickFormat } from './scale.ts'

/** Where the library cannot start, axes, words and readings stand without it. */
const PlotCanvas = lazy(() =>
  import('./plot-canvas.tsx').then(
    (module) => ({ default: module.PlotCanvas }),
    () => ({ default: NoCanvas }),
  ),
)

function NoCanvas() {
  return (
    <p className="absolute inset-0 m-auto size-fit px-2 py-1 text-12 text-text-2">
      {t('monitoring.thisBrowserCouldNotDrawThe')}
    </p>
  )
}

interface TimeChartProps {
  plot: Omit<Plot, 'grid'>
  clock: SiteClock
  control: WindowControl
  readings: Readings
  /** Whether nothing at all is known of the window. */
  isEmpty: boolean
  label: string
  /** The chart in words, for those who do not see it. */
  words: string
  wordsId: string
  height: number
  /** What it shows, and its place, in the readout of a moment. */
  name: string
  order: number
  /** The chart below has the same times under it. */
  withoutTimes?: boolean
}

/** A chart over time: its axes, its canvas, and what makes it readable and movable. */
export function TimeChart(props: TimeChartProps) {
  const {
    plot,
    clock,
    control,
    readings,
    isEmpty,
    label,
    words,
    wordsId,
    height,
    name,
    order,
    withoutTimes = false,
  } = props
  const grid = timeTicks(plot.span, clock).map(({ at }) => at)
  return (
    <div className="grid grid-cols-[46px_minmax(0,1fr)] gap-x-2 px-4 pt-1.5 pb-1">
      {/* Where nothing is known, an axis would say what nobody has measured. */}
      {isEmpty ? <span /> : <AxisLabels scale={plot.scale} height={height} />}
      <div dir="ltr">
        <div className="relative" style={{ height }}>
          <TimeSurface
            label={label}
            name={name}
            order={order}
            describedBy={wordsId}
            span={plot.span}
            readings={readings}
            control={control}
          >
            <Suspense fallback={null}>
              <PlotCanvas plot={{ ...plot, grid }} height={height} />
            </Suspense>
          </TimeSurface>
          {isEmpty && (
            <p className="pointer-events-none absolute inset-0 m-auto size-fit rounded-state bg-surface px-2 py-1 text-12 font-semibold text-unk">
              {t('monitoring.noReadings')}
            </p>
          )}
        </div>
        {withoutTimes ? <div className="h-2" /> : <TimeAxis span={plot.span} clock={clock} />}
        <p id={wordsId} className="sr-only">
          {words}
        </p>
      </div>
    </div>
  )
}

function AxisLabels({ scale, height }: { scale: Scale; height: number }) {
  const format = tickFormat(scale)
  const length = scale.top - scale.bottom
  return (
    <div aria-hidden="true" className="relative text-end text-11 text-text-3 tabular-nums" style={{ height }}>
      {stepsOf(scale).map((value) => (
        <span
          key={value}
          className="absolute end-0 translate-y-1/2"
          style={{ bottom: (height * (value - scale.bottom)) / length }}
        >
          {format(value)}
        </span>
      ))}
    </div>
  )
}
