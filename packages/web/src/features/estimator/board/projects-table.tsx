import { ResourceDrawer } from '../../../resource/drawer/resource-drawer.tsx'
import { ListBody } from '../../../resource/list-body.tsx'
import type { ListContentProps } from '../../../resource/resource-list.tsx'
import { clearSelection } from '../../../resource/selection.ts'
import { BulkBar } from '../../../resource/table/bulk-bar.tsx'
import { ColumnMenu } from '../../../resource/table/column-menu.tsx'
import { FilterBar } from '../../../resource/table/filter-bar.tsx'
import { Pager } from '../../../resource/table/pager.tsx'
import { ViewMenu } from '../../../resource/table/view-menu.tsx'
import { useListParts } from '../../../resource/use-list-parts.ts'
import { ProjectsHead } from './projects-head.tsx'

/** The projects as a table. */
export function ProjectsTable(props: ListContentProps) {
  const { resource, view } = props
  const parts = useListParts(props)
  const { list, openRow, columns, selection, setSelection } = parts
  return (
    <>
      <ProjectsHead resource={resource} list={list} openRow={openRow} count={parts.count} onImport={props.onImport} />
      <FilterBar
        resource={resource}
        view={{ ...view, columns: ['ownerId', 'customerId'] }}
        mount={undefined}
        list={list}
      >
        <ViewMenu resource={resource} list={list} columns={columns} />
        <ColumnMenu resource={resource} view={view} columns={columns} />
      </FilterBar>
      {parts.selectable && selection.ids.size > 0 && (
        <BulkBar
          count={selection.ids.size}
          removal="delete"
          onDelete={parts.deleteSelected}
          onRestore={parts.restoreSelected}
          exporting={null}
          onClear={() => setSelection(clearSelection(selection))}
        />
      )}
      <ListBody resource={resource} view={view} mount={undefined} parts={parts} />
      <Pager state={list.state} total={parts.query.data?.total} onChange={list.change} />
      {parts.dialogs}
      {openRow.id !== undefined && (
        <ResourceDrawer resource={resource} view={view} openRow={openRow} order={parts.order} />
      )}
    </>
  )
}
