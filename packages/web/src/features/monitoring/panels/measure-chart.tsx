import { t } from '@packhouse/messages'
import { useId } from 'react'
import { type DeclaredMeasure, differenceIn, measureOf, withUnit } from '../../../lib/format/measures.ts'
import { PanelFailure } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { withLive } from '../chart/live-points.ts'
import type { Layer } from '../chart/plot.ts'
import { measureScale } from '../chart/scale.ts'
import { inUnit, knownPoints, lineOf, nearest, type SeriesPoint, silences } from '../chart/series.ts'
import { TimeChart } from '../chart/time-chart.tsx'
import { useSeries } from '../chart/use-series.ts'
import { useComparison } from '../window/comparison.ts'
import { isOpen, useWindow } from '../window/machine-window.ts'
import type { Observation } from '../window/observations.ts'
import { alignedSpan } from '../window/time-span.ts'
import { windowWords } from '../window/window-words.ts'

const STEP = 5 * 60_000
/** As many points as a wide chart has places for. */
const POINTS = 600
/** Below this height, CSS pixels, an axis has room for few values. */
const LOW = 80

interface MeasureChartProps {
  tag: string
  /** What is set of it. */
  declared?: DeclaredMeasure | undefined
  /** What is measured, as the reader knows it. */
  name: string
  /** Its place in the readout of a moment. */
  order: number
  /** The colour of its line; what it is compared with has the other. */
  tone?: Layer['tone']
  live: readonly Observation[]
  height: number
  /** The chart below has the same times under it. */
  withoutTimes?: boolean
}

/** A measured value over time, with its range where a point covers several records. */
export function MeasureChart({
  tag,
  declared,
  name,
  order,
  tone = 'first',
  live,
  height,
  withoutTimes = false,
}: MeasureChartProps) {
  const measure = measureOf(tag, declared)
  const { id, view, wanted, span, now, clock, control, silence } = useWindow()
  const comparison = useComparison(STEP)
  const open = isOpen(wanted, now)
  const aligned = alignedSpan(wanted, STEP)
  const { history, failed, retry } = useSeries({ id, tag, span: aligned, points: POINTS, open })
  const other = useSeries({
    id: comparison?.id ?? id,
    tag,
    span: comparison?.span ?? aligned,
    points: POINTS,
    open,
    enabled: comparison !== undefined,
  })
  const wordsId = useId()
  if (failed) return <PanelFailure what={name} onRetry={retry} />
  if (!history) return <Skeleton className="mx-4 mb-4 h-24" />
  const recorded = history.kind === 'numeric' ? knownPoints(history) : []
  const stored = open ? withLive(recorded, history.intervalMs, liveOf(live, tag)) : recorded
  const points = inUnit(stored, measure.shown)
  const compared = inUnit(
    other.history?.kind === 'numeric' ? knownPoints(other.history, comparison?.shift) : [],
    measure.shown,
  )
  const seen = [...points, ...compared].filter(({ from, to }) => to >= span.from && from <= span.to)
  const [lowest, highest] = rangeOf(seen)
  const quiet = Math.max(silence, history.intervalMs)
  const layers: Layer[] = [{ kind: 'line', tone, band: true, columns: lineOf(points, quiet) }]
  if (compared.length > 0)
    layers.push({
      kind: 'line',
      tone: 'muted',
      quiet: true,
      columns: lineOf(compared, quiet),
    })
  const number = (value: number) => withUnit(measure, value)
  const own = rangeOf(points)
  const window = windowWords(view, wanted, clock)
  return (
    <TimeChart
      plot={{
        span,
        scale: measureScale(lowest, highest, height < LOW ? 2 : 3),
        layers,
        gaps: silences(points, span, quiet, now),
      }}
      clock={clock}
      control={control}
      label={t('monitoring.pointByPoint', { name })}
      words={
        points.length > 0
          ? t('monitoring.fromTo', { name, window, lowest: number(own[0]), highest: number(own[1]) })
          : t('monitoring.measureNoReadings', { name, window })
      }
      wordsId={wordsId}
      height={height}
      withoutTimes={withoutTimes}
      name={name}
      order={order}
      isEmpty={points.length === 0}
      readings={{
        count: points.length,
        indexAt: (moment) => nearest(points, moment, quiet),
        momentOf: (index) => middleOf(points[index]),
        read: (index) => {
          const point = points[index]
          if (!point) return { title: t('monitoring.noData'), text: '' }
          const other = compared[nearest(compared, middleOf(point), quiet) ?? -1]
          const at = middleOf(point)
          const time = `${clock.day(at)}, ${clock.timeFull(at)}`
          return {
            title: number(point.value),
            ...(other && {
              other: number(other.value),
              difference: differenceIn(measure, point.value - other.value),
            }),
            text:
              point.min < point.max
                ? t('monitoring.to', { time, lowest: measure.format(point.min), highest: number(point.max) })
                : time,
          }
        },
      }}
    />
  )
}

function liveOf(live: readonly Observation[], tag: string) {
  return live.flatMap(({ at, values }) => {
    const value = values[tag]
    return value === undefined ? [] : [{ at, value }]
  })
}

function rangeOf(points: readonly SeriesPoint[]): [lowest: number, highest: number] {
  if (points.length === 0) return [0, 1]
  return points.reduce<[number, number]>(
    ([lowest, highest], { min, max }) => [Math.min(lowest, min), Math.max(highest, max)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

function middleOf(point: SeriesPoint | undefined): number {
  return point ? (point.from + point.to) / 2 : 0
}
