import { localBuckets } from '../../../monitoring/area.ts'

/** No clock is further from UTC, and no day longer. */
const AROUND_MS = 40 * 3_600_000

/** The date on the wall of a place, ISO 8601. */
function dateOf(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('sv', { timeZone }).format(at)
}

/** The month before that of a moment, `2026-10`. @param now Unix ms */
export function lastMonth(timeZone: string, now: number): string {
  return addMonths(dateOf(timeZone, now).slice(0, 7), -1)
}

/** A month as the clock of a place has it, Unix ms. @param month `2026-10` */
export function monthSpan(timeZone: string, month: string): { from: number; to: number } {
  return { from: monthStart(timeZone, month), to: monthStart(timeZone, addMonths(month, 1)) }
}

/** The month before. @param month `2026-10` */
export function monthBefore(month: string): string {
  return addMonths(month, -1)
}

function monthStart(timeZone: string, month: string): number {
  const first = `${month}-01`
  const around = Date.parse(`${first}T00:00:00Z`)
  const [, ...days] = localBuckets(timeZone, { from: around - AROUND_MS, to: around + AROUND_MS }, 'day')
  return days.find((start) => dateOf(timeZone, start) >= first) ?? around
}

function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}
