import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { formatCount } from '../lib/format/numbers.ts'
import { countNarrowing, toListQuery } from './list-state.ts'
import { callsAt, type ParentMount } from './registry.ts'
import { clearSelection, emptySelection, keepVisible, type Selection } from './selection.ts'
import { useColumns } from './table/column-menu.tsx'
import { canRestore, useDelete, useRestoreRows } from './use-delete.tsx'
import { type ListAddress, useListState, useOpenRow } from './use-list-state.ts'
import { usePermission } from './use-permission.ts'
import { useResourceList } from './use-resource.ts'
import type { ResourceView } from './view.ts'

interface Listed {
  resource: Resource
  view: ResourceView
  mount?: ParentMount | undefined
}

const none: never[] = []

/** What the parts of a list share: its state, its rows, what is selected, and what can be done with it. */
export function useListParts({ resource, view, mount }: Listed) {
  const list = useListState(resource)
  const query = useResourceList(resource, toListQuery(resource, list.state), { mount, refreshMs: view.refreshMs })
  const rows = query.data?.items ?? none
  const order = rows.map(({ id }) => id)
  const [held, setSelection] = useState<Selection>(emptySelection)
  const selection = keepVisible(held, order)
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  const showsDeleted = list.state.deleted === 'only'
  const calls = callsAt(resource, mount)
  const canRemove = usePermission(calls.remove).allowed
  const canExport = usePermission('export' in calls ? calls.export : undefined).allowed
  const canBringBack = canRemove && canRestore(resource, mount)
  const clear = () => setSelection(clearSelection(selection))
  const deletion = useDelete({ resource, view, mount, onDeleted: clear })
  const restore = useRestoreRows({ resource, view, mount })
  return {
    list,
    query,
    rows,
    order,
    selection,
    setSelection,
    showsDeleted,
    openRow: useOpenRow(),
    columns: useColumns(resource, view, mount),
    count: useCount({ resource, view, mount }, list, query.data?.total),
    canExport,
    /** Rows can be selected only if something can be done with them. */
    selectable: canExport || (showsDeleted ? canBringBack : canRemove),
    /** Actions on the selected rows; undefined if not allowed. */
    deleteSelected: canRemove && !showsDeleted ? () => deletion.ask(selected) : undefined,
    restoreSelected: canBringBack && showsDeleted ? () => void restore(selected).then(clear) : undefined,
    dialogs: deletion.dialogs,
  }
}

export type ListParts = ReturnType<typeof useListParts>

/** How many rows there are: `148`, or `0 of 148` where nothing matches. */
function useCount({ resource, mount }: Listed, list: ListAddress, total: number | undefined): string {
  const { search, filters } = countNarrowing(list.state)
  const wantsAll = total === 0 && (search || filters > 0)
  const { data: all } = useResourceList(resource, { pageSize: '1' }, { mount, enabled: wantsAll })
  if (total === undefined) return ''
  return wantsAll && all ? t('resource.n0Of', { total: all.total }) : formatCount(total)
}
