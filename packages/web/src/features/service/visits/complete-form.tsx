import type { VisitForm } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { EntryPhotos } from '../../../entities/entry-photos/entry-photos.tsx'
import { SignatureField } from '../../../entities/signing/signature-field.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { OUTBOX_ADDRESS } from '../../../lib/offline/outbox-address.ts'
import { sendEntry } from '../../../lib/offline/send-entry.ts'
import { useOnline } from '../../../lib/offline/use-online.ts'
import { useOpenEntry } from '../../../lib/offline/use-open-entry.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TaskForm } from './task-form.tsx'
import {
  decimalOf,
  doneAtOf,
  draftFor,
  isRemoved,
  needsNewSignature,
  newEntry,
  signedTimeOf,
  type TaskEntry,
  VISIT_ENTRY,
  type VisitDraft,
  withSignature,
} from './visit-draft.ts'
import { formTaskOf, timeWords } from './visit-words.ts'

interface CompleteFormProps {
  visit: VisitForm
  userId: string
  /** Whether the form opens without a connection too. */
  opensOffline: boolean
  isSending: boolean
  onSending: (isSending: boolean) => void
}

/** What was done at a visit. What is entered stays on this device until the server has it: the same form sent twice is one. */
export function CompleteForm({ visit, userId, opensOffline, isSending, onSending }: CompleteFormProps) {
  const open = useOpenEntry({
    owner: userId,
    kind: VISIT_ENTRY,
    about: visit.id,
    begin: () => newEntry(visit, Date.now()),
  })
  const router = useRouter()
  const isOnline = useOnline()
  const [fault, setFault] = useState<string>()
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  if (open === undefined) return null
  const { entry, files, keeping, settled } = open
  // The visit may have got a task since.
  const draft = draftFor(visit, entry.value.draft)
  const isStored = keeping !== 'failed'
  const signedAt = signedTimeOf(draft)
  const change = (next: (before: VisitDraft) => VisitDraft) =>
    open.change((before) => ({ ...before, draft: next(draftFor(visit, before.draft)) }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setChecked(true)
    const found = faultOf(draft)
    setFault(found)
    if (found !== undefined) return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    onSending(true)
    try {
      const value = { ...entry.value, draft, doneAt: doneAtOf(draft, Date.now()) }
      // What waits takes the place of the form, as what was completed does.
      const state = await sendEntry(userId, { entry: { ...entry, value }, files, settled })
      if (state !== 'sent') onSending(false)
      // Somebody else has completed or cancelled the visit: both versions are shown there.
      if (state === 'conflict') await router.navigate({ href: OUTBOX_ADDRESS })
    } catch (failure) {
      setFault(failure instanceof ApiError ? failure.message : t('service.visitNotSent'))
      onSending(false)
    }
  }
  const changeTask = (place: number) => (next: (task: TaskEntry) => TaskEntry) =>
    change((before) => ({
      ...before,
      tasks: before.tasks.map((task, n) => (n === place ? { ...next(task), isTouched: true } : task)),
    }))
  return (
    <form
      ref={form}
      aria-label={t('service.visitForm')}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      {/* What is typed while it is sent would be lost with the form. */}
      <div inert={isSending} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {draft.tasks.map((task, place) => {
          const shown = formTaskOf(visit, task)
          return (
            <TaskForm
              key={task.taskId ?? visit.id}
              task={shown}
              isRemoved={isRemoved(visit, task)}
              parts={visit.parts[shown.machineID] ?? []}
              entry={task}
              isChecked={isChecked}
              onChange={changeTask(place)}
            />
          )
        })}
        <PanelFrame title={t('service.photosOfVisit')} className="pb-4">
          <div className="grid gap-3 px-4">
            <p className="text-13 text-text-2">{t('service.photosOfVisitAbout')}</p>
            <EntryPhotos point={visit.subject} open={open} />
          </div>
        </PanelFrame>
        <PanelFrame title={t('service.customerSignature')} className="pb-4">
          <div className="grid gap-3 px-4">
            <p className="text-13 text-text-2">{t('service.customerSignatureAbout')}</p>
            {needsNewSignature(draft) && (
              <Alert tone="warn" className="text-13">
                {t('service.signatureRemoved')}
              </Alert>
            )}
            <TextField
              label={t('service.nameOfSigner')}
              value={draft.signer}
              maxLength={200}
              autoComplete="off"
              {...(isChecked && isNameMissing(draft) && { error: t('service.enterTheName') })}
              {...(isChecked && isUnsigned(draft) && { error: t('service.signAgain') })}
              onChange={({ target: { value } }) => change((before) => withSignature(before, { signer: value }))}
            />
            <SignatureField
              drawing={draft.drawing}
              onDrawing={(next) => change((before) => withSignature(before, { drawing: next(before.drawing) }))}
            />
            {signedAt !== undefined && (
              <p className="text-13 text-text-2">
                {t('service.doneWhenSigned', { time: timeWords(signedAt, visit.timeZone) })}
              </p>
            )}
          </div>
        </PanelFrame>
      </div>
      {fault !== undefined && (
        <Alert tone="bad" className="text-13">
          {fault}
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="me-auto text-12 text-text-2">
          {!isStored && t('service.notKeptOnDevice')}
          {isStored && !isOnline && t('outbox.noConnectionKept')}
          {isStored && isOnline && t('service.keptOnDevice')}{' '}
          {isStored && isOnline && opensOffline && t('outbox.opensOffline')}
        </p>
        <Button type="submit" variant="primary" busy={isSending}>
          {t('service.completeVisit')}
        </Button>
      </div>
    </form>
  )
}

function isNameMissing({ signer, drawing }: VisitDraft): boolean {
  return drawing.length > 0 && signer.trim() === ''
}

/** A name that was typed for a signature that was removed since. */
function isUnsigned(draft: VisitDraft): boolean {
  return needsNewSignature(draft) && draft.signer.trim() !== ''
}

/** What has to be put right first, as a sentence. */
function faultOf(draft: VisitDraft): string | undefined {
  const done = draft.tasks.filter(({ isDone }) => isDone)
  if (done.length === 0) return t('service.nothingIsDone')
  if (done.some(({ what }) => what.trim() === '')) return t('service.enterWhatWasDone')
  if (done.some(({ hours }) => hours.trim() !== '' && decimalOf(hours) === undefined)) return t('service.enterHours')
  const parts = done.flatMap((task) => task.parts)
  if (parts.some(({ label }) => label.trim() === '')) return t('service.enterPartName')
  if (parts.some(({ quantity }) => !(Number(decimalOf(quantity)) > 0))) return t('service.enterQuantities')
  if (isUnsigned(draft)) return t('service.signAgain')
  return isNameMissing(draft) ? t('service.enterTheName') : undefined
}
