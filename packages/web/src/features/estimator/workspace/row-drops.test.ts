import { expect, test } from 'vitest'
import { gridRows, sectionsOf } from './grid-rows.ts'
import { afterStep, type ProjectSheet, type Step } from './project-sheet.ts'
import { dropAt, moveLineTo, moveSection, moveSectionTo } from './row-drops.ts'

const PROJECT = '00000000-0000-4000-8000-000000000000'
const empty: ProjectSheet = { items: [], extras: [], deliveries: [], commissioning: [], media: [] }

function line(id: string, section: string, alternativeToId: string | null = null): Step {
  const values = { section, description: id, unit: 'pcs', unitPrice: '1', alternativeToId }
  return { changes: [{ kind: 'items', op: 'create', id, values }], order: [] }
}

const sheet = [
  line('a', 'Machines'),
  line('a2', 'Machines', 'a'),
  line('b', 'Machines'),
  line('c', 'Infeed'),
  line('d', 'Spares'),
].reduce((before, step) => afterStep(before, step, PROJECT), empty)
// 0 Machines, 1 a, 2 a2, 3 b, 4 add, 5 Infeed, 6 c, 7 add, 8 Spares, 9 d, 10 add, 11 extras, 12 add an extra
const rows = gridRows(sheet.items, sheet.extras, { folded: new Set(), editing: true, empty: [] })

function after(step: Step | undefined): string {
  if (step === undefined) return 'as it was'
  return sectionsOf(afterStep(sheet, step, PROJECT).items)
    .map(({ name, lines }) => `${name}: ${lines.map(({ id }) => id).join(' ')}`)
    .join(', ')
}

test.each([
  ['a', 0, 'as it was'],
  ['b', 0, 'Machines: b a a2, Infeed: c, Spares: d'],
  ['b', 2, 'as it was'],
  ['a', 4, 'Machines: b a a2, Infeed: c, Spares: d'],
  ['a', 6, 'Machines: b, Infeed: a a2 c, Spares: d'],
  ['a', 7, 'Machines: b, Infeed: c a a2, Spares: d'],
  ['c', 12, 'Machines: a a2 b, Spares: d c'],
])('Line %s that is let go at gap %i never parts others from their alternatives', (id, gap, result) => {
  const drop = dropAt(rows, 'line', gap)
  expect(after(drop && moveLineTo(sheet, id, drop))).toBe(result)
})

test.each([
  ['Spares', 1, 'Spares: d, Machines: a a2 b, Infeed: c'],
  ['Machines', 6, 'as it was'],
  ['Machines', 8, 'Infeed: c, Machines: a a2 b, Spares: d'],
  ['Machines', 12, 'Infeed: c, Spares: d, Machines: a a2 b'],
])('Section %s that is let go at gap %i comes before another or behind all', (name, gap, result) => {
  const drop = dropAt(rows, 'section', gap)
  expect(after(drop && moveSectionTo(sheet, name, drop.section))).toBe(result)
})

test('A section moves by one place with keys, up to the ends', () => {
  expect(after(moveSection(sheet, 'Machines', 1))).toBe('Infeed: c, Machines: a a2 b, Spares: d')
  expect(after(moveSection(sheet, 'Spares', -1))).toBe('Machines: a a2 b, Spares: d, Infeed: c')
  expect(after(moveSection(sheet, 'Spares', 1))).toBe('as it was')
  expect(after(moveSection(sheet, 'Machines', -1))).toBe('as it was')
})
