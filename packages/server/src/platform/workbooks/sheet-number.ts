/** So many digits a spreadsheet has; what follows them in a file is what binary arithmetic leaves. */
const DIGITS = 15

/** A number of a sheet in digits, without exponent: 49.900000000000006 is 49.9. A whole number is exact as long as it can be. */
export function sheetNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (Number.isSafeInteger(value)) return String(value)
  const [digits = '', exponent = '0'] = value.toExponential(DIGITS - 1).split('e')
  const minus = digits.startsWith('-') ? '-' : ''
  const figures = digits.replaceAll(/\D/g, '').replace(/0+$/, '') || '0'
  const point = Number(exponent) + 1
  if (point <= 0) return `${minus}0.${'0'.repeat(-point)}${figures}`
  if (figures.length <= point) return `${minus}${figures.padEnd(point, '0')}`
  return `${minus}${figures.slice(0, point)}.${figures.slice(point)}`
}
