import type { VisitForm } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  doneAtOf,
  draftFor,
  needsNewSignature,
  newEntry,
  partEntry,
  signedTimeOf,
  type TaskEntry,
  type VisitDraft,
  withSignature,
} from './visit-draft.ts'

const FORM: VisitForm = {
  ...{ id: 'v', rowVersion: 1, subject: 'Repair', kind: 'repair', status: 'planned', isOverdue: false },
  ...{ startsAt: '2026-12-03T08:00:00.000Z', endsAt: '2026-12-03T12:00:00.000Z', timeZone: 'UTC' },
  ...{ engineer: null, note: null, customer: null, site: null, changedBy: null, parts: {}, records: [] },
  tasks: ['Jaws', 'Belt'].map((plan) => ({
    ...{ id: plan, machineID: `M-${plan}`, plan, request: null, requestId: null, photos: [] },
    ...{ checklist: ['Clean'], planParts: [] },
  })),
}
const BELT_ALONE = { ...FORM, tasks: FORM.tasks.filter(({ id }) => id === 'Belt') }
const STROKE: VisitDraft['drawing'] = [[[1, 2]]]

const begun = () => newEntry(FORM, 0)
const signed = () => withSignature(withSignature(begun().value.draft, { signer: 'Kari' }), { drawing: STROKE })
const bodyWith = (draft: VisitDraft, machineIDs = ['M-Jaws', 'M-Belt']) =>
  bodyOf({ ...begun(), value: { ...begun().value, machineIDs, draft } })

/** As the form does it: each change begins with what the form shows. */
function changed(draft: VisitDraft, values: Partial<TaskEntry>, form = FORM): VisitDraft {
  const [first, ...others] = draftFor(form, draft).tasks
  if (first === undefined) throw new Error('The form has no task.')
  return draftFor(form, { ...draftFor(form, draft), tasks: [{ ...first, ...values, isTouched: true }, ...others] })
}

describe('a signature', () => {
  test('is sent with its time, and goes on while it is drawn', () => {
    const draft = signed()
    const more = withSignature(draft, { drawing: [...STROKE, [[3, 4]]] })
    expect([more.of, more.signedAt]).toEqual([draft.of, draft.signedAt])
    expect(bodyWith(draftFor(FORM, more)).signature).toEqual({
      ...{ name: 'Kari', drawing: [...STROKE, [[3, 4]]], signedAt: draft.signedAt },
    })
  })

  test.each<[string, Partial<TaskEntry>]>([
    ['work', { what: 'Something else' }],
    ['hours', { hours: '4' }],
    ['notes', { notes: 'Left bearing' }],
    ['checklist', { checks: [{ point: 'Clean', result: 'ok', note: null }] }],
    ['parts', { parts: [{ key: 'k', itemId: null, label: 'Grease', unit: null, quantity: '1' }] }],
    ['done', { isDone: false }],
  ])('is removed when the %s change, and nothing that was typed is', (_, values) => {
    const draft = changed(signed(), values)
    expect(needsNewSignature(draft)).toBe(true)
    expect(draft).toMatchObject({ signer: 'Kari', drawing: [], tasks: [values, {}] })
    // What is changed back was not signed like that a second time.
    const back = changed(draft, begun().value.draft.tasks[0] ?? {})
    expect(needsNewSignature(back)).toBe(true)
    expect(needsNewSignature(withSignature(back, { drawing: STROKE }))).toBe(false)
    expect(needsNewSignature(withSignature(back, { signer: '' }))).toBe(false)
  })

  test('is removed when staff add a task to the visit', () => {
    const before = { ...FORM, tasks: FORM.tasks.slice(0, 1) }
    const draft = withSignature(newEntry(before, 0).value.draft, { signer: 'Kari' })
    expect(needsNewSignature(draftFor(before, draft))).toBe(false)
    expect(needsNewSignature(draftFor(FORM, draft))).toBe(true)
  })

  test('of a draft of an earlier version is asked for again; one that waits to be sent is sent as it is', () => {
    const { of: _of, signedAt: _signedAt, ...old } = signed()
    const draft = draftFor(FORM, old)
    expect([needsNewSignature(draft), draft.signer, draft.drawing]).toEqual([true, 'Kari', []])
    expect(bodyWith(old).signature).toEqual({ name: 'Kari', drawing: STROKE, signedAt: null })
    expect(needsNewSignature(draftFor(FORM, { ...old, signer: '', drawing: [] }))).toBe(false)
  })
})

describe('what was signed', () => {
  test('was done when it was signed, and not when it is completed', () => {
    const later = Date.parse('2031-01-01T00:00:00Z')
    const draft = draftFor(FORM, signed())
    expect(draft.signedAt).toBeDefined()
    expect([signedTimeOf(draft), doneAtOf(draft, later)]).toEqual([draft.signedAt, draft.signedAt])
    // Without a signature, or once it was removed, it is done when it is completed.
    for (const other of [begun().value.draft, changed(signed(), { hours: '4' })]) {
      expect([signedTimeOf(other), doneAtOf(other, later)]).toEqual([undefined, '2031-01-01T00:00:00.000Z'])
    }
  })

  test('has the parts as the form calls them; a draft of an earlier version leaves that to the server', () => {
    const shown = { number: 'V-1', name: 'Jaw', unit: 'pcs' }
    const part = partEntry({ itemId: 'i', ...shown, quantity: '4' }, '2')
    expect(part).toMatchObject({ key: 'i', label: 'V-1 · Jaw', quantity: '2' })
    const { shown: _shown, ...older } = part
    const [task] = bodyWith(changed(begun().value.draft, { parts: [part, older] })).work
    expect(task?.parts).toEqual([
      { itemId: 'i', quantity: '2', shown },
      { itemId: 'i', quantity: '2' },
    ])
  })
})

describe('a task that is removed from the visit', () => {
  test('stays where something was entered of it, and is sent with its machine', () => {
    const draft = draftFor(BELT_ALONE, changed(begun().value.draft, { notes: 'Left bearing' }))
    expect(draft.tasks.map(({ taskId, name }) => [taskId, name])).toEqual([
      ['Belt', 'Belt'],
      ['Jaws', 'Jaws'],
    ])
    expect(bodyWith(draft).work[1]).toMatchObject({ taskId: 'Jaws', machineID: 'M-Jaws', notes: 'Left bearing' })
  })

  test('is gone where nothing was', () => {
    expect(draftFor(BELT_ALONE, begun().value.draft).tasks.map(({ taskId }) => taskId)).toEqual(['Belt'])
  })

  test('stays in drafts of earlier versions, which do not say whether anything was entered', () => {
    const tasks = begun().value.draft.tasks.map(({ machineID: _m, name: _n, isTouched: _t, ...task }) => task)
    const draft = draftFor(BELT_ALONE, { ...begun().value.draft, tasks })
    expect(draft.tasks.map(({ taskId }) => taskId)).toEqual(['Belt', 'Jaws'])
    expect(bodyWith(draft, ['M-Jaws']).work[1]?.machineID).toBe('M-Jaws')
  })
})
