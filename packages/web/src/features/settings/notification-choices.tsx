import { alarmSeverities, api, type PushSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { pushQuery } from '../../entities/push/use-push.ts'
import { callApi } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MailChoice } from './mail-choice.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { textOf } from './settings-field.tsx'
import { useSaving } from './use-saving.ts'

const severityWords = {
  critical: t('alarms.critical'),
  major: t('alarms.major'),
  minor: t('alarms.minor'),
  warning: t('alarms.warning'),
  info: t('alarms.info'),
}

export interface NotificationChoicesProps {
  settings: PushSettings
  /** Where not, the quiet hours alone are asked for. */
  seesAlarms: boolean
}

/** Which alarms the own devices get, and when not. */
export function NotificationChoices({ settings: { choices, timeZone }, seesAlarms }: NotificationChoicesProps) {
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const saving = useSaving()
  const [isHalf, setHalf] = useState(false)
  const isCriticalThrough = choices.quiet?.criticalThrough ?? true
  const save = saving.submit(async () => {
    const text = (name: string) => textOf(form.current, name)
    const [from, to] = [text('quiet-from'), text('quiet-to')]
    setHalf((from === '') !== (to === ''))
    if ((from === '') !== (to === '')) return null
    // What the form does not ask for stays as it is.
    const criticalThrough = seesAlarms ? text('critical-through') === 'on' : isCriticalThrough
    const severities = seesAlarms ? alarmSeverities.filter((severity) => text(severity) === 'on') : choices.severities
    await callApi(api.setPushChoices, {
      body: { severities, quiet: from === '' ? null : { from, to, criticalThrough } },
    })
    await queries.invalidateQueries({ queryKey: pushQuery.queryKey })
    return t('settings.yourNotificationsAreSaved')
  })
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-4 border-line border-t pt-4">
      {seesAlarms && (
        <fieldset>
          <legend className="mb-2 text-12 font-[550] text-text-2">{t('settings.alarmsBySeverity')}</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {alarmSeverities.map((severity) => (
              <label key={severity} className="flex items-center gap-2 max-md:min-h-11">
                <input
                  key={String(choices.severities.includes(severity))}
                  name={severity}
                  type="checkbox"
                  defaultChecked={choices.severities.includes(severity)}
                  className="size-4 shrink-0 accent-action"
                />
                {severityWords[severity]}
              </label>
            ))}
          </div>
          <p className="mt-2 text-12 text-text-2">{t('settings.escalationsComeThrough')}</p>
        </fieldset>
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField
          name="quiet-from"
          type="time"
          label={t('settings.quietFrom')}
          key={`from ${choices.quiet?.from}`}
          defaultValue={choices.quiet?.from ?? ''}
          help={t('settings.quietHelp', { zone: timeZone })}
          {...(isHalf && { error: t('settings.quietNeedsBoth') })}
        />
        <TextField
          name="quiet-to"
          type="time"
          label={t('settings.quietTo')}
          key={`to ${choices.quiet?.to}`}
          defaultValue={choices.quiet?.to ?? ''}
        />
      </div>
      {seesAlarms && (
        <MailChoice
          name="critical-through"
          label={t('settings.criticalComeThrough')}
          about={t('settings.criticalComeThroughAre')}
          isOn={isCriticalThrough}
        />
      )}
      <SavingOutcome saving={saving} />
      <div>
        <Button type="submit" busy={saving.busy}>
          {t('settings.saveNotifications')}
        </Button>
      </div>
    </form>
  )
}
