import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exact, minus, plus, quotient, rounded, spread, times, written } from './exact.ts'

const seed = 20261123
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => ({ units, scale }))

describe('an exact number', () => {
  test('is read and written without a loss', () => {
    for (const text of ['0', '-0.01', '1250.50', '999999999999.999999', '0.000001'])
      expect(written(exact(text))).toBe(text)
    for (const wrong of ['', '1,5', '1e3', 'NaN', 'Infinity', '.5', '5.', '+1', '0x1', ' 1']) {
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
        expect(times(one, other).units).toBe(one.units * other.units)
      }),
      { seed },
    )
  })
})

describe('an amount that is spread', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 40 })

  test('adds up, and no part is a unit or more from its share', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), weights, (units, raw) => {
        const total = raw.reduce((sum, one) => sum + one, 0n)
        const parts = spread(
          { units, scale: 2 },
          raw.map((one) => ({ units: one, scale: 0 })),
        )
        expect(parts.reduce((sum, part) => sum + part.units, 0n)).toBe(total === 0n ? 0n : units)
        for (const [place, part] of parts.entries()) {
          const off = part.units * total - units * (raw[place] ?? 0n)
          expect(off < 0n ? -off : off).toBeLessThanOrEqual(total)
        }
      }),
      { seed },
    )
  })

  test('gives what is left to the earlier of equal parts', () => {
    const thirds = spread(exact('100.00'), [exact('1'), exact('1'), exact('1')])
    expect(thirds.map(written)).toEqual(['33.34', '33.33', '33.33'])
    expect(spread(exact('-0.02'), [exact('1'), exact('1'), exact('1')]).map(written)).toEqual([
      '-0.01',
      '-0.01',
      '0.00',
    ])
  })
})
