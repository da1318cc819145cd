import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { SettingsField, textOf } from './settings-field.tsx'
import { useSaving } from './use-saving.ts'

export interface SecondFactorSetupProps {
  secret: string
  /** The same as an otpauth:// address. */
  address: string
  onConfirmed: (recoveryCodes: readonly string[]) => Promise<void>
  onCancel: () => void
}

/** The secret for the app, and the first code that shows it has arrived there. */
export function SecondFactorSetup({ secret, address, onConfirmed, onCancel }: SecondFactorSetupProps) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useSaving()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const confirm = saving.submit(async () => {
    const { recoveryCodes } = await callApi(api.confirmSecondFactor, { body: { code: textOf(form.current, 'code') } })
    await onConfirmed(recoveryCodes)
    return null
  })
  return (
    <div className="flex gap-5 max-md:flex-col">
      <QrCode text={address} label={t('settings.qrCodeWithTheSecretFor')} />
      <form ref={form} onSubmit={confirm} noValidate className="grid min-w-0 flex-1 content-start gap-4">
        <p className="text-text-2">
          {t('settings.scanTheCodeWithAnAuthenticator')}
          <span className="mt-1 block font-mono text-14 break-all text-text">{secret.match(/.{4}/g)?.join(' ')}</span>
        </p>
        <SettingsField
          saving={saving}
          name="code"
          label={t('settings.code')}
          help={t('settings.sixDigitsThatTheAppShows')}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <SavingOutcome saving={saving} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={saving.busy}>
            {t('settings.switchOn')}
          </Button>
          <Button onClick={onCancel}>{t('general.cancel')}</Button>
        </div>
      </form>
    </div>
  )
}
