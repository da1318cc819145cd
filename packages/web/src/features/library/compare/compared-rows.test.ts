import { expect, test } from 'vitest'
import { areDifferent, comparedSpecs } from './compared-rows.ts'

const spec = (key: string, unit: string | null, value: number | null) => ({
  ...{ fieldSpecId: key, key, label: key, required: false },
  ...{ kind: 'number' as const, unit, value },
})

test('fields of machines are beside each other by key and unit, and those that nobody has filled are left out', () => {
  const one = [spec('filmWidth', 'mm', 450), spec('noise', 'dB', null)]
  const other = [spec('reach', 'mm', 900), spec('filmWidth', 'mm', 380), spec('noise', 'B', 7)]
  expect(comparedSpecs([one, other]).map(({ label, unit, values }) => [label, unit, values])).toEqual([
    ['filmWidth', 'mm', [450, 380]],
    ['reach', 'mm', [undefined, 900]],
    ['noise', 'B', [undefined, 7]],
  ])
})

test('ranges of the same numbers are the same, and nothing is the same as nothing', () => {
  expect(
    areDifferent([
      { from: 1, to: 2 },
      { from: 1, to: 2 },
    ]),
  ).toBe(false)
  expect(areDifferent([null, undefined])).toBe(false)
  expect(areDifferent([null, 0])).toBe(true)
})
