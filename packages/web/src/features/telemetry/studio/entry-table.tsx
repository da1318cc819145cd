import { MAX_TAG_MAP_ENTRIES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { EntryRow, entryColumns } from './entry-row.tsx'
import type { Studio } from './use-studio.ts'

/** Rows that are drawn at first, and more each time: thousands of fields at once would make typing slow. */
const SHOWN = 100

/** The heads of the columns, in the order of `entryColumns`. */
const heads = [
  t('telemetry.address'),
  t('telemetry.sample'),
  t('telemetry.tag'),
  t('telemetry.role'),
  t('telemetry.type'),
  t('telemetry.unit'),
  t('telemetry.scale'),
  t('telemetry.offset'),
]

/** The entries of a map, each to be changed in place. */
export function EntryTable({
  studio,
  sampleOf,
}: {
  studio: Studio
  sampleOf: (address: string) => string | undefined
}) {
  const { drafts, faults, map } = studio
  const faulty = new Set(Object.keys(faults).map((key) => Number.parseInt(key, 10)))
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(SHOWN)
  // What was added and what has a fault is in sight, however many there are.
  const rows = drafts
    .map((draft, place) => ({ draft, place }))
    .filter(({ place }) => place < shown || place >= map.entries.length || faulty.has(place))
  const adding = useRef<HTMLButtonElement>(null)
  const removed = useRef<number>(undefined)
  // What was removed had the focus: it goes to the entry that took its place, to the last one, or to what makes one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are another list once one of them is gone
  useEffect(() => {
    if (removed.current === undefined) return
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-act="remove"]')
    const next = rows?.[Math.min(removed.current, rows.length - 1)] ?? adding.current
    next?.focus()
    removed.current = undefined
  }, [drafts])
  return (
    <Panel className="min-w-0">
      <PanelHead title={t('telemetry.entries')}>
        <span className="text-12 text-text-2 tabular-nums">
          {t('telemetry.of', { count: drafts.length, most: MAX_TAG_MAP_ENTRIES })}
        </span>
        <Button
          ref={adding}
          size="dense"
          disabled={drafts.length >= MAX_TAG_MAP_ENTRIES}
          onClick={() => studio.add('', 0)}
        >
          <PlusIcon size={14} />
          {t('telemetry.addAnEntry')}
        </Button>
      </PanelHead>
      {drafts.length === 0 && (
        <p className="border-t border-line px-4 py-6 text-13 text-text-2">{t('telemetry.noEntriesYetPressAValue')}</p>
      )}
      {drafts.length > 0 && (
        <div
          aria-hidden="true"
          className={`${entryColumns} gap-2 border-t border-line bg-surface-2 px-4 py-1.5 text-12 font-[550] text-text-2 max-xl:hidden`}
        >
          {heads.map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
      )}
      <ul ref={list} aria-label={t('telemetry.entries')}>
        {rows.map(({ draft, place }, row) => (
          <EntryRow
            key={draft.key}
            draft={draft}
            source={studio.map.source}
            sample={sampleOf(draft.address)}
            faults={faults}
            place={place}
            onChange={(part) => studio.change(draft.key, part)}
            onRemove={() => {
              removed.current = row
              studio.remove(draft.key)
            }}
          />
        ))}
      </ul>
      {rows.length < drafts.length && (
        <div className="border-t border-line px-4 py-3">
          <Button size="dense" onClick={() => setShown(shown + SHOWN)}>
            {t('telemetry.showMoreEntries', { count: drafts.length - rows.length })}
          </Button>
        </div>
      )}
    </Panel>
  )
}
