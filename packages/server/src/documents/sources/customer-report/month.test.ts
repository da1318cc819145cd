import { expect, test } from 'vitest'
import { lastMonth, monthSpan } from './month.ts'

const span = (zone: string, month: string) => {
  const { from, to } = monthSpan(zone, month)
  return [new Date(from).toISOString(), new Date(to).toISOString()]
}

test.each([
  ['UTC', '2026-02', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['Europe/Oslo', '2026-03', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['Europe/Oslo', '2026-12', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  ['Asia/Kolkata', '2026-01', '2025-12-31T18:30:00.000Z', '2026-01-31T18:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-01', '2025-12-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
  ['America/Los_Angeles', '2026-11', '2026-11-01T07:00:00.000Z', '2026-12-01T08:00:00.000Z'],
])('in %s the month %s begins and ends at midnight of the place', (zone, month, from, to) => {
  expect(span(zone, month)).toEqual([from, to])
})

test('the last month is that of the place', () => {
  const now = Date.parse('2026-12-31T23:30:00Z')
  expect(lastMonth('Europe/Oslo', now)).toBe('2026-12')
  expect(lastMonth('UTC', now)).toBe('2026-11')
})
