import { MOST_REQUEST_PHOTOS, requestUrgencies } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { EntryPhotos } from '../../../entities/entry-photos/entry-photos.tsx'
import { KeepingNote } from '../../../entities/offline-form/keeping-note.tsx'
import { outboxOf } from '../../../lib/offline/own-outbox.ts'
import { sendEntry } from '../../../lib/offline/send-entry.ts'
import { type OpenEntry, useOpenEntry } from '../../../lib/offline/use-open-entry.ts'
import { type Answers, useOpensOffline } from '../../../lib/offline/use-opens-offline.ts'
import { type Session, useSession } from '../../../lib/session.ts'
import { AT_FIELDS, FormFrame } from '../../../resource/form/form-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { requestWords } from '../service-views.ts'
import { newEntry, REQUEST_ENTRY, type RequestDraft } from './request-draft.ts'
import type { Asking } from './use-asking.ts'

/** The form asks nothing of the server. */
const NO_ANSWERS: Answers = {}

interface AskForServiceFormProps {
  /** Machine ID. */
  id: string
  asking: Asking
}

/** Asks for service of a machine, with photos. It works without a connection: its contents stay on the device until the server has them. */
export function AskForServiceForm(props: AskForServiceFormProps) {
  const session = useSession()
  return (
    <div ref={props.asking.place} className="mb-4">
      {session === undefined ? <Skeleton className="h-96" /> : <EntryForm {...props} session={session} />}
    </div>
  )
}

function EntryForm({ id, asking, session }: AskForServiceFormProps & { session: Session }) {
  const owner = session.user.id
  const open = useOpenEntry({ owner, kind: REQUEST_ENTRY, about: id, begin: () => newEntry(id, Date.now()) })
  const opensOffline = useOpensOffline(session, REQUEST_ENTRY, open && NO_ANSWERS)
  if (open === undefined) return <Skeleton className="h-96" />
  return <OpenForm id={id} owner={owner} open={open} opensOffline={opensOffline} onDone={asking.close} />
}

interface OpenFormProps {
  id: string
  owner: string
  open: OpenEntry<RequestDraft>
  opensOffline: boolean
  onDone: () => void
}

function OpenForm({ id, owner, open, opensOffline, onDone }: OpenFormProps) {
  const { texts, urgency } = open.entry.value
  const [isChecked, setChecked] = useState(false)
  const isSubjectMissing = texts.subject.trim() === ''
  const fault = () => {
    setChecked(true)
    return isSubjectMissing ? AT_FIELDS : undefined
  }
  const send = async () => {
    const state = await sendEntry(owner, open)
    if (state === 'waiting') showToast({ message: t('outbox.keptWillBeSent') })
  }
  const discard = async () => {
    await open.settled()
    await outboxOf(owner).remove(open.entry.id)
    onDone()
  }
  const field = (name: keyof RequestDraft['texts']) => ({
    value: texts[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      open.change((before) => ({ ...before, texts: { ...before.texts, [name]: value } })),
  })
  return (
    <FormFrame
      look="panel"
      title={t('service.askForService')}
      sendLabel={t('service.send')}
      fault={fault}
      send={send}
      onDone={onDone}
    >
      <TextField
        label={t('service.whatIsWrong')}
        {...(isChecked && isSubjectMissing && { error: t('service.enterWhatIsWrong') })}
        maxLength={200}
        {...field('subject')}
      />
      <TextArea label={t('service.details')} rows={4} maxLength={4_000} {...field('details')} />
      <EntryPhotos point={id} open={open} most={MOST_REQUEST_PHOTOS} />
      <div className="grid items-start gap-3 md:grid-cols-3">
        <TextField label={t('service.phoneToCall')} type="tel" maxLength={60} {...field('phone')} />
        <TextField type="date" label={t('service.wantedBy')} {...field('wantedOn')} />
        <Select
          label={t('service.urgency')}
          labelPlace="above"
          options={requestUrgencies.map((value) => ({ value, label: requestWords[value] }))}
          value={urgency}
          onValueChange={(value) => open.change((before) => ({ ...before, urgency: value }))}
        />
      </div>
      <KeepingNote keeping={open.keeping} opensOffline={opensOffline} onDiscard={() => void discard()} />
    </FormFrame>
  )
}
