import { type ServiceCalendar, serviceVisits, type VisitKind, type VisitStatus, visitKinds } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { controlAttributes, FieldFrame, inputClasses } from '../../../resource/form/field-frame.tsx'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { choiceSource } from '../../../resource/use-choices.ts'
import { Alert } from '../../../ui/alert.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { visitKindWords, visitStatusWords } from '../visits/visit-words.ts'
import type { CalendarVisit } from './calendar-week.ts'
import { TaskChoice } from './task-choice.tsx'
import { calendarKey } from './use-calendar.ts'
import { useChosenTasks } from './use-chosen-tasks.ts'
import { endAfter, momentOf, timeTexts } from './visit-times.ts'

/** What a form begins with: a day, or a visit that is there. */
export interface VisitStart {
  day: string
  visit?: CalendarVisit
  machineId?: string
  planId?: string
  requestId?: string
  subject?: string
  kind?: VisitKind
}

interface VisitFormProps {
  start: VisitStart
  engineers: ServiceCalendar['engineers']
  onDone: () => void
}

const NOBODY = ''
/** What is set here; a visit is done by its form alone. */
const settable: readonly VisitStatus[] = ['planned', 'underWay', 'cancelled']

/** Plans a visit, or moves one: the dates and the engineer are fields, so that it goes by keyboard. */
export function VisitForm({ start, engineers, onDone }: VisitFormProps) {
  const { visit } = start
  const client = useQueryClient()
  const clock = siteClock(undefined)
  const machineField = useId()
  const [machineId, setMachineId] = useState(start.machineId ?? '')
  const [subject, setSubject] = useState(visit?.subject ?? start.subject ?? '')
  const [kind, setKind] = useState<VisitKind>(visit?.kind ?? start.kind ?? 'service')
  const [engineerId, setEngineerId] = useState(visit?.engineerId ?? NOBODY)
  const [status, setStatus] = useState<VisitStatus>(visit?.status ?? 'planned')
  const [times, setTimes] = useState(() => timeTexts(start.day, visit, clock))
  const [tasks, setTasks] = useState<ReadonlySet<string>>(
    () => new Set([start.planId, start.requestId].filter((id) => id !== undefined)),
  )
  const [note, setNote] = useState('')
  const [fault, setFault] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isDone = visit?.status === 'done'
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLElement>('input:not([disabled])')?.focus()
  }, [])
  const chosen = useChosenTasks(machineId, tasks)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const [from, to] = [momentOf(times.from, clock), momentOf(times.to, clock)]
    if (visit === undefined && machineId === '') return setFault(t('service.chooseMachine'))
    if (subject.trim() === '') return setFault(t('service.enterWhatFor'))
    if (from === undefined || to === undefined || to < from) return setFault(t('service.enterVisitTimes'))
    setSaving(true)
    setFault(undefined)
    const fields = {
      ...{ subject: subject.trim(), kind, engineerId: engineerId === NOBODY ? null : engineerId },
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(to).toISOString(),
    }
    try {
      if (visit === undefined) {
        const body = { ...fields, machineId, note: note.trim() || null, tasks: chosen.tasks }
        await callApi(serviceVisits.calls.create, { body })
      } else {
        const body = { ...fields, rowVersion: visit.rowVersion, ...(status !== visit.status && { status }) }
        await callApi(serviceVisits.calls.update, { params: { id: visit.id }, body })
      }
      onDone()
      await client.invalidateQueries({ queryKey: calendarKey })
      await renew(client, declared('serviceVisit'), undefined)
      showToast({ message: visit === undefined ? t('service.visitPlanned') : t('service.visitMoved') })
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : t('service.theServerCouldNotBeReached'))
      setSaving(false)
    }
  }
  return (
    <form
      ref={form}
      aria-label={visit === undefined ? t('service.planVisit') : t('service.changeVisit', { what: visit.subject })}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onDone()
      }}
      onSubmit={(event) => void submit(event)}
      className="grid shrink-0 gap-3 rounded-panel border border-line bg-surface-2 p-4"
    >
      <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {visit === undefined && (
          <FieldFrame id={machineField} label={t('service.machine')} required>
            <ChoiceCombobox
              source={choiceSource(declared('serviceVisit'), 'machineId')}
              value={machineId}
              onChange={(value) => {
                setMachineId(value)
                setTasks(new Set())
              }}
              attributes={{ ...controlAttributes({ id: machineField, required: true }) }}
              placeholder={t('registration.typeToFind')}
              inputClassName={inputClasses(false)}
            />
          </FieldFrame>
        )}
        <TextField
          label={t('service.whatFor')}
          value={subject}
          maxLength={200}
          disabled={isDone}
          onChange={({ target: { value } }) => setSubject(value)}
        />
        <TextField
          label={t('service.visitStart')}
          type="datetime-local"
          value={times.from}
          disabled={isDone}
          onChange={({ target: { value } }) =>
            setTimes((before) => ({ from: value, to: endAfter(value, before, clock) }))
          }
        />
        <TextField
          label={t('service.visitEnd')}
          type="datetime-local"
          value={times.to}
          disabled={isDone}
          help={t('service.timesOfReader', { zone: clock.zone.replaceAll('_', ' ') })}
          onChange={({ target: { value } }) => setTimes((before) => ({ ...before, to: value }))}
        />
      </div>
      {!isDone && (
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <Select
            label={t('service.engineer')}
            options={[
              { value: NOBODY, label: t('service.nobodyYet') },
              ...engineers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={engineerId}
            onValueChange={setEngineerId}
          />
          <Select
            label={t('service.kind')}
            options={visitKinds.map((value) => ({ value, label: visitKindWords[value] }))}
            value={kind}
            onValueChange={setKind}
          />
          {visit !== undefined && (
            <Select
              label={t('service.status')}
              options={settable.map((value) => ({ value, label: visitStatusWords[value] }))}
              value={status}
              onValueChange={setStatus}
            />
          )}
        </div>
      )}
      {visit === undefined && machineId !== '' && (
        <TaskChoice choices={chosen.choices} chosen={tasks} onChange={setTasks} />
      )}
      {visit === undefined && (
        <TextField
          label={t('service.noteForEngineer')}
          value={note}
          maxLength={4_000}
          onChange={({ target: { value } }) => setNote(value)}
        />
      )}
      {fault !== undefined && (
        <Alert tone="bad" className="text-13">
          {fault}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {visit !== undefined && (
          <AppLink className={`${buttonClasses()} me-auto`} href={`/service/visits/${visit.id}`}>
            {t('service.openVisit')}
          </AppLink>
        )}
        <Button variant="quiet" onClick={onDone}>
          {t('general.cancel')}
        </Button>
        {!isDone && (
          <Button type="submit" variant="primary" busy={isSaving}>
            {t('service.save')}
          </Button>
        )}
      </div>
    </form>
  )
}
