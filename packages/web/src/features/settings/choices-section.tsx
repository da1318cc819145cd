import { api, type MySettings, type OptionalMail, type TemperatureUnit } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRef } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { showSettings } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import type { Choice, ChoiceGroup } from './language-choices.ts'
import { MailChoice } from './mail-choice.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { textOf } from './settings-field.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SettingsSelect } from './settings-select.tsx'
import { useSaving } from './use-saving.ts'

export interface ChoicesSectionProps {
  settings: MySettings
  /** Pages that the reader may open, by area. */
  startPages: readonly (Choice | ChoiceGroup)[]
}

const units: { value: TemperatureUnit; label: string }[] = [
  { value: 'celsius', label: '°C' },
  { value: 'fahrenheit', label: '°F' },
]
const mails: { name: OptionalMail; label: string; about: string }[] = [
  { name: 'alarms', label: t('settings.alarmMails'), about: t('settings.alarmMailsAre') },
  { name: 'reports', label: t('settings.reportMails'), about: t('settings.reportMailsAre') },
  { name: 'service', label: t('settings.serviceMails'), about: t('settings.serviceMailsAre') },
]

/** In which unit temperatures are shown, where signing in leads, and which mails and notifications are wanted. */
export function ChoicesSection({ settings, startPages }: ChoicesSectionProps) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useSaving()
  const save = saving.submit(async () => {
    const text = (name: string) => textOf(form.current, name)
    const body = {
      temperatureUnit: units.find(({ value }) => value === text('temperatureUnit'))?.value ?? null,
      startPage: text('startPage') || null,
      mails: Object.fromEntries(mails.map(({ name }) => [name, text(name) === 'on'])),
      servicePush: text('servicePush') === 'on',
    }
    showSettings(await callApi(api.changeMySettings, { body }))
    return t('settings.yourChoicesAreSaved')
  })
  return (
    <SettingsSection title={t('settings.unitsStartAndMails')}>
      <form ref={form} onSubmit={save} noValidate className="grid gap-4">
        <div className="grid items-start gap-4 md:grid-cols-2">
          <SettingsSelect
            saving={saving}
            name="temperatureUnit"
            label={t('settings.temperatures')}
            defaultValue={settings.temperatureUnit ?? ''}
            none={t('settings.asTheInstallation')}
            options={units}
            help={t('settings.exportsStayInCelsius')}
          />
          <SettingsSelect
            saving={saving}
            name="startPage"
            label={t('settings.startPage')}
            defaultValue={settings.startPage ?? ''}
            none={t('app.machineOverview')}
            options={startPages}
            help={t('settings.whereSigningInLeads')}
          />
        </div>
        <fieldset className="grid gap-2.5">
          <legend className="mb-2 text-12 font-[550] text-text-2">{t('settings.mails')}</legend>
          {mails.map(({ name, label, about }) => (
            <MailChoice key={name} name={name} label={label} about={about} isOn={settings.mails[name]} />
          ))}
          <p className="text-12 text-text-2">{t('settings.mailsOfYourAccount')}</p>
        </fieldset>
        <fieldset>
          <legend className="mb-2 text-12 font-[550] text-text-2">{t('settings.notificationsYouWant')}</legend>
          <MailChoice
            name="servicePush"
            label={t('settings.servicePush')}
            about={t('settings.servicePushIs')}
            isOn={settings.servicePush}
          />
        </fieldset>
        <SavingOutcome saving={saving} />
        <div>
          <Button type="submit" variant="primary" busy={saving.busy}>
            {t('settings.saveYourChoices')}
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
