import { expect, test } from 'vitest'
import { readRecordTime } from './record-time.ts'

const AT = Date.UTC(2026, 10, 21, 14, 30)

test.each([
  ['2026-11-21T14:30:00Z', AT],
  ['2026-11-21T15:30:00.250+01:00', AT + 250],
  [AT, AT],
  [AT / 1000, AT],
  [AT / 1000 + 0.25, AT + 250],
  [String(AT), AT],
  [0, 0],
])('%s is a time', (value, at) => {
  expect(readRecordTime(value)).toBe(at)
})

test.each([
  '2026-11-21T14:30:00',
  '21.11.2026',
  'now',
  '',
  -1,
  Number.NaN,
  1e300,
  true,
  {},
  [],
  '1e3',
  '2026-13-01T00:00:00Z',
])('%j is no time', (value) => {
  expect(readRecordTime(value)).toBeUndefined()
})
