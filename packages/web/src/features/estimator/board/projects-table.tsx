import { SelectionBar } from '../../../resource/bulk/selection-bar.tsx'
import { ListBody } from '../../../resource/list-body.tsx'
import type { ListContentProps } from '../../../resource/resource-list.tsx'
import { ColumnMenu } from '../../../resource/table/column-menu.tsx'
import { FilterBar } from '../../../resource/table/filter-bar.tsx'
import { Pager } from '../../../resource/table/pager.tsx'
import { ViewMenu } from '../../../resource/table/view-menu.tsx'
import { useListParts } from '../../../resource/use-list-parts.ts'
import { ActiveView } from '../../../resource/views/active-view.tsx'
import { projectAddress } from './project-address.ts'
import { ProjectDrawer } from './project-drawer.tsx'
import { ProjectsHead } from './projects-head.tsx'

/** The projects as a table. */
export function ProjectsTable(props: ListContentProps) {
  const { resource, view } = props
  const parts = useListParts(props)
  const { list, openRow, columns } = parts
  return (
    <>
      <ProjectsHead resource={resource} list={list} openRow={openRow} count={parts.count} onImport={props.onImport}>
        <ActiveView parts={parts} />
      </ProjectsHead>
      <FilterBar
        resource={resource}
        view={{ ...view, columns: ['ownerId', 'customerId'] }}
        mount={undefined}
        list={list}
      >
        <ViewMenu resource={resource} parts={parts} />
        <ColumnMenu resource={resource} view={view} columns={columns} />
      </FilterBar>
      <SelectionBar resource={resource} view={view} parts={parts} />
      <ListBody resource={resource} view={view} mount={undefined} parts={parts} addressOf={projectAddress} />
      <Pager state={list.state} total={parts.query.data?.total} onChange={list.change} />
      {parts.dialogs}
      <ProjectDrawer resource={resource} view={view} openRow={openRow} />
    </>
  )
}
