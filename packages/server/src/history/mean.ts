/** A double keeps 15 digits at least; the last of them are lost when many are added. */
const DIGITS = 12
const EXACT_DIGITS = 16

/** The mean of numbers by their sum, without the digits that adding has made up: that of 31.327, three times, is 31.327. */
export function meanOf(sum: number, count: number): number {
  if (count === 1) return sum
  // Whole numbers are added without an error, as long as their sum is one that a double holds.
  return Number((sum / count).toPrecision(Number.isSafeInteger(sum) ? EXACT_DIGITS : DIGITS))
}
