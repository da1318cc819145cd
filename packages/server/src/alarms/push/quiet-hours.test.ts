import { expect, test } from 'vitest'
import { isQuiet } from './quiet-hours.ts'

const night = { from: '22:00', to: '06:30' }
const at = (time: string) => Date.parse(time)

test.each([
  ['2026-11-21T21:59:59+01:00', false],
  ['2026-11-21T22:00:00+01:00', true],
  ['2026-11-22T00:00:00+01:00', true],
  ['2026-11-22T06:29:59+01:00', true],
  ['2026-11-22T06:30:00+01:00', false],
  ['2026-11-22T12:00:00+01:00', false],
])('a night from 22:00 to 06:30 by the clock of Oslo: at %s it is %s', (time, quiet) => {
  expect(isQuiet(night, at(time), 'Europe/Oslo')).toBe(quiet)
})

test('hours within a day, hours of another zone, and equal times', () => {
  const noon = { from: '12:00', to: '13:00' }
  expect(isQuiet(noon, at('2026-11-21T12:30:00Z'), 'UTC')).toBe(true)
  expect(isQuiet(noon, at('2026-11-21T12:30:00Z'), 'America/Chicago')).toBe(false)
  expect(isQuiet({ from: '08:00', to: '08:00' }, at('2026-11-21T08:00:00Z'), 'UTC')).toBe(false)
})

test('on the night of the change of the clock it follows the clock on the wall', () => {
  expect(isQuiet({ from: '02:30', to: '04:00' }, at('2026-03-29T01:10:00Z'), 'Europe/Oslo')).toBe(true)
  expect(isQuiet({ from: '02:30', to: '03:00' }, at('2026-03-29T01:10:00Z'), 'Europe/Oslo')).toBe(false)
})
