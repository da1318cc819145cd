import type { Resource } from '@packhouse/contract'
import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectionBar } from './bulk/selection-bar.tsx'
import { NEW, ResourceDrawer } from './drawer/resource-drawer.tsx'
import { useImporting } from './import/use-importing.ts'
import { ListBody } from './list-body.tsx'
import { ListHead } from './list-head.tsx'
import { callsAt, type ParentMount } from './registry.ts'
import { ColumnMenu } from './table/column-menu.tsx'
import { FilterBar } from './table/filter-bar.tsx'
import { Pager } from './table/pager.tsx'
import { DeniedState } from './table/table-states.tsx'
import { ViewMenu } from './table/view-menu.tsx'
import { useListParts } from './use-list-parts.ts'
import { usePermission } from './use-permission.ts'
import { useShownView } from './use-shown-view.ts'
import type { ResourceView } from './view.ts'
import { ActiveView } from './views/active-view.tsx'
import { capitalize } from './words.ts'

// Few lists are ever filled from a file: its code comes when somebody asks for it.
const ImportScreen = lazy(async () => ({ default: (await import('./import/import-screen.tsx')).ImportScreen }))

export interface ResourceListProps {
  resource: Resource
  view: ResourceView
  mount?: ParentMount | undefined
  heading?: 'h1' | 'h2'
}

export interface ListContentProps extends ResourceListProps {
  onImport: () => void
}

/**
 * A list of a resource with everything around it: search, filters, table, pages, and the drawer.
 * @param props.Content takes the place of all that for whoever may read the list
 */
export function ResourceList({
  Content = OpenList,
  ...props
}: ResourceListProps & { Content?: ComponentType<ListContentProps> }) {
  const { resource, heading: Heading = 'h1', mount } = props
  const view = useShownView(resource, props.view)
  const calls = callsAt(resource, mount)
  const access = usePermission(calls.list)
  const canImport = usePermission('import' in calls ? calls.import : undefined).allowed
  const importing = useImporting()
  if (access.allowed && canImport && importing.isOpen) {
    return (
      <Suspense fallback={<Skeleton className="h-64" />}>
        <ImportScreen resource={resource} view={view} mount={mount} heading={Heading} onClose={importing.close} />
      </Suspense>
    )
  }
  if (access.allowed) return <Content {...props} view={view} onImport={importing.open} />
  return (
    <>
      <Heading className="mb-3.5 text-[22px] leading-7">{capitalize(resource.noun[1])}</Heading>
      <div className="mb-6 grid flex-1 place-items-center rounded-panel border border-line bg-surface">
        <DeniedState what={resource.noun[1]} permission={access.permission} />
      </div>
    </>
  )
}

function OpenList(props: ListContentProps) {
  const { resource, view, mount, heading = 'h1' } = props
  const parts = useListParts(props)
  const { list, openRow, columns, query } = parts
  return (
    <>
      <ListHead
        resource={resource}
        mount={mount}
        list={list}
        count={parts.count}
        intro={view.intro}
        heading={heading}
        actions={view.listActions?.(mount?.parentId)}
        onCreate={() => openRow.open(NEW)}
        onImport={props.onImport}
      >
        <ActiveView parts={parts} />
      </ListHead>
      <FilterBar resource={resource} view={view} mount={mount} list={list}>
        <ViewMenu resource={resource} parts={parts} />
        <ColumnMenu resource={resource} view={view} columns={columns} />
      </FilterBar>
      <SelectionBar resource={resource} view={view} mount={mount} parts={parts} />
      <ListBody {...props} parts={parts} />
      <Pager state={list.state} total={query.data?.total} onChange={list.change} />
      {parts.dialogs}
      {openRow.id !== undefined && (
        <ResourceDrawer resource={resource} view={view} mount={mount} openRow={openRow} order={parts.order} />
      )}
    </>
  )
}
