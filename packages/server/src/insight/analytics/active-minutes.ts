import { median } from './activity.ts'
import type { ZoneWindow } from './zone-days.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Active time in ms by person, and by the number of the day in its window. */
export type PersonTimes = ReadonlyMap<number, ReadonlyMap<number, number>>

/** Median of active time over people and days, ms; null where there is some, and none may be shown. */
interface ActiveMinutes {
  all: number | null
  staff: number | null
  customers: number | null
}

/** @param smallest days with fewer people, of staff or of customers, are left out */
export function activeMinutes(times: PersonTimes, staff: ReadonlySet<number>, smallest: number): ActiveMinutes {
  const all = [...times].flatMap(([person, days]) =>
    [...days].map(([day, ms]) => ({ part: `${staff.has(person)} ${day}`, isStaff: staff.has(person), ms })),
  )
  const parts = Map.groupBy(all, ({ part }) => part)
  const of = (chosen: typeof all) => {
    const shown = chosen.filter(({ part }) => (parts.get(part)?.length ?? 0) >= smallest)
    return shown.length === 0 && chosen.length > 0 ? null : median(shown.map(({ ms }) => ms))
  }
  return {
    all: of(all),
    staff: of(all.filter(({ isStaff }) => isStaff)),
    customers: of(all.filter(({ isStaff }) => !isStaff)),
  }
}

/** The times of the days that can no longer change. */
export function finalTimes(times: PersonTimes, window: ZoneWindow): PersonTimes {
  const end = endOfFinalDays(window)
  const ofDays = [...times].map(([person, days]) => {
    return [person, new Map([...days].filter(([day]) => (window.starts[day] ?? end) < end))] as const
  })
  return new Map(ofDays.filter(([, days]) => days.size > 0))
}

/**
 * The end of the last day of which nothing changes any more: events come up to 24 hours late. Of a day that still grows, two answers
 * would differ by what one person did between them. Unix ms.
 */
export function endOfFinalDays({ starts, to }: Pick<ZoneWindow, 'starts' | 'to'>): number {
  return starts.findLast((start) => start <= to - DAY_MS - HOUR_MS) ?? 0
}
