import { sampleFleet } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { owedTimes, recordTimes } from './backfill.ts'
import { isConnected } from './fleet/connection.ts'
import { stateAt } from './fleet/sample.ts'

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

const DAY = 24 * 60 * MINUTE
const STEP = 15_000
/** A day, of which the last eight hours are told in full. */
const day = () => owedTimes(NOW - DAY, clockAt(NOW))
const fineFrom = NOW - 8 * 60 * MINUTE

test('of older times a record is a minute apart at most, and no change of the state is missing', () => {
  const [machine] = sampleFleet
  if (machine === undefined) throw new Error('no machine')
  const all = [...day()]
  const times = [...recordTimes(machine, all, { fineFrom, seed: 1 })]
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(Math.max(...gaps)).toBe(MINUTE)
  const published = new Set(times)
  const changes = all.filter(
    (time, index) => index > 0 && stateAt(machine, time, 1) !== stateAt(machine, time - STEP, 1),
  )
  expect(changes.filter((time) => !published.has(time))).toEqual([])
  expect(all.filter((time) => time >= fineFrom && !published.has(time))).toEqual([])
  // 16 hours by the minute with their changes, and 8 hours in full.
  expect(times.length).toBeGreaterThan(960 + 1_920)
  expect(times.length).toBeLessThan(960 + 1_920 + 300)
})

test('a machine that was away is heard of at once when it is back, and never in between', () => {
  const machine = sampleFleet.find(({ behaviour }) => behaviour === 'flaky')
  if (machine === undefined) throw new Error('no flaky machine')
  const all = [...day()]
  const times = new Set(recordTimes(machine, all, { fineFrom, seed: 1 }))
  const isThere = (time: number) => isConnected(machine, time, 1)
  expect([...times].every(isThere)).toBe(true)
  const returns = all.filter((time, index) => index > 0 && isThere(time) && !isThere(time - STEP))
  expect(returns.length).toBeGreaterThan(50)
  expect(returns.every((time) => times.has(time))).toBe(true)
})
