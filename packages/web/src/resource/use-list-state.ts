import type { Resource } from '@packhouse/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type ListState, listParameters, readListState, writeListState } from './list-state.ts'

type Address = Record<string, unknown>

export interface ListAddress {
  state: ListState
  /** Changes something of it; a change of what is listed leads back to the first page. */
  change: (part: Partial<ListState>) => void
  /** Goes back to the list as it is at first. */
  reset: () => void
  /** What the address says of the list, to keep it as a view. */
  parameters: Record<string, string>
  /** Shows a kept view. */
  show: (parameters: Record<string, string>) => void
}

/** The state of a list, kept in the address. */
export function useListState(resource: Resource): ListAddress {
  const search: Address = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => readListState(resource, search), [resource, search])
  const names = listParameters(resource)
  const go = (parameters: Address) => {
    const without = Object.fromEntries(names.map((name) => [name, undefined]))
    const next = (previous: Address) => ({ ...previous, ...without, ...parameters })
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }
  return {
    state,
    change: (part) => go(writeListState(resource, { ...state, page: 1, ...part })),
    reset: () => go({ pageSize: search.pageSize }),
    parameters: Object.fromEntries(
      names.flatMap((name) => (name === 'page' || search[name] === undefined ? [] : [[name, String(search[name])]])),
    ),
    show: go,
  }
}

export interface OpenRow {
  /** The id of the row in the drawer, `new` for one that is being created. */
  id: string | undefined
  /** The tab of the drawer. */
  view: string | undefined
  open: (id: string) => void
  /** Another row in the same drawer. */
  replace: (id: string) => void
  show: (view: string | undefined) => void
  close: () => void
}

/** Which row is open in the drawer, kept in the address: the back button closes it. */
export function useOpenRow(): OpenRow {
  const { open, view } = useSearch({ strict: false }) as { open?: string; view?: string }
  const navigate = useNavigate()
  const go = (part: Address, replace: boolean) => {
    const next = (previous: Address) => ({ ...previous, ...part })
    void navigate({ to: '.', search: next as never, replace, resetScroll: false })
  }
  return {
    id: open || undefined,
    view,
    open: (id) => go({ open: id, view: undefined }, open !== undefined),
    replace: (id) => go({ open: id }, true),
    show: (next) => go({ view: next }, true),
    close: () => go({ open: undefined, view: undefined }, true),
  }
}
