import { declared, t } from '@packhouse/messages'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { addPasskey, explainPasskeyFailure } from '../../lib/passkeys.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { textOf } from './settings-field.tsx'

/** Creates a passkey on this device, or on one nearby. */
export function PasskeyAdd({ onAdded }: { onAdded: () => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await addPasskey(textOf(form.current, 'passkey-name').trim() || t('settings.passkey'))
      form.current?.reset()
      await onAdded()
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const fault = error instanceof ApiError && error.errors.find(({ path }) => path === 'body.name')
  return (
    <form ref={form} onSubmit={add} noValidate className="grid gap-3">
      {error !== null && !fault && <Alert tone="bad">{explainPasskeyFailure(error)}</Alert>}
      <div className="flex items-start gap-3 max-md:flex-col max-md:items-stretch">
        <div className="flex-1">
          <TextField
            name="passkey-name"
            label={t('settings.nameOfANewPasskey')}
            help={t('settings.byWhichYouWillKnowIt')}
            autoComplete="off"
            {...(fault && { error: t('settings.theName', { fault: declared(fault.message) }) })}
          />
        </div>
        <Button type="submit" variant="primary" busy={busy} className="md:mt-[22px]">
          {t('settings.addAPasskey')}
        </Button>
      </div>
    </form>
  )
}
