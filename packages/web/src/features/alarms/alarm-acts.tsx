import { type Alarm, api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FormEvent } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAcknowledge, useAlarmAct, useAssignees } from './alarm-queries.ts'
import { ShelveForm } from './shelve-form.tsx'

interface NoteProps {
  note: string
  onNote: (note: string) => void
}

/** What the reader may do about an alarm. @param props.note what is written to acknowledge it with */
export function AlarmActs({ alarm, ...note }: { alarm: Alarm } & NoteProps) {
  const mayAcknowledge = usePermission(api.acknowledgeAlarms).allowed
  const mayManage = usePermission(api.assignAlarm).allowed
  return (
    <>
      {mayAcknowledge && alarm.acknowledgedAt === null && <AcknowledgeForm id={alarm.id} {...note} />}
      {mayAcknowledge && alarm.acknowledgedAt !== null && <HelpedForm id={alarm.id} {...note} />}
      {mayManage && <AssignControl alarm={alarm} />}
      {mayManage && alarm.ruleId !== null && <ShelveForm alarm={alarm} />}
    </>
  )
}

/** What helped is written down later too: the next one who has the alarm finds it. */
function HelpedForm({ id, note, onNote }: { id: string } & NoteProps) {
  const write = useAlarmAct(
    (text: string) => callApi(api.noteAlarm, { params: { id }, body: { note: text } }),
    () => t('alarms.noteSaved'),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() !== '') write.mutate(note.trim(), { onSuccess: () => onNote('') })
  }
  return (
    <form onSubmit={submit} className="grid gap-2 rounded-control border border-line-2 bg-surface-2 p-3">
      <TextField
        label={t('alarms.whatHelpedThisTime')}
        value={note}
        maxLength={1_000}
        autoComplete="off"
        onChange={(event) => onNote(event.target.value)}
      />
      <div>
        <Button type="submit" busy={write.isPending} disabled={note.trim() === ''}>
          {t('alarms.saveNote')}
        </Button>
      </div>
    </form>
  )
}

function AcknowledgeForm({ id, note, onNote }: { id: string } & NoteProps) {
  const acknowledge = useAcknowledge()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    acknowledge.mutate({ ids: [id], note: note.trim() || null }, { onSuccess: () => onNote('') })
  }
  return (
    <form onSubmit={submit} className="grid gap-2 rounded-control border border-line-2 bg-surface-2 p-3">
      <TextField
        label={t('alarms.noteOptional')}
        value={note}
        maxLength={1_000}
        autoComplete="off"
        onChange={(event) => onNote(event.target.value)}
      />
      <div>
        <Button type="submit" variant="primary" busy={acknowledge.isPending}>
          {t('alarms.acknowledge')}
        </Button>
      </div>
    </form>
  )
}

function AssignControl({ alarm }: { alarm: Alarm }) {
  const { data = [] } = useAssignees(alarm.id, true)
  const assign = useAlarmAct(
    (assigneeId: string | null) => callApi(api.assignAlarm, { params: { id: alarm.id }, body: { assigneeId } }),
    (assigneeId) => (assigneeId === null ? t('alarms.assignmentRemoved') : t('alarms.alarmAssigned')),
  )
  const { assignee } = alarm
  const known = assignee === null || data.some(({ id }) => id === assignee.id)
  const options = [
    { value: '', label: t('alarms.unassigned') },
    ...(known ? [] : [{ value: assignee.id, label: assignee.name ?? t('alarms.serviceStaff') }]),
    ...data.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Select
      label={t('alarms.assignTo')}
      options={options}
      value={assignee?.id ?? ''}
      onValueChange={(value) => assign.mutate(value || null)}
    />
  )
}
