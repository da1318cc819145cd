/** An exact decimal number: `units` divided by ten to the power of `scale`. Money never is a binary fraction. */
export interface Exact {
  units: bigint
  scale: number
}

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?$/
export const ZERO: Exact = { units: 0n, scale: 0 }

/** @param text as in `-1250.50`. @throws RangeError for anything else */
export function exact(text: string): Exact {
  const [, sign, whole, decimals = ''] = WRITTEN.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`${text} is no decimal number`)
  const units = BigInt(`${whole}${decimals}`)
  return { units: sign === '-' ? -units : units, scale: decimals.length }
}

/** The number as text, with all of its decimals: `-1250.50`. */
export function written({ units, scale }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`
}

export function plus(...numbers: readonly Exact[]): Exact {
  const scale = Math.max(0, ...numbers.map((one) => one.scale))
  return { units: numbers.reduce((sum, one) => sum + unitsAt(one, scale), 0n), scale }
}

export function minus(one: Exact, other: Exact): Exact {
  return plus(one, { units: -other.units, scale: other.scale })
}

export function times(one: Exact, other: Exact): Exact {
  return { units: one.units * other.units, scale: one.scale + other.scale }
}

/** Half away from zero, as PostgreSQL rounds `numeric`. @param scale decimals of the result */
export function rounded(number: Exact, scale: number): Exact {
  if (number.scale <= scale) return { units: unitsAt(number, scale), scale }
  return { units: divided(number.units, 10n ** BigInt(number.scale - scale)), scale }
}

/** One number by another, rounded. @throws RangeError where the other is 0 */
export function quotient(one: Exact, other: Exact, scale: number): Exact {
  if (other.units === 0n) throw new RangeError('A number cannot be divided by 0')
  const shift = BigInt(scale + other.scale)
  const sign = other.units < 0n ? -1n : 1n
  const dividend = one.units * sign * 10n ** shift
  return { units: divided(dividend, other.units * sign * 10n ** BigInt(one.scale)), scale }
}

/** Which of two decimal numbers is the greater: 1 the first, -1 the other, 0 neither. @throws RangeError for another text */
export function compareDecimals(one: string, other: string): number {
  return compare(minus(exact(one), exact(other)).units, 0n)
}

export function isZero({ units }: Exact): boolean {
  return units === 0n
}

/**
 * A whole amount in parts that add up to it exactly: each gets its share rounded towards zero, and what is left goes, a unit each, to
 * the largest remainders; of equal ones to the earlier.
 * @param weights not negative; where all are 0, nothing is spread
 */
export function spread(amount: Exact, weights: readonly Exact[]): Exact[] {
  const scale = Math.max(0, ...weights.map((one) => one.scale))
  const shares = weights.map((one) => unitsAt(one, scale))
  const total = shares.reduce((sum, one) => sum + one, 0n)
  if (total === 0n) return weights.map(() => ({ units: 0n, scale: amount.scale }))
  const sign = amount.units < 0n ? -1n : 1n
  const whole = amount.units * sign
  const parts = shares.map((share) => (whole * share) / total)
  const left = Number(whole - parts.reduce((sum, one) => sum + one, 0n))
  const byRemainder = shares
    .map((share, place) => ({ place, remainder: (whole * share) % total }))
    .sort((one, other) => compare(other.remainder, one.remainder) || one.place - other.place)
  for (const { place } of byRemainder.slice(0, left)) parts[place] = (parts[place] ?? 0n) + 1n
  return parts.map((units) => ({ units: units * sign, scale: amount.scale }))
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** A number's units at a scale that is not smaller than its own. */
function unitsAt({ units, scale }: Exact, to: number): bigint {
  return units * 10n ** BigInt(to - scale)
}

/** @param divisor greater than 0 */
function divided(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor
  return (dividend * 2n + half) / (divisor * 2n)
}
