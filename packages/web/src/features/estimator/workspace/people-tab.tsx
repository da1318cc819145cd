import { declared } from '../../../resource/registry.ts'
import { ResourceList } from '../../../resource/resource-list.tsx'
import { useSheet } from './workspace-context.ts'

/** Who takes part in the project, and as what. */
export function PeopleTab() {
  const parentId = useSheet(({ project }) => project.id)
  const mount = { path: '/v1/estimator/projects/{parentId}/roles', parentId, by: 'projectId' }
  return (
    <div className="flex min-h-0 flex-1 flex-col pt-2">
      <ResourceList
        resource={declared('projectRole')}
        view={{ columns: ['person', 'typeId', 'note'] }}
        mount={mount}
        heading="h2"
      />
    </div>
  )
}
