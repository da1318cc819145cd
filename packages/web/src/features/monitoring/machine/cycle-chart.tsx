import { useId } from 'react'
import { formatCount } from '../../../lib/format/numbers.ts'
import { ChartPatterns, chartFills } from './chart-patterns.tsx'
import { ChartReader } from './chart-reader.tsx'
import { axisFor, type CycleBar, summarise } from './cycle-bars.ts'
import { spanWords, type TimeSpan } from './history-window.ts'
import { TimeAxis } from './time-axis.tsx'

/** CSS pixels. */
const HEIGHT = 200

interface CycleChartProps {
  bars: readonly CycleBar[]
  per: string
  long: boolean
  describedBy: string
}

/** Bars of cycles over time. Where nothing was heard there is a hatched column, never an empty place. */
export function CycleChart({ bars, long, describedBy }: CycleChartProps) {
  const highest = bars.reduce((most, { value }) => Math.max(most, value ?? 0), summarise(bars).highest ?? 0)
  const axis = axisFor(highest)
  const silent = bars.every(({ value }) => value === null)
  const window: TimeSpan = { from: bars[0]?.from ?? 0, to: bars.at(-1)?.to ?? 0 }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 px-4 pt-1.5 pb-2">
      {silent ? <div /> : <AxisLabels {...axis} />}
      <div>
        <div className="relative" style={{ height: HEIGHT }}>
          <ChartReader
            label="Cycle counts, bar by bar"
            describedBy={describedBy}
            count={bars.length}
            indexAt={(place) => Math.floor(place * bars.length)}
            placeOf={(i) => (i + 0.5) / bars.length}
            read={(i) => readingOf(bars[i], long)}
          >
            <Bars bars={bars} {...axis} />
          </ChartReader>
          {silent && (
            <p className="pointer-events-none absolute inset-0 m-auto size-fit rounded-state bg-surface px-2 py-1 text-12 font-semibold text-unk">
              No readings
            </p>
          )}
        </div>
        <TimeAxis window={window} />
      </div>
    </div>
  )
}

function Bars({ bars, top, step }: { bars: readonly CycleBar[]; top: number; step: number }) {
  const id = useId()
  const { unknown } = chartFills(id)
  const width = 100 / bars.length
  const steps = stepsOf({ top, step })
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true" className="block overflow-visible">
      <ChartPatterns id={id} />
      {steps.slice(1).map((n) => {
        const y = HEIGHT * (1 - (n * step) / top) + 0.5
        return <line key={n} x1="0" x2="100%" y1={y} y2={y} className="stroke-grid" />
      })}
      {bars.map(({ from, value, filling }, i) => {
        if (value === null) {
          return (
            <rect key={from} x={`${i * width}%`} width={`${width}%`} height={HEIGHT} fill={unknown} opacity={0.55} />
          )
        }
        const height = (HEIGHT * value) / top
        return (
          <rect
            key={from}
            x={`${(i + 0.14) * width}%`}
            width={`${width * 0.72}%`}
            y={HEIGHT - height}
            height={height}
            className="fill-series-1"
            opacity={filling ? 0.5 : 1}
          />
        )
      })}
      <line x1="0" x2="100%" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line-2" />
    </svg>
  )
}

function AxisLabels({ top, step }: { top: number; step: number }) {
  return (
    <div aria-hidden="true" className="relative text-right text-11 text-text-3 tabular-nums" style={{ height: HEIGHT }}>
      {/* Gives the column the width of its widest label; the labels themselves stand at their places. */}
      <span className="invisible">{formatCount(top)}</span>
      {stepsOf({ top, step }).map((n) => (
        <span key={n} className="absolute right-0 translate-y-1/2" style={{ bottom: (HEIGHT * n * step) / top }}>
          {formatCount(n * step)}
        </span>
      ))}
    </div>
  )
}

/** 0, 1, … up to the top of the axis. */
function stepsOf({ top, step }: { top: number; step: number }): number[] {
  return Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n)
}

function readingOf(bar: CycleBar | undefined, withDay: boolean) {
  if (!bar) return { title: 'No data', text: '' }
  const length = (bar.to - bar.from) / 60_000
  const part = !bar.filling && bar.heardMinutes < length ? `, ${bar.heardMinutes} of ${length} min heard` : ''
  const soFar = bar.filling ? ' so far' : ''
  const title = bar.value === null ? 'No readings' : `${formatCount(bar.value)} cycles${soFar}${part}`
  return { title, text: spanWords(bar, withDay) }
}
