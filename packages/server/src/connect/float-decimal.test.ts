import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../test/support/seed.ts'
import { floatDecimal } from './float-decimal.ts'

test.each([
  [16_777.217],
  [233.1],
  [4.3],
  [0.1],
  [12_345_678],
  [12_345_679],
  [12_345_682],
  [16_777_216],
  [-1e-45],
  [3.4028235e38],
])('%f stays what it is in 32 bits', (decimal) => {
  expect(floatDecimal(Math.fround(decimal))).toBe(decimal)
})

test('any float becomes the same float, and no shorter decimal is that float', () => {
  const floats = fc.oneof(fc.float({ noNaN: true, noDefaultInfinity: true }), fc.integer().map(Math.fround))
  fc.assert(
    fc.property(floats, (value) => {
      const decimal = floatDecimal(value)
      // Zero has no sign in JSON.
      expect(Math.fround(decimal)).toBe(value === 0 ? 0 : value)
      const digits = digitsOf(decimal)
      if (digits > 1) expect(Math.fround(Number(value.toPrecision(digits - 1)))).not.toBe(value)
    }),
    { seed, numRuns: 20_000 },
  )
})

test('what is no float of 32 bits stays as it is', () => {
  for (const value of [0.1, 233.1, 2 ** 53 - 1, 1e300, Number.NaN, Number.POSITIVE_INFINITY])
    expect(floatDecimal(value)).toBe(value)
})

/** How many digits a number is written with, without zeros at its ends. */
function digitsOf(value: number): number {
  return value.toExponential().replace(/e.*/, '').replaceAll(/\D/g, '').length
}
