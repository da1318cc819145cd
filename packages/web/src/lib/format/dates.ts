import { t } from '@packhouse/messages'
import { dateFormat } from './date-formats.ts'
import { DASH } from './numbers.ts'

/** How often a relative label is renewed, and the shortest interval that may be asked for; milliseconds. */
export const DATE_LABEL_REFRESH_MS = 60_000
export const DATE_LABEL_REFRESH_MIN_MS = 10_000

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A moment as it arrives: ISO 8601, milliseconds since 1970, or missing. */
export type Moment = string | number | Date | null | undefined

/** Milliseconds since 1970, or undefined when the value is missing or says no time. */
export function toMillis(value: Moment): number | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const millis = typeof value === 'number' ? value : new Date(value).getTime()
  // The second test: a number beyond the range of dates is a number but no time.
  return Number.isFinite(millis) && !Number.isNaN(new Date(millis).getTime()) ? millis : undefined
}

/**
 * The relative date label of section 4 of the specification. Minutes and hours are completed ones, so that a label
 * never claims more than has passed. A moment ahead of `now` is 'Just now': the reader's clock may be behind the server's.
 */
export function relativeLabel(value: Moment, now: number): string {
  const millis = toMillis(value)
  if (millis === undefined) return DASH
  const age = now - millis
  if (age < 30 * SECOND) return t('app.justNow')
  if (age < 90 * SECOND) return t('app.n1mAgo')
  if (age < HOUR) return t('app.mAgo', { floor: Math.floor(age / MINUTE) })
  if (age < DAY) return t('app.hAgo', { floor: Math.floor(age / HOUR) })
  return dateFormat('date').format(millis)
}

/** The absolute date label: local date and time to the minute; a dash when missing or invalid. */
export function absoluteLabel(value: Moment): string {
  return withFormat(value, dateFormat('dateTime'))
}

/** The hover title of a date label: full local date and time, to the second; a dash when missing or invalid. */
export function dateTitle(value: Moment): string {
  return withFormat(value, dateFormat('dateTimeFull'))
}

/** A plain date `YYYY-MM-DD` in the reader's form; a dash when missing or invalid. */
export function formatPlainDate(value: string | null | undefined): string {
  if (!value || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return DASH
  // It belongs to no time zone: read and written as UTC it stays the same day everywhere.
  return withFormat(`${value}T00:00:00Z`, dateFormat('date', 'UTC'))
}

/** A length of time as hours and minutes, `7:05`; for totals that must line up. */
export function formatDuration(millis: number): string {
  const minutes = Math.round(millis / MINUTE)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** A difference of two lengths of time with its sign, `+0:12`. */
export function durationDifference(millis: number): string {
  const size = formatDuration(Math.abs(millis))
  return size === formatDuration(0) ? `±${size}` : `${millis > 0 ? '+' : '−'}${size}`
}

function withFormat(value: Moment, format: Intl.DateTimeFormat): string {
  const millis = toMillis(value)
  return millis === undefined ? DASH : format.format(millis)
}
