import type { HistoryState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ReactNode, useId } from 'react'
import { stateIcons } from '../../../entities/machine/machine-icons.tsx'
import { reportedStateLabel, stateLabel } from '../../../entities/machine/state-labels.ts'
import { durationDifference, formatDuration } from '../../../lib/format/dates.ts'
import { classNames } from '../../../ui/class-names.ts'
import { PhoneScroll } from '../../../ui/phone-scroll.tsx'
import { ChartPatterns, chartFills } from '../machine/chart-patterns.tsx'
import { useWindow } from '../window/machine-window.ts'
import type { Reading } from '../window/reading.ts'
import { useSharedCursor } from '../window/shared-cursor.ts'
import { TimeAxis } from '../window/time-axis.tsx'
import { placeIn, type TimeSpan } from '../window/time-span.ts'
import { TimeSurface } from '../window/time-surface.tsx'
import { spanWords, timeTicks } from '../window/time-ticks.ts'
import { lengthWords } from './length-words.ts'
import { type StateSegment, shareWords, stateOrder } from './state-intervals.ts'

/** Heights in CSS pixels: the band of all states, the air below it, and one lane. */
const BAND = 28
/** The band of what is compared with, below the other. */
const COMPARED_BAND = 8
const LANES_TOP = 42
const LANE = 22
const HEIGHT = LANES_TOP + LANE * stateOrder.length
const MINUTE = 60_000

interface StateTimelineProps {
  segments: readonly StateSegment[]
  /** Whole minutes in each state; they add up. */
  minutes: Record<HistoryState, number>
  /** What it is compared with, moved to lie over the window. */
  compared: ComparedStates | undefined
  describedBy: string
  /** A band of the same time above it. */
  band?: { name: ReactNode; track: ReactNode; height: string } | undefined
}

export interface ComparedStates {
  segments: readonly StateSegment[]
  minutes: Record<HistoryState, number>
}

/** One band of all states, a lane for each, and how long each took. */
export function StateTimeline({ segments, minutes, compared, describedBy, band }: StateTimelineProps) {
  const { span, clock, control, now } = useWindow()
  const [, point] = useSharedCursor()
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
      const middle = middleOf(segment)
      const other = compared?.segments.find(({ from, to }) => from <= middle && middle < to)
      return {
        title: segmentWords(segment),
        text: spanWords(segment, clock, long),
        other: other && stateLabel(other.state),
      }
    },
  }
  return (
    <div className="grid grid-cols-[minmax(88px,auto)_minmax(0,1fr)] gap-x-3 px-4 pb-2 text-12 md:grid-cols-[minmax(106px,auto)_minmax(0,1fr)] md:gap-x-4">
      <div className="min-w-0">
        {band && <div className={band.height}>{band.name}</div>}
        <LaneNames />
      </div>
      {/* On phones it scrolls below its names; what scrolls is no longer at the moment that was read. */}
      <PhoneScroll onScroll={() => point(undefined)}>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 max-md:min-w-150 md:gap-x-4">
          <div className="min-w-0">
            {band && <div className={band.height}>{band.track}</div>}
            <div style={{ height: HEIGHT }}>
              <TimeSurface
                label={t('monitoring.stateTimelineChangeByChange')}
                name={t('general.state')}
                order={0}
                describedBy={describedBy}
                span={span}
                readings={readings}
                control={control}
                scrolls
              >
                <Lanes
                  span={span}
                  segments={segments}
                  compared={compared?.segments ?? []}
                  now={now}
                  grid={timeTicks(span, clock).map(({ at }) => at)}
                />
              </TimeSurface>
            </div>
            <TimeAxis span={span} clock={clock} />
          </div>
          <div>
            {band && <div className={band.height} />}
            <LaneTotals minutes={minutes} compared={compared?.minutes} />
          </div>
        </div>
      </PhoneScroll>
    </div>
  )
}

interface LanesProps {
  span: TimeSpan
  segments: readonly StateSegment[]
  compared: readonly StateSegment[]
  now: number
  grid: readonly number[]
}

function Lanes({ span, segments, compared, now, grid }: LanesProps) {
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
      {compared.map(({ state, from, to }) => (
        <rect
          key={from}
          x={percent(from)}
          y={BAND + 2}
          width={`${Math.max(0.15, (placeIn(span, to) - placeIn(span, from)) * 100)}%`}
          height={COMPARED_BAND}
          fill={states[state]}
          opacity={0.45}
        />
      ))}
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

interface LaneTotalsProps {
  minutes: Record<HistoryState, number>
  compared: Record<HistoryState, number> | undefined
}

function LaneTotals({ minutes, compared }: LaneTotalsProps) {
  const sum = stateOrder.reduce((all, state) => all + minutes[state], 0)
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'grid auto-rows-max gap-x-3.5 text-end tabular-nums',
        compared ? 'grid-cols-[auto_auto_auto]' : 'grid-cols-[auto_auto]',
      )}
    >
      <Total time={sum} share={shareWords(1, 1)} height={LANES_TOP} difference={compared && ''} />
      {stateOrder.map((state) => (
        <Total
          key={state}
          time={minutes[state]}
          share={shareWords(minutes[state], sum)}
          difference={compared && durationDifference((minutes[state] - compared[state]) * MINUTE)}
          height={LANE}
        />
      ))}
    </div>
  )
}

interface TotalProps {
  /** Minutes. */
  time: number
  share: string
  /** From what it is compared with; undefined where it is compared with nothing. */
  difference: string | undefined
  height: number
}

function Total({ time, share, difference, height }: TotalProps) {
  const cell = height === LANES_TOP ? 'flex items-start justify-end pt-1.5' : 'flex items-center justify-end'
  return (
    <>
      <span className={`${cell} font-[550]`} style={{ height }}>
        {formatDuration(time * MINUTE)}
      </span>
      <span className={`${cell} text-text-3`} style={{ height }}>
        {share}
      </span>
      {difference !== undefined && (
        <span className={`${cell} text-text-3`} style={{ height }}>
          {difference}
        </span>
      )}
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
