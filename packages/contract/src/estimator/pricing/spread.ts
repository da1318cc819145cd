import { type Exact, total, unitsAt } from './exact.ts'
import { type Integer, product, sum, toInteger } from './integers.ts'

/**
 * A whole amount in parts that add up to it exactly: each gets its share rounded towards zero, and what is left goes, a unit each, to
 * the largest remainders; of equal ones to the earlier.
 * @param weights not negative; where all are 0, nothing is spread
 */
export function spread(amount: Exact, weights: readonly Exact[]): Exact[] {
  const scale = amount.scale
  const whole = total(weights)
  if (amount.units === 0 || whole.units === 0) return weights.map(() => ({ units: 0, scale }))
  const sign = amount.units < 0 ? -1 : 1
  const size = product(amount.units, sign)
  const shares = weights.map((weight) => divided(product(size, unitsAt(weight, whole.scale)), whole.units))
  const parts = shares.map(({ part }) => part)
  const left = Number(sum(size, product(parts.reduce(sum, 0), -1)))
  if (left > 0) for (const place of largestRemainders(shares, left)) parts[place] = sum(parts[place] ?? 0, 1)
  return parts.map((part) => ({ units: product(part, sign), scale }))
}

interface Share {
  part: Integer
  remainder: Integer
}

/** Rounded towards zero. @param dividend not negative. @param divisor greater than 0 */
function divided(dividend: Integer, divisor: Integer): Share {
  if (typeof dividend === 'number' && typeof divisor === 'number') {
    const part = Math.floor(dividend / divisor)
    return { part, remainder: dividend - part * divisor }
  }
  const [exactly, by] = [BigInt(dividend), BigInt(divisor)]
  const part = exactly / by
  return { part: toInteger(part), remainder: toInteger(exactly - part * by) }
}

function largestRemainders(shares: readonly Share[], count: number): number[] {
  const places = shares.map((_, place) => place)
  const remainder = (place: number) => shares[place]?.remainder ?? 0
  // A sort keeps the order of equal ones.
  places.sort((one, other) => compare(remainder(other), remainder(one)))
  return places.slice(0, count)
}

function compare(one: Integer, other: Integer): number {
  return one < other ? -1 : one > other ? 1 : 0
}
