import { expect, test } from 'vitest'
import { findingOf, wordsOf } from './rule.ts'
import { toTrialRule } from './rule-test/draft-rule.ts'

const rule = (comparison: 'above' | 'below' | 'equal', limit: string, deadband?: number) =>
  toTrialRule({ name: 'x', kind: 'value', tag: 'serial', comparison, limit, deadband }, undefined)

test.each([
  ['above', '340123450000000017', '340123450000000018', 'holds'],
  ['above', '340123450000000018', '340123450000000018', 'over'],
  ['below', '340123450000000018', '340123450000000017', 'holds'],
  ['above', '9007199254740992', '9007199254740993', 'holds'],
  ['equal', '9007199254740993', '9007199254740992', 'over'],
  ['above', '0.3', 0.1 + 0.2, 'holds'],
  ['above', '0.30000000000000004', 0.1 + 0.2, 'over'],
  ['above', '40', '1e400', 'holds'],
  ['above', '40', 1e-7, 'over'],
  ['above', '0', 1e-7, 'holds'],
  ['equal', '40.0', 40, 'holds'],
  ['equal', '0.1000000000000000000001', 0.1, 'over'],
  ['above', '0', true, 'holds'],
  ['above', '40', ' 41 ', 'holds'],
  ['above', '40', 'open', 'unknown'],
  ['above', '40', '', 'unknown'],
] as const)('a value is %s %s by all of their digits: %s %s', (comparison, limit, value, finding) => {
  expect(findingOf(rule(comparison, limit), value, false)).toBe(finding)
})

test('the deadband is left exactly where it ends', () => {
  expect(findingOf(rule('above', '0.3', 0.2), 0.1, true)).toBe('over')
  expect(findingOf(rule('above', '0.3', 0.2), 0.11, true)).toBe('holds')
})

test('what an alarm says has the limit as it was typed', () => {
  expect(wordsOf(rule('above', '340123450000000017.50'), '1')).toContain('340123450000000017.50')
})
