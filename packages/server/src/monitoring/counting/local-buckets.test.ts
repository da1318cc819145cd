import { expect, test } from 'vitest'
import { localBuckets } from './local-buckets.ts'

const starts = (zone: string, from: string, to: string, unit: 'hour' | 'day') =>
  localBuckets(zone, { from: Date.parse(from), to: Date.parse(to) }, unit).map((at) => new Date(at).toISOString())

test('days begin at midnight of the place, the day of a change of clocks is shorter', () => {
  expect(starts('Europe/Oslo', '2026-03-27T10:00:00Z', '2026-03-30T10:00:00Z', 'day')).toEqual([
    '2026-03-27T10:00:00.000Z',
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ])
})

test('hours of a place may begin within those of UTC', () => {
  expect(starts('Asia/Kolkata', '2026-03-27T10:00:00Z', '2026-03-27T11:40:00Z', 'hour')).toEqual([
    '2026-03-27T10:00:00.000Z',
    '2026-03-27T10:30:00.000Z',
    '2026-03-27T11:30:00.000Z',
  ])
})

test('a stretch within one day is one bucket, and 400 days are 400 or 401', () => {
  expect(starts('UTC', '2026-03-27T10:00:00Z', '2026-03-27T11:40:00Z', 'day')).toHaveLength(1)
  expect(starts('Europe/Oslo', '2025-03-27T00:00:00Z', '2026-05-01T00:00:00Z', 'day')).toHaveLength(401)
})
