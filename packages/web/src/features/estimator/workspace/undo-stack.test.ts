import { describe, expect, test } from 'vitest'
import { useInstead as insteadStep, moveRow, removeRow, update } from './line-steps.ts'
import { afterStep, inverseOf, joined, type ProjectSheet, type Step } from './project-sheet.ts'
import { done, MAX_UNDO, nothingDone, redone, type UndoStack, undone } from './undo-stack.ts'

const PROJECT = '00000000-0000-4000-8000-000000000000'
const empty: ProjectSheet = { items: [], extras: [], deliveries: [], commissioning: [], media: [] }

function line(id: string, values: object = {}): Step {
  const own = { section: 'Machines', description: id, unit: 'pcs', unitPrice: '1' }
  return { changes: [{ kind: 'items', op: 'create', id, values: { ...own, ...values } }], order: [] }
}

const lines = (...steps: Step[]) => steps.reduce((sheet, step) => afterStep(sheet, step, PROJECT), empty)
const wordsOf = ({ items }: ProjectSheet) =>
  items.map(({ id, section, quantity, alternativeToId }) => [id, section, quantity, alternativeToId])
/** What counts of a sheet when a line was gone and came back: the server numbers its versions anew. */
const asJson = (sheet: ProjectSheet) =>
  JSON.stringify([wordsOf(sheet), sheet.extras.map(({ id, dependsOnItemId }) => [id, dependsOnItemId])])

const many = lines(line('a'), line('a2', { alternativeToId: 'a' }), line('b'), line('c', { section: 'Infeed' }), {
  changes: [
    { kind: 'extras', op: 'create', id: 'x', values: { description: 'Kit', unit: 'set', dependsOnItemId: 'a' } },
  ],
  order: [],
})

describe('a step', () => {
  test.for([
    ['a change', update('items', 'b', { quantity: '5' })],
    [
      'two changes of a row',
      joined([update('items', 'b', { quantity: '5' }), update('items', 'b', { quantity: '6' })]),
    ],
    ['a new line', line('n')],
    ['a removal with alternatives and what needs it', removeRow(many, 'items', 'a')],
    ['a swap with the alternative', insteadStep(many, 'a2')],
    ['a move', moveRow(many, 'items', 'b', -1)],
    ['a move to the next section', moveRow(many, 'items', 'b', 1)],
  ] as const)('is taken back exactly: %s', ([, step]) => {
    expect(step).toBeDefined()
    if (step === undefined) return
    const after = afterStep(many, step, PROJECT)
    expect(asJson(after)).not.toBe(asJson(many))
    const inverse = inverseOf(many, step)
    expect(asJson(afterStep(after, inverse, PROJECT))).toBe(asJson(many))
    expect(asJson(afterStep(afterStep(after, inverse, PROJECT), inverseOf(after, inverse), PROJECT))).toBe(
      asJson(after),
    )
  })

  test('leaves rows alone that it does not change', () => {
    const after = afterStep(many, update('items', 'b', { quantity: '5' }), PROJECT)
    expect(after.items[0]).toBe(many.items[0])
    expect(after.extras).toBe(many.extras)
  })

  test('moves a line with its alternatives, and to the next section at the edge of its own', () => {
    const moved = moveRow(many, 'items', 'a', 1)
    expect(moved?.order[0]?.ids).toEqual(['b', 'a', 'a2', 'c'])
    const [change] = moveRow(many, 'items', 'b', 1)?.changes ?? []
    expect(change).toMatchObject({ id: 'b', values: { section: 'Infeed' } })
    expect(moveRow(many, 'items', 'c', 1)).toBeUndefined()
  })
})

test('120 steps are taken back and done again one by one', () => {
  let sheet = many
  let stack: UndoStack = nothingDone
  for (let at = 1; at <= 120; at += 1) {
    const step = update('items', 'b', { quantity: String(at) })
    stack = done(stack, inverseOf(sheet, step))
    sheet = afterStep(sheet, step, PROJECT)
  }
  const last = asJson(sheet)
  for (let step = stack.undo.at(-1); step !== undefined; step = stack.undo.at(-1)) {
    stack = undone(stack, inverseOf(sheet, step))
    sheet = afterStep(sheet, step, PROJECT)
  }
  expect(asJson(sheet)).toBe(asJson(many))
  expect(stack.redo).toHaveLength(120)
  for (let step = stack.redo.at(-1); step !== undefined; step = stack.redo.at(-1)) {
    stack = redone(stack, inverseOf(sheet, step))
    sheet = afterStep(sheet, step, PROJECT)
  }
  expect(asJson(sheet)).toBe(last)
  expect(MAX_UNDO).toBeGreaterThanOrEqual(100)
})
