import { type MachineService, serviceRecords } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { type SiteClock, siteClock } from '../../lib/format/site-clock.ts'
import { useSession } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { serviceKey } from './use-machine-service.ts'

const NO_PLAN = ''

interface RecordServiceFormProps {
  id: string
  service: MachineService
  onDone: () => void
}

/** Records a service; its plan counts from then on. */
export function RecordServiceForm({ id, service, onDone }: RecordServiceFormProps) {
  const client = useQueryClient()
  const clock = siteClock(service.timeZone)
  const session = useSession()
  const [planId, setPlanId] = useState(service.plans[0]?.id ?? NO_PLAN)
  const whatField = useRef<HTMLInputElement>(null)
  const whenField = useRef<HTMLInputElement>(null)
  useEffect(() => whatField.current?.focus(), [])
  const [what, setWhat] = useState('')
  const [doneAt, setDoneAt] = useState(() => wallMinute(clock, Date.now()))
  const [faults, setFaults] = useState<Faults>({})
  const [isSaving, setSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const at = momentOf(clock, doneAt)
    const found = faultsOf(what, at)
    setFaults(found)
    if (found.what !== undefined) return whatField.current?.focus()
    if (found.doneAt !== undefined || at === undefined) return whenField.current?.focus()
    setSaving(true)
    try {
      const body = {
        machineId: service.machineId,
        planId: planId === NO_PLAN ? null : planId,
        what: what.trim(),
        doneAt: new Date(at).toISOString(),
        doneById: session?.user.id ?? null,
      }
      await callApi(serviceRecords.calls.create, { body })
      onDone()
      await client.invalidateQueries({ queryKey: serviceKey(id) })
      await client.invalidateQueries({ queryKey: ['machines', 'one', id] })
      showToast({ message: t('service.serviceRecorded') })
    } catch (failure) {
      setFaults({ form: failure instanceof ApiError ? failure.message : t('service.theServerCouldNotBeReached') })
      setSaving(false)
    }
  }
  const plans = [...service.plans.map(({ id: value, name }) => ({ value, label: name })), none]
  return (
    <form
      aria-label={t('service.recordAService')}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onDone()
      }}
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-3 border-t border-line bg-surface-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_248px]"
    >
      <TextField
        label={t('service.whatWasDone')}
        value={what}
        maxLength={500}
        ref={whatField}
        {...(faults.what === undefined ? {} : { error: faults.what })}
        onChange={(event) => setWhat(event.target.value)}
      />
      <TextField
        label={t('service.when', { zone: clock.zone })}
        type="datetime-local"
        value={doneAt}
        ref={whenField}
        max={wallMinute(clock, Date.now())}
        required
        {...(faults.doneAt === undefined ? {} : { error: faults.doneAt })}
        onChange={(event) => setDoneAt(event.target.value)}
      />
      {faults.form !== undefined && (
        <Alert tone="bad" className="text-13 md:col-span-2">
          {faults.form}
        </Alert>
      )}
      <Select label={t('service.plan')} options={plans} value={planId} onValueChange={setPlanId} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onDone}>
          {t('general.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          {t('service.save')}
        </Button>
      </div>
    </form>
  )
}

/** Faults by field, or of the whole form. */
type Faults = Partial<Record<'what' | 'doneAt' | 'form', string>>

function faultsOf(what: string, at: number | undefined): Faults {
  return {
    ...(what.trim() === '' && { what: t('service.enterWhatWasDone') }),
    ...(at === undefined && { doneAt: t('service.enterTheDayAndTheTime') }),
    ...(at !== undefined && at > Date.now() && { doneAt: t('service.thisIsStillToCome') }),
  }
}

const none = { value: NO_PLAN, label: t('service.noneOfThePlans') }

/** A moment in the format of a date and time input: local time of the site, to the minute. @param at Unix ms */
function wallMinute(clock: SiteClock, at: number): string {
  return `${clock.dateOf(at)}T${clock.timeOfDay(at).slice(0, 5)}`
}

/** @returns undefined where the field is empty or the clock of the site jumps over it */
function momentOf(clock: SiteClock, entered: string): number | undefined {
  const [date, time] = entered.split('T')
  const [hours, minutes] = (time ?? '').split(':').map(Number)
  if (date === undefined || hours === undefined || minutes === undefined) return undefined
  return clock.atWall(date, hours * 60 + minutes)
}
