import type { CallInput, completeVisit, DoneCheck, SignatureDrawing, VisitForm } from '@packhouse/contract'
import { editable, isUnclearHere } from '../../../lib/format/decimal-text.ts'
import type { OutboxEntry } from '../../../lib/offline/outbox.ts'

export const VISIT_ENTRY = 'serviceVisit'

/** A part as it is entered: one of the machine, or a name. */
export interface PartEntry {
  key: string
  itemId: string | null
  label: string
  unit: string | null
  quantity: string
  /** What the form calls one of the machine. Drafts of earlier versions do not say it in parts. */
  shown?: { number: string; name: string; unit: string }
}

type OfferedPart = VisitForm['tasks'][number]['planParts'][number]

/** What is entered for one thing to do. */
export interface TaskEntry {
  taskId: string | null
  /** Where it is done and what it is called, for the case that the visit has it no longer. Drafts of earlier versions have neither. */
  machineID?: string
  name?: string
  /** Whether anything was entered since the form began. Unknown in drafts of earlier versions. */
  isTouched?: boolean
  /** Whether it was done: what was not is not written. */
  isDone: boolean
  what: string
  hours: string
  notes: string
  checks: DoneCheck[]
  parts: PartEntry[]
}

/** What somebody has entered in the form of a visit. It stays on the device until it is sent. */
export interface VisitDraft {
  tasks: TaskEntry[]
  signer: string
  drawing: SignatureDrawing
  /** When it was signed by the clock of the device, as ISO 8601. */
  signedAt?: string | undefined
  /** What was signed, as a text. Empty where the signature was removed, because what it covers has changed. */
  of?: string | undefined
}

/** The form of a visit, whole enough to be shown and sent without asking anything. */
export interface VisitEntryValue {
  subject: string
  machineIDs: readonly string[]
  draft: VisitDraft
  /** When it was completed by the clock of the device, as ISO 8601; the time of its begin before that. */
  doneAt: string
  /** Whether the reader has seen that the visit was completed or cancelled meanwhile, and adds this form to it. */
  confirmed?: boolean
}

export type VisitEntry = OutboxEntry<VisitEntryValue>

/** An entry for a visit that has none on this device. @param now Unix ms */
export function newEntry(form: VisitForm, now: number): VisitEntry {
  const machineIDs = [...new Set(form.tasks.map(({ machineID }) => machineID))]
  const value = { subject: form.subject, machineIDs, draft: newDraft(form), doneAt: new Date(now).toISOString() }
  const about = { id: crypto.randomUUID(), kind: VISIT_ENTRY, about: form.id }
  return { ...about, state: 'draft', value, begunAt: now, changedAt: now }
}

/** The form as it begins: the points of the plan are not checked yet, its parts are proposed. */
function newDraft({ tasks, subject }: VisitForm): VisitDraft {
  return {
    tasks: tasks.map(({ id, machineID, plan, request, checklist, planParts }) => ({
      taskId: id,
      machineID,
      name: plan ?? request ?? subject,
      isTouched: false,
      isDone: true,
      what: plan ?? request ?? subject,
      hours: '',
      notes: '',
      checks: checklist.map((point) => ({ point, result: 'notDone', note: null })),
      parts: planParts.map((part) => partEntry(part, part.quantity)),
    })),
    signer: '',
    drawing: [],
  }
}

/** A part of the machine as it is entered. */
export function partEntry({ itemId, number, name, unit }: OfferedPart, quantity: string): PartEntry {
  const shown = { number, name, unit }
  return { key: itemId, itemId, label: `${number} · ${name}`, unit, quantity: editable(quantity), shown }
}

/** What was entered, for the tasks that the visit has now: one that was added begins as new, one that was removed stays at the end where anything was entered of it. */
export function draftFor(form: VisitForm, stored: VisitDraft): VisitDraft {
  const fresh = newDraft(form)
  const tasks = fresh.tasks.map((task) => {
    const { machineID = '', name = '' } = task
    const entered = stored.tasks.find(({ taskId }) => taskId === task.taskId)
    return entered === undefined ? task : { ...entered, machineID, name }
  })
  const removed = stored.tasks.filter((task) => task.isTouched !== false && isRemoved(form, task))
  return withoutOldSignature({ ...stored, tasks: [...tasks, ...removed] })
}

