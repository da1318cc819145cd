import type { SiteClock } from '../../../lib/format/site-clock.ts'
import type { CalendarVisit } from './calendar-week.ts'

const EIGHT = '08:00'
const TEN = '10:00'

/** The texts of two `datetime-local` fields: those of a visit, or a morning of the day. */
export function timeTexts(
  day: string,
  visit: CalendarVisit | undefined,
  clock: SiteClock,
): { from: string; to: string } {
  if (visit === undefined) return { from: `${day}T${EIGHT}`, to: `${day}T${TEN}` }
  const wall = (at: number) => `${clock.dateOf(at)}T${clock.timeOfDay(at).slice(0, 5)}`
  return { from: wall(Date.parse(visit.startsAt)), to: wall(Date.parse(visit.endsAt)) }
}

/** @returns undefined where the text is no time, or the clock jumps over it */
export function momentOf(text: string, clock: SiteClock): number | undefined {
  const [, date, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text) ?? []
  return date === undefined ? undefined : clock.atWall(date, Number(hours) * 60 + Number(minutes))
}

/** The end that goes along when the start is moved: the visit stays as long as it was. */
export function endAfter(from: string, before: { from: string; to: string }, clock: SiteClock): string {
  const [start, oldStart, oldEnd] = [from, before.from, before.to].map((text) => momentOf(text, clock))
  if (start === undefined || oldStart === undefined || oldEnd === undefined) return before.to
  const end = start + (oldEnd - oldStart)
  return `${clock.dateOf(end)}T${clock.timeOfDay(end).slice(0, 5)}`
}
