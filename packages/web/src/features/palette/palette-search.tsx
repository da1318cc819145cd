import { t } from '@packhouse/messages'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { PaletteField } from './palette-field.tsx'
import type { PaletteItem } from './palette-item.ts'
import { optionId, PaletteList } from './palette-list.tsx'
import type { Places } from './palette-places.ts'
import { KeyHints, NothingMatches, SomeMissing } from './palette-states.tsx'
import { useActiveItem } from './use-active-item.ts'
import { usePaletteResults } from './use-palette-results.ts'

export interface PaletteSearchProps {
  places: Places
  typed: RefObject<string>
  onChoose: (item: PaletteItem) => void
  onClose: () => void
}

/** The field, what it finds, and what to do when that is nothing. */
export function PaletteSearch({ places, typed, onChoose, onClose }: PaletteSearchProps) {
  const [query, setQuery] = useState('')
  // When it appears and not before: more may be typed while it renders.
  useLayoutEffect(() => {
    setQuery(typed.current)
    typed.current = ''
  }, [typed])
  const { groups, pending, failed, retry } = usePaletteResults(query, places)
  const active = useActiveItem(groups, query)
  const id = useId()
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const choose = useEagerChoice(query, active.item, onChoose)
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the word of an input method first.
    if (event.nativeEvent.isComposing) return
    const acts = event.key === 'Enter' || active.moveBy(event.key)
    if (acts) event.preventDefault()
    if (event.key === 'Enter') choose()
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PaletteField
        query={query}
        onQueryChange={setQuery}
        listId={id}
        activeId={active.item && optionId(id, active.item.key)}
        pending={pending}
        onKeyDown={onKeyDown}
        onClose={onClose}
      />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-1">
        <PaletteList id={id} groups={groups} activeKey={active.item?.key} onPoint={active.point} onChoose={onChoose} />
        {count === 0 && !pending && !failed && <NothingMatches query={query} onClear={() => setQuery('')} />}
        {failed && <SomeMissing onRetry={retry} />}
      </div>
      <p role="status" className="sr-only">
        {pending ? '' : resultWords(count)}
      </p>
      <KeyHints />
    </div>
  )
}

/** Opens the entry; who types faster than the server answers gets the first one as soon as it is there. */
function useEagerChoice(query: string, item: PaletteItem | undefined, onChoose: (item: PaletteItem) => void) {
  const [wanted, setWanted] = useState<string>()
  const open = useEffectEvent(onChoose)
  useEffect(() => {
    if (item && wanted === query) open(item)
  }, [item, wanted, query])
  return () => (item ? onChoose(item) : setWanted(query))
}

function resultWords(count: number): string {
  return t('palette.resultsCount', { count })
}
