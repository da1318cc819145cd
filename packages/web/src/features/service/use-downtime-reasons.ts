import { api, type CallInput, type MachineStops } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { showToast } from '../../ui/toasts.tsx'
import { oeeKey, stopListKey } from './use-machine-service.ts'

type Changes = CallInput<typeof api.assignDowntimeReasons>['body']['changes']

/**
 * Assigns downtime reasons to parts of stops. Then the stops are loaded again, also after a conflict; until they are here, nothing else can be
 * assigned, since it would name a version that is gone.
 */
export function useDowntimeReasons(id: string, { version }: MachineStops) {
  const access = usePermission(api.assignDowntimeReasons)
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const assign = async (changes: Changes): Promise<boolean> => {
    setSaving(true)
    try {
      await callApi(api.assignDowntimeReasons, { params: { id }, body: { version, changes } })
      return true
    } catch (error) {
      showToast({ message: reasonOf(error), tone: 'failed' })
      return false
    } finally {
      // The list first, which says the version; nobody waits for the OEE.
      void client.invalidateQueries({ queryKey: stopListKey(id) }).finally(() => setSaving(false))
      void client.invalidateQueries({ queryKey: oeeKey(id) })
    }
  }
  return { access, assign, isSaving }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('service.theServerCouldNotBeReachedCheck')
  if (error.code !== 'stale') return error.message
  return t('service.stopsChangedMeanwhile')
}
