import { t } from '@packhouse/messages'
import { pageLocale } from './page-locale.ts'
import { toReaderUnit } from './temperature-unit.ts'

/** Shown in place of a missing value: never an empty place, never a zero. */
export const DASH = '–'

// Creating a format costs more than using it a hundred times.
const formats = new Map<string, Intl.NumberFormat>()

/** The form of numbers in the language of the page. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${pageLocale()} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(pageLocale(), options)
  formats.set(key, format)
  return format
}

type Maybe = number | null | undefined

function orDash(value: Maybe, options: Intl.NumberFormatOptions): string {
  return typeof value === 'number' && Number.isFinite(value) ? numberFormat(options).format(value) : DASH
}

/** Whether there is a number to show. */
export function isReading(value: Maybe): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** A whole count with group separators; a dash when missing. */
export function formatCount(value: Maybe): string {
  return orDash(value, { maximumFractionDigits: 0 })
}

/** A rate such as cycles per minute, at most one decimal; a dash when missing. */
export function formatRate(value: Maybe): string {
  return orDash(value, { maximumFractionDigits: 1 })
}

/** A temperature with two decimals in the unit of the reader, without its sign; a dash when missing. @param value in °C */
export function formatTemperature(value: Maybe): string {
  const shown = isReading(value) ? toReaderUnit(value) : value
  return orDash(shown, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** A percentage rounded to a whole number, without its sign; a dash when missing. */
export function formatPercent(value: Maybe): string {
  return orDash(value, { maximumFractionDigits: 0 })
}

/** A reading of unknown meaning: as many decimals as it has, at most six; a dash when missing. */
export function formatReading(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === '') return DASH
  if (typeof value === 'boolean') return value ? t('general.yes') : t('app.no')
  return typeof value === 'string' ? value : orDash(value, { maximumFractionDigits: 6 })
}
