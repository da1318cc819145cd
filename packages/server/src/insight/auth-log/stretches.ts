import { localBuckets, localHours } from '../../monitoring/area.ts'
import type { Stretches } from './metrics.queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const LONGEST_MONTH = 31

/** The last minutes, the last of which contains the moment before `to`. */
export function lastMinutes(count: number, to: number): Stretches {
  const end = Math.ceil(to / MINUTE_MS) * MINUTE_MS
  return { starts: Array.from({ length: count }, (_, place) => end - (count - place) * MINUTE_MS), end }
}

/** The last hours as the clock of a zone shows them. */
export function lastHours(zone: string, count: number, to: number): Stretches {
  const days = Math.ceil((count * HOUR_MS) / DAY_MS) + 1
  const { starts, end } = localHours(zone, days, to - 1)
  return { starts: starts.slice(-count), end }
}

/** The last months of a zone. The last one ends with the hour in which `to` is. */
export function lastMonths(zone: string, count: number, to: number): Stretches {
  const { end } = localHours(zone, 1, to - 1)
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, month: 'numeric', year: 'numeric' })
  const days = localBuckets(zone, { from: end - (count + 1) * LONGEST_MONTH * DAY_MS, to: end }, 'day')
  const starts = days.filter((day, place) => place > 0 && format.format(day) !== format.format(days[place - 1]))
  return { starts: starts.slice(-count), end }
}
