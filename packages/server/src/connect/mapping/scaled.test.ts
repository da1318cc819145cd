import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../test/support/seed.ts'
import { scaled, scaledDigits, unscaled } from './scaled.ts'

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

test.each([
  ['340123450000000018', { scale: 10, offset: 0 }, '3401234500000000180'],
  ['340123450000000018', { scale: 1, offset: 1 }, '340123450000000019'],
  ['9007199254740993', { scale: 0.5, offset: 0 }, Number('4503599627370496.5')],
  ['9007199254740994', { scale: 0.5, offset: 0 }, 4_503_599_627_370_497],
  ['12345678901234567', { scale: 0.001, offset: 0 }, Number('12345678901234.567')],
  ['-340123450000000018', { scale: 1e-7, offset: 0 }, -34_012_345_000],
  ['1234567890123457', { scale: 100, offset: 3 }, '123456789012345703'],
])('the digits %s by %j are %s', (digits, scale, value) => {
  expect(scaledDigits(digits, scale)).toBe(value)
})
