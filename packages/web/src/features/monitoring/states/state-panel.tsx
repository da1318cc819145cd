import { t } from '@packhouse/messages'
import { useId, useMemo } from 'react'
import { stateLabel } from '../../../entities/machine/state-labels.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import { rich } from '../../../lib/language/rich.ts'
import { CountingNote } from '../../../ui/counting-note.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { stateRules } from '../counting-rules.ts'
import { isOpen, useWindow } from '../window/machine-window.ts'
import type { Observation } from '../window/observations.ts'
import { alignedSpan } from '../window/time-span.ts'
import { windowWords } from '../window/window-words.ts'
import { stateOrder, stateSegments, stateTotals, wholeMinutes } from './state-intervals.ts'
import { StateTimeline } from './state-timeline.tsx'
import { useStates } from './use-states.ts'

const STEP = 5 * 60_000

/** In which state the machine was, moment by moment. */
export function StatePanel({ live }: { live: readonly Observation[] }) {
  const { id, view, clock, wanted, span, now, silence } = useWindow()
  const { answer, failed, retry } = useStates(id, alignedSpan(wanted, STEP), isOpen(wanted, now))
  const segments = useMemo(
    () => answer && stateSegments(answer, live, { span, now, silence }),
    [answer, live, span, now, silence],
  )
  const wordsId = useId()
  const totals = segments && stateTotals(segments)
  const minutes = totals && wholeMinutes(totals)
  const sum = minutes ? stateOrder.reduce((all, state) => all + minutes[state], 0) : 0
  return (
    <PanelFrame
      title={t('monitoring.stateTimeline')}
      className="mb-4"
      note={<CountingNote of={t('monitoring.theTimeInEachState')} rules={stateRules(silence)} />}
      aside={minutes && <MinutesSum minutes={sum} />}
    >
      {failed && <PanelFailure what={t('monitoring.theStateTimeline')} onRetry={retry} />}
      {!failed && !segments && <Skeleton className="mx-4 mb-4 h-[178px]" />}
      {segments && minutes && (
        <>
          <StateTimeline segments={segments} minutes={minutes} describedBy={wordsId} />
          <p id={wordsId} className="sr-only">
            {t('monitoring.machineStates', {
              window: windowWords(view, wanted, clock),
              states: stateOrder
                .map((state) => t('monitoring.minutesInState', { state: stateLabel(state), minutes: minutes[state] }))
                .join(', '),
            })}
          </p>
        </>
      )}
    </PanelFrame>
  )
}

/** The sum of all lanes, so that readers can check the totals against it. */
function MinutesSum({ minutes }: { minutes: number }) {
  return (
    <p className="text-12 text-text-2 tabular-nums">
      {rich('monitoring.everyMinuteInOneState', {
        total: <b className="font-semibold text-text">{formatCount(minutes)}</b>,
        count: minutes,
      })}
    </p>
  )
}
