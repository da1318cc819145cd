import { serviceVisits, type VisitForm } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { visitFormKey } from './use-visits.ts'

/** Says that the engineer is there; customers see it. The form can be completed without it. */
export function BeginVisit({ visit: { id, rowVersion } }: { visit: VisitForm }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      await callApi(serviceVisits.calls.update, { params: { id }, body: { rowVersion, status: 'underWay' } })
      await renew(client, declared('serviceVisit'), undefined)
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
    } finally {
      await client.invalidateQueries({ queryKey: visitFormKey(id) })
      setBusy(false)
    }
  }
  return (
    <div>
      <Button busy={isBusy} onClick={() => void begin()}>
        {t('service.beginVisit')}
      </Button>
    </div>
  )
}
