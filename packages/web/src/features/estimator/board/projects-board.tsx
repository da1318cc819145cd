import type { BoardColumn } from '@packhouse/contract'
import { formatCount } from '../../../lib/format/numbers.ts'
import type { ListContentProps } from '../../../resource/resource-list.tsx'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { useListState, useOpenRow } from '../../../resource/use-list-state.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BoardColumns } from './board-columns.tsx'
import { BoardFilters } from './board-filters.tsx'
import { OpenLine } from './open-line.tsx'
import { ProjectDrawer } from './project-drawer.tsx'
import { ProjectsHead } from './projects-head.tsx'
import { useBoard } from './use-board.ts'

/** The projects in a column for each status. */
export function ProjectsBoard(props: ListContentProps) {
  const { resource, view } = props
  const list = useListState(resource)
  const openRow = useOpenRow()
  const { query, endsSoon, setEndsSoon } = useBoard(list.state)
  const columns = query.data?.columns ?? []
  return (
    <>
      <ProjectsHead
        resource={resource}
        list={list}
        openRow={openRow}
        count={query.data ? formatCount(countOf(columns)) : ''}
        onImport={props.onImport}
      />
      <BoardFilters list={list} endsSoon={endsSoon} onEndsSoon={setEndsSoon}>
        <OpenLine columns={columns} />
      </BoardFilters>
      {query.isPending && <Skeleton className="min-h-72 flex-1" />}
      {query.isError && !query.data && (
        <FailedState what={resource.noun[1]} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <BoardColumns columns={columns} list={list} />}
      <ProjectDrawer resource={resource} view={view} openRow={openRow} />
    </>
  )
}

function countOf(columns: readonly BoardColumn[]): number {
  return columns.reduce((all, { count }) => all + count, 0)
}
