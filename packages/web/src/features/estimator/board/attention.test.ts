import { afterEach, beforeEach, expect, test } from 'vitest'
import { setPageLocale } from '../../../lib/format/page-locale.ts'
import { attentionOf } from './attention.ts'

beforeEach(() => setPageLocale('en-GB'))
afterEach(() => setPageLocale(undefined))

const NOW = Date.parse('2026-11-23T12:00:00Z')
const calm = {
  validUntil: '2027-03-01',
  margin: '31',
  targetMargin: '30',
  openQuestions: 0,
  openCount: 0,
  isDeclined: false,
}

test.each([
  [
    'the end that is near, before all else',
    { validUntil: '2026-11-26', openQuestions: 2 },
    'sent',
    'Ends in 3 days',
    true,
  ],
  ['that the customer has declined, before all else', { isDeclined: true, openQuestions: 2 }, 'sent', 'Declined', true],
  ['questions without an answer', { openQuestions: 2, openCount: 3 }, 'sent', '2 questions', true],
  ['a margin that is under its target', { margin: '29.99' }, 'draft', 'Under the target', true],
  ['how often it was opened', { openCount: 3 }, 'sent', 'Opened 3 times', false],
  ['until when it is valid', {}, 'draft', 'Valid to 1 Mar 2027', false],
  ['nothing of a margin that the reader may not see', { margin: null }, 'draft', 'Valid to 1 Mar 2027', false],
] as const)('The one line of a card says %s', (_, values, status, words, isUrgent) => {
  expect(attentionOf({ ...calm, ...values }, status, NOW)).toEqual({ words, isUrgent })
})
