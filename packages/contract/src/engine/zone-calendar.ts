const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The one calendar of hours and days as the clock on the wall of a place shows them. All times are Unix ms, all zones IANA names. An hour
 * begins where the clock shows a full hour, or another hour than just before: set back from 2:00 to 1:00 it shows two hours of 1:00, and set
 * back from 2:00 to 1:30 one of 90 minutes. A day begins when the clock shows its date for the first time.
 */

/** A time in which the clock of a zone is as far ahead of UTC. */
export interface ZoneSpan {
  from: number
  /** The first moment behind it. */
  to: number
  offset: number
}

/** The start of a day, and its number counted from the epoch. */
export interface DayStart {
  day: number
  at: number
}

/** The spans of a time. Clocks are set at whole minutes, and not twice a day. */
export function zoneSpans(zone: string, from: number, to: number): ZoneSpan[] {
  const spans: ZoneSpan[] = []
  for (let at = from; at < to; ) {
    const offset = offsetAt(zone, at)
    let end = at
    while (end < to) {
      const next = Math.min(end + DAY_MS, to)
      if (offsetAt(zone, next) !== offset) {
        end = changeBetween(zone, end, next)
        break
      }
      end = next
    }
    spans.push({ from: at, to: end, offset })
    at = end
  }
  return spans
}

/** The starts of hours behind the first moment of a time and before its last. */
export function hourStarts(zone: string, from: number, to: number): number[] {
  const starts: number[] = []
  let shown = Math.floor((from + offsetAt(zone, from)) / HOUR_MS)
  for (const span of zoneSpans(zone, from, to)) {
    for (let at = span.from; at < span.to; ) {
      const hour = Math.floor((at + span.offset) / HOUR_MS)
      const isFull = at + span.offset === hour * HOUR_MS
      if (hour !== shown || (isFull && at > from)) starts.push(at)
      shown = hour
      at = (hour + 1) * HOUR_MS - span.offset
    }
  }
  return starts
}

/** The starts of days behind the first moment of a time and before its last. */
export function dayStarts(zone: string, from: number, to: number): DayStart[] {
  const starts: DayStart[] = []
  let shown = Math.floor((from + offsetAt(zone, from)) / DAY_MS)
  for (const span of zoneSpans(zone, from, to)) {
    for (let at = span.from; at < span.to; ) {
      const day = Math.floor((at + span.offset) / DAY_MS)
      if (day > shown) starts.push({ day, at })
      shown = Math.max(shown, day)
      at = (day + 1) * DAY_MS - span.offset
    }
  }
  return starts
}

/** The hour that a moment lies in. It begins less than two hours before, and ends less than two behind. */
export function hourAround(zone: string, at: number): { from: number; to: number } {
  const near = hourStarts(zone, at - 2 * HOUR_MS, at + 2 * HOUR_MS)
  return {
    from: near.findLast((start) => start <= at) ?? at,
    to: near.find((start) => start > at) ?? at,
  }
}

/** The first minute with another offset than `from` has. */
function changeBetween(zone: string, from: number, to: number): number {
  const offset = offsetAt(zone, from)
  let before = Math.floor(from / MINUTE_MS)
  let behind = Math.ceil(to / MINUTE_MS)
  while (behind - before > 1) {
    // No shift: minutes of the year 4011 and later are more than 32 bits have.
    const middle = Math.floor((before + behind) / 2)
    if (offsetAt(zone, middle * MINUTE_MS) === offset) before = middle
    else behind = middle
  }
  return behind * MINUTE_MS
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the clock of a zone is ahead of UTC, ms. */
function offsetAt(zone: string, at: number): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS)
}
