import type { History } from '@packhouse/contract'
import { useId, useMemo } from 'react'
import { formatCount } from '../../../lib/format/numbers.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { barLength, cycleBars, summarise } from './cycle-bars.ts'
import { CycleChart } from './cycle-chart.tsx'
import { historyWindow } from './history-window.ts'
import { PanelFailure, PanelFrame } from './panel-frame.tsx'
import { useHistory } from './use-history.ts'

/** How many cycles the machine made. */
export function CyclePanel({ id, hours }: { id: string; hours: number }) {
  const { history, confirmedAt, failed, retry } = useHistory(id, 'CycleCount', hours)
  const chart = useMemo(
    () => (history?.kind === 'numeric' ? chartOf(history, confirmedAt) : undefined),
    [history, confirmedAt],
  )
  const summaryId = useId()
  return (
    <PanelFrame title="Cycle count" aside={chart && <Legend per={chart.per} total={chart.total} />}>
      {failed && <PanelFailure what="The cycle counts" onRetry={retry} />}
      {!failed && !chart && <Skeleton className="mx-4 mb-4 h-[230px]" />}
      {chart && (
        <>
          <CycleChart bars={chart.bars} per={chart.per} long={hours > 24} describedBy={summaryId} />
          <p id={summaryId} className="sr-only">
            {chart.words}
          </p>
        </>
      )}
    </PanelFrame>
  )
}

function chartOf(history: History & { kind: 'numeric' }, confirmedAt: number) {
  const newest = history.points.findLast(({ value }) => value !== null)?.time
  const window = historyWindow({ ...history, confirmedAt, newest: newest ? Date.parse(newest) : undefined })
  const bars = cycleBars(history, window)
  const { total, highest, lowest, gaps } = summarise(bars)
  const minutes = barLength(history.hours) / 60_000
  const per = minutes < 60 ? `${minutes} min` : 'hour'
  const range = highest === null ? '' : `; per ${per} from ${formatCount(lowest)} to ${formatCount(highest)}`
  const holes = gaps > 0 ? `; ${gaps} ${gaps === 1 ? 'stretch' : 'stretches'} without readings` : ''
  const words = `Cycles of the last ${history.hours} hours: ${formatCount(total)} in total${range}${holes}.`
  return { bars, per, total, words }
}

function Legend({ per, total }: { per: string; total: number }) {
  return (
    <p className="flex items-center gap-x-3.5 text-12 text-text-2 tabular-nums">
      <span className="flex items-center gap-1.5">
        <i aria-hidden="true" className="h-2.5 w-1.5 bg-series-1" /> Cycles per {per}
      </span>
      <span>
        <b className="font-semibold text-text">{formatCount(total)}</b> in total
      </span>
    </p>
  )
}
