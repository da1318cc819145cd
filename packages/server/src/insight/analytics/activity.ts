import { quarterOf } from './usage-event.ts'
import { quarterPlaces, weekdayOf, type ZoneWindow } from './zone-days.ts'

/** Times in which people were active, as three columns: key of the person, first and last activity (Unix s, the last rounded up). */
export interface Activity {
  length: number
  person: Int32Array
  from: Float64Array
  to: Float64Array
}

/** Who was active on which day of a window. Within a span no pause is as long as a day, so whoever spans a part of a day was active in it. */
export function peopleByDay({ person, from, to, length }: Activity, { starts }: ZoneWindow): Set<number>[] {
  const days = starts.slice(1).map(() => new Set<number>())
  for (let index = 0; index < length; index++) {
    for (let day = dayAt(starts, from[index] ?? 0); day < days.length; day++) {
      if ((starts[day] ?? 0) > (to[index] ?? 0)) break
      if (day >= 0) days[day]?.add(person[index] ?? 0)
    }
  }
  return days
}

/** How long each person was active on each day, ms. @returns by person, the days with activity only */
export function timeByPerson(
  { person, from, to, length }: Activity,
  window: ZoneWindow,
): Map<number, Map<number, number>> {
  const { starts } = window
  const times = new Map<number, Map<number, number>>()
  for (let index = 0; index < length; index++) {
    const [begin, end] = [from[index] ?? 0, to[index] ?? 0]
    for (let day = Math.max(0, dayAt(starts, begin)); day < starts.length - 1; day++) {
      const start = starts[day] ?? 0
      if (start > end) break
      const key = person[index] ?? 0
      const own = times.get(key) ?? new Map<number, number>()
      times.set(key, own)
      const share = Math.min(end, starts[day + 1] ?? end) - Math.max(begin, start)
      own.set(day, (own.get(day) ?? 0) + share)
    }
  }
  return times
}

/** Median of active people by weekday (Monday first) and hour of the clock, over the days of the window. */
export function medianByHour(activity: Activity, window: ZoneWindow): number[][] {
  const { first, day, hour } = quarterPlaces(window)
  const cells = window.days.map(() => Array.from({ length: 24 }, () => new Set<number>()))
  for (let index = 0; index < activity.length; index++) {
    const begin = Math.max(0, quarterOf(activity.from[index] ?? 0) - first)
    const end = Math.min(day.length - 1, quarterOf(activity.to[index] ?? 0) - first)
    for (let quarter = begin; quarter <= end; quarter++) {
      cells[day[quarter] ?? 0]?.[hour[quarter] ?? 0]?.add(activity.person[index] ?? 0)
    }
  }
  return Array.from({ length: 7 }, (_, weekday) => {
    const ofWeekday = cells.filter((_cell, index) => weekdayOf(window.days[index] ?? '') === weekday + 1)
    return Array.from({ length: 24 }, (_hour, at) => median(ofWeekday.map((hours) => hours[at]?.size ?? 0)))
  })
}

/** The middle one, or the mean of the two in the middle; 0 of none. */
export function median(numbers: readonly number[]): number {
  const ordered = numbers.toSorted((a, b) => a - b)
  const middle = ordered.length >> 1
  const upper = ordered[middle] ?? 0
  return ordered.length % 2 === 1 ? upper : (upper + (ordered[middle - 1] ?? 0)) / 2
}

/** The number of the day that a time lies in, from the left; negative before the first. */
function dayAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
