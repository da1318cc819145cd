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
}

/** What is entered for one thing to do. */
export interface TaskEntry {
  taskId: string | null
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
}

/** The form of a visit, whole enough to be shown and sent without asking anything. */
export interface VisitEntryValue {
  subject: string
  machineIDs: readonly string[]
  draft: VisitDraft
  /** When it was completed by the clock of the device, as ISO 8601; the time of its begin before that. */
  doneAt: string
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
    tasks: tasks.map(({ id, plan, request, checklist, planParts }) => ({
      taskId: id,
      isDone: true,
      what: plan ?? request ?? subject,
      hours: '',
      notes: '',
      checks: checklist.map((point) => ({ point, result: 'notDone', note: null })),
      parts: planParts.map(({ itemId, number, name, unit, quantity }) => ({
        key: itemId,
        itemId,
        label: `${number} · ${name}`,
        unit,
        quantity: editable(quantity),
      })),
    })),
    signer: '',
    drawing: [],
  }
}

/** What was entered, where the visit has the same tasks still: one that was added begins as new, one that was removed is gone. */
export function draftFor(form: VisitForm, stored: VisitDraft): VisitDraft {
  const fresh = newDraft(form)
  const tasks = fresh.tasks.map((task) => stored.tasks.find(({ taskId }) => taskId === task.taskId) ?? task)
  return { ...stored, tasks }
}

type Body = CallInput<typeof completeVisit>['body']

/** A number with a comma or a point; undefined for any other text, and for what may be a thousand times as much. */
export function decimalOf(typed: string): string | undefined {
  const text = typed.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,4})?$/.test(text) && !isUnclearHere(typed) ? text : undefined
}

/** What is sent of an entry without faults: the same again is answered like the first time. */
export function bodyOf({ id, value: { draft, doneAt } }: VisitEntry): Body {
  const { tasks, signer, drawing } = draft
  return {
    formId: id,
    doneAt,
    work: tasks
      .filter(({ isDone }) => isDone)
      .map(({ taskId, what, hours, notes, checks, parts }) => ({
        taskId,
        what: what.trim(),
        hours: hours.trim() === '' ? null : Number(decimalOf(hours)),
        notes: notes.trim() || null,
        checks: checks.map((check) => ({ ...check, note: check.note?.trim() || null })),
        parts: parts.map(({ itemId, label, quantity }) => {
          const given = decimalOf(quantity) ?? ''
          return itemId === null ? { name: label.trim(), quantity: given } : { itemId, quantity: given }
        }),
      })),
    signature: signer.trim() === '' ? null : { name: signer.trim(), drawing: drawing.length > 0 ? drawing : null },
  }
}
