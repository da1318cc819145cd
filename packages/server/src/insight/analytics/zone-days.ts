import { dayStarts, zoneSpans } from '@packhouse/contract'
import { QUARTER_MS, quarterOf } from './usage-event.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** No zone is further from UTC than 15 hours, and one has left out a date. */
const MARGIN_DAYS = 3

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
  const known = dayStarts(zone, now - (days + MARGIN_DAYS) * DAY_MS, now + MARGIN_DAYS * DAY_MS)
  const today = known.findLast(({ at }) => at <= now)?.day ?? dayOf(now)
  const numbers = Array.from({ length: days + 1 }, (_, index) => today - days + 1 + index)
  // Of a date that a zone has left out, the next one takes the place.
  const starts = numbers.map((number) => known.find(({ day }) => day >= number)?.at ?? now)
  const from = starts[0] ?? now
  return {
    zone,
    from,
    to: now,
    before: from - (now - from),
    starts,
    days: numbers.slice(0, days).map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10)),
    spans: zoneSpans(zone, from, (quarterOf(now) + 1) * QUARTER_MS).map((span) => ({
      from: quarterOf(span.from),
      to: quarterOf(span.to),
      offset: span.offset / QUARTER_MS,
    })),
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
