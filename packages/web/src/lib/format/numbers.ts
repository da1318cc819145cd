import { t } from '@packhouse/messages'
/** What stands where a value is missing: never an empty place, never a zero. */
export const DASH = '–'

// Formatters are made once: making one costs more than using it a hundred times. `undefined` is the browser's locale.
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const twoDecimals = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

type Maybe = number | null | undefined

function orDash(value: Maybe, format: Intl.NumberFormat): string {
  return typeof value === 'number' && Number.isFinite(value) ? format.format(value) : DASH
}

/** Whether there is a number to show. */
export function isReading(value: Maybe): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** A whole count with group separators; a dash when missing. */
export function formatCount(value: Maybe): string {
  return orDash(value, whole)
}

/** A rate such as cycles per minute, at most one decimal; a dash when missing. */
export function formatRate(value: Maybe): string {
  return orDash(value, oneDecimal)
}

/** A temperature in °C with two decimals, without its unit; a dash when missing. */
export function formatTemperature(value: Maybe): string {
  return orDash(value, twoDecimals)
}

/** A percentage rounded to a whole number, without its sign; a dash when missing. */
export function formatPercent(value: Maybe): string {
  return orDash(value, whole)
}

/** A reading of unknown meaning: as many decimals as it has, at most six; a dash when missing. */
export function formatReading(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === '') return DASH
  if (typeof value === 'boolean') return value ? t('general.yes') : t('app.no')
  if (typeof value === 'string') return value
  return Number.isFinite(value) ? value.toLocaleString(undefined, { maximumFractionDigits: 6 }) : DASH
}
