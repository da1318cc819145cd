import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { formatCount } from '../lib/format/numbers.ts'
import { bulkFields } from './bulk/bulk-fields.ts'
import { countNarrowing, toListQuery } from './list-state.ts'
import { callsAt, type ParentMount } from './registry.ts'
import { clearSelection, emptySelection, isAllSelected, keepVisible, type Selection } from './selection.ts'
import { useColumns } from './table/column-menu.tsx'
import { canRestore, useDelete, useRestoreRows } from './use-delete.tsx'
import { type ListAddress, useListState, useOpenRow } from './use-list-state.ts'
import { usePermission } from './use-permission.ts'
import { useResourceList } from './use-resource.ts'
import type { ResourceView } from './view.ts'
import { useViews } from './views/use-views.ts'

interface Listed {
  resource: Resource
  view: ResourceView
  mount?: ParentMount | undefined
}

const none: never[] = []

/** What the parts of a list share: its state, its rows, what is selected, and what can be done with it. */
export function useListParts({ resource, view, mount }: Listed) {
  const list = useListState(resource)
  const views = useViews(resource, list, mount)
  const query = useResourceList(resource, toListQuery(resource, list.state), { mount, refreshMs: view.refreshMs })
  const rows = query.data?.items ?? none
  const order = rows.map(({ id }) => id)
  const [held, setSelection] = useState<Selection>(emptySelection)
  const selection = keepVisible(held, order)
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  const showsDeleted = list.state.deleted === 'only'
  const calls = callsAt(resource, mount)
  const canRemove = usePermission(calls.remove).allowed
  const canUpdate = usePermission('update' in calls ? calls.update : undefined).allowed
  const canExport = usePermission('export' in calls ? calls.export : undefined).allowed
  const canBringBack = canRemove && canRestore(resource, mount)
  const settable = canUpdate && !showsDeleted ? bulkFields(resource, mount) : none
  const whole = useWhole(list, selection, order, query.data?.total ?? 0)
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
    views,
    columns: useColumns(resource, view, mount, { list, active: views.active }),
    count: useCount({ resource, view, mount }, list, query.data?.total),
    canExport,
    /** The fields that can be set for all selected rows; none where the reader may not. */
    bulkFields: settable,
    whole: { ...whole, canChoose: whole.canChoose && settable.length > 0 },
    /** Rows can be selected only if something can be done with them. */
    selectable: canExport || settable.length > 0 || (showsDeleted ? canBringBack : canRemove),
    /** Actions on the selected rows; undefined if not allowed. */
    deleteSelected: canRemove && !showsDeleted ? () => deletion.ask(selected) : undefined,
    restoreSelected: canBringBack && showsDeleted ? () => void restore(selected).then(clear) : undefined,
    dialogs: deletion.dialogs,
  }
}

export type ListParts = ReturnType<typeof useListParts>

/** All rows that the list finds, beyond its page: chosen once all of the page are selected, and only as long as they are. */
function useWhole({ state }: ListAddress, selection: Selection, order: readonly string[], total: number) {
  const list = JSON.stringify(state)
  const [chosen, setChosen] = useState<string>()
  const isPossible = isAllSelected(selection, order) && total > order.length
  const isChosen = chosen === list && isPossible
  if (chosen !== undefined && !isChosen) setChosen(undefined)
  return { total, canChoose: isPossible, isChosen, choose: () => setChosen(list) }
}

/** How many rows there are: `148`, or `0 of 148` where nothing matches. */
function useCount({ resource, mount }: Listed, list: ListAddress, total: number | undefined): string {
  const { search, filters } = countNarrowing(list.state)
  const wantsAll = total === 0 && (search || filters > 0)
  const { data: all } = useResourceList(resource, { pageSize: '1' }, { mount, enabled: wantsAll })
  if (total === undefined) return ''
  return wantsAll && all ? t('resource.n0Of', { total: all.total }) : formatCount(total)
}
