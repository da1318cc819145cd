import { expect, test } from 'vitest'
import { useMovableClock } from '../../../test/support/movable-clock.ts'
import { passing } from './link-issue.ts'
import { longestWait, Reconnection } from './reconnection.ts'

const clock = useMovableClock('stopped')

test('waits double from 1 s up to 30 s', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6].map((attempts) => longestWait(attempts, { isLasting: false }))
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('where somebody has to change something it is tried once a minute', () => {
  expect(longestWait(0, { isLasting: true })).toBe(60_000)
  expect(longestWait(9, { isLasting: true })).toBe(60_000)
})

test('the next attempt comes after half of its wait to the whole, and a success begins from the shortest again', async () => {
  let attempts = 0
  const reconnection = new Reconnection(() => {
    attempts += 1
  })
  const expectAttemptWithin = async (longest: number) => {
    const before = attempts
    reconnection.retryAfter(passing('away'))
    await clock.move(longest / 2 - 1)
    expect([attempts, reconnection.isWaiting]).toEqual([before, true])
    await clock.move(longest / 2 + 1)
    expect([attempts, reconnection.isWaiting]).toEqual([before + 1, false])
  }
  for (const longest of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) await expectAttemptWithin(longest)
  reconnection.succeeded()
  await expectAttemptWithin(1_000)
  reconnection.retryAfter(passing('away'))
  reconnection.stop()
  await clock.move(3_600_000)
  expect(attempts).toBe(8)
})
