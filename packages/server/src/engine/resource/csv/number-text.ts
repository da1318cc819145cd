/** The sign before the decimals of a number. */
export type DecimalSign = '.' | ','

const GROUP_SIGNS = String.raw`['’ \u00A0\u2009\u202F]`
const LONGEST = 100
/** Beyond it no field has a value. */
const LARGEST_EXPONENT = 100

/** Groups are of three digits with one sign between all of them, or as in India of two before the last three. */
const forms: Record<DecimalSign, RegExp> = {
  '.': formOf(String.raw`\.`, ',', String.raw`|[1-9]\d?(?:,\d\d)+,\d{3}`),
  ',': formOf(',', String.raw`\.`, ''),
}

function formOf(sign: string, group: string, more: string): RegExp {
  const grouped = String.raw`[1-9]\d{0,2}(?<group>${group}|${GROUP_SIGNS})\d{3}(?:\k<group>\d{3})*${more}`
  return new RegExp(
    String.raw`^(?<minus>[+-])?(?:(?<plain>\d+)|(?<grouped>${grouped}))(?:${sign}(?<part>\d+))?(?:e(?<exponent>[+-]\d{1,4}))?$`,
    'i',
  )
}

/**
 * A number as a cell has it, in digits with a point before the decimals and no exponent; undefined where it is no number of that notation.
 * Programs write an exponent with its sign, as 1.2E+05: 12E4 is a part number in the wrong column.
 */
export function plainNumber(text: string, sign: DecimalSign): string | undefined {
  if (text.length > LONGEST) return undefined
  const found = forms[sign].exec(text.replace('\u2212', '-'))?.groups
  if (found === undefined) return undefined
  const { minus, plain, grouped, part = '', exponent } = found
  if (exponent !== undefined && (grouped !== undefined || Math.abs(Number(exponent)) > LARGEST_EXPONENT))
    return undefined
  const whole = plain ?? grouped?.replaceAll(/\D/g, '') ?? ''
  return `${minus === '-' ? '-' : ''}${shifted(whole, part, Number(exponent ?? 0))}`
}

/** Whether a text is a number in both notations, and not the same one. */
export function isAmbiguous(text: string): boolean {
  const [point, comma] = [plainNumber(text, '.'), plainNumber(text, ',')]
  return point !== undefined && comma !== undefined && point !== comma
}

/** The only decimal sign with which a text is a number; undefined if it is not a number, or is one with either sign. */
export function decimalSignOf(text: string): DecimalSign | undefined {
  const [point, comma] = [plainNumber(text, '.'), plainNumber(text, ',')]
  if (point !== undefined) return comma === undefined ? '.' : undefined
  return comma === undefined ? undefined : ','
}

/** Digits with the point moved by an exponent. */
function shifted(whole: string, part: string, exponent: number): string {
  if (exponent === 0) return part === '' ? whole : `${whole}.${part}`
  const digits = `${'0'.repeat(Math.max(0, -exponent))}${whole}${part}${'0'.repeat(Math.max(0, exponent))}`
  const point = Math.max(0, -exponent) + whole.length + exponent
  const [before, after] = [digits.slice(0, point).replace(/^0+(?=\d)/, ''), digits.slice(point).replace(/0+$/, '')]
  return after === '' ? before : `${before}.${after}`
}
