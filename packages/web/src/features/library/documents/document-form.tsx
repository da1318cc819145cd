import { documentKinds, documentVisibilities, fileTypes, publicDocumentKinds } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { kindWords, visibilityWords } from './document-words.ts'
import type { LibraryDocument } from './library-machine-documents.tsx'
import { useAddDocument } from './use-library-documents.ts'

const ACCEPT = Object.keys(fileTypes)
  .map((ending) => `.${ending}`)
  .join(',')
const textFields = ['title', 'language', 'revision', 'validFrom'] as const
type TextName = (typeof textFields)[number]
type Faults = Partial<Record<TextName | 'file' | 'form', string>>

interface DocumentFormProps {
  libraryMachineId: string
  /** The document that the new one supersedes; it is of the same kind and language. */
  supersedes?: LibraryDocument
  onDone: () => void
}

const labels: Readonly<Record<TextName, string>> = {
  title: t('library.documentTitle'),
  language: t('library.documentLanguage'),
  revision: t('library.documentRevision'),
  validFrom: t('library.documentValidFrom'),
}

/** Adds a document with its file, or a revision that supersedes one, in one step. */
export function DocumentForm({ libraryMachineId, supersedes, onDone }: DocumentFormProps) {
  const form = useDocumentForm(libraryMachineId, supersedes, onDone)
  const { values, set, faults, draft, setDraft, file, setFile, isSaving, submit, first } = form
  const kinds = documentKinds.map((value) => ({ value, label: kindWords[value] }))
  const mayBePublic = publicDocumentKinds.some((kind) => kind === draft.kind)
  const visibilities = documentVisibilities
    .filter((value) => (supersedes?.visibility === 'public' ? value === 'public' : value !== 'public' || mayBePublic))
    .map((value) => ({ value, label: visibilityWords[value].words }))
  return (
    <form
      aria-label={
        supersedes === undefined ? t('library.addDocument') : t('library.newRevisionOf', { title: supersedes.title })
      }
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onDone()
      }}
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-3 border-t border-line bg-surface-2 px-4 py-3 md:grid-cols-2"
    >
      {supersedes === undefined && (
        <Select
          label={t('library.documentKind')}
          options={kinds}
          value={draft.kind}
          onValueChange={(kind) => setDraft({ kind, visibility: 'customer' })}
          className="md:col-span-2"
        />
      )}
      {textFields.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          value={values[name]}
          {...(name === 'title' ? { ref: first } : {})}
          {...(name === 'validFrom' ? { type: 'date' } : {})}
          {...(name === 'language'
            ? { placeholder: t('library.languageExample'), disabled: supersedes?.language != null }
            : {})}
          {...(faults[name] === undefined ? {} : { error: faults[name] })}
          onChange={(event) => set(name, event.target.value)}
        />
      ))}
      <Select
        label={t('library.documentVisibility')}
        options={visibilities}
        value={draft.visibility}
        onValueChange={(visibility) => setDraft({ ...draft, visibility })}
        className="md:col-span-2"
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 md:col-span-2">
        <ChooseFiles
          label={t('library.chooseFile')}
          what={t('library.documentFile')}
          accept={ACCEPT}
          dense
          onChoose={([chosen]) => setFile(chosen)}
        />
        <span className={faults.file === undefined ? 'text-text-2' : 'text-bad'} role="status">
          {faults.file ?? file?.name ?? t('library.noFileChosen')}
        </span>
      </div>
      {draft.visibility === 'public' && (
        <Alert tone="warn" className="text-13 md:col-span-2">
          {t('library.publicStaysPublic')}
        </Alert>
      )}
      {faults.form !== undefined && (
        <Alert tone="bad" className="text-13 md:col-span-2">
          {faults.form}
        </Alert>
      )}
      <div className="flex justify-end gap-2 md:col-span-2">
        <Button variant="quiet" onClick={onDone}>
          {t('general.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          {supersedes === undefined ? t('library.addDocument') : t('library.addRevision')}
        </Button>
      </div>
    </form>
  )
}

function useDocumentForm(libraryMachineId: string, supersedes: LibraryDocument | undefined, onDone: () => void) {
  const add = useAddDocument(libraryMachineId)
  const [values, setValues] = useState<Record<TextName, string>>({
    title: supersedes?.title ?? '',
    language: supersedes?.language ?? '',
    revision: '',
    validFrom: '',
  })
  const [draft, setDraft] = useState<Pick<LibraryDocument, 'kind' | 'visibility'>>({
    kind: supersedes?.kind ?? 'manual',
    visibility: supersedes?.visibility ?? 'customer',
  })
  const [file, setFile] = useState<File>()
  const [faults, setFaults] = useState<Faults>({})
  const [isSaving, setSaving] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(values, file)
    setFaults(found)
    if (file === undefined || Object.keys(found).length > 0) return
    setSaving(true)
    try {
      await add({ ...values, ...draft, libraryMachineId, supersedesId: supersedes?.id ?? null }, file)
      showToast({ message: t('library.documentAdded', { title: values.title }) })
      onDone()
    } catch (failure) {
      setFaults(serverFaults(failure))
      setSaving(false)
    }
  }
  const set = (name: TextName, value: string) => setValues({ ...values, [name]: value })
  return { values, set, faults, draft, setDraft, file, setFile, isSaving, submit, first }
}

function faultsOf({ title, revision }: Record<TextName, string>, file: File | undefined): Faults {
  return {
    ...(title.trim() === '' && { title: t('library.enterATitle') }),
    ...(revision.trim() === '' && { revision: t('library.enterARevision') }),
    ...(file === undefined && { file: t('library.chooseAFileFirst') }),
  }
}

/** What the server says, at its field where it names one that is shown. */
function serverFaults(failure: unknown): Faults {
  if (!(failure instanceof ApiError)) return { form: t('resource.theServerCouldNotBeReached') }
  const faults: Faults = {}
  for (const { path, message } of failure.errors) {
    const name = textFields.find((one) => path.endsWith(`.${one}`))
    if (name === undefined) return { form: failure.message }
    faults[name] = t('library.fieldFault', { fault: message })
  }
  return failure.errors.length > 0 ? faults : { form: failure.message }
}
