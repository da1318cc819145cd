import type { CompatibilityPair } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { insisted, type Step, takenBack } from './answer-steps.ts'
import { changedOptions, hasCondition, isSameDraft, toDraft, toFields } from './pair-draft.ts'

const pair = { machineId: 'm', styleId: 's' }

test('A step is taken back from the version that was last written here', () => {
  const cells = [
    {
      ...pair,
      before: { cell: { rowVersion: 1, result: 'no', notes: 'n', createdAt: 'x' }, material: null },
      after: { cell: { rowVersion: 2, result: 'yes' }, material: null },
    },
    {
      machineId: 'm',
      styleId: 't',
      before: { cell: null, material: null },
      after: { cell: { rowVersion: 1 }, material: null },
    },
  ] as unknown as Step['cells']
  const back = takenBack({ cells, materialId: undefined }, ({ styleId }) => (styleId === 's' ? 5 : undefined))
  expect(back).toEqual([
    { ...pair, rowVersion: 5, result: 'no', fields: { notes: 'n' } },
    { machineId: 'm', styleId: 't', rowVersion: 1, result: null },
  ])
  const now = { cell: { rowVersion: 9 }, material: null }
  expect(insisted(back, [{ ...pair, wanted: 'no', current: now } as never])[0]?.rowVersion).toBe(9)
})

test('A draft knows its conditions, and sends what was typed as the server takes it', () => {
  const empty = { cell: null, result: 'unknown', requiredOptions: [], excludedOptions: [], materials: [] }
  const draft = toDraft(empty as unknown as CompatibilityPair)
  expect([hasCondition(draft), isSameDraft(draft, { ...draft })]).toEqual([false, true])
  expect(hasCondition({ ...draft, required: ['o'] })).toBe(true)
  expect(changedOptions(draft, { ...draft, excluded: ['o'] })).toEqual(['excluded'])
  const typed = { ...draft, speedMax: ' 45,5 ', widthMin: 'wide', toolingCost: '250,10' }
  expect(hasCondition(typed)).toBe(true)
  expect(toFields(typed)).toMatchObject({ speedMax: 45.5, widthMin: 'wide', toolingCost: '250.10', heightMax: null })
})
