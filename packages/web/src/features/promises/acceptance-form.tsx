import { acceptanceTestKinds, type ShownAcceptanceTest } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { EntryPhotos } from '../../entities/entry-photos/entry-photos.tsx'
import { KeepingNote } from '../../entities/offline-form/keeping-note.tsx'
import { SignatureField } from '../../entities/signing/signature-field.tsx'
import { OUTBOX_ADDRESS } from '../../lib/offline/outbox-address.ts'
import { outboxOf } from '../../lib/offline/own-outbox.ts'
import { sendEntry } from '../../lib/offline/send-entry.ts'
import { type OpenEntry, useOpenEntry } from '../../lib/offline/use-open-entry.ts'
import { type Answers, useOpensOffline } from '../../lib/offline/use-opens-offline.ts'
import { type Session, useSession } from '../../lib/session.ts'
import { FormFrame } from '../../resource/form/form-frame.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import {
  type AcceptanceDraft,
  acceptanceKindWords,
  faultOf,
  needsNewSignature,
  newEntry,
  openPointsOf,
  type TestedSubject,
  withSignature,
} from './acceptance-draft.ts'
import { promisedWords } from './measured-figures.ts'

interface AcceptanceFormProps {
  subject: TestedSubject
  /** Those that are recorded of it, the newest first. */
  tests: readonly ShownAcceptanceTest[]
  /** The content of the page, stored with the form. */
  answers: Answers
  onDone: () => void
}

/**
 * Records an acceptance test beside the machine: what was measured of each promise, with photos and a signature. What is left empty was not measured. It works without a
 * connection: what is entered stays on the device until the server has it.
 */
export function AcceptanceForm(props: AcceptanceFormProps) {
  const session = useSession()
  return session === undefined ? <Skeleton className="h-96" /> : <EntryForm {...props} session={session} />
}

function EntryForm({ session, subject, tests, answers, onDone }: AcceptanceFormProps & { session: Session }) {
  const { entryKind, about } = subject
  const open = useOpenEntry({
    owner: session.user.id,
    kind: entryKind,
    about,
    begin: () => newEntry(subject, tests, Date.now()),
  })
  const opensOffline = useOpensOffline(session, entryKind, open && answers)
  if (open === undefined) return <Skeleton className="h-96" />
  return <OpenForm onDone={onDone} owner={session.user.id} open={open} opensOffline={opensOffline} />
}

interface OpenFormProps {
  onDone: () => void
  owner: string
  open: OpenEntry<AcceptanceDraft>
  opensOffline: boolean
}

function OpenForm({ owner, open, opensOffline, onDone }: OpenFormProps) {
  const router = useRouter()
  const draft = open.entry.value
  const { change } = open
  const [isChecked, setChecked] = useState(false)
  const fault = () => {
    setChecked(true)
    return faultOf(draft)
  }
  const send = async () => {
    const state = await sendEntry(owner, open)
    if (state === 'waiting') showToast({ message: t('outbox.keptWillBeSent') })
    if (state === 'conflict') await router.navigate({ href: OUTBOX_ADDRESS })
  }
  const discard = async () => {
    await open.settled()
    await outboxOf(owner).remove(open.entry.id)
    onDone()
  }
  return (
    <FormFrame look="panel" title={t('promises.recordATest')} fault={fault} send={send} onDone={onDone}>
      <KeepingNote
        className="min-h-9"
        keeping={open.keeping}
        opensOffline={opensOffline}
        onDiscard={() => void discard()}
      />
      <Facts draft={draft} change={change} />
      <OpenPoints draft={draft} change={change} isChecked={isChecked} />
      <Values open={open} />
      <label className="flex items-center gap-2 text-13 max-md:min-h-11">
        <input
          type="checkbox"
          checked={draft.accepted}
          onChange={({ target: { checked } }) => change((before) => ({ ...before, accepted: checked }))}
          className="size-4 accent-(--action)"
        />
        {t('promises.wasAccepted')}
      </label>
      <Signature draft={draft} change={change} />
    </FormFrame>
  )
}

