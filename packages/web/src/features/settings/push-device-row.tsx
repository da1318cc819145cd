import { api, type PushDevice } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pushQuery } from '../../entities/push/use-push.ts'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { rich } from '../../lib/language/rich.ts'
import { explainPushFailure, forgetThisDevice } from '../../lib/push-device.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NameForm } from './name-form.tsx'

export interface PushDeviceRowProps {
  device: PushDevice
  /** Whether it is the browser of the reader. */
  isThis: boolean
}

/** One device that gets notifications: when it got one last, its name, a test, and the way out. */
export function PushDeviceRow({ device, isThis }: PushDeviceRowProps) {
  const { id, name, createdAt, lastSentAt, lastError } = device
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: pushQuery.queryKey })
  const [naming, setNaming] = useState(false)
  const [asked, setAsked] = useState(false)
  const rename = async (wanted: string) => {
    await callApi(api.renamePushDevice, { params: { id }, body: { name: wanted } })
    await refresh()
  }
  const test = useMutation({
    mutationFn: () => callApi(api.testPushDevice, { params: { id } }),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: async () => {
      await callApi(api.removePushDevice, { params: { id } })
      if (isThis) await forgetThisDevice()
    },
    onSettled: refresh,
  })
  const error = test.error ?? remove.error
  if (naming) {
    return (
      <li className="py-2.5">
        <NameForm name={name} onSave={rename} onClose={() => setNaming(false)} />
      </li>
    )
  }
  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 max-md:basis-full">
          <p className="flex flex-wrap items-center gap-2 font-[550]">
            <bdi className="break-words">{name}</bdi>
            {isThis && <Badge tone="ok">{t('settings.thisDevice')}</Badge>}
          </p>
          <p className="text-13 text-text-2">
            {rich('settings.addedDevice', { time: <DateLabel value={createdAt} mode="absolute" /> })} ·{' '}
            {lastSentAt === null
              ? t('settings.nothingSentYet')
              : rich('settings.lastSent', { time: <DateLabel value={lastSentAt} /> })}
          </p>
        </div>
        <Button size="dense" aria-label={t('settings.renameName', { name })} onClick={() => setNaming(true)}>
          {t('settings.rename')}
        </Button>
        <Button
          size="dense"
          busy={test.isPending}
          aria-label={t('settings.sendATestTo', { name })}
          onClick={() => test.mutate()}
        >
          {t('settings.sendATest')}
        </Button>
        <Button
          size="dense"
          busy={remove.isPending}
          aria-label={t('settings.removeName', { name })}
          onClick={() => setAsked(true)}
        >
          {t('settings.remove')}
        </Button>
      </div>
      {lastError !== null && <Alert tone="bad">{t('settings.hadError', { reason: lastError })}</Alert>}
      {error !== null && <Alert tone="bad">{explainPushFailure(error)}</Alert>}
      {test.isSuccess && lastError === null && <Alert tone="ok">{t('settings.testWasSent')}</Alert>}
      <ConfirmDialog
        open={asked}
        title={t('settings.removeNameQuestion', { name })}
        confirm={t('settings.removeDevice')}
        onConfirm={() => {
          setAsked(false)
          remove.mutate()
        }}
        onCancel={() => setAsked(false)}
      >
        {t('settings.removeDeviceText')}
      </ConfirmDialog>
    </li>
  )
}
