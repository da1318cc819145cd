import type { HistoryState } from '@packhouse/contract'
import { useId } from 'react'
import { formatDuration } from '../../../lib/format/dates.ts'
import { classNames } from '../../../ui/class-names.ts'
import { stateIcons } from '../machine-look.tsx'
import { ChartPatterns, chartFills } from './chart-patterns.tsx'
import { ChartReader } from './chart-reader.tsx'
import { placeIn, spanWords, type TimeSpan } from './history-window.ts'
import { type StateSegment, shareWords, stateOrder } from './state-segments.ts'
import { TimeAxis, TimeGrid } from './time-axis.tsx'

/** Heights in CSS pixels: the band of all states, the air below it, and one lane. */
const BAND = 28
const LANES_TOP = 40
const LANE = 22
const HEIGHT = LANES_TOP + LANE * stateOrder.length

interface StateTimelineProps {
  window: TimeSpan
  segments: readonly StateSegment[]
  totals: Record<HistoryState, number>
  describedBy: string
}

/** One band of all states, a lane for each, and how long each took. */
export function StateTimeline({ window, segments, totals, describedBy }: StateTimelineProps) {
  const span = window.to - window.from
  const long = span > 26 * 3_600_000
  return (
    <div className="grid grid-cols-[88px_minmax(0,1fr)_auto] gap-x-3 px-4 pb-2 text-12 md:grid-cols-[106px_minmax(0,1fr)_auto] md:gap-x-4">
      <LaneNames />
      <div>
        <div style={{ height: HEIGHT }}>
          <ChartReader
            label="State timeline, change by change"
            describedBy={describedBy}
            count={segments.length}
            indexAt={(place) => segments.findIndex(({ to }) => placeIn(window, to) >= place)}
            placeOf={(i) => middleOf(segments[i], window)}
            read={(i) => readingOf(segments[i], long)}
          >
            <Lanes window={window} segments={segments} />
          </ChartReader>
        </div>
        <TimeAxis window={window} />
      </div>
      <LaneTotals totals={totals} span={span} />
    </div>
  )
}

function Lanes({ window, segments }: Pick<StateTimelineProps, 'window' | 'segments'>) {
  const id = useId()
  const { states } = chartFills(id)
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true" className="block overflow-visible">
      <ChartPatterns id={id} />
      <TimeGrid window={window} height={HEIGHT} />
      {stateOrder.map((state, i) => (
        <line
          key={state}
          x1="0"
          x2="100%"
          y1={LANES_TOP + i * LANE}
          y2={LANES_TOP + i * LANE}
          className="stroke-grid"
        />
      ))}
      {segments.map(({ state, from, to }) => {
        const place = {
          x: `${placeIn(window, from) * 100}%`,
          width: `${Math.max(0.15, (placeIn(window, to) - placeIn(window, from)) * 100)}%`,
          fill: states[state],
          className: state === 'Unknown' ? 'stroke-unk' : undefined,
        }
        return (
          <g key={from}>
            <rect y={0.5} height={BAND - 1} {...place} />
            <rect y={LANES_TOP + stateOrder.indexOf(state) * LANE + 5} height={12} {...place} />
          </g>
        )
      })}
    </svg>
  )
}

function LaneNames() {
  return (
    <div aria-hidden="true" className="text-text-2">
      <div
        className="flex items-center font-semibold text-text"
        style={{ height: BAND, marginBottom: LANES_TOP - BAND }}
      >
        All states
      </div>
      {stateOrder.map((state) => {
        const Shape = stateIcons[state]
        return (
          <div key={state} className="flex items-center gap-[7px]" style={{ height: LANE }}>
            <Shape size={14} /> {state}
          </div>
        )
      })}
    </div>
  )
}

function LaneTotals({ totals, span }: { totals: Record<HistoryState, number>; span: number }) {
  return (
    <div aria-hidden="true" className="grid auto-rows-max gap-x-3.5 text-right tabular-nums md:grid-cols-[auto_auto]">
      <Total time={span} share="100%" height={BAND} className="mb-3" />
      {stateOrder.map((state) => (
        <Total key={state} time={totals[state]} share={shareWords(totals[state], span)} height={LANE} />
      ))}
    </div>
  )
}

interface TotalProps {
  time: number
  share: string
  height: number
  className?: string
}

function Total({ time, share, height, className }: TotalProps) {
  return (
    <>
      <span className={classNames('flex items-center justify-end font-[550]', className)} style={{ height }}>
        {formatDuration(time)}
      </span>
      <span
        className={classNames('flex items-center justify-end text-text-3 max-md:hidden', className)}
        style={{ height }}
      >
        {share}
      </span>
    </>
  )
}

function middleOf(segment: StateSegment | undefined, window: TimeSpan): number {
  return segment ? placeIn(window, (segment.from + segment.to) / 2) : 0
}

function readingOf(segment: StateSegment | undefined, withDay: boolean) {
  if (!segment) return { title: 'No data', text: '' }
  const minutes = Math.round((segment.to - segment.from) / 60_000)
  const length = minutes < 60 ? `${minutes} min` : `${formatDuration(segment.to - segment.from)} h`
  return { title: `${segment.state} · ${length}`, text: spanWords(segment, withDay) }
}
