import { dayStarts, zoneSpans } from '@packhouse/contract'
import { dateFormat, isZone, readerZone } from './date-formats.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Tells the time as the clock on the wall of a site does. */
export interface SiteClock {
  /** IANA name of its time zone. */
  zone: string
  /** Time of day, `14:05`. */
  time: (at: number) => string
  /** Time of day with seconds. */
  timeFull: (at: number) => string
  /** Weekday and date without the year, `Fri 13 Jun`. */
  day: (at: number) => string
  /** The date of a moment, `YYYY-MM-DD`. */
  dateOf: (at: number) => string
  /** The hour of a moment, 0 to 23. */
  hourOf: (at: number) => number
  /** Time of day with seconds in the form of an input, `06:12:30`, whatever the language of the reader. */
  timeOfDay: (at: number) => string
  /** When the wall shows this date and time; the first of two, undefined where the clocks jump over it. */
  atWall: (date: string, minutes: number) => number | undefined
  /** The first moment of a date; of the next one where the clocks jump over it. */
  startOf: (date: string) => number
}

const clocks = new Map<string, SiteClock>()

/** The clock of a time zone; of the reader's own where none is known yet, of UTC where the browser knows no such zone. */
export function siteClock(zone: string | undefined): SiteClock {
  const wanted = zone ?? readerZone()
  const known = clocks.get(wanted)
  if (known) return known
  // Asked once for each name: to look whether the browser knows a zone takes it longer than to draw a card.
  const clock = isZone(wanted) ? makeClock(wanted) : siteClock('UTC')
  clocks.set(wanted, clock)
  return clock
}

/** In figures that can be read back: the same in every language of the reader. */
function wallFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

function makeClock(zone: string): SiteClock {
  const wall = wallFormat(zone)
  /** What the wall shows, read as if it were UTC. */
  const wallOf = (at: number) => {
    const part = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, date, hour, minute, second)
  }
  const dateOf = (at: number) => new Date(wallOf(at)).toISOString().slice(0, 10)
  const atWall = (date: string, minutes: number) => {
    const wanted = Date.parse(`${date}T00:00:00Z`) + Math.round(minutes * 60_000)
    const span = zoneSpans(zone, wanted - DAY, wanted + DAY).find(
      ({ from, to, offset }) => wanted - offset >= from && wanted - offset < to,
    )
    return span && wanted - span.offset
  }
  const startOf = (date: string) => {
    const midnight = Date.parse(`${date}T00:00:00Z`)
    // Not before the day: a date that the clocks have left out begins with the next one.
    const start = dayStarts(zone, midnight - 2 * DAY, midnight + 2 * DAY).find(({ day }) => day * DAY >= midnight)
    return start?.at ?? midnight
  }
  return {
    zone,
    time: (at) => dateFormat('time', zone).format(at),
    timeFull: (at) => dateFormat('timeFull', zone).format(at),
    day: (at) => dateFormat('day', zone).format(at),
    dateOf,
    timeOfDay: (at) => new Date(wallOf(at)).toISOString().slice(11, 19),
    hourOf: (at) => new Date(wallOf(at)).getUTCHours(),
    atWall,
    startOf,
  }
}

/** The date so many days later, `YYYY-MM-DD`; earlier where negative. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}
