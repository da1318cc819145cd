import { QUARTER_MS, quarterOf } from './usage-event.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Quarters within which a zone is as far ahead of UTC. All zones of today lie at whole quarters of an hour. */
export interface OffsetSpan {
  /** First quarter and the first behind it, counted from the epoch. */
  from: number
  to: number
  /** Quarters that the zone is ahead. */
  offset: number
}

/** The days of a window as a zone counts them. */
export interface ZoneWindow {
  zone: string
  /** Unix ms: start of the first day, and now. */
  from: number
  to: number
  /** Start of as long a time before. */
  before: number
  /** Starts of the days, and of the day after the last; Unix ms. */
  starts: readonly number[]
  /** The days, `2026-11-23`. */
  days: readonly string[]
  spans: readonly OffsetSpan[]
}

/** The last days with today, in a zone. @param zone IANA name; @param now Unix ms */
export function zoneWindow(zone: string, days: number, now: number): ZoneWindow {
  const offsetAt = offsetsOf(zone)
  const today = dayOf(now + offsetAt(quarterOf(now)) * QUARTER_MS)
  const numbers = Array.from({ length: days + 1 }, (_, index) => today - days + 1 + index)
  const starts = numbers.map((day) => startOfDay(day, offsetAt))
  const from = starts[0] ?? now
  return {
    zone,
    from,
    to: now,
    before: from - (now - from),
    starts,
    days: numbers.slice(0, days).map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10)),
    spans: offsetSpans(quarterOf(from), quarterOf(now) + 1, offsetAt),
  }
}

/** The weekday (1 is Monday) of a day of the calendar. */
export function weekdayOf(day: string): number {
  return ((dayOf(Date.parse(day)) + 3) % 7) + 1
}

/** Where each quarter of a window lies: the number of its day, and the hour that the clock shows. */
export function quarterPlaces({ spans, starts }: ZoneWindow): { first: number; day: Int32Array; hour: Uint8Array } {
  const first = spans[0]?.from ?? 0
  const length = (spans.at(-1)?.to ?? first) - first
  const day = new Int32Array(length)
  const hour = new Uint8Array(length)
  const firstDay = dayOf((starts[0] ?? 0) + (spans[0]?.offset ?? 0) * QUARTER_MS)
  for (const { from, to, offset } of spans) {
    for (let quarter = from; quarter < to; quarter++) {
      const local = (quarter + offset) * QUARTER_MS
      day[quarter - first] = dayOf(local) - firstDay
      hour[quarter - first] = Math.floor((local % DAY_MS) / HOUR_MS)
    }
  }
  return { first, day, hour }
}

function dayOf(local: number): number {
  return Math.floor(local / DAY_MS)
}

/** The first quarter of a day. Where clocks skip midnight, it is the first that they show. */
function startOfDay(day: number, offsetAt: (quarter: number) => number): number {
  const middle = (day * DAY_MS) / QUARTER_MS
  // No zone is further from UTC than 15 hours.
  for (let quarter = middle - 60; quarter <= middle + 60; quarter++) {
    if (quarter + offsetAt(quarter) >= middle) return quarter * QUARTER_MS
  }
  return middle * QUARTER_MS
}

function offsetSpans(from: number, to: number, offsetAt: (quarter: number) => number): OffsetSpan[] {
  const spans: OffsetSpan[] = []
  for (let quarter = from; quarter < to; ) {
    const offset = offsetAt(quarter)
    let end = quarter + 1
    while (end < to && offsetAt(end) === offset) end++
    spans.push({ from: quarter, to: end, offset })
    quarter = end
  }
  return spans
}

/** How many quarters a zone is ahead of UTC. Looked up by the day, and by the quarter only where that changes. */
function offsetsOf(zone: string): (quarter: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()
  const lookUp = (quarter: number) => {
    const stored = known.get(quarter)
    if (stored !== undefined) return stored
    const parts = format.formatToParts(quarter * QUARTER_MS)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 4 + Math.round(Number(minutes ?? 0) / 15))
    known.set(quarter, offset)
    return offset
  }
  return (quarter) => {
    const day = Math.floor(quarter / 96) * 96
    const atStart = lookUp(day)
    return atStart === lookUp(day + 96) ? atStart : lookUp(quarter)
  }
}
