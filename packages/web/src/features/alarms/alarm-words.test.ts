import { describe, expect, it } from 'vitest'
import { lengthWords } from '../../lib/format/lengths.ts'
import { beginningValue, endedWords, eventNote, personName } from './alarm-words.ts'

describe('a length of time', () => {
  it.each([
    [0, '0 s'],
    [59.4, '59 s'],
    [60, '1 min'],
    [3_599, '1 h 0 min'],
    [7_500, '2 h 5 min'],
    [200_000, '2 d 7 h'],
  ])('of %d s is written as %s', (seconds, words) => {
    expect(lengthWords(seconds)).toBe(words)
  })
})

it('tells of people whom the reader may not see without a name', () => {
  expect([personName(null), personName({ name: null }), personName({ name: 'Ada Berg' })]).toEqual([
    'Nobody',
    'Service staff',
    'Ada Berg',
  ])
})

it('tells why an alarm cleared in words', () => {
  const event = { at: '', by: null, note: 'rule_disabled' }
  expect(eventNote({ ...event, kind: 'cleared' })).toBe('The rule was switched off')
  expect(eventNote({ ...event, kind: 'acknowledged', note: 'On my way' })).toBe('On my way')
})

it('says once that an alarm is over: back to normal, or what else ended it', () => {
  expect(endedWords({ clearReason: 'condition' })).toBe('Returned to normal')
  expect(endedWords({ clearReason: 'rule_disabled' })).toBe('The rule was switched off')
})

it.each([
  ['31.426667', null, '31.43'],
  ['31.426667', 1, '31.4'],
  ['31', 1, '31.0'],
  ['1234', null, '1,234'],
  ['Faulted', 1, 'Faulted'],
  ['', null, ''],
])('the value %j with which an alarm began is shown with %s decimals as %s', (value, decimals, shown) => {
  expect(beginningValue(value, decimals)).toBe(shown)
})
