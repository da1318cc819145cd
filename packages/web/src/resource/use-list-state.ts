import type { Resource } from '@packhouse/contract'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type AddressSearch, useRowAddress, useSearchChange } from '../lib/address-search.ts'
import { type ListParameters, type ListState, listParameters, readListState, writeListState } from './list-state.ts'

export interface ListAddress {
  state: ListState
  /** Changes something of it; a change of what is listed leads back to the first page. */
  change: (part: Partial<ListState>) => void
  /** Goes back to the list as it is at first. */
  reset: () => void
  /** What the address says of the list, to keep it as a view. */
  parameters: ListParameters
  /** The key of the saved view that is shown, and the columns of the list where they are other than those of the view. */
  saved: string | undefined
  columns: readonly string[] | undefined
  /** Whether the address says nothing of the list, nor of a row in it. */
  isBare: boolean
  /** Shows a saved view. */
  show: (
    parameters: ListParameters,
    view: { saved: string | undefined; columns: readonly string[] | undefined },
  ) => void
  /** Changes the columns beside a view. */
  showColumns: (columns: readonly string[]) => void
}

/** What of an address says which view is shown. */
const SAVED = 'saved'
const COLUMNS = 'columns'

/** The state of a list, stored in the address. */
export function useListState(resource: Resource): ListAddress {
  const search: AddressSearch = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const state = useMemo(() => readListState(resource, search), [resource, search])
  const names = listParameters(resource)
  const go = (parameters: AddressSearch) => {
    const without = Object.fromEntries(names.map((name) => [name, undefined]))
    const next = (previous: AddressSearch) => ({ ...previous, ...without, ...parameters })
    changeSearch(next, { replace: true, resetScroll: false })
  }
  return {
    state,
    change: (part) => go(writeListState(resource, { ...state, page: 1, ...part })),
    reset: () => go({ pageSize: search.pageSize }),
    parameters: Object.fromEntries(
      names.flatMap((name) =>
        name === 'page' || search[name] === undefined ? [] : [[name, parameterOf(search[name])]],
      ),
    ),
    saved: asText(search[SAVED]),
    columns: asText(search[COLUMNS])?.split(','),
    isBare: [...names, SAVED, 'open', 'import'].every((name) => search[name] === undefined),
    show: (parameters, { saved, columns }) => go({ ...parameters, [SAVED]: saved, [COLUMNS]: columns?.join() }),
    showColumns: (columns) => go({ ...search, [COLUMNS]: columns.join() }),
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function parameterOf(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value)
}

export interface OpenRow {
  /** The id of the row in the drawer, `new` for one that is being created. */
  id: string | undefined
  /** The tab of the drawer. */
  view: string | undefined
  open: (id: string) => void
  /** Where a row is open, for a link to it. */
  addressOf: (id: string) => string
  /** Another row in the same drawer. */
  replace: (id: string) => void
  show: (view: string | undefined) => void
  close: () => void
}

/** Which row is open in the drawer, stored in the address: the back button closes it. */
export function useOpenRow(): OpenRow {
  const { open, view } = useSearch({ strict: false }) as { open?: string; view?: string }
  const changeSearch = useSearchChange()
  const addressOf = useRowAddress('open', { view: undefined })
  const go = (part: AddressSearch, replace: boolean) => {
    const next = (previous: AddressSearch) => ({ ...previous, ...part })
    changeSearch(next, { replace, resetScroll: false })
  }
  return {
    addressOf,
    id: open || undefined,
    view,
    open: (id) => go({ open: id, view: undefined }, open !== undefined),
    replace: (id) => go({ open: id }, true),
    show: (next) => go({ view: next }, true),
    close: () => go({ open: undefined, view: undefined }, true),
  }
}
