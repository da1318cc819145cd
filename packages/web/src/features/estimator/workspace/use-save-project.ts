import { projects } from '@packhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { renew } from '../../../resource/resource-queries.ts'
import type { Values } from './project-sheet.ts'
import { useWorkspace } from './workspace-context.ts'

/** Saves fields of the project itself. @throws ApiError */
export function useSaveProject() {
  const { store, lock } = useWorkspace()
  const client = useQueryClient()
  return async (values: Values): Promise<void> => {
    // Lines on their way change the sums of the project, and with them its version. What of them fails is said where they are.
    await store.queue.settled().catch(() => undefined)
    const { id, rowVersion } = store.project
    const headers = { 'edit-lock': lock.token ?? '' }
    const body = { rowVersion, ...values }
    store.setProject(await callApi(projects.calls.update, { params: { id }, body }, { headers }))
    await renew(client, projects)
  }
}
