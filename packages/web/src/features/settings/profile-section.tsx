import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRef } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { offeredLanguages } from '../../lib/language/page-language.ts'
import { type Session, showSettings } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { languageChoices, zoneChoices } from './language-choices.ts'
import { PhotoField } from './photo-field.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { SettingsField, textOf } from './settings-field.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SettingsSelect } from './settings-select.tsx'
import { useSaving } from './use-saving.ts'

/** The own photo, name, language and time zone. */
export function ProfileSection({ user, settings }: Pick<Session, 'user' | 'settings'>) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useSaving()
  const save = saving.submit(async () => {
    const text = (name: string) => textOf(form.current, name).trim()
    const body = {
      first_name: text('first_name'),
      last_name: text('last_name'),
      language: text('language') || null,
      timezone: text('timezone') || null,
    }
    showSettings(await callApi(api.changeMySettings, { body }))
    return t('settings.yourProfileIsSaved')
  })
  return (
    <SettingsSection title={t('settings.profile')}>
      <PhotoField user={user} />
      <form ref={form} onSubmit={save} noValidate className="grid gap-4">
        <div className="grid items-start gap-4 md:grid-cols-2">
          <SettingsField
            saving={saving}
            name="first_name"
            label={t('settings.firstName')}
            defaultValue={settings.first_name}
            autoComplete="given-name"
          />
          <SettingsField
            saving={saving}
            name="last_name"
            label={t('settings.lastName')}
            defaultValue={settings.last_name}
            autoComplete="family-name"
          />
          <SettingsField
            saving={saving}
            name="email"
            label={t('settings.email')}
            value={settings.email}
            readOnly
            help={t('settings.changedByAnAdministrator')}
            autoComplete="email"
          />
          <SettingsSelect
            saving={saving}
            name="language"
            label={t('settings.language')}
            defaultValue={settings.language ?? ''}
            none={t('settings.asInTheBrowser')}
            options={languageChoices(offeredLanguages, settings.language)}
            help={t('settings.choosingALanguageSaves')}
            // Saves with it what was typed, before the page loads again in that language.
            onChoose={() => form.current?.requestSubmit()}
          />
          <SettingsSelect
            saving={saving}
            name="timezone"
            label={t('settings.timeZone')}
            defaultValue={settings.timezone ?? ''}
            none={t('settings.asOnThisDevice')}
            options={zoneChoices(settings.timezone)}
          />
        </div>
        <SavingOutcome saving={saving} />
        <div>
          <Button type="submit" variant="primary" busy={saving.busy}>
            {t('settings.saveProfile')}
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
