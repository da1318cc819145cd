import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId, useMemo } from 'react'
import { stateLabel } from '../../../entities/machine/state-labels.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import { rich } from '../../../lib/language/rich.ts'
import { CountingNote } from '../../../ui/counting-note.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { stateRules } from '../counting-rules.ts'
import { useComparison } from '../window/comparison.ts'
import { isOpen, useWindow } from '../window/machine-window.ts'
import type { Observation } from '../window/observations.ts'
import { alignedSpan } from '../window/time-span.ts'
import { windowWords } from '../window/window-words.ts'
import { shiftedStates, stateOrder, stateSegments, stateTotals, wholeMinutes } from './state-intervals.ts'
import { type ComparedStates, StateTimeline } from './state-timeline.tsx'
import { bandHeight, TextBandName, TextBandNotice, TextBandTrack } from './text-band.tsx'
import { useStates } from './use-states.ts'
import { useTextBand } from './use-text-band.ts'

const STEP = 5 * 60_000

interface StatePanelProps {
  /** Undefined until it is known. */
  machine: MachineDetails | undefined
  live: readonly Observation[]
}

/** In which state the machine was, moment by moment, and with which recipe. */
export function StatePanel({ machine, live }: StatePanelProps) {
  const { id, view, clock, wanted, span, now, silence } = useWindow()
  const { answer, failed, retry } = useStates(id, alignedSpan(wanted, STEP), isOpen(wanted, now))
  const segments = useMemo(
    () => answer && stateSegments(answer, live, { span, now, silence }),
    [answer, live, span, now, silence],
  )
  const compared = useComparedStates()
  const texts = useTextBand(machine)
  const wordsId = useId()
  const minutes = segments && wholeMinutes(stateTotals(segments))
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
          {texts && <TextBandNotice {...texts} />}
          <StateTimeline
            segments={segments}
            minutes={minutes}
            compared={compared}
            describedBy={wordsId}
            band={
              texts && !texts.failed
                ? {
                    name: <TextBandName {...texts} />,
                    track: <TextBandTrack {...texts} />,
                    height: bandHeight(texts),
                  }
                : undefined
            }
          />
          <p id={wordsId} className="sr-only">
            {t('monitoring.machineStates', {
              window: windowWords(view, wanted, clock),
              states: stateOrder
                .map((state) => t('monitoring.minutesInState', { state: stateLabel(state), minutes: minutes[state] }))
                .join(', '),
            })}
            {compared && ` ${comparedWords(compared)}`}
          </p>
        </>
      )}
    </PanelFrame>
  )
}

/** The states of what the page compares with, moved to lie over the window; of the same stretch, so that both can be compared. */
function useComparedStates(): ComparedStates | undefined {
  const { id, wanted, span, now, silence } = useWindow()
  const comparison = useComparison(STEP)
  const { answer } = useStates(
    comparison?.id ?? id,
    comparison?.span ?? alignedSpan(wanted, STEP),
    isOpen(wanted, now),
    comparison !== undefined,
  )
  const shift = comparison?.shift ?? 0
  return useMemo(() => {
    if (!answer) return undefined
    const segments = stateSegments(shiftedStates(answer, shift), [], { span, now, silence })
    return { segments, minutes: wholeMinutes(stateTotals(segments)) }
  }, [answer, shift, span, now, silence])
}

function comparedWords({ minutes }: ComparedStates): string {
  return t('monitoring.comparedStates', {
    states: stateOrder
      .map((state) => t('monitoring.minutesInState', { state: stateLabel(state), minutes: minutes[state] }))
      .join(', '),
  })
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
