import { expect, test } from 'vitest'
import { owedTimes } from './backfill.ts'

const NOW = Date.UTC(2026, 10, 21, 12, 0, 7)
const MINUTE = 60_000

const clockAt = (time: number) => ({ now: () => time, sleep: () => Promise.resolve() })

test('a machine owes one record per 15 s after it was last heard of, up to now, in time order', () => {
  const times = [...owedTimes(NOW - MINUTE, clockAt(NOW))]
  expect(times.map((time) => new Date(time).toISOString().slice(14, 19))).toEqual(['59:15', '59:30', '59:45', '00:00'])
})

test('eight hours are 1,920 records', () => {
  expect([...owedTimes(NOW - 8 * 60 * MINUTE, clockAt(NOW))]).toHaveLength(1_920)
})

test('a machine that was heard of just now, or that is ahead, owes nothing', () => {
  expect([...owedTimes(NOW, clockAt(NOW))]).toEqual([])
  expect([...owedTimes(NOW + MINUTE, clockAt(NOW))]).toEqual([])
})

test('what falls due while the backfill is on its way is owed too', () => {
  let time = NOW
  const clock = { now: () => time, sleep: () => Promise.resolve() }
  const owed = owedTimes(NOW - 10_000, clock)
  expect(owed.next().value).toBe(Date.UTC(2026, 10, 21, 12))
  time += 10_000
  expect(owed.next().value).toBe(Date.UTC(2026, 10, 21, 12, 0, 15))
  expect(owed.next().done).toBe(true)
})
