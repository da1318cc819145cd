import { expect, test } from 'vitest'
import { unrolled } from './unrolled.ts'

test.each([
  ['is what the counter shows where nothing is known', 40, null, false, 40],
  ['goes on where the counter does', 40, 1_030, false, 1_040],
  ['goes on over a wrap', 5, 1_990, false, 2_005],
  ['goes back where somebody set the counter back', 5, 1_040, false, 1_005],
  ['stays below the newest where the reading is older', 990, 2_005, true, 1_990],
  ['stays the same for the same reading again', 5, 2_005, true, 2_005],
  ['is left alone beyond the range', 1_500, 2_005, false, 1_500],
])('the total behind a counter of 1,000 %s', (_, raw, total, late, expected) => {
  expect(unrolled(raw, 1_000, total, late)).toBe(expected)
})

test('a counter without a range is its own total', () => {
  expect(unrolled(7, null, 1_000_000, false)).toBe(7)
})
