import { declared, type ResourceRow } from '../../resource/registry.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { useResourceList } from '../../resource/use-resource.ts'

const ALL = { pageSize: '200', sort: 'name' }
const none: readonly ResourceRow[] = []

/** Every machine type by name; none while they are on their way, or for whoever may not read them. */
export function useMachineTypes(): readonly ResourceRow[] {
  const resource = declared('machineType')
  const { allowed } = usePermission(resource.calls.list)
  return useResourceList(resource, ALL, { enabled: allowed }).data?.items ?? none
}
