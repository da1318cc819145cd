import { type Exact, exact } from '@packhouse/contract'

const WRITTEN = /^[-+]?(\d*)(?:\.(\d*))?(?:e([-+]?\d{1,3}))?$/i
/** What has more digits is no measurement. */
const MOST_LENGTH = 400

/**
 * A reading with all of its digits, for sums and comparisons that must not round it. A number is the shortest decimal that is the same double.
 * @returns undefined for what is no number
 */
export function exactOf(reading: string | number | boolean): Exact | undefined {
  if (typeof reading === 'boolean') return exactOf(Number(reading))
  const text = String(reading).trim()
  const [, whole = '', decimals = '', exponent = '0'] = text.length > MOST_LENGTH ? [] : (WRITTEN.exec(text) ?? [])
  if (whole === '' && decimals === '') return undefined
  const { units } = exact(`${text.startsWith('-') ? '-' : ''}${whole}${decimals}`)
  const scale = decimals.length - Number(exponent)
  return scale >= 0 ? { units, scale } : exact(`${units}${'0'.repeat(-scale)}`)
}
