import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { SettingsField, textOf } from './settings-field.tsx'
import { useSaving } from './use-saving.ts'

export interface NameFormProps {
  /** As it is now. */
  name: string
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Another name for something of the account. */
export function NameForm({ name, onSave, onClose }: NameFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useSaving()
  useEffect(() => form.current?.querySelector('input')?.select(), [])
  const save = saving.submit(async () => {
    await onSave(textOf(form.current, 'name'))
    onClose()
    return null
  })
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-3">
      <SettingsField saving={saving} name="name" label={t('general.name')} defaultValue={name} autoComplete="off" />
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
