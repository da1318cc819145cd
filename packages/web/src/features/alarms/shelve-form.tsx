import { type Alarm, api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAlarmAct } from './alarm-queries.ts'

const lengths = [
  { value: '30', label: t('alarms.minutes', { minutes: 30 }) },
  { value: '120', label: t('alarms.hours', { hours: 2 }) },
  { value: '480', label: t('alarms.hours', { hours: 8 }) },
  { value: '1440', label: t('alarms.days', { days: 1 }) },
  { value: '10080', label: t('alarms.days', { days: 7 }) },
] as const
type Length = (typeof lengths)[number]['value']

/** Shelves a rule for its machine for a while, with a reason; or ends the shelving. */
export function ShelveForm({ alarm }: { alarm: Alarm }) {
  const params = { id: alarm.id }
  const unshelve = useAlarmAct(
    () => callApi(api.unshelveAlarm, { params }),
    () => t('alarms.shelvingEnded'),
  )
  if (alarm.shelvedUntil === null) return <NewShelf id={alarm.id} />
  return (
    <div>
      <Button busy={unshelve.isPending} onClick={() => unshelve.mutate(undefined)}>
        {t('alarms.endShelving')}
      </Button>
    </div>
  )
}

function NewShelf({ id }: { id: string }) {
  const [minutes, setMinutes] = useState<Length>('120')
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const shelve = useAlarmAct(
    (body: { minutes: number; reason: string }) => callApi(api.shelveAlarm, { params: { id }, body }),
    () => t('alarms.alarmShelved'),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(reason.trim() === '')
    if (reason.trim() !== '') shelve.mutate({ minutes: Number(minutes), reason: reason.trim() })
  }
  return (
    <details className="rounded-control border border-line-2 bg-surface-2 [&[open]>summary]:border-b">
      <summary className="cursor-pointer border-line px-3 py-2 font-[550] max-md:min-h-11 max-md:py-3">
        {t('alarms.shelve')}
      </summary>
      <form onSubmit={submit} noValidate className="grid gap-2.5 p-3">
        <p className="text-text-2">{t('alarms.untilThenThisRuleSendsNo')}</p>
        <Select label={t('alarms.for')} options={lengths} value={minutes} onValueChange={setMinutes} />
        <TextField
          label={t('alarms.reason')}
          value={reason}
          maxLength={500}
          autoComplete="off"
          {...(isMissing && { error: t('alarms.sayWhySoThatOthersKnow') })}
          onChange={(event) => setReason(event.target.value)}
        />
        <div>
          <Button type="submit" busy={shelve.isPending}>
            {t('alarms.shelveLabel')}
          </Button>
        </div>
      </form>
    </details>
  )
}
