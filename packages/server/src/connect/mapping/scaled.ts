import type { TagMapEntry } from '@packhouse/contract'

type Scale = Pick<TagMapEntry, 'scale' | 'offset'>

/** A double holds so many digits of any decimal. */
const DIGITS = 15
/** More decimals no number can be written with. */
const MOST_DECIMALS = 100

/** A value in the unit of its tag. One that is not scaled is the one that was reported, with all its digits. */
export function scaled(value: number, { scale, offset }: Scale): number {
  if (scale === 1 && offset === 0) return value
  return withoutResidue(value * scale + offset, Math.max(Math.abs(value * scale), Math.abs(offset)))
}

/** The reverse: the value that a machine has for one in the unit of its tag. */
export function unscaled(value: number, { scale, offset }: Scale): number {
  if (scale === 1 && offset === 0) return value
  const largest = Math.max(Math.abs(value), Math.abs(offset)) / Math.abs(scale)
  return withoutResidue((value - offset) / scale, largest)
}

/**
 * Computing with decimals in binary leaves a residue behind the digits that the operands have, which nobody has measured.
 * @param largest of the operands: the place of its last digit is that of the result's
 */
function withoutResidue(value: number, largest: number): number {
  if (!Number.isFinite(value) || Number.isInteger(value) || largest === 0) return value
  const decimals = DIGITS - 1 - Math.floor(Math.log10(largest))
  if (decimals < 0) return value
  return decimals > MOST_DECIMALS ? Number(value.toPrecision(DIGITS)) : Number(value.toFixed(decimals))
}
