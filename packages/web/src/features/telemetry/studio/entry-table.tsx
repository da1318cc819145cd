import { MAX_TAG_MAP_ENTRIES } from '@packhouse/contract'
import { PlusIcon } from '../../../resource/parts/icons.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import { EntryRow } from './entry-row.tsx'
import type { Studio } from './use-studio.ts'

/** The entries of a map, each to be changed in place. */
export function EntryTable({ studio }: { studio: Studio }) {
  const { drafts, faults } = studio
  return (
    <Panel className="min-w-0">
      <PanelHead title="Entries">
        <span className="text-12 text-text-2 tabular-nums">
          {drafts.length} of {MAX_TAG_MAP_ENTRIES}
        </span>
        <Button size="dense" disabled={drafts.length >= MAX_TAG_MAP_ENTRIES} onClick={() => studio.add('', 0)}>
          <PlusIcon size={14} />
          Add an entry
        </Button>
      </PanelHead>
      {drafts.length === 0 && (
        <p className="border-t border-line px-4 py-6 text-13 text-text-2">
          No entries yet. Press a value of a message, or add an entry and type its address.
        </p>
      )}
      <ul aria-label="Entries">
        {drafts.map((draft, place) => (
          <EntryRow
            key={draft.key}
            draft={draft}
            faultOf={(field) => faults[`${place}.${field}`]}
            onChange={(part) => studio.change(draft.key, part)}
            onRemove={() => studio.remove(draft.key)}
          />
        ))}
      </ul>
    </Panel>
  )
}
