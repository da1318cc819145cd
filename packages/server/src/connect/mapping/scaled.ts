import { plus, type TagMapEntry, times, written } from '@packhouse/contract'
import { exactOf } from '../../telemetry/index.ts'

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

/**
 * The same for a whole number by its digits, of which a double may lose some. A whole result that a double would round is text of its digits;
 * one with decimals is the double that is nearest.
 * @returns undefined where the digits are no number
 */
export function scaledDigits(digits: string, { scale, offset }: Scale): number | string | undefined {
  const [value, factor, summand] = [exactOf(digits), exactOf(scale), exactOf(offset)]
  if (value === undefined || factor === undefined || summand === undefined) return undefined
  const text = written(plus(times(value, factor), summand)).replace(/\.0+$/, '')
  const number = Number(text)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? wholeText(text, number) : number
}

/** Decimals behind so many digits say nothing: the nearest double stands for them. */
function wholeText(text: string, number: number): number | string {
  return text.includes('.') ? number : text
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
