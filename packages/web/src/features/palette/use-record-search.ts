import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Session } from '../../lib/session.ts'
import type { ItemKind, PaletteItem } from './palette-item.ts'
import { maySearch, type Places } from './palette-places.ts'
import { searchRecords } from './record-search.ts'

/** A pause in typing that is taken as the end of a word; milliseconds. */
const DEBOUNCE_MS = 150

export interface SearchState {
  items: readonly PaletteItem[]
  totals: Partial<Record<ItemKind, number>>
  pending: boolean
  failed: boolean
  retry: () => void
}

/**
 * Asks the server for records that match, once typing pauses; a question that is no longer asked is cancelled. While
 * the next answer is on its way the last one stays, so that the list does not flicker.
 */
export function useRecordSearch(words: string, places: Places, session: Session | undefined): SearchState {
  const enabled = maySearch(session)
  const asked = useDebounced(words, DEBOUNCE_MS)
  const { data, isPlaceholderData, isFetching, isError, refetch } = useQuery({
    queryKey: ['palette', 'records', asked],
    queryFn: ({ signal }) => searchRecords(places, session, asked, signal),
    enabled: asked !== '' && enabled,
    staleTime: 30_000,
    retry: false,
    placeholderData: keepPreviousData,
  })
  // What was found for another word must not answer an empty question.
  const shown = words === '' ? undefined : data
  return {
    items: shown?.items ?? [],
    totals: isPlaceholderData ? {} : (shown?.totals ?? {}),
    pending: enabled && words !== '' && (asked !== words || isFetching),
    failed: words !== '' && (isError || (shown?.incomplete ?? false)),
    retry: () => void refetch(),
  }
}

function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