/** Whether the visit has a task no longer. */
export function isRemoved({ tasks }: VisitForm, { taskId }: TaskEntry): boolean {
  return !tasks.some(({ id }) => id === taskId)
}

/** Everything that is signed: what is sent, without the photos. */
export function signedOf({ tasks }: VisitDraft): string {
  const done = tasks.filter(({ isDone }) => isDone)
  return JSON.stringify(
    done.map(({ taskId, what, hours, notes, checks, parts }) => [taskId, what, hours, notes, checks, parts]),
  )
}

/** A draft with another signature. A drawing that goes on, and another name beside it, are still of what was signed first. */
export function withSignature(draft: VisitDraft, change: Partial<Pick<VisitDraft, 'signer' | 'drawing'>>): VisitDraft {
  const next = { ...draft, ...change }
  if (!isSigned(next)) return { ...next, of: undefined, signedAt: undefined }
  const goesOn = draft.drawing.length > 0 && next.drawing.length > 0
  return goesOn ? next : { ...next, of: signedOf(next), signedAt: new Date().toISOString() }
}

/** When the work was done: what was signed was done when it was signed, since nothing of it changes afterwards. @param now Unix ms */
export function doneAtOf(draft: VisitDraft, now: number): string {
  return signedTimeOf(draft) ?? new Date(now).toISOString()
}

/** The time of a signature, which is also that of the work. */
export function signedTimeOf({ signer, signedAt }: VisitDraft): string | undefined {
  return signer.trim() === '' ? undefined : signedAt
}

/** Whether the form has to be signed again, since what was signed has changed. */
export function needsNewSignature({ of }: VisitDraft): boolean {
  return of === ''
}

/** The signature of something else is removed; the name stays as it was typed, and signs nothing. Drafts of earlier versions do not say what was signed. */
function withoutOldSignature(draft: VisitDraft): VisitDraft {
  if (!isSigned(draft) || draft.of === signedOf(draft)) return draft
  return { ...draft, drawing: [], signedAt: undefined, of: '' }
}

function isSigned({ signer, drawing }: VisitDraft): boolean {
  return signer.trim() !== '' || drawing.length > 0
}

type Body = CallInput<typeof completeVisit>['body']

/** A number with a comma or a point; undefined for any other text, and for what may be a thousand times as much. */
export function decimalOf(typed: string): string | undefined {
  const text = typed.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,4})?$/.test(text) && !isUnclearHere(typed) ? text : undefined
}

/** What is sent of an entry without faults: the same again is answered like the first time. */
export function bodyOf({ id, value }: VisitEntry): Body {
  const { draft, doneAt, machineIDs, confirmed = false } = value
  const { tasks, signer, drawing, signedAt } = draft
  const onlyMachine = machineIDs.length === 1 ? machineIDs[0] : undefined
  return {
    formId: id,
    doneAt,
    confirmed,
    work: tasks
      .filter(({ isDone }) => isDone)
      .map(({ taskId, machineID = onlyMachine, what, hours, notes, checks, parts }) => ({
        taskId,
        ...(machineID !== undefined && { machineID }),
        what: what.trim(),
        hours: hours.trim() === '' ? null : Number(decimalOf(hours)),
        notes: notes.trim() || null,
        checks: checks.map((check) => ({ ...check, note: check.note?.trim() || null })),
        parts: parts.map(({ itemId, label, quantity, shown }) => {
          const given = decimalOf(quantity) ?? ''
          if (itemId === null) return { name: label.trim(), quantity: given }
          return { itemId, quantity: given, ...(shown !== undefined && { shown }) }
        }),
      })),
    signature:
      signer.trim() === ''
        ? null
        : { name: signer.trim(), drawing: drawing.length > 0 ? drawing : null, signedAt: signedAt ?? null },
  }
}
