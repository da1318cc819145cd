import { type CheckResult, checkResults, type DoneCheck, type VisitForm } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Alert } from '../../../ui/alert.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { RequestPhotos } from '../requests/request-photos.tsx'
import { UsedParts } from './used-parts.tsx'
import { decimalOf, type TaskEntry } from './visit-draft.ts'
import { checkWords } from './visit-words.ts'

export interface TaskFormProps {
  task: VisitForm['tasks'][number]
  /** Whether the visit has it no longer. */
  isRemoved: boolean
  /** What is in the machine today. */
  parts: VisitForm['tasks'][number]['planParts']
  entry: TaskEntry
  /** Whether faults are shown. */
  isChecked: boolean
  onChange: (next: (task: TaskEntry) => TaskEntry) => void
}

/** What was done of one thing at one machine: checklist, parts, hours and notes. */
export function TaskForm({ task, isRemoved, parts, entry, isChecked, onChange }: TaskFormProps) {
  const set = (values: Partial<TaskEntry>) => onChange((before) => ({ ...before, ...values }))
  const name = task.plan ?? task.request
  const isWhatMissing = entry.what.trim() === ''
  const isHoursWrong = entry.hours.trim() !== '' && decimalOf(entry.hours) === undefined
  return (
    <PanelFrame
      title={name === null ? task.machineID : `${name} · ${task.machineID}`}
      aside={
        <label className="flex min-h-8 items-center gap-2 text-13 max-md:min-h-11">
          <input
            type="checkbox"
            checked={entry.isDone}
            onChange={({ target: { checked } }) => set({ isDone: checked })}
            className="size-4 accent-action"
          />
          {t('service.taskDone')}
        </label>
      }
      className="pb-4"
    >
      {isRemoved && (
        <div className="px-4 pb-3">
          <Alert tone="warn" className="text-13">
            {t('service.taskRemoved')}
          </Alert>
        </div>
      )}
      {/* A form that an earlier version has stored on the device has neither. */}
      {typeof task.requestId === 'string' && task.photos.length > 0 && (
        <div className="px-4 pb-3">
          <RequestPhotos requestId={task.requestId} photos={task.photos} />
        </div>
      )}
      {entry.isDone && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4">
          {entry.checks.length > 0 && <Checklist checks={entry.checks} onChange={(checks) => set({ checks })} />}
          <TextField
            label={t('service.whatWasDone')}
            value={entry.what}
            maxLength={500}
            {...(isChecked && isWhatMissing && { error: t('service.enterWhatWasDone') })}
            onChange={({ target: { value } }) => set({ what: value })}
          />
          <UsedParts
            offered={[...task.planParts, ...parts]}
            parts={entry.parts}
            isChecked={isChecked}
            onChange={(next) => onChange((before) => ({ ...before, parts: next(before.parts) }))}
          />
          <TextField
            label={t('service.workingHours')}
            value={entry.hours}
            inputMode="decimal"
            maxLength={8}
            className="max-w-40"
            {...(isChecked && isHoursWrong && { error: t('service.enterHours') })}
            onChange={({ target: { value } }) => set({ hours: value })}
          />
          <TextArea
            label={t('service.notes')}
            value={entry.notes}
            maxLength={10_000}
            rows={3}
            onChange={({ target: { value } }) => set({ notes: value })}
          />
        </div>
      )}
    </PanelFrame>
  )
}

/** One answer for each point, with a note where there is something to say. */
function Checklist({ checks, onChange }: { checks: readonly DoneCheck[]; onChange: (checks: DoneCheck[]) => void }) {
  const setAt = (place: number, values: Partial<DoneCheck>) =>
    onChange(checks.map((check, n) => (n === place ? { ...check, ...values } : check)))
  return (
    <ul aria-label={t('service.checklist')} className="grid gap-3">
      {checks.map(({ point, result, note }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points of a checklist never change their places, and two may read the same
        <li key={place} className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-b border-line pb-3">
          <span className="text-14 wrap-anywhere" translate="no">
            {point}
          </span>
          <Segments<CheckResult>
            label={point}
            options={checkResults.map((value) => ({ value, label: checkWords[value] }))}
            value={result}
            onValueChange={(value) => setAt(place, { result: value })}
          />
          {result === 'notOk' && (
            <TextField
              label={t('service.noteOf', { point })}
              value={note ?? ''}
              maxLength={500}
              onChange={({ target: { value } }) => setAt(place, { note: value })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