/** A field for each figure, with its photos; without any figure there are photos of the test as a whole. */
function Values({ open }: { open: OpenEntry<AcceptanceDraft> }) {
  const { promises, values, kind } = open.entry.value
  if (promises.length === 0) return <EntryPhotos point={acceptanceKindWords[kind]} open={open} />
  return (
    <fieldset className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
      <legend className="mb-1 text-13 font-semibold">{t('promises.measuredValues')}</legend>
      {promises.map(({ id, name, conditions, ...promised }) => (
        <div key={id} className="grid gap-2">
          <TextField
            label={t('promises.measuredOf', { promise: name, figure: promisedWords(promised) })}
            {...(conditions && { help: conditions })}
            inputMode="decimal"
            value={values[id] ?? ''}
            onChange={({ target: { value } }) =>
              open.change((before) => ({ ...before, values: { ...before.values, [id]: value } }))
            }
          />
          <EntryPhotos point={name} open={open} />
        </div>
      ))}
    </fieldset>
  )
}

interface PartProps {
  draft: AcceptanceDraft
  change: OpenEntry<AcceptanceDraft>['change']
}

function Facts({ draft, change }: PartProps) {
  const field = (
    name: keyof AcceptanceDraft['texts'],
    label: string,
    more: { type?: string; inputMode?: 'decimal' } = {},
  ) => (
    <TextField
      label={label}
      value={draft.texts[name]}
      {...more}
      onChange={({ target: { value } }) =>
        change((before) => ({ ...before, texts: { ...before.texts, [name]: value } }))
      }
    />
  )
  return (
    <div className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
      {draft.orderedMachineId === undefined && (
        <Select
          label={t('promises.test')}
          labelPlace="above"
          options={acceptanceTestKinds.map((value) => ({ value, label: acceptanceKindWords[value] }))}
          value={draft.kind}
          onValueChange={(kind) => change((before) => ({ ...before, kind }))}
        />
      )}
      {field('testedOn', t('promises.testedOn'), { type: 'date' })}
      {field('hours', t('promises.length'), { inputMode: 'decimal' })}
      {field('product', t('promises.product'))}
      {field('witness', t('promises.witness'))}
      {field('openPoints', t('promises.openPointsLabel'), { inputMode: 'decimal' })}
    </div>
  )
}

/** A field for each open point. */
function OpenPoints({ draft, change, isChecked }: PartProps & { isChecked: boolean }) {
  const points = openPointsOf(draft)
  if (points.length === 0) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-13 font-semibold">{t('promises.whatIsOpen')}</legend>
      {points.map((point, place) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is what was entered at its place
          key={place}
          label={t('promises.openPoint', { number: place + 1 })}
          value={point}
          maxLength={200}
          {...(isChecked && point.trim() === '' && { error: t('promises.enterOpenPoint') })}
          onChange={({ target: { value } }) =>
            change((before) => ({ ...before, openPointWords: { ...before.openPointWords, [place]: value } }))
          }
        />
      ))}
    </fieldset>
  )
}

function Signature({ draft, change }: PartProps) {
  return (
    <fieldset className="grid max-w-120 gap-3">
      <legend className="mb-1 text-13 font-semibold">{t('promises.signature')}</legend>
      <p className="text-12 text-text-2">{t('promises.signatureAbout')}</p>
      {needsNewSignature(draft) && (
        <Alert tone="warn" className="text-13">
          {t('promises.signatureRemoved')}
        </Alert>
      )}
      <TextField
        label={t('service.nameOfSigner')}
        value={draft.signature.name}
        maxLength={200}
        autoComplete="off"
        onChange={({ target: { value } }) => change((before) => withSignature(before, { name: value }))}
      />
      <SignatureField
        drawing={draft.signature.drawing}
        onDrawing={(draw) => change((before) => withSignature(before, { drawing: draw(before.signature.drawing) }))}
      />
    </fieldset>
  )
}
