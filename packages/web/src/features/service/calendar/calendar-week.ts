import type { ServiceCalendar } from '@packhouse/contract'
import { dateAfter, type SiteClock } from '../../../lib/format/site-clock.ts'

export const DAYS = 7

export type CalendarVisit = ServiceCalendar['visits'][number]
export type DuePlan = ServiceCalendar['duePlans'][number]

/** The Monday of the week of a date. */
export function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  return dateAfter(date, -((day + 6) % 7))
}

/** The days of a week, from its Monday. */
export function daysOf(monday: string): string[] {
  return Array.from({ length: DAYS }, (_, n) => dateAfter(monday, n))
}

/** The days of the week on which a visit is. */
export function daysOfVisit(visit: CalendarVisit, days: readonly string[], clock: SiteClock): string[] {
  const first = clock.dateOf(Date.parse(visit.startsAt))
  // One that ends at midnight is not on the next day.
  const last = clock.dateOf(Math.max(Date.parse(visit.endsAt) - 1, Date.parse(visit.startsAt)))
  return days.filter((day) => first <= day && day <= last)
}

/** The ids of visits whose engineer is elsewhere at the same time. */
export function overlapping(visits: readonly CalendarVisit[]): ReadonlySet<string> {
  const found = new Set<string>()
  const inOrder = visits
    .filter(({ engineerId }) => engineerId !== null)
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  const latest = new Map<string | null, CalendarVisit>()
  for (const visit of inOrder) {
    const before = latest.get(visit.engineerId)
    if (before !== undefined && Date.parse(visit.startsAt) < Date.parse(before.endsAt)) {
      found.add(before.id)
      found.add(visit.id)
    }
    if (before === undefined || Date.parse(before.endsAt) < Date.parse(visit.endsAt)) {
      latest.set(visit.engineerId, visit)
    }
  }
  return found
}

/** The day on which a plan is shown: what is overdue is on the present day. */
export function dayOfPlan({ nextDue }: DuePlan, days: readonly string[], today: string): string {
  return nextDue < (days[0] ?? '') ? today : nextDue
}
