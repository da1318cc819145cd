import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../test/support/seed.ts'
import { scaled, unscaled } from './scaled.ts'

const plain = { scale: 1, offset: 0 }

test('a value that is not scaled has all of its digits', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.maxSafeInteger()), (value) => {
      expect(scaled(value, plain)).toBe(value)
      expect(unscaled(value, plain)).toBe(value)
    }),
    { seed, numRuns: 2_000 },
  )
})

test.each([
  [2_732, { scale: 0.1, offset: -273.15 }, 0.05],
  [93, { scale: 0.1, offset: -5 }, 4.3],
  [3, { scale: 0.1, offset: 0 }, 0.3],
  [435, { scale: 0.01, offset: 0 }, 4.35],
  [4_012_345_678_901, { scale: 10, offset: 0 }, 40_123_456_789_010],
  [40_123_456_789_012, { scale: 1, offset: 1 }, 40_123_456_789_013],
  [123_456_789.012_34, { scale: 1_000, offset: 0 }, 123_456_789_012.34],
  [-40, { scale: 1.8, offset: 32 }, -40],
  [0, { scale: 2.5, offset: 0 }, 0],
])('%f by %j is %f, and back', (raw, scale, value) => {
  expect(scaled(raw, scale)).toBe(value)
  expect(unscaled(value, scale)).toBe(raw)
})
