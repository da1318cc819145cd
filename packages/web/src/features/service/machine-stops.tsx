import type { MachineStops as Stops } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { limitWords } from '../../lib/format/lengths.ts'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { onHeadKey } from '../../resource/table/table-keys.ts'
import { CountingNote } from '../../ui/counting-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { stopRules } from './counting-rules.ts'
import { ReasonChooser } from './reason-chooser.tsx'
import { inOrder, partKey, partsOfStops, type StopEntry, type StopOrder } from './stop-entries.ts'
import { StopRow } from './stop-row.tsx'
import { useDowntimeReasons } from './use-downtime-reasons.ts'
import { type TimeWindow, useStops } from './use-machine-service.ts'

/** The stops of a machine in a time range and their reasons: one tap selects a stop, the next one, below its row, assigns the reason. */
export function MachineStops({ id, window, clock }: { id: string; window: TimeWindow; clock: SiteClock }) {
  const { data, isError, refetch } = useStops(id, window)
  return (
    <PanelFrame
      className="overflow-hidden"
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
  const [held, setHeld] = useState<readonly string[]>([])
  const [order, setOrder] = useState<StopOrder>('longest')
  const [current, setCurrent] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const { access, assign, isSaving } = useDowntimeReasons(id, stops)
  const entries = inOrder(partsOfStops(stops), order)
  // Late records may have changed what was chosen.
  const chosen = entries.filter((entry) => held.includes(partKey(entry)))
  // The reason is chosen below the row that was selected last.
  const below = held.findLast((key) => chosen.some((entry) => partKey(entry) === key))
  // One tab stop: the row that was reached last, or the first one.
  const reached = entries.find((entry) => partKey(entry) === current) ?? entries[0]
  const toggle = (entry: StopEntry) => {
    const key = partKey(entry)
    setCurrent(key)
    setHeld((now) => (now.includes(key) ? now.filter((one) => one !== key) : [...now, key]))
  }
  const clear = () => setHeld([])
  const boxes = () => [...(table.current?.querySelectorAll<HTMLElement>('tr[data-stop] input') ?? [])]
  const toReached = () =>
    boxes()
      .find((box) => box.tabIndex === 0)
      ?.focus()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const all = boxes()
    const at = all.indexOf(event.target as HTMLElement)
    if (event.key === 'ArrowUp' && at === 0) {
      event.preventDefault()
      table.current?.querySelector<HTMLElement>('thead button')?.focus()
      return
    }
    const next = at < 0 ? undefined : all[placeFrom(event.key, at, all.length - 1) ?? -1]
    if (next) {
      event.preventDefault()
      next.focus()
    }
    if (event.key !== 'Escape' || chosen.length === 0) return
    event.preventDefault()
    clear()
    // What was focused may have been a part of the chooser, which is gone.
    toReached()
  }
  const send = async (changes: Parameters<typeof assign>[0]) => {
    const sent = chosen.map(partKey)
    if (!(await assign(changes))) return
    // What was selected meanwhile stays selected, and whoever has gone on keeps the focus.
    setHeld((now) => now.filter((key) => !sent.includes(key)))
    if (!boxes().some((box) => box === document.activeElement)) toReached()
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
  const chooser = (
    <ReasonChooser
      entries={chosen}
      reasons={stops.reasons}
      clock={clock}
      busy={isSaving}
      onAssign={(reasonId, note) => void send(chosen.map(({ from, to }) => ({ from, to, reasonId, note })))}
      onSplit={(at) => void send(splitAt(chosen, at))}
      onClear={clear}
    />
  )
  // The heads are reached with Up from the first row; where there are no boxes, with Tab.
  const headStop = access.allowed ? -1 : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the boxes and fields inside
    <div
      onKeyDown={onKeyDown}
      // Without boxes nothing inside can be reached, and the keyboard could not scroll it.
      {...(!access.allowed && { tabIndex: 0, role: 'region', 'aria-label': t('service.stops') })}
      className={`overflow-auto border-t border-line focus-visible:-outline-offset-2 ${chosen.length > 0 ? 'max-h-160' : 'max-h-58 xl:max-h-44'}`}
    >
      <table ref={table} className="w-full text-13">
        <thead
          onKeyDown={(event) => onHeadKey(event, toReached)}
          className="sticky top-0 z-1 bg-surface-2 text-12 text-text-2 shadow-[inset_0_-1px_0_var(--line-2)]"
        >
          <tr className="h-[34px] max-md:h-11">
            {access.allowed && (
              <td className="w-10">
                <span className="sr-only">{t('service.selected')}</span>
              </td>
            )}
            <Head sorted={order === 'newest'} onSort={() => setOrder('newest')} tabIndex={headStop}>
              {t('service.time')}
            </Head>
            <th scope="col" className="px-3 text-start font-[550] max-md:hidden">
              {t('service.day')}
            </th>
            <Head sorted={order === 'longest'} onSort={() => setOrder('longest')} tabIndex={headStop} end>
              {t('service.duration')}
            </Head>
            <th scope="col" className="px-3 text-start font-[550] max-md:hidden">
              {t('general.state')}
            </th>
            <th scope="col" className="px-3 pe-4 text-start font-[550]">
              {t('service.reason')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <StopRow
              key={partKey(entry)}
              entry={entry}
              reasons={stops.reasons}
              clock={clock}
              chosen={held.includes(partKey(entry))}
              isStop={entry === reached}
              onToggle={access.allowed ? () => toggle(entry) : undefined}
              onFocus={() => setCurrent(partKey(entry))}
              chooser={partKey(entry) === below && chooser}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps {
  sorted: boolean
  onSort: () => void
  tabIndex: number | undefined
  end?: boolean
  children: ReactNode
}

/** A head that puts the stops in order, the largest first: there is no other way round that anybody asks for. */
function Head({ sorted, onSort, tabIndex, end = false, children }: HeadProps) {
  return (
    <th
      scope="col"
      aria-sort={sorted ? 'descending' : undefined}
      className={`px-3 ${end ? 'text-end' : 'text-start first:ps-4'}`}
    >
      <button
        type="button"
        tabIndex={tabIndex}
        onClick={onSort}
        className={`inline-flex items-center gap-1 rounded-control whitespace-nowrap hover:text-text max-md:min-h-11 ${sorted ? 'font-semibold text-text' : 'font-[550]'}`}
      >
        {children}
        <ChevronDownIcon size={12} className={sorted ? '' : 'invisible'} />
      </button>
    </th>
  )
}

/** The row a key leads to; undefined is no key of the list. */
function placeFrom(key: string, at: number, last: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowUp: Math.max(0, at - 1),
    ArrowDown: Math.min(last, at + 1),
    Home: 0,
    End: last,
  }
  return targets[key]
}

/** The first part keeps its reason; the second part has none yet. */
function splitAt(chosen: readonly StopEntry[], at: string) {
  return chosen.map(({ to }) => ({ from: at, to, reasonId: null, note: null }))
}
