import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exact, minus, plus, quotient, rounded, times, total, written } from './exact.ts'
import { toInteger } from './integers.ts'

const seed = 20261123
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => ({ units: toInteger(units), scale }))

describe('an exact number', () => {
  test('is read and written without a loss', () => {
    for (const text of ['0', '-0.01', '1250.50', '-7', '-0.5', '9007199254740993.5', '999999999999.999999', '0.000001'])
      expect(written(exact(text))).toBe(text)
    for (const wrong of [
      '',
      '-',
      '1,5',
      '1e3',
      'NaN',
      'Infinity',
      '.5',
      '-.5',
      '5.',
      '1.2.3',
      '+1',
      '0x1',
      ' 1',
      '1e999999999999999',
    ]) {
      expect(() => exact(wrong)).toThrow(RangeError)
    }
  })

  test('is rounded half away from zero', () => {
    const cases = {
      '0.005': '0.01',
      '-0.005': '-0.01',
      '2.345': '2.35',
      '-2.345': '-2.35',
      '1.004999': '1.00',
      '7': '7.00',
    }
    for (const [text, result] of Object.entries(cases))
      expect([text, written(rounded(exact(text), 2))]).toEqual([text, result])
    expect(written(rounded(exact('-0.4'), 0))).toBe('0')
  })

  test('is divided with the same rounding, whatever the signs', () => {
    expect(written(quotient(exact('1'), exact('3'), 4))).toBe('0.3333')
    expect(written(quotient(exact('-1'), exact('8'), 2))).toBe('-0.13')
    expect(written(quotient(exact('1'), exact('-8'), 2))).toBe('-0.13')
    expect(() => quotient(exact('1'), exact('0.00'), 2)).toThrow(RangeError)
  })

  test('adds, subtracts and multiplies exactly', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        expect(written(minus(plus(one, other), other))).toBe(written(rounded(one, Math.max(one.scale, other.scale))))
        expect(BigInt(times(one, other).units)).toBe(BigInt(one.units) * BigInt(other.units))
        expect(total([one, other, one])).toEqual(plus(plus(one, other), one))
      }),
      { seed },
    )
  })
})
