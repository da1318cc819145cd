import { declared } from '../../../resource/registry.ts'
import { type ListContentProps, ResourceList } from '../../../resource/resource-list.tsx'
import { projectListView } from './project-list-view.ts'
import { ProjectsBoard } from './projects-board.tsx'
import { ProjectsTable } from './projects-table.tsx'
import { useProjectsLook } from './use-projects-look.ts'

/** The projects, as a board by their status or as a table, with the same filters. */
export function ProjectsPage() {
  return <ResourceList resource={declared('project')} view={projectListView} Content={ProjectsContent} />
}

function ProjectsContent(props: ListContentProps) {
  const { look } = useProjectsLook()
  return look === 'board' ? <ProjectsBoard {...props} /> : <ProjectsTable {...props} />
}
