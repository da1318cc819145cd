import { type Integer, powerOfTen, product, quotientAwayFromZero, sum, toInteger } from './integers.ts'

/** An exact decimal number: `units` divided by ten to the power of `scale`. Money never is a binary fraction. */
export interface Exact {
  units: Integer
  scale: number
}

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?$/
/** Texts up to this length have at most as many digits, and so many are safe. */
const SHORT = 15
const [MINUS, POINT, DIGIT_0, DIGIT_9] = [45, 46, 48, 57]
export const ZERO: Exact = { units: 0, scale: 0 }

/** @param text as in `-1250.50`. @throws RangeError for anything else */
export function exact(text: string): Exact {
  return (text.length <= SHORT && readShort(text)) || readAny(text)
}

/** Digit by digit, which takes a tenth of what an expression does; undefined for anything that is no decimal number. */
function readShort(text: string): Exact | undefined {
  const first = text.charCodeAt(0) === MINUS ? 1 : 0
  let units = 0
  let point = -1
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= DIGIT_0 && code <= DIGIT_9) units = units * 10 + (code - DIGIT_0)
    else if (code === POINT && point < 0 && at > first) point = at
    else return undefined
  }
  const last = text.length - 1
  if (last < first || point === last) return undefined
  return { units: first === 0 ? units : 0 - units, scale: point < 0 ? 0 : last - point }
}

function readAny(text: string): Exact {
  const [, sign, whole, decimals = ''] = WRITTEN.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`${text} is no decimal number`)
  return { units: toInteger(BigInt(`${sign}${whole}${decimals}`)), scale: decimals.length }
}

/** How the decimals of amounts are written, by their number: `.00` to `.99` for two. */
const ENDINGS = [0, 1, 2, 3].map((scale) =>
  Array.from({ length: 10 ** scale }, (_, units) => `.${String(units).padStart(scale, '0')}`),
)

/** The number as text, with all of its decimals: `-1250.50`. */
export function written({ units, scale }: Exact): string {
  if (scale === 0) return String(units)
  if (units < 0) return `-${written({ units: product(units, -1), scale })}`
  const endings = ENDINGS[scale]
  if (endings !== undefined && typeof units === 'number') {
    const whole = Math.floor(units / endings.length)
    return `${whole}${endings[units - whole * endings.length]}`
  }
  const digits = String(units).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

export function plus(one: Exact, other: Exact): Exact {
  const scale = Math.max(one.scale, other.scale)
  return { units: sum(unitsAt(one, scale), unitsAt(other, scale)), scale }
}

/** The sum of any number of numbers. */
export function total(numbers: readonly Exact[]): Exact {
  let scale = 0
  let units: Integer = 0
  for (const one of numbers) {
    if (one.scale > scale) {
      units = unitsAt({ units, scale }, one.scale)
      scale = one.scale
    }
    units = sum(units, unitsAt(one, scale))
  }
  return { units, scale }
}

export function minus(one: Exact, other: Exact): Exact {
  const scale = Math.max(one.scale, other.scale)
  return { units: sum(unitsAt(one, scale), product(unitsAt(other, scale), -1)), scale }
}

export function times(one: Exact, other: Exact): Exact {
  return { units: product(one.units, other.units), scale: one.scale + other.scale }
}

/** Half away from zero, as PostgreSQL rounds `numeric`. @param scale decimals of the result */
export function rounded(number: Exact, scale: number): Exact {
  if (number.scale === scale) return number
  if (number.scale < scale) return { units: unitsAt(number, scale), scale }
  return { units: quotientAwayFromZero(number.units, powerOfTen(number.scale - scale)), scale }
}

/** One number by another, rounded. @throws RangeError where the other is 0 */
export function quotient(one: Exact, other: Exact, scale: number): Exact {
  if (isZero(other)) throw new RangeError('A number cannot be divided by 0')
  const sign = other.units < 0 ? -1 : 1
  const dividend = product(product(one.units, sign), powerOfTen(scale + other.scale))
  const divisor = product(product(other.units, sign), powerOfTen(one.scale))
  return { units: quotientAwayFromZero(dividend, divisor), scale }
}

/** Which of two decimal numbers is the greater: 1 the first, -1 the other, 0 neither. @throws RangeError for another text */
export function compareDecimals(one: string, other: string): number {
  const { units } = minus(exact(one), exact(other))
  return units < 0 ? -1 : units > 0 ? 1 : 0
}

export function isZero({ units }: Exact): boolean {
  return units === 0
}

/** A number's units at a scale that is not smaller than its own. */
export function unitsAt({ units, scale }: Exact, to: number): Integer {
  return scale === to ? units : product(units, powerOfTen(to - scale))
}
