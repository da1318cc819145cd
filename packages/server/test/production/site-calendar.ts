import { randomNumbers } from '../support/seed.ts'

/** Times of shifts by the clock of a site, worked out by Intl alone: no code of the product and none of the database. */

export const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** A shift with times in minutes of the day on which it begins; those of the next day are above 1,440. */
interface ShiftPattern {
  from: number
  to: number
  rest: { from: number; to: number } | undefined
  days: ReadonlySet<(typeof days)[number]>
  /** ISO dates; null without an end. */
  firstDay: string | null
  lastDay: string | null
}

export interface SiteCalendar {
  zone: string
  shifts: readonly ShiftPattern[]
  /** ISO dates. */
  holidays: ReadonlySet<string>
}

interface Span {
  from: number
  to: number
}

/** A seeded plan of one to three shifts with and without breaks. @param around a date; some days beside it are holidays */
export function randomCalendar(seed: number, zone: string, around: number): SiteCalendar {
  const random = randomNumbers(seed)
  const below = (end: number) => Math.floor(random() * end)
  const shifts = Array.from({ length: 1 + below(3) }, (): ShiftPattern => {
    const [from, length] = [below(1_440), 60 + below(660)]
    const restFrom = from + below(length - 20)
    const rest = random() < 0.6 ? { from: restFrom, to: restFrom + 1 + below(from + length - restFrom) } : undefined
    const on = new Set(days.filter((_, place) => place === 0 || random() < 0.8))
    const [firstDay, lastDay] = [-2 - below(5), 1 + below(6)].map((day) =>
      random() < 0.3 ? dateOf(around + day * DAY_MS) : null,
    )
    return { from, to: from + length, rest, days: on, firstDay: firstDay ?? null, lastDay: lastDay ?? null }
  })
  const holidays = new Set(Array.from({ length: 3 }, () => dateOf(around + (below(13) - 6) * DAY_MS)))
  return { zone, shifts, holidays }
}

/** The shifts that begin on the days of a window, with the times of their breaks. */
export function shiftsOn(
  { zone, shifts, holidays }: SiteCalendar,
  window: Span,
): (Span & { rest: Span | undefined })[] {
  const found: (Span & { rest: Span | undefined })[] = []
  for (let noon = Date.parse(dateOf(window.from - 2 * DAY_MS)); noon < window.to + 2 * DAY_MS; noon += DAY_MS) {
    const weekday = days[new Date(noon).getUTCDay()] ?? 'sunday'
    if (holidays.has(dateOf(noon))) continue
    for (const shift of shifts) {
      if (!shift.days.has(weekday) || !isDayOf(shift, dateOf(noon))) continue
      const at = (minute: number) => instantOf(zone, noon + minute * MINUTE_MS)
      const { rest } = shift
      const times = { from: at(shift.from), to: at(shift.to) }
      found.push({ ...times, rest: rest && { from: at(rest.from), to: at(rest.to) } })
    }
  }
  return found
}

/** Whether a date lies between the first and the last day of a shift. */
function isDayOf({ firstDay, lastDay }: ShiftPattern, date: string): boolean {
  return (firstDay === null || firstDay <= date) && (lastDay === null || date <= lastDay)
}

/** Whether each minute of a window is planned: in a shift, and not in the break of the same one; and on days that are of no shift. */
export function plannedMinutes(calendar: SiteCalendar, window: Span): Uint8Array {
  const { zone, shifts } = calendar
  const minutes = Uint8Array.from({ length: (window.to - window.from) / MINUTE_MS }, (_, minute) => {
    const date = dateOf(wallOf(zone, window.from + minute * MINUTE_MS))
    return shifts.some((shift) => isDayOf(shift, date)) ? 0 : 1
  })
  const placeOf = (at: number) => (at - window.from) / MINUTE_MS
  for (const { from, to, rest } of shiftsOn(calendar, window)) {
    for (let at = Math.max(from, window.from); at < Math.min(to, window.to); at += MINUTE_MS) {
      if (rest === undefined || at < rest.from || at >= rest.to) minutes[placeOf(at)] = 1
    }
  }
  return minutes
}

/**
 * When the clock of a zone shows a time. Of an hour that comes twice and of one that is left out it is that of the standard time.
 * @param wall the time as if it were one of UTC
 */
function instantOf(zone: string, wall: number): number {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((at) => wallOf(zone, at) - at)
  const shown = offsets.map((offset) => wall - offset).filter((at) => wallOf(zone, at) === wall)
  return shown.length === 1 ? (shown[0] as number) : wall - Math.min(...offsets)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clock of a zone shows, as if it were a time of UTC. */
function wallOf(zone: string, at: number): number {
  const clock = clocks.get(zone) ?? newClock(zone)
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute)
}

function newClock(timeZone: string): Intl.DateTimeFormat {
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const clock = new Intl.DateTimeFormat('en-GB', { ...digits, timeZone, hourCycle: 'h23' })
  clocks.set(timeZone, clock)
  return clock
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
