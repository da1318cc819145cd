import { type Alarm, type AlarmRemedy, api, type EarlierNote } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import { useAlarmAct, useRemedy } from './alarm-queries.ts'
import { personName } from './alarm-words.ts'
import { RemedyDocument } from './remedy-document.tsx'
import { RemedyPart } from './remedy-part.tsx'

/** The buttons of the alarm stay near: the other notes follow on request. */
const NOTES_SHOWN = 3

interface AlarmRemedyProps {
  alarm: Alarm
  /** Takes a note over; absent where there is nothing to acknowledge. */
  onUse: ((note: string) => void) | undefined
}

/** What to do about an alarm: steps, the page of the manual, the part, and what helped the last times. */
export function AlarmRemedyPanel({ alarm, onUse }: AlarmRemedyProps) {
  const { data } = useRemedy(alarm.id)
  if (data === undefined || isEmpty(data)) return null
  const steps = (data.steps ?? '').split('\n').filter((line) => line.trim() !== '')
  return (
    <section aria-label={t('alarms.remedy')} className="grid gap-3 rounded-control border border-line-2 p-3">
      {steps.length > 0 && (
        <Part title={t('alarms.steps')}>
          <ol className="grid list-decimal gap-1 ps-5">
            {steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be the same
              <li key={place} className="wrap-anywhere">
                {step.replace(/^\s*\d+[.)]\s*/, '')}
              </li>
            ))}
          </ol>
        </Part>
      )}
      {data.document !== null && <RemedyDocument machineID={alarm.machineID} document={data.document} />}
      {(data.part !== null || data.sparePart !== null) && (
        <Part title={t('alarms.part')}>
          {data.part !== null && <p className="wrap-anywhere">{data.part}</p>}
          {data.sparePart !== null && <RemedyPart machineID={alarm.machineID} part={data.sparePart} />}
        </Part>
      )}
      {data.notes.length > 0 && (
        <Part title={t('alarms.whatHelped')}>
          <Notes notes={data.notes} onUse={onUse} />
        </Part>
      )}
    </section>
  )
}

function isEmpty({ steps, document, part, sparePart, notes }: AlarmRemedy): boolean {
  return [steps, document, part, sparePart].every((one) => one === null) && notes.length === 0
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-13 font-semibold">{title}</h3>
      {children}
    </div>
  )
}

function Notes({ notes, onUse }: { notes: readonly EarlierNote[]; onUse: AlarmRemedyProps['onUse'] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? notes : notes.slice(0, NOTES_SHOWN)
  return (
    <>
      <ul className="grid gap-2.5">
        {shown.map((note) => (
          <Note key={note.id} note={note} onUse={onUse} />
        ))}
      </ul>
      {shown.length < notes.length && (
        <Button size="dense" variant="quiet" className="mt-2" onClick={() => setShowsAll(true)}>
          {t('alarms.showMoreNotes', { count: notes.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function Note({ note, onUse }: { note: EarlierNote; onUse: AlarmRemedyProps['onUse'] }) {
  const mayMark = usePermission(api.markAlarmNote).allowed
  const mark = useAlarmAct(
    (helpful: boolean) => callApi(api.markAlarmNote, { params: { noteId: note.id }, body: { helpful } }),
    (helpful) => (helpful ? t('alarms.markedAsHelpful') : t('alarms.markTakenBack')),
  )
  return (
    <li className="border-s-2 border-line-2 ps-3">
      <p className="wrap-anywhere whitespace-pre-line">{note.note}</p>
      <p className="text-12 text-text-2">
        <span className="code">{note.machineID}</span> · {personName(note.by)} · <DateLabel value={note.at} />
        {note.times > 1 && <> · {t('alarms.notedTimes', { count: note.times })}</>}
        {note.helpful > 0 && <> · {t('alarms.helpedTimes', { count: note.helpful })}</>}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        {onUse && (
          <Button size="dense" onClick={() => onUse(note.note)}>
            {t('alarms.useThisNote')}
          </Button>
        )}
        {mayMark && (
          <Button
            size="dense"
            variant="quiet"
            aria-pressed={note.isMine}
            busy={mark.isPending}
            onClick={() => mark.mutate(!note.isMine)}
          >
            <CheckIcon size={14} />
            {t('alarms.helped')}
          </Button>
        )}
      </div>
    </li>
  )
}
