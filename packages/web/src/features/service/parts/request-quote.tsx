import { api, projects, serviceRequests } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'

/** The quote of a request for parts: a button that makes a draft of one, or the way to it. */
export function RequestQuote({ row }: { row: ResourceRow }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const makesProjects = usePermission(api.quoteParts).allowed
  const changesRequests = usePermission(serviceRequests.calls.update).allowed
  const seesQuote = usePermission(projects.calls.get).allowed
  const { data } = useQuery({
    queryKey: ['service', 'request', row.id],
    queryFn: ({ signal }) => callApi(serviceRequests.calls.get, { params: { id: row.id } }, { signal }),
  })
  if (row.kind !== 'parts') return <p className="text-13 text-text-2">{t('service.noPartsAskedFor')}</p>
  const projectId = data?.projectId ?? row.projectId
  if (typeof projectId === 'string') {
    return seesQuote ? (
      <AppLink href={`/estimator/projects/${projectId}`} className="underline decoration-kraft underline-offset-3">
        {t('service.openQuote')}
      </AppLink>
    ) : (
      <p className="text-13 text-text-2">{t('service.quotedAlready')}</p>
    )
  }
  if (!(makesProjects && changesRequests)) return <p className="text-13 text-text-2">{t('service.notQuotedYet')}</p>
  const quote = async () => {
    setBusy(true)
    try {
      await callApi(api.quoteParts, { params: { id: row.id } })
      await client.invalidateQueries()
      showToast({ message: t('service.draftQuoteMade') })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="primary" busy={isBusy} onClick={() => void quote()}>
      {t('service.makeDraftQuote')}
    </Button>
  )
}
