import { api, type Passkey } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { rich } from '../../lib/language/rich.ts'
import { explainPasskeyFailure } from '../../lib/passkeys.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NameForm } from './name-form.tsx'

export interface PasskeyRowProps {
  passkey: Passkey
  onChanged: () => Promise<void>
}

/** One passkey: when it was added and last used, renaming and removal. */
export function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const [naming, setNaming] = useState(false)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const rename = async (name: string) => {
    await callApi(api.renamePasskey, { params: { id: passkey.id }, body: { name } })
    await onChanged()
  }
  const remove = async () => {
    setAsked(false)
    setBusy(true)
    setFailure(null)
    try {
      await callApi(api.removePasskey, { params: { id: passkey.id } })
      await onChanged()
    } catch (error) {
      setFailure(explainPasskeyFailure(error))
      setBusy(false)
    }
  }
  if (naming) {
    return (
      <li className="py-2.5">
        <NameForm name={passkey.name} onSave={rename} onClose={() => setNaming(false)} />
      </li>
    )
  }
  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1">
          <p className="font-[550] break-words">{passkey.name}</p>
          <p className="text-13 text-text-2">
            {rich('settings.added', { time: <DateLabel value={passkey.createdAt} mode="absolute" /> })} ·{' '}
            {passkey.lastUsedAt === null
              ? t('settings.neverUsed')
              : rich('settings.lastUsed', { time: <DateLabel value={passkey.lastUsedAt} /> })}
          </p>
        </div>
        <Button
          size="dense"
          aria-label={t('settings.renameName', { name: passkey.name })}
          onClick={() => setNaming(true)}
        >
          {t('settings.rename')}
        </Button>
        <Button
          size="dense"
          busy={busy}
          aria-label={t('settings.removeName', { name: passkey.name })}
          onClick={() => setAsked(true)}
        >
          {t('settings.remove')}
        </Button>
      </div>
      {failure !== null && <Alert tone="bad">{failure}</Alert>}
      <ConfirmDialog
        open={asked}
        title={t('settings.removeNameQuestion', { name: passkey.name })}
        confirm={t('settings.removeLabel')}
        onConfirm={() => void remove()}
        onCancel={() => setAsked(false)}
      >
        {t('settings.youWillNotBeAbleTo')}
      </ConfirmDialog>
    </li>
  )
}
