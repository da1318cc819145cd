const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The hours of the last days as the clock on the wall of a place shows them. An hour begins where the clock shows a full hour
 * and where it is set to another time, so one that is repeated in part is two.
 * @param timeZone IANA name; @param now Unix ms, lies in the last hour
 * @returns starts in order, and the end of the last; Unix ms
 */
export function localHours(timeZone: string, days: number, now: number): { starts: number[]; end: number } {
  const offsetAt = offsetsOf(timeZone)
  const end = hourStart(now, offsetAt(now)) + HOUR_MS
  const first = end - days * DAY_MS
  const starts: number[] = []
  for (let at = hourStart(first, offsetAt(first)); at < end; ) {
    const offset = offsetAt(at)
    // A day from a full hour: one from a clock that was set by half an hour would begin an hour where none begins.
    const change = changeBetween(offsetAt, at, Math.min(hourStart(at, offset) + DAY_MS, end))
    for (let start = at; start < change; start = hourStart(start, offset) + HOUR_MS) starts.push(start)
    at = change
  }
  return { starts, end }
}

function hourStart(at: number, offset: number): number {
  return Math.floor((at + offset) / HOUR_MS) * HOUR_MS - offset
}

/** The first minute with another offset than `from` has; `to` if it does not change. Clocks are set at most once a day. */
function changeBetween(offsetAt: (at: number) => number, from: number, to: number): number {
  const offset = offsetAt(from)
  if (offsetAt(to) === offset) return to
  let [before, behind] = [from, to]
  while (behind - before > MINUTE_MS) {
    const middle = before + Math.ceil((behind - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(middle) === offset) before = middle
    else behind = middle
  }
  return behind
}

/** How far the clock of a zone is ahead of UTC at a time, ms. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS)
  }
}
