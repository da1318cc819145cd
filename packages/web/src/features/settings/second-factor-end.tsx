import { api } from '@packhouse/contract'
import { useEffect, useRef } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { SettingsField, textOf } from './settings-field.tsx'
import { useSaving } from './use-saving.ts'

/** Switches the second factor off, for whoever has both factors. */
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
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        <SettingsField
          saving={saving}
          name="code"
          label="Code"
          help="From your app, or a recovery code"
          autoComplete="one-time-code"
        />
      </div>
      <SavingOutcome saving={saving} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" busy={saving.busy}>
          Switch off
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
