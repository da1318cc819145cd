import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
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
    return t('settings.yourPasswordIsChangedYouWere')
  })
  return (
    <SettingsSection title={t('general.password')} text={t('settings.changingItSignsYouOutEverywhere')}>
      <form ref={form} onSubmit={save} noValidate className="grid gap-4">
        <div className="grid items-start gap-4 md:grid-cols-2">
          <SettingsField
            saving={saving}
            name="current"
            label={t('settings.currentPassword')}
            type="password"
            autoComplete="current-password"
          />
          <SettingsField
            saving={saving}
            name="new"
            label={t('general.newPassword')}
            type="password"
            autoComplete="new-password"
            help={t('settings.atLeast15Characters8With')}
          />
        </div>
        <SavingOutcome saving={saving} />
        <div>
          <Button type="submit" variant="primary" busy={saving.busy}>
            {t('settings.changePassword')}
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
