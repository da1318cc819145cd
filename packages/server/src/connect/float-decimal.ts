/** Nine digits tell every two floats of 32 bits apart. */
const MOST_DIGITS = 9
/** Every decimal of so many digits has a float of its own, but for the tiny ones that have fewer bits. */
const SAFE_DIGITS = 6
const LEAST_NORMAL = 2 ** -126

/**
 * The shortest decimal that is the same float of 32 bits: the number that the sender means. A double shows digits behind it that nobody
 * has measured.
 * @param value of a float, as a double; what is no float stays as it is
 */
export function floatDecimal(value: number): number {
  if (!Number.isFinite(value) || Math.fround(value) !== value) return value
  for (let digits = Math.abs(value) < LEAST_NORMAL ? 1 : SAFE_DIGITS; digits < MOST_DIGITS; digits += 1) {
    const decimal = Number(value.toPrecision(digits))
    if (Math.fround(decimal) === value) return decimal
  }
  return Number(value.toPrecision(MOST_DIGITS))
}
