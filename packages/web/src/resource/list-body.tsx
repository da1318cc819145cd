import type { Resource } from '@packhouse/contract'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react'
import { NEW } from './drawer/resource-drawer.tsx'
import { nextSort } from './list-state.ts'
import { callsAt } from './registry.ts'
import type { ResourceListProps } from './resource-list.tsx'
import { useFittingColumns } from './table/fitting-columns.ts'
import { ResourceTable, type ResourceTableHandle } from './table/resource-table.tsx'
import { isRowStop } from './table/table-keys.ts'
import { FailedState, NothingState, TableSkeleton } from './table/table-states.tsx'
import type { ListParts } from './use-list-parts.ts'
import { usePermission } from './use-permission.ts'
import type { ResourceView } from './view.ts'

export interface ListBodyProps extends Pick<ResourceListProps, 'resource' | 'view' | 'mount'> {
  parts: ListParts
  /** Where a row is opened; by default in the drawer. */
  addressOf?: (id: string) => string
  /** Takes the place of the table, such as on a phone. */
  cards?: ReactNode
}

/** What is under the tools: the rows, or why there are none. */
export function ListBody(props: ListBodyProps) {
  const { resource, view, mount, parts, cards, addressOf } = props
  const { list, openRow, query, rows, columns } = parts
  const table = useRef<ResourceTableHandle>(null)
  const room = useRef<HTMLDivElement>(null)
  // Who has chosen columns sees all of them; beside a drawer there is no room to scroll to them.
  const isOn = !columns.isChosen || openRow.id !== undefined
  const shown = useFittingColumns(columns.shown, room, isOn, query.isPending ? 'skeleton' : 'rows')
  const { onDrawn } = columns
  const drawn = shown.join()
  useEffect(() => {
    onDrawn(drawn.split(',').filter(Boolean))
  }, [drawn, onDrawn])
  const create = usePermission(callsAt(resource, mount).create)
  useFocusAfterClose(openRow.id, table)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isRowStop(event.target) || event.defaultPrevented || openRow.id === undefined) return
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
      return cards ?? <ListTable ref={table} {...{ resource, view, parts, addressOf }} columns={shown} />
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
  addressOf: ListBodyProps['addressOf']
  ref: Ref<ResourceTableHandle>
}

function ListTable({ resource, view, parts, columns, addressOf, ref }: ListTableProps) {
  const { list, openRow, query } = parts
  const navigate = useNavigate()
  const open = addressOf ? (id: string) => void navigate({ href: addressOf(id) }) : openRow.open
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
      onOpen={(id) => !parts.showsDeleted && open(id)}
      addressOf={parts.showsDeleted ? undefined : (addressOf ?? openRow.addressOf)}
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
