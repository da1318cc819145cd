import type { HistoryState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId } from 'react'
import { stateIcons } from '../../../entities/machine/machine-icons.tsx'
import { reportedStateLabel, stateLabel } from '../../../entities/machine/state-labels.ts'
import { formatDuration } from '../../../lib/format/dates.ts'
import { classNames } from '../../../ui/class-names.ts'
import { ChartPatterns, chartFills } from '../machine/chart-patterns.tsx'
import { useWindow } from '../window/machine-window.ts'
import { TimeAxis } from '../window/time-axis.tsx'
import { placeIn, type TimeSpan } from '../window/time-span.ts'
import { type Reading, TimeSurface } from '../window/time-surface.tsx'
import { spanWords, timeTicks } from '../window/time-ticks.ts'
import { type StateSegment, shareWords, stateOrder } from './state-intervals.ts'

/** Heights in CSS pixels: the band of all states, the air below it, and one lane. */
const BAND = 28
const LANES_TOP = 40
const LANE = 22
const HEIGHT = LANES_TOP + LANE * stateOrder.length
const MINUTE = 60_000

interface StateTimelineProps {
  segments: readonly StateSegment[]
  /** Whole minutes in each state; they add up. */
  minutes: Record<HistoryState, number>
  describedBy: string
}

/** One band of all states, a lane for each, and how long each took. */
export function StateTimeline({ segments, minutes, describedBy }: StateTimelineProps) {
  const { span, clock, control, now } = useWindow()
  const long = span.to - span.from > 26 * 60 * MINUTE
  const readings = {
    count: segments.length,
    indexAt: (moment: number) => {
      const index = segments.findIndex(({ from, to }) => from <= moment && moment <= to)
      return index < 0 ? undefined : index
    },
    momentOf: (index: number) => middleOf(segments[index]),
    read: (index: number): Reading => {
      const segment = segments[index]
      if (!segment) return { title: t('monitoring.noData'), text: '' }
      return { title: segmentWords(segment), text: spanWords(segment, clock, long) }
    },
  }
  return (
    <div className="grid grid-cols-[minmax(88px,auto)_minmax(0,1fr)_auto] gap-x-3 px-4 pb-2 text-12 md:grid-cols-[minmax(106px,auto)_minmax(0,1fr)_auto] md:gap-x-4">
      <LaneNames />
      <div dir="ltr" className="min-w-0">
        <div style={{ height: HEIGHT }}>
          <TimeSurface
            label={t('monitoring.stateTimelineChangeByChange')}
            describedBy={describedBy}
            span={span}
            readings={readings}
            control={control}
          >
            <Lanes span={span} segments={segments} now={now} grid={timeTicks(span, clock).map(({ at }) => at)} />
          </TimeSurface>
        </div>
        <TimeAxis span={span} clock={clock} />
      </div>
      <LaneTotals minutes={minutes} />
    </div>
  )
}

interface LanesProps {
  span: TimeSpan
  segments: readonly StateSegment[]
  now: number
  grid: readonly number[]
}

function Lanes({ span, segments, now, grid }: LanesProps) {
  const id = useId()
  const { states } = chartFills(id)
  const percent = (at: number) => `${Math.min(1, Math.max(0, placeIn(span, at))) * 100}%`
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true" className="block overflow-hidden">
      <ChartPatterns id={id} />
      {grid.map((at) => (
        <line key={at} x1={percent(at)} x2={percent(at)} y1={0} y2={HEIGHT} className="stroke-grid" />
      ))}
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
          x: percent(from),
          width: `${Math.max(0.15, (placeIn(span, to) - placeIn(span, from)) * 100)}%`,
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
      {span.to > now && now > span.from && <FutureMark x={percent(now)} />}
    </svg>
  )
}

/** Marks the rest of the day, which is in the future and not unknown. */
function FutureMark({ x }: { x: string }) {
  return (
    <>
      <line x1={x} x2={x} y1={0} y2={HEIGHT} className="stroke-text" strokeWidth={1.5} />
      <text x={x} dx={8} y={18} className="fill-text-3 text-11 max-md:hidden">
        {t('monitoring.stillToComeLabel')}
      </text>
    </>
  )
}

function LaneNames() {
  return (
    <div aria-hidden="true" className="text-text-2">
      <div
        className="flex items-center font-semibold text-text"
        style={{ height: BAND, marginBottom: LANES_TOP - BAND }}
      >
        {t('monitoring.allStates')}
      </div>
      {stateOrder.map((state) => {
        const Shape = stateIcons[state]
        return (
          <div key={state} className="flex items-center gap-[7px]" style={{ height: LANE }}>
            <Shape size={14} /> <span className="whitespace-nowrap">{stateLabel(state)}</span>
          </div>
        )
      })}
    </div>
  )
}

function LaneTotals({ minutes }: { minutes: Record<HistoryState, number> }) {
  const sum = stateOrder.reduce((all, state) => all + minutes[state], 0)
  return (
    <div aria-hidden="true" className="grid auto-rows-max gap-x-3.5 text-end tabular-nums md:grid-cols-[auto_auto]">
      <Total time={sum} share={shareWords(1, 1)} height={BAND} className="mb-3" />
      {stateOrder.map((state) => (
        <Total key={state} time={minutes[state]} share={shareWords(minutes[state], sum)} height={LANE} />
      ))}
    </div>
  )
}

interface TotalProps {
  /** Minutes. */
  time: number
  share: string
  height: number
  className?: string
}

function Total({ time, share, height, className }: TotalProps) {
  return (
    <>
      <span className={classNames('flex items-center justify-end font-[550]', className)} style={{ height }}>
        {formatDuration(time * MINUTE)}
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

function middleOf(segment: StateSegment | undefined): number {
  return segment ? (segment.from + segment.to) / 2 : 0
}

/** State and length of a segment, with the state the machine itself reported where it is more exact. */
function segmentWords({ state, reported, from, to }: StateSegment): string {
  const words = { state: stateLabel(state), length: lengthWords(to - from) }
  if (reported === undefined) return t('monitoring.stateLasting', words)
  return t('monitoring.stateReportedAsLasting', { ...words, reported: reportedStateLabel(reported) })
}

function lengthWords(length: number): string {
  const minutes = Math.round(length / MINUTE)
  if (minutes === 0) return t('monitoring.seconds', { seconds: Math.round(length / 1_000) })
  return minutes < 60 ? t('general.min', { minutes }) : t('monitoring.hours', { hours: formatDuration(length) })
}
