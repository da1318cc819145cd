import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exact, written } from './exact.ts'
import { toInteger } from './integers.ts'
import { spread } from './spread.ts'

const seed = 20261123

describe('an amount that is spread', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 40 })

  test('adds up, and no part is a unit or more from its share', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), weights, (units, raw) => {
        const total = raw.reduce((sum, one) => sum + one, 0n)
        const parts = spread(
          { units: toInteger(units), scale: 2 },
          raw.map((one) => ({ units: toInteger(one), scale: 0 })),
        )
        expect(parts.reduce((sum, part) => sum + BigInt(part.units), 0n)).toBe(total === 0n ? 0n : units)
        for (const [place, part] of parts.entries()) {
          const off = BigInt(part.units) * total - units * (raw[place] ?? 0n)
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
