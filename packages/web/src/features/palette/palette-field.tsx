import { t } from '@packhouse/messages'
import type { KeyboardEvent } from 'react'
import { CrossIcon, SearchIcon } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'

export interface PaletteFieldProps {
  query: string
  onQueryChange: (query: string) => void
  listId: string
  /** The element of the entry that Enter opens. */
  activeId: string | undefined
  pending: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

/** The field of the palette: a combobox with its list below. */
export function PaletteField({ query, onQueryChange, listId, activeId, pending, ...on }: PaletteFieldProps) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line pe-2 ps-4">
      <SearchIcon size={18} className="text-text-3" />
      <input
        // The first element that takes the focus when the dialog opens.
        type="text"
        role="combobox"
        aria-label={t('palette.searchMachinesRecordsAndScreens')}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={200}
        placeholder={t('palette.searchOrGoTo')}
        value={query}
        onChange={(event) => onQueryChange(event.target.value)}
        onKeyDown={on.onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-text-3"
      />
      {pending && (
        <span className="text-text-3">
          <Spinner />
        </span>
      )}
      <button
        type="button"
        aria-label={t('general.close')}
        onClick={on.onClose}
        className="grid size-9 place-items-center rounded-control text-text-2 hover:bg-surface-3 hover:text-text max-md:size-11"
      >
        <CrossIcon />
      </button>
    </div>
  )
}
