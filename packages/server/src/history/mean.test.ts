import { expect, test } from 'vitest'
import { meanOf } from './mean.ts'

test('the mean of one value is that value, and the mean of whole numbers is exact', () => {
  expect(meanOf(1.234567890123456, 1)).toBe(1.234567890123456)
  expect(meanOf(4_012_345_678_901 * 3, 3)).toBe(4_012_345_678_901)
})

test('the mean of a value and itself is that value', () => {
  for (const value of [31.327, 0.1, -7.43, 1e-9, 123_456.789]) {
    for (const count of [3, 7, 1_000]) {
      let sum = 0
      for (let n = 0; n < count; n++) sum += value
      expect(meanOf(sum, count)).toBe(value)
    }
  }
})
