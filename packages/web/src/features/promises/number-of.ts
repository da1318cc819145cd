import { isUnclearHere } from '../../lib/format/decimal-text.ts'

/** Reads a number as people type it, with a comma or a point. @returns undefined for any other text, and for what may be a thousand times as much */
export function numberOf(typed: string): number | undefined {
  const plain = typed.trim().replace(',', '.')
  const number = Number(plain)
  return plain === '' || isUnclearHere(typed) || !Number.isFinite(number) || number < 0 ? undefined : number
}
