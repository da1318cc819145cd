import { type Alarm, api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAcknowledge, useAlarmAct, useAssignees } from './alarm-queries.ts'
import { ShelveForm } from './shelve-form.tsx'

/** What the reader may do about an alarm. */
export function AlarmActs({ alarm }: { alarm: Alarm }) {
  const mayAcknowledge = usePermission(api.acknowledgeAlarms).allowed
  const mayManage = usePermission(api.assignAlarm).allowed
  return (
    <>
      {mayAcknowledge && alarm.acknowledgedAt === null && <AcknowledgeForm id={alarm.id} />}
      {mayManage && <AssignControl alarm={alarm} />}
      {mayManage && alarm.ruleId !== null && <ShelveForm alarm={alarm} />}
    </>
  )
}

function AcknowledgeForm({ id }: { id: string }) {
  const [note, setNote] = useState('')
  const acknowledge = useAcknowledge()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    acknowledge.mutate({ ids: [id], note: note.trim() || null })
  }
  return (
    <form onSubmit={submit} className="grid gap-2 rounded-control border border-line-2 bg-surface-2 p-3">
      <TextField
        label={t('alarms.noteOptional')}
        value={note}
        maxLength={1_000}
        autoComplete="off"
        onChange={(event) => setNote(event.target.value)}
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
