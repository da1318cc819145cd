import fc from 'fast-check'
import { expect, test } from 'vitest'
import { product, quotientAwayFromZero, sum, toInteger } from './integers.ts'

const seed = 20261125
const LAST_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** Of every size, and often where numbers cease to be safe. */
const whole = fc.oneof(
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  fc.bigInt({ min: -1000n, max: 1000n }),
  fc.bigInt({ min: LAST_SAFE / 2n - 100n, max: LAST_SAFE / 2n + 100n }),
  fc.bigInt({ min: LAST_SAFE - 100n, max: LAST_SAFE + 100n }),
  fc.bigInt({ min: -LAST_SAFE - 100n, max: -LAST_SAFE + 100n }),
)

/** By the remainder, and so in another way than what is tested. */
function halfAway(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend
  const units = size / divisor + (2n * (size % divisor) >= divisor ? 1n : 0n)
  return dividend < 0n ? -units : units
}

test('Whole numbers of any size add, multiply and divide as bigints do, and are numbers wherever that is safe', () => {
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      const divisor = other > 0n ? other : 1n - other
      const [left, right] = [toInteger(one), toInteger(other)]
      expect(sum(left, right)).toBe(toInteger(one + other))
      expect(product(left, right)).toBe(toInteger(one * other))
      expect(quotientAwayFromZero(left, toInteger(divisor))).toBe(toInteger(halfAway(one, divisor)))
      expect(BigInt(left)).toBe(one)
      expect(typeof left).toBe(one >= -LAST_SAFE && one <= LAST_SAFE ? 'number' : 'bigint')
    }),
    { seed, numRuns: 20_000 },
  )
})

test('A quotient is exact however close to a half it is', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 7n }), fc.bigInt({ min: 0n, max: 2n ** 28n }), (divisor, units) => {
      for (const off of [-1n, 0n, 1n]) {
        const dividend = units * divisor + divisor / 2n + off
        expect(quotientAwayFromZero(toInteger(dividend), toInteger(divisor))).toBe(
          toInteger(halfAway(dividend, divisor)),
        )
      }
    }),
    { seed, numRuns: 20_000 },
  )
})
