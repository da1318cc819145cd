import { hourAround, hourStarts } from '@packhouse/contract'

const DAY_MS = 86_400_000

/**
 * The hours of the last days as the clock on the wall of a place shows them.
 * @param timeZone IANA name; @param now Unix ms, lies in the last hour
 * @returns starts in order, and the end of the last; Unix ms
 */
export function localHours(timeZone: string, days: number, now: number): { starts: number[]; end: number } {
  const { to: end } = hourAround(timeZone, now)
  const { from } = hourAround(timeZone, end - days * DAY_MS)
  return { starts: [from, ...hourStarts(timeZone, from, end)], end }
}
