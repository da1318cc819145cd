import { expect, test } from 'vitest'
import { longestWait } from './reconnection.ts'

test('waits double from 1 s up to 30 s', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6].map((attempts) => longestWait(attempts, { isLasting: false }))
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('where somebody has to change something it is tried once a minute', () => {
  expect(longestWait(0, { isLasting: true })).toBe(60_000)
  expect(longestWait(9, { isLasting: true })).toBe(60_000)
})
