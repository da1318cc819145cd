import type { History } from '@packhouse/contract'
import { useId, useMemo } from 'react'
import { formatCount } from '../../../lib/format/numbers.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { historyWindow, type TimeSpan } from './history-window.ts'
import { PanelFailure, PanelFrame } from './panel-frame.tsx'
import { stateOrder, stateSegments, stateTotals } from './state-segments.ts'
import { StateTimeline } from './state-timeline.tsx'
import { useHistory } from './use-history.ts'

const MINUTE = 60_000

/** In which state the machine was, minute by minute. */
export function StatePanel({ id, hours }: { id: string; hours: number }) {
  const { history, confirmedAt, failed, retry } = useHistory(id, 'MachineState', hours)
  const chart = useMemo(
    () => (history?.kind === 'state' ? chartOf(history, confirmedAt) : undefined),
    [history, confirmedAt],
  )
  const summaryId = useId()
  return (
    <PanelFrame title="State timeline" className="mb-4" aside={chart && <MinutesSum window={chart.window} />}>
      {failed && <PanelFailure what="The state timeline" onRetry={retry} />}
      {!failed && !chart && <Skeleton className="mx-4 mb-4 h-[178px]" />}
      {chart && (
        <>
          <StateTimeline {...chart} describedBy={summaryId} />
          <p id={summaryId} className="sr-only">
            {chart.words}
          </p>
        </>
      )}
    </PanelFrame>
  )
}

function chartOf(history: History & { kind: 'state' }, confirmedAt: number) {
  const newest = history.points.findLast(({ value }) => value !== 'Unknown')?.time
  const window = historyWindow({ ...history, confirmedAt, newest: newest ? Date.parse(newest) : undefined })
  const segments = stateSegments(history, window)
  const totals = stateTotals(segments)
  const parts = stateOrder.map((state) => `${state} ${Math.round(totals[state] / MINUTE)} minutes`)
  return { window, segments, totals, words: `Machine states of the last ${history.hours} hours: ${parts.join(', ')}.` }
}

/** That the lanes leave nothing out is worth printing: it is what the totals can be checked against. */
function MinutesSum({ window }: { window: TimeSpan }) {
  const minutes = formatCount((window.to - window.from) / MINUTE)
  return (
    <p className="text-12 text-text-2 tabular-nums">
      Every minute in one state · <b className="font-semibold text-text">{minutes}</b> minutes
    </p>
  )
}
