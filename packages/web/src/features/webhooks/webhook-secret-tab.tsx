import { api, type secretOverlaps } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { renew } from '../../resource/resource-queries.ts'
import { ShowSecretOnceDialog } from '../../resource/show-secret-once-dialog.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.tsx'

type Overlap = (typeof secretOverlaps)[number]

const overlapWords: Record<Overlap, string> = {
  '0': t('webhooks.signsNoMore'),
  '1h': t('webhooks.signsFor1HourMore'),
  '24h': t('webhooks.signsFor24HoursMore'),
  '7d': t('webhooks.signsFor7DaysMore'),
}
const overlaps = (Object.keys(overlapWords) as Overlap[]).map((value) => ({ value, label: overlapWords[value] }))

/** Replaces the secret by which receivers know that a POST is ours. */
export function WebhookSecretTab({ row }: { row: ResourceRow }) {
  const { allowed, permission } = usePermission(api.rotateWebhookSecret)
  const resource = declared('webhook')
  const client = useQueryClient()
  const [overlap, setOverlap] = useState<Overlap>('24h')
  const [isBusy, setIsBusy] = useState(false)
  const [secret, setSecret] = useState<string>()
  if (!allowed) return <p className="text-13 text-text-2">{t('people.forThisYouNeedThePermission', { permission })}</p>
  const rotate = async () => {
    setIsBusy(true)
    try {
      const made = await callApi(api.rotateWebhookSecret, { params: { id: row.id }, body: { overlap } })
      setSecret(made.secret ?? '')
    } catch (error) {
      showToast({ message: errorMessage(resource, error), tone: 'failed' })
    }
    setIsBusy(false)
  }
  const done = () => {
    setSecret(undefined)
    void renew(client, resource)
  }
  return (
    <section className="grid gap-3">
      <p className="text-13 text-text-2">{t('webhooks.duringTheOverlapTwoSignatures')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select label={t('webhooks.theOldSecret')} options={overlaps} value={overlap} onValueChange={setOverlap} />
        <Button busy={isBusy} onClick={() => void rotate()}>
          {t('webhooks.rotateTheSecret')}
        </Button>
      </div>
      <ShowSecretOnceDialog noun={t('webhooks.secretWord')} secret={secret} onDone={done} />
    </section>
  )
}
