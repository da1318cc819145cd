import { api, rotationOverlaps } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { rich } from '../../lib/language/rich.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { renew } from '../../resource/resource-queries.ts'
import { ShowSecretOnceDialog } from '../../resource/show-secret-once-dialog.tsx'
import { useOpenRow } from '../../resource/use-list-state.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.tsx'

type Overlap = (typeof rotationOverlaps)[number]

const overlapWords: Record<Overlap, string> = {
  '0': t('people.endsAtOnce'),
  '1h': t('people.worksFor1HourMore'),
  '24h': t('people.worksFor24HoursMore'),
  '7d': t('people.worksFor7DaysMore'),
}

const overlaps = rotationOverlaps.map((value) => ({ value, label: overlapWords[value] }))

/** Replaces a key by a new one, or ends it. */
export function ApiKeyTab({ row }: { row: ResourceRow }) {
  const { allowed, permission } = usePermission(api.rotateApiKey)
  if (row.status === 'revoked' || row.status === 'expired') {
    return <p className="text-13 text-text-2">{t('people.thisKeyIsOverCreateA')}</p>
  }
  if (!allowed) return <p className="text-13 text-text-2">{t('people.forThisYouNeedThePermission', { permission })}</p>
  return (
    <div className="grid gap-6">
      {row.graceUntil === null ? (
        <RotatePart row={row} />
      ) : (
        <p className="text-13 text-text-2">
          {rich('people.aNewerKeyHasReplacedThis', {
            time: <DateLabel value={String(row.graceUntil)} mode="absolute" />,
          })}
        </p>
      )}
      <RevokePart row={row} />
    </div>
  )
}

function RotatePart({ row }: { row: ResourceRow }) {
  const resource = declared('apiKey')
  const client = useQueryClient()
  const openRow = useOpenRow()
  const [overlap, setOverlap] = useState<Overlap>('24h')
  const [busy, setBusy] = useState(false)
  const [created, setCreated] = useState<{ id: string; key: string }>()
  const rotate = async () => {
    setBusy(true)
    try {
      const { id, key } = await callApi(api.rotateApiKey, { params: { id: row.id }, body: { overlap } })
      setCreated({ id, key: key ?? '' })
    } catch (error) {
      showToast({ message: errorMessage(resource, error), tone: 'failed' })
    }
    setBusy(false)
  }
  const done = () => {
    if (created) openRow.replace(created.id)
    setCreated(undefined)
    void renew(client, resource)
  }
  return (
    <section className="grid gap-3">
      <h3 className="font-sans text-14 font-semibold">{t('people.rotate')}</h3>
      <p className="text-13 text-text-2">{t('people.makesANewKeyWithThe')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select label={t('people.theOldKey')} options={overlaps} value={overlap} onValueChange={setOverlap} />
        <Button busy={busy} onClick={() => void rotate()}>
          {t('people.rotateTheKey')}
        </Button>
      </div>
      <ShowSecretOnceDialog noun={t('people.apiKey')} secret={created?.key} onDone={done} />
    </section>
  )
}

function RevokePart({ row }: { row: ResourceRow }) {
  const resource = declared('apiKey')
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const revoke = async () => {
    setAsked(false)
    try {
      await callApi(api.revokeApiKey, { params: { id: row.id } })
      await renew(client, resource)
      showToast({ message: t('people.apiKeyRevoked', { name: String(row.name) }) })
    } catch (error) {
      showToast({ message: errorMessage(resource, error), tone: 'failed' })
      await renew(client, resource)
    }
  }
  return (
    <section className="grid gap-3">
      <h3 className="font-sans text-14 font-semibold">{t('people.revoke')}</h3>
      <p className="text-13 text-text-2">{t('people.endsTheKeyAtOnceAnd')}</p>
      <div>
        <Button variant="danger" onClick={() => setAsked(true)}>
          {t('people.revokeTheKey')}
        </Button>
      </div>
      <ConfirmDialog
        open={asked}
        title={t('people.revokeName', { name: String(row.name) })}
        confirm={t('people.revoke')}
        onConfirm={() => void revoke()}
        onCancel={() => setAsked(false)}
      >
        {t('people.whateverUsesTheKeyStopsWorking')}
      </ConfirmDialog>
    </section>
  )
}
