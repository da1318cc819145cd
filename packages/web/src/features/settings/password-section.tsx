import { api } from '@packhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { sessionsKey } from './sessions-query.ts'
import { SettingsField, textOf } from './settings-field.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useSaving } from './use-saving.ts'

/** Another password for the own account. Its rules are the server's. */
export function PasswordSection() {
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const saving = useSaving()
  const save = saving.submit(async () => {
    const body = { current: textOf(form.current, 'current'), new: textOf(form.current, 'new') }
    await callApi(api.changeMyPassword, { body })
    form.current?.reset()
    void queries.invalidateQueries({ queryKey: sessionsKey })
    return 'Your password is changed. You were signed out everywhere else.'
  })
  return (
    <SettingsSection title="Password" text="Changing it signs you out everywhere else.">
      <form ref={form} onSubmit={save} noValidate className="grid gap-4">
        <div className="grid items-start gap-4 md:grid-cols-2">
          <SettingsField
            saving={saving}
            name="current"
            label="Current password"
            type="password"
            autoComplete="current-password"
          />
          <SettingsField
            saving={saving}
            name="new"
            label="New password"
            type="password"
            autoComplete="new-password"
            help="At least 15 characters, 8 with a second factor. A few words do well."
          />
        </div>
        <SavingOutcome saving={saving} />
        <div>
          <Button type="submit" variant="primary" busy={saving.busy}>
            Change password
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
