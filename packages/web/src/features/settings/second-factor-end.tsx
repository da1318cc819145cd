import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { SettingsField, textOf } from './settings-field.tsx'
import { useSaving } from './use-saving.ts'

/** Switches the second factor off, with both factors as proof. */
export function SecondFactorEnd({ onEnded, onCancel }: { onEnded: () => Promise<void>; onCancel: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useSaving()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const end = saving.submit(async () => {
    const body = { password: textOf(form.current, 'password'), code: textOf(form.current, 'code') }
    await callApi(api.endSecondFactor, { body })
    await onEnded()
    return null
  })
  return (
    <form ref={form} onSubmit={end} noValidate className="grid gap-4">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <SettingsField
          saving={saving}
          name="password"
          label={t('general.password')}
          type="password"
          autoComplete="current-password"
        />
        <SettingsField
          saving={saving}
          name="code"
          label={t('settings.code')}
          help={t('settings.fromYourAppOrARecovery')}
          autoComplete="one-time-code"
        />
      </div>
      <SavingOutcome saving={saving} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" busy={saving.busy}>
          {t('general.switchOff')}
        </Button>
        <Button onClick={onCancel}>{t('general.cancel')}</Button>
      </div>
    </form>
  )
}
