import type { Resource } from '@packhouse/contract'
import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react'
import { NEW } from './drawer/resource-drawer.tsx'
import { nextSort } from './list-state.ts'
import { callsAt } from './registry.ts'
import type { ResourceListProps } from './resource-list.tsx'
import { useFittingColumns } from './table/fitting-columns.ts'
import { ResourceTable, type ResourceTableHandle } from './table/resource-table.tsx'
import { FailedState, NothingState, TableSkeleton } from './table/table-states.tsx'
import type { ListParts } from './use-list-parts.ts'
import { usePermission } from './use-permission.ts'
import type { ResourceView } from './view.ts'

export interface ListBodyProps extends Pick<ResourceListProps, 'resource' | 'view' | 'mount'> {
  parts: ListParts
  /** Opens a row; by default in the drawer. */
  onOpen?: (id: string) => void
  /** Takes the place of the table, such as on a phone. */
  cards?: ReactNode
}

/** What is under the tools: the rows, or why there are none. */
export function ListBody(props: ListBodyProps) {
  const { resource, view, mount, parts, cards, onOpen = parts.openRow.open } = props
  const { list, openRow, query, rows, columns } = parts
  const table = useRef<ResourceTableHandle>(null)
  const room = useRef<HTMLDivElement>(null)
  // Who has chosen columns sees all of them; beside a drawer there is no room to scroll to them.
  const shown = useFittingColumns(columns.shown, room, openRow.id !== undefined)
  const create = usePermission(callsAt(resource, mount).create)
  useFocusAfterClose(openRow.id, table)
  const onKeyDown = (event: KeyboardEvent) => {
    const inRows = event.target instanceof HTMLTableRowElement
    if (event.key !== 'Escape' || !inRows || event.defaultPrevented || openRow.id === undefined) return
    event.stopPropagation()
    openRow.close()
  }
  const content = () => {
    if (query.isError && rows.length === 0) {
      return <FailedState what={resource.noun[1]} error={query.error} onRetry={() => void query.refetch()} />
    }
    if (query.isPending) {
      return <TableSkeleton resource={resource} view={view} columns={shown} selectable={parts.selectable} />
    }
    if (rows.length > 0) {
      return cards ?? <ListTable ref={table} {...{ resource, view, parts, onOpen }} columns={shown} />
    }
    return <NothingState resource={resource} list={list} create={create} onCreate={() => openRow.open(NEW)} />
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes up from the grid inside
    <div
      ref={room}
      onKeyDown={onKeyDown}
      aria-busy={query.isFetching || undefined}
      className="relative min-h-72 flex-1 overflow-auto border border-line bg-surface"
    >
      {content()}
    </div>
  )
}

interface ListTableProps {
  resource: Resource
  view: ResourceView
  parts: ListParts
  columns: readonly string[]
  onOpen: (id: string) => void
  ref: Ref<ResourceTableHandle>
}

function ListTable({ resource, view, parts, columns, onOpen, ref }: ListTableProps) {
  const { list, openRow, query } = parts
  const { page, pageSize, sort } = list.state
  return (
    <ResourceTable
      ref={ref}
      resource={resource}
      view={view}
      columns={columns}
      rows={parts.rows}
      offset={(page - 1) * pageSize}
      total={query.data?.total ?? 0}
      sort={sort}
      onSort={(field) => list.change({ sort: nextSort(resource, sort, field) })}
      selection={parts.selection}
      onSelect={parts.setSelection}
      selectable={parts.selectable}
      openId={openRow.id}
      // A deleted row has to be restored before it can be opened.
      onOpen={(id) => !parts.showsDeleted && onOpen(id)}
    />
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
