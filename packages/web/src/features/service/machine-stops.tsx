import type { MachineStops as Stops } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, useRef, useState } from 'react'
import { limitWords } from '../../lib/format/lengths.ts'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { CountingNote } from '../../ui/counting-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { stopRules } from './counting-rules.ts'
import { ReasonChooser } from './reason-chooser.tsx'
import { partKey, partsOfStops, type StopEntry } from './stop-entries.ts'
import { StopRow } from './stop-row.tsx'
import { useDowntimeReasons } from './use-downtime-reasons.ts'
import { type TimeWindow, useStops } from './use-machine-service.ts'

/** The stops of a machine in a time range and their reasons: one tap selects stops, the next assigns the reason. */
export function MachineStops({ id, window, clock }: { id: string; window: TimeWindow; clock: SiteClock }) {
  const { data, isError, refetch } = useStops(id, window)
  return (
    <PanelFrame
      className="mt-4"
      title={t('service.stops')}
      note={data && <CountingNote of={t('service.aStop')} rules={stopRules(data)} />}
      aside={data && <Summary stops={data} />}
    >
      {!data && isError && <PanelFailure what={t('service.theStops')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="mx-4 mb-4 h-40" />}
      {data && <StopList id={id} stops={data} clock={clock} />}
    </PanelFrame>
  )
}

function Summary({ stops }: { stops: Stops }) {
  const entries = partsOfStops(stops)
  const open = entries.filter(({ reasonId }) => reasonId === null).length
  return (
    <p className="text-12 text-text-2 tabular-nums">
      {t('service.longerThan', { length: limitWords(stops.minorStopSeconds) })}
      {entries.length > 0 && ' · '}
      {entries.length > 0 && (
        <b className="font-semibold text-text">
          {open === 0 ? t('service.allHaveAReason') : t('service.withoutAReason', { count: open })}
        </b>
      )}
    </p>
  )
}

function StopList({ id, stops, clock }: { id: string; stops: Stops; clock: SiteClock }) {
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  const { access, assign, isSaving } = useDowntimeReasons(id, stops)
  const entries = partsOfStops(stops)
  // Late records may have changed what was chosen.
  const chosen = entries.filter((entry) => held.has(partKey(entry)))
  const toggle = (entry: StopEntry) => {
    const next = new Set(held)
    if (!next.delete(partKey(entry))) next.add(partKey(entry))
    setHeld(next)
  }
  const clear = () => setHeld(new Set())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || chosen.length === 0) return
    event.preventDefault()
    clear()
    // What was focused may have been a part of the chooser, which is gone.
    list.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }
  const finish = async (work: Promise<boolean>) => {
    if (await work) clear()
  }
  if (entries.length === 0) {
    return (
      <EmptyState title={t('service.noStops')}>
        {stops.unknown.length === 0
          ? t('service.itDidNotStandStillFor', { length: limitWords(stops.minorStopSeconds) })
          : t('service.nothingIsKnownOfStopsWhile')}
      </EmptyState>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears Escape of the boxes and fields inside
    <div className="border-t border-line" onKeyDown={onKeyDown}>
      <ul ref={list} aria-label={t('service.stopsTheNewestFirst')} className="max-h-[420px] overflow-auto">
        {entries.toReversed().map((entry) => (
          <StopRow
            key={partKey(entry)}
            entry={entry}
            reasons={stops.reasons}
            clock={clock}
            chosen={held.has(partKey(entry))}
            onToggle={access.allowed ? () => toggle(entry) : undefined}
          />
        ))}
      </ul>
      {chosen.length > 0 && (
        <ReasonChooser
          entries={chosen}
          reasons={stops.reasons}
          clock={clock}
          busy={isSaving}
          onAssign={(reasonId, note) =>
            void finish(assign(chosen.map(({ from, to }) => ({ from, to, reasonId, note }))))
          }
          onSplit={(at) => void finish(assign(splitAt(chosen, at)))}
          onClear={clear}
        />
      )}
    </div>
  )
}

/** The first part keeps its reason; the second part has none yet. */
function splitAt(chosen: readonly StopEntry[], at: string) {
  return chosen.map(({ to }) => ({ from: at, to, reasonId: null, note: null }))
}
