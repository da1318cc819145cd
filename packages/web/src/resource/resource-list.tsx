import type { Resource } from '@packhouse/contract'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { NEW, ResourceDrawer } from './drawer/resource-drawer.tsx'
import { ListHead } from './list-head.tsx'
import { countNarrowing, nextSort, toListQuery } from './list-state.ts'
import type { ResourceLook } from './look.ts'
import { callsAt, type ParentMount } from './registry.ts'
import { clearSelection, emptySelection, keepVisible, type Selection } from './selection.ts'
import { BulkBar } from './table/bulk-bar.tsx'
import { ColumnMenu, useColumns } from './table/column-menu.tsx'
import { FilterBar } from './table/filter-bar.tsx'
import { Pager } from './table/pager.tsx'
import { ResourceTable, type ResourceTableHandle } from './table/resource-table.tsx'
import { DeniedState, FailedState, NothingState, TableSkeleton } from './table/table-states.tsx'
import { ViewMenu } from './table/view-menu.tsx'
import { useChoices } from './use-choices.ts'
import { canRestore, useDelete, useRestoreRows } from './use-delete.tsx'
import { type ListAddress, useListState, useOpenRow } from './use-list-state.ts'
import { useLeave } from './use-permissions.ts'
import { useResourceList } from './use-resource.ts'
import { capitalize } from './words.ts'

export interface ResourceListProps {
  resource: Resource
  look: ResourceLook
  mount?: ParentMount | undefined
  heading?: 'h1' | 'h2'
}

const none: never[] = []

/** A list of a resource with everything around it: search, filters, table, pages, and the drawer. */
export function ResourceList(props: ResourceListProps) {
  const { resource, heading: Heading = 'h1', mount } = props
  const leave = useLeave(callsAt(resource, mount).list)
  if (leave.given) return <OpenList {...props} />
  return (
    <>
      <Heading className="mb-3.5 text-[22px] leading-7">{capitalize(resource.noun[1])}</Heading>
      <div className="mb-6 grid flex-1 place-items-center rounded-panel border border-line bg-surface">
        <DeniedState what={resource.noun[1]} permission={leave.permission} />
      </div>
    </>
  )
}

function OpenList({ resource, look, mount, heading = 'h1' }: ResourceListProps) {
  const list = useListState(resource)
  const openRow = useOpenRow()
  const columns = useColumns(resource, look, mount)
  const query = useResourceList(resource, toListQuery(resource, list.state), { mount })
  const rows = query.data?.items ?? none
  const order = rows.map(({ id }) => id)
  const [held, setSelection] = useState<Selection>(emptySelection)
  const selection = keepVisible(held, order)
  const table = useRef<ResourceTableHandle>(null)
  const create = useLeave(callsAt(resource, mount).create)
  const remove = useLeave(callsAt(resource, mount).remove)
  const showsDeleted = list.state.deleted === 'only'
  const selectable = remove.given && (!showsDeleted || canRestore(resource, mount))
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  const deletion = useDelete({ resource, look, mount, onDeleted: () => setSelection(clearSelection(selection)) })
  const restore = useRestoreRows({ resource, look, mount })
  const total = query.data?.total ?? 0
  const count = useCount(resource, list, query.data?.total)
  const onCreate = () => openRow.open(NEW)
  useFocusAfterClose(openRow.id, table)
  const onKeyDown = (event: KeyboardEvent) => {
    const inRows = event.target instanceof HTMLTableRowElement
    if (event.key !== 'Escape' || !inRows || event.defaultPrevented || openRow.id === undefined) return
    event.stopPropagation()
    openRow.close()
  }
  return (
    <>
      <ListHead resource={resource} mount={mount} list={list} count={count} heading={heading} onCreate={onCreate} />
      <FilterBar resource={resource} look={look} mount={mount} list={list}>
        <ViewMenu resource={resource} list={list} columns={columns} />
        <ColumnMenu resource={resource} look={look} columns={columns} />
      </FilterBar>
      {selectable && selection.ids.size > 0 && (
        <BulkBar
          count={selection.ids.size}
          onDelete={showsDeleted ? undefined : () => deletion.ask(selected)}
          onRestore={showsDeleted ? () => void restore(selected).then(() => setSelection(emptySelection)) : undefined}
          onClear={() => setSelection(clearSelection(selection))}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape comes up from the grid inside */}
      <div
        onKeyDown={onKeyDown}
        aria-busy={query.isFetching || undefined}
        className={classNames(
          'relative min-h-48 flex-1 overflow-auto border border-line bg-surface',
          rows.length === 0 && query.isSuccess && 'rounded-b-panel',
        )}
      >
        {query.isError && rows.length === 0 ? (
          <FailedState what={resource.noun[1]} error={query.error} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <TableSkeleton resource={resource} look={look} columns={columns.shown} selectable={selectable} />
        ) : rows.length === 0 ? (
          <NothingState resource={resource} list={list} create={create} onCreate={onCreate} />
        ) : (
          <ResourceTable
            ref={table}
            resource={resource}
            look={look}
            columns={columns.shown}
            rows={rows}
            offset={(list.state.page - 1) * list.state.pageSize}
            total={total}
            sort={list.state.sort}
            onSort={(field) => list.change({ sort: nextSort(list.state.sort, field) })}
            selection={selection}
            onSelect={setSelection}
            selectable={selectable}
            openId={openRow.id}
            // A deleted row is brought back first; until then there is nothing to open.
            onOpen={(id) => !showsDeleted && openRow.open(id)}
          />
        )}
      </div>
      <Pager state={list.state} total={query.data?.total} onChange={list.change} />
      {deletion.dialogs}
      {openRow.id !== undefined && (
        <ResourceDrawer resource={resource} look={look} mount={mount} openRow={openRow} order={order} />
      )}
    </>
  )
}

/** Once the drawer is gone the focus goes back to the row it showed; there the next one is an arrow key away. */
function useFocusAfterClose(openId: string | undefined, table: RefObject<ResourceTableHandle | null>): void {
  const shown = useRef(openId)
  useEffect(() => {
    const last = shown.current
    shown.current = openId
    if (last === undefined || openId !== undefined || document.activeElement !== document.body) return
    table.current?.focusRow(last === NEW ? undefined : last)
  }, [openId, table])
}

/** How many rows there are: `148`, or `0 of 148` where nothing matches and all of them are known. */
function useCount(resource: Resource, list: ListAddress, total: number | undefined): string {
  const { search, filters } = countNarrowing(list.state)
  const wantsAll = total === 0 && search && filters === 0 && resource.traits.dropdown === true
  const { options, status } = useChoices(wantsAll ? resource : undefined, 'id')
  if (total === undefined) return ''
  return wantsAll && status === 'ready' ? `0 of ${options.length.toLocaleString()}` : total.toLocaleString()
}
