import type { Resource } from '@packhouse/contract'
import { type KeyboardEvent, lazy, type Ref, type RefObject, Suspense, useEffect, useRef } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { removalKind } from './delete-labels.ts'
import { NEW, ResourceDrawer } from './drawer/resource-drawer.tsx'
import { ExportButton } from './export-button.tsx'
import { useImporting } from './import/use-importing.ts'
import { ListHead } from './list-head.tsx'
import { nextSort, toListQuery } from './list-state.ts'
import { callsAt, type ParentMount } from './registry.ts'
import { clearSelection } from './selection.ts'
import { BulkBar } from './table/bulk-bar.tsx'
import { ColumnMenu } from './table/column-menu.tsx'
import { FilterBar } from './table/filter-bar.tsx'
import { Pager } from './table/pager.tsx'
import { ResourceTable, type ResourceTableHandle } from './table/resource-table.tsx'
import { DeniedState, FailedState, NothingState, TableSkeleton } from './table/table-states.tsx'
import { ViewMenu } from './table/view-menu.tsx'
import { type ListParts, useListParts } from './use-list-parts.ts'
import { usePermission } from './use-permission.ts'
import type { ResourceView } from './view.ts'
import { capitalize } from './words.ts'

// Few lists are ever filled from a file: its code comes when somebody asks for it.
const ImportScreen = lazy(async () => ({ default: (await import('./import/import-screen.tsx')).ImportScreen }))

export interface ResourceListProps {
  resource: Resource
  view: ResourceView
  mount?: ParentMount | undefined
  heading?: 'h1' | 'h2'
}

/** A list of a resource with everything around it: search, filters, table, pages, and the drawer. */
export function ResourceList(props: ResourceListProps) {
  const { resource, heading: Heading = 'h1', mount } = props
  const calls = callsAt(resource, mount)
  const access = usePermission(calls.list)
  const canImport = usePermission('import' in calls ? calls.import : undefined).allowed
  const importing = useImporting()
  if (access.allowed && canImport && importing.isOpen) {
    return (
      <Suspense fallback={<Skeleton className="h-64" />}>
        <ImportScreen resource={resource} view={props.view} mount={mount} heading={Heading} onClose={importing.close} />
      </Suspense>
    )
  }
  if (access.allowed) return <OpenList {...props} onImport={importing.open} />
  return (
    <>
      <Heading className="mb-3.5 text-[22px] leading-7">{capitalize(resource.noun[1])}</Heading>
      <div className="mb-6 grid flex-1 place-items-center rounded-panel border border-line bg-surface">
        <DeniedState what={resource.noun[1]} permission={access.permission} />
      </div>
    </>
  )
}

function OpenList(props: ResourceListProps & { onImport: () => void }) {
  const { resource, view, mount, heading = 'h1' } = props
  const parts = useListParts(props)
  const { list, openRow, columns, query, selection, setSelection } = parts
  return (
    <>
      <ListHead
        resource={resource}
        mount={mount}
        list={list}
        count={parts.count}
        intro={view.intro}
        heading={heading}
        onCreate={() => openRow.open(NEW)}
        onImport={props.onImport}
      />
      <FilterBar resource={resource} view={view} mount={mount} list={list}>
        <ViewMenu resource={resource} list={list} columns={columns} />
        <ColumnMenu resource={resource} view={view} columns={columns} />
      </FilterBar>
      {parts.selectable && selection.ids.size > 0 && (
        <BulkBar
          count={selection.ids.size}
          removal={removalKind(view)}
          onDelete={parts.deleteSelected}
          onRestore={parts.restoreSelected}
          exporting={parts.canExport && <SelectionExport resource={resource} mount={mount} parts={parts} />}
          onClear={() => setSelection(clearSelection(selection))}
        />
      )}
      <ListBody {...props} parts={parts} />
      <Pager state={list.state} total={query.data?.total} onChange={list.change} />
      {parts.dialogs}
      {openRow.id !== undefined && (
        <ResourceDrawer resource={resource} view={view} mount={mount} openRow={openRow} order={parts.order} />
      )}
    </>
  )
}

/** The selected rows as a file, in the order of the list. */
function SelectionExport({
  resource,
  mount,
  parts,
}: Pick<ResourceListProps, 'resource' | 'mount'> & { parts: ListParts }) {
  const { sort, deleted } = toListQuery(resource, parts.list.state)
  const query = { ...(sort ? { sort } : {}), ...(deleted ? { deleted } : {}), id: [...parts.selection.ids].join(',') }
  return (
    <ExportButton
      resource={resource}
      mount={mount}
      query={query}
      variant="quiet"
      className="text-text hover:bg-surface"
    />
  )
}

/** What is under the tools: the rows, or why there are none. */
function ListBody({ resource, view, mount, parts }: ResourceListProps & { parts: ListParts }) {
  const { list, openRow, query, rows, columns } = parts
  const table = useRef<ResourceTableHandle>(null)
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
      return <TableSkeleton resource={resource} view={view} columns={columns.shown} selectable={parts.selectable} />
    }
    if (rows.length > 0) return <ListTable ref={table} resource={resource} view={view} parts={parts} />
    return <NothingState resource={resource} list={list} create={create} onCreate={() => openRow.open(NEW)} />
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes up from the grid inside
    <div
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
  ref: Ref<ResourceTableHandle>
}

function ListTable({ resource, view, parts, ref }: ListTableProps) {
  const { list, openRow, query } = parts
  const { page, pageSize, sort } = list.state
  return (
    <ResourceTable
      ref={ref}
      resource={resource}
      view={view}
      columns={parts.columns.shown}
      rows={parts.rows}
      offset={(page - 1) * pageSize}
      total={query.data?.total ?? 0}
      sort={sort}
      onSort={(field) => list.change({ sort: nextSort(sort, field) })}
      selection={parts.selection}
      onSelect={parts.setSelection}
      selectable={parts.selectable}
      openId={openRow.id}
      // A deleted row has to be restored before it can be opened.
      onOpen={(id) => !parts.showsDeleted && openRow.open(id)}
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
