import { api, type Passkey } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { SettingsField, textOf } from './settings-field.tsx'
import { useSaving } from './use-saving.ts'

export interface PasskeyNameProps {
  passkey: Passkey
  onNamed: () => Promise<void>
  onClose: () => void
}

/** Another name for a passkey. */
export function PasskeyName({ passkey, onNamed, onClose }: PasskeyNameProps) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useSaving()
  useEffect(() => form.current?.querySelector('input')?.select(), [])
  const save = saving.submit(async () => {
    const name = textOf(form.current, 'name')
    await callApi(api.renamePasskey, { params: { id: passkey.id }, body: { name } })
    await onNamed()
    onClose()
    return null
  })
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-3">
      <SettingsField
        saving={saving}
        name="name"
        label={t('general.name')}
        defaultValue={passkey.name}
        autoComplete="off"
      />
      <SavingOutcome saving={saving} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.busy}>
          {t('settings.saveName')}
        </Button>
        <Button onClick={onClose}>{t('general.cancel')}</Button>
      </div>
    </form>
  )
}
