import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import type { ResourceRow } from '../../resource/registry.ts'
import { cacheRow, renew } from '../../resource/resource-queries.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Saves some fields of a row as it was read; somebody else's change in between is refused. */
export function useSaveRow(resource: Resource, row: ResourceRow, onSaved: () => void) {
  const queries = useQueryClient()
  const { allowed } = usePermission(resource.calls.update)
  const { mutate, isPending } = useMutation({
    mutationFn: async (fields: Record<string, unknown>) =>
      (await callApi(resource.calls.update, {
        params: { id: row.id },
        body: { ...fields, rowVersion: row.rowVersion },
      })) as ResourceRow,
    onSuccess: async (saved) => {
      cacheRow(queries, resource, saved)
      onSaved()
      await renew(queries, resource)
      showToast({ message: t('escalation.saved') })
    },
    onError: (error) => showToast({ message: errorMessage(resource, error), tone: 'failed' }),
  })
  return { allowed, save: mutate, isSaving: isPending }
}
