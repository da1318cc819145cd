import type { RevisionRule } from '@packhouse/contract'
import type { Reason } from '@packhouse/contract/configurator'
import { describe, expect, test } from 'vitest'
import { type Names, optionReasonWords } from './option-reason.ts'

const rule = (code: string): RevisionRule => ({
  code,
  kind: 'requires',
  styleId: null,
  name: null,
  reason: null,
  options: [`from ${code}`, `to ${code}`],
})
const names: Names = { option: (id) => id, group: (id) => id, rule }
const reasonOf = (count: number, isMinimal: boolean): Reason => ({
  option: 'last',
  state: 'implied',
  choices: [{ option: 'first', taken: true }],
  defaults: [],
  rules: Array.from({ length: count }, (_, index) => `R${index}`),
  groups: [],
  facts: [],
  isMinimal,
})

describe('the words of a reason', () => {
  test('name eight rules at most and say how many more there are', () => {
    expect(optionReasonWords(reasonOf(8, true), names)).toHaveLength(1 + 8)
    const words = optionReasonWords(reasonOf(9, true), names)
    expect(words.slice(-2)).toEqual([expect.stringContaining('R7'), 'One more rule leads there.'])
    expect(optionReasonWords(reasonOf(499, true), names).at(-1)).toBe('491 more rules lead there.')
  })

  test('say so where fewer rules may be enough', () => {
    expect(optionReasonWords(reasonOf(2, false), names).at(-1)).toMatch(/^Fewer of these may be enough/)
    expect(optionReasonWords(reasonOf(2, true), names).at(-1)).not.toMatch(/Fewer/)
  })
})
