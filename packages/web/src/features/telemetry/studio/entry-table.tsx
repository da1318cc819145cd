import { MAX_TAG_MAP_ENTRIES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { EntryRow } from './entry-row.tsx'
import type { Studio } from './use-studio.ts'

/** The entries of a map, each to be changed in place. */
export function EntryTable({ studio }: { studio: Studio }) {
  const { drafts, faults } = studio
  const list = useRef<HTMLUListElement>(null)
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
      <ul ref={list} aria-label={t('telemetry.entries')}>
        {drafts.map((draft, place) => (
          <EntryRow
            key={draft.key}
            draft={draft}
            faultOf={(field) => faults[`${place}.${field}`]}
            onChange={(part) => studio.change(draft.key, part)}
            onRemove={() => {
              removed.current = place
              studio.remove(draft.key)
            }}
          />
        ))}
      </ul>
    </Panel>
  )
}
