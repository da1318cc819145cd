import { expect, test } from 'vitest'
import { type AcceptanceDraft, bodyOf, faultOf, newEntry, openPointsOf, withSignature } from './acceptance-draft.ts'

const entry = newEntry(
  { entryKind: 'acceptanceTest', about: 'M-1', of: { machineId: 'm' }, timeZone: 'UTC', figures: [] },
  [],
  0,
)
const draft = (openPoints: string, openPointWords?: Record<number, string>): AcceptanceDraft => ({
  ...entry.value,
  texts: { ...entry.value.texts, product: 'Salmon', openPoints },
  ...(openPointWords !== undefined && { openPointWords }),
})

test('each open point has words, which are sent and signed', () => {
  expect(faultOf(draft('0'))).toBeUndefined()
  expect(faultOf(draft('2', { 0: 'Guard is loose' }))).toBe('Enter what is open, for each open point.')
  const whole = draft('2', { 0: ' Guard is loose ', 1: 'Manual in Danish', 2: 'Not one of the two' })
  expect(faultOf(whole)).toBeUndefined()
  expect(bodyOf({ ...entry, value: whole }).test).toMatchObject({
    ...{ openPoints: 2, openPointList: 'Guard is loose\nManual in Danish' },
  })
  const signed = withSignature(whole, { name: 'Kari' })
  expect(faultOf(signed)).toBeUndefined()
  expect(faultOf({ ...signed, openPointWords: { 0: 'Guard is fixed', 1: 'Manual in Danish' } })).toContain('signed')
})

test('a draft of an earlier version has no words, and its number of points is bounded', () => {
  expect(openPointsOf(draft('3'))).toEqual(['', '', ''])
  expect(faultOf(draft('3'))).toBeDefined()
  expect(openPointsOf(draft('5000'))).toHaveLength(50)
  expect(faultOf(draft('5000'))).toBe('Enter at most 50 open points.')
})
