/**
 * A whole number of any size: a `number` where that is safe, and a `bigint` where it is not and nowhere else, so that equal integers are always
 * equal values. Amounts of quotes are safe all but always, and numbers are worked with many times as fast.
 */
export type Integer = number | bigint

export function toInteger(units: bigint): Integer {
  const near = Number(units)
  return Number.isSafeInteger(near) ? near : units
}

export function sum(one: Integer, other: Integer): Integer {
  if (typeof one === 'number' && typeof other === 'number') {
    const units = one + other
    if (Number.isSafeInteger(units)) return units
  }
  return toInteger(BigInt(one) + BigInt(other))
}

export function product(one: Integer, other: Integer): Integer {
  if (typeof one === 'number' && typeof other === 'number') {
    // Without the addition, 0 times a negative number would be -0, which is no equal value.
    const units = one * other + 0
    if (Number.isSafeInteger(units)) return units
  }
  return toInteger(BigInt(one) * BigInt(other))
}

/** Half away from zero. @param divisor greater than 0 */
export function quotientAwayFromZero(dividend: Integer, divisor: Integer): Integer {
  if (typeof dividend === 'number' && typeof divisor === 'number') {
    const size = Math.abs(dividend) * 2 + divisor
    const double = divisor * 2
    // The quotient of safe numbers is never rounded up to the next whole one: that is further away than half of its last binary digit.
    if (Number.isSafeInteger(size) && Number.isSafeInteger(double)) {
      const units = Math.floor(size / double)
      return dividend < 0 ? 0 - units : units
    }
  }
  const [exactly, by] = [BigInt(dividend), BigInt(divisor)]
  const half = exactly < 0n ? -by : by
  return toInteger((exactly * 2n + half) / (by * 2n))
}

const POWERS: readonly Integer[] = Array.from({ length: 60 }, (_, exponent) => toInteger(10n ** BigInt(exponent)))

export function powerOfTen(exponent: number): Integer {
  return POWERS[exponent] ?? toInteger(10n ** BigInt(exponent))
}
