import type { CycleCount, MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId } from 'react'
import { differenceIn, measureOf } from '../../../lib/format/measures.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import { rich } from '../../../lib/language/rich.ts'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { barColumns, barGaps, barLength, cycleBars, summarise } from '../chart/cycle-series.ts'
import { type CycleBar, withMinutes } from '../chart/live-points.ts'
import type { Layer } from '../chart/plot.ts'
import { countScale } from '../chart/scale.ts'
import { TimeChart } from '../chart/time-chart.tsx'
import { useSeries } from '../chart/use-series.ts'
import { useComparison } from '../window/comparison.ts'
import { isOpen, type MachineWindow, useWindow } from '../window/machine-window.ts'
import { alignedSpan } from '../window/time-span.ts'
import { spanWords } from '../window/time-ticks.ts'
import { windowWords } from '../window/window-words.ts'
import { Legend } from './legend.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TAG = 'CycleCount'
/** Below the states in the readout of a moment. */
const ORDER = 10

/** How many cycles the machine made, against what it is made for. */
export function CyclePanel({ machine }: { machine: MachineDetails | undefined }) {
  const window = useWindow()
  const { id, wanted, now } = window
  const length = barLength(wanted)
  const span = alignedSpan(wanted, length)
  const open = isOpen(wanted, now)
  const comparison = useComparison(length)
  const request = { tag: TAG, points: (span.to - span.from) / length, open }
  const { history, failed, retry } = useSeries({ ...request, id, span })
  const other = useSeries({
    ...request,
    id: comparison?.id ?? id,
    span: comparison?.span ?? span,
    enabled: comparison !== undefined,
  })
  const counted = history?.kind === 'numeric' ? cycleBars(history, now) : undefined
  const bars = counted && open && machine ? withMinutes(counted, ...minutesOf(machine, now)) : counted
  const compared = other.history?.kind === 'numeric' ? cycleBars(other.history, now, comparison?.shift) : []
  const minutes = length / MINUTE
  const total = bars ? summarise(bars).total : null
  const limit = machine?.designSpeed ? (machine.designSpeed * length) / MINUTE : undefined
  return (
    <PanelFrame
      title={t('monitoring.cycleCount')}
      aside={
        bars && (
          <Legend
            entries={[
              { mark: 'bar', words: t('monitoring.cyclesPer', { minutes }) },
              ...(limit === undefined
                ? []
                : [
                    {
                      mark: 'level',
                      words: t('monitoring.designSpeedPer', { speed: formatCount(limit), minutes }),
                    } as const,
                  ]),
              ...(comparison ? [{ mark: 'muted', words: comparison.name } as const] : []),
            ]}
          >
            {total !== null &&
              rich('monitoring.inTotal', { total: <b className="font-semibold text-text">{formatCount(total)}</b> })}
          </Legend>
        )
      }
    >
      {failed && <PanelFailure what={t('monitoring.theCycleCounts')} onRetry={retry} />}
      {!failed && !bars && <Skeleton className="mx-4 mb-4 h-[176px]" />}
      {bars && <CycleChart window={window} bars={bars} compared={compared} limit={limit} minutes={minutes} />}
    </PanelFrame>
  )
}

/** The newest minutes, and since when they are whole. */
function minutesOf({ cycleCounts }: MachineDetails, now: number): [minutes: readonly CycleCount[], since: number] {
  const hours = cycleCounts?.hours ?? 0
  return [cycleCounts?.entries ?? [], Math.floor(now / MINUTE) * MINUTE - hours * HOUR + 2 * MINUTE]
}

interface CycleChartProps {
  window: MachineWindow
  bars: readonly CycleBar[]
  compared: readonly CycleBar[]
  limit: number | undefined
  /** Length of a bar. */
  minutes: number
}

function CycleChart({ window, bars, compared, limit, minutes }: CycleChartProps) {
  const { span, wanted, clock, control, view } = window
  const wordsId = useId()
  const { total } = summarise(bars)
  const most = [...bars, ...compared].reduce((top, { value }) => Math.max(top, value ?? 0), limit ?? 0)
  const gaps = barGaps(bars)
  const layers: Layer[] = [
    { kind: 'bars', tone: 'first', columns: barColumns(bars, ({ filling }) => !filling) },
    { kind: 'bars', tone: 'first', quiet: true, columns: barColumns(bars, ({ filling }) => filling) },
  ]
  if (compared.length > 0) layers.push(comparedLine(compared))
  const long = span.to - span.from > 26 * HOUR
  return (
    <TimeChart
      plot={{ span, scale: countScale(most), layers, gaps, level: limit }}
      clock={clock}
      control={control}
      label={t('monitoring.cycleCountsBarByBar')}
      words={summaryWords(bars, gaps.length, minutes, windowWords(view, wanted, clock))}
      wordsId={wordsId}
      height={146}
      name={t('monitoring.cycleCount')}
      order={ORDER}
      isEmpty={total === null}
      readings={{
        count: bars.length,
        indexAt: (moment) => indexOf(bars, moment),
        momentOf: (index) => ((bars[index]?.from ?? 0) + (bars[index]?.to ?? 0)) / 2,
        read: (index) => {
          const bar = bars[index]
          if (!bar) return { title: t('monitoring.noData'), text: '' }
          const other = compared.find(({ from }) => from === bar.from)?.value
          const isCompared = typeof other === 'number' && bar.value !== null
          return {
            title: barWords(bar),
            text: spanWords(bar, clock, long),
            ...(isCompared && {
              other: formatCount(other),
              // What still fills would differ by what has yet to come.
              ...(!bar.filling && { difference: differenceIn(measureOf('totalCycles'), (bar.value ?? 0) - other) }),
            }),
          }
        },
      }}
    />
  )
}

function barWords({ value, filling }: CycleBar): string {
  if (value === null) return t('monitoring.noReadings')
  return filling ? t('monitoring.cyclesSoFar', { count: value }) : t('monitoring.cyclesCount', { count: value })
}

/** The chart as text. @param window the time it shows, in words */
function summaryWords(bars: readonly CycleBar[], gaps: number, minutes: number, window: string): string {
  const { total, highest, lowest } = summarise(bars)
  if (total === null) return t('monitoring.cyclesNoReadings', { window })
  const parts = [t('monitoring.cycles', { window, total: formatCount(total) })]
  if (highest !== null) {
    parts.push(t('monitoring.perBarFromTo', { minutes, lowest: formatCount(lowest), highest: formatCount(highest) }))
  }
  if (gaps > 0) parts.push(t('monitoring.gapsWithoutReadings', { gaps }))
  return `${parts.join('; ')}.`
}

/** A dashed line through the middles of the bars: bars over bars cannot be distinguished. */
function comparedLine(bars: readonly CycleBar[]): Layer {
  const columns = {
    times: bars.map(({ from, to }) => (from + to) / 2),
    values: bars.map(({ value }) => value),
    mins: [],
    maxs: [],
  }
  return { kind: 'line', tone: 'muted', quiet: true, columns }
}

function indexOf(bars: readonly CycleBar[], moment: number): number | undefined {
  const index = bars.findIndex(({ from, to }) => from <= moment && moment < to)
  return index < 0 ? undefined : index
}
