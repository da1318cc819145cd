import { dayStarts, hourStarts } from '@packhouse/contract'
import { expect } from 'vitest'
import { daysOfChange, walkedStarts } from './walked-clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Holds the calendar against a walk along the clock of a zone: minute by minute around each change of the clock, and for all other time
 * that every hour has 60 minutes.
 */
export function sweepZone(zone: string, firstYear: number, lastYear: number): void {
  const changes = daysOfChange(zone, firstYear, lastYear)
  for (const day of changes) {
    const [from, to] = [day - 3 * HOUR_MS, day + DAY_MS + 3 * HOUR_MS]
    const walked = walkedStarts(zone, from, to)
    const told = { hours: hourStarts(zone, from, to), days: dayStarts(zone, from, to).map(({ at }) => at) }
    expect([zone, new Date(day).toISOString(), told]).toEqual([zone, new Date(day).toISOString(), walked])
  }
  const starts = hourStarts(zone, Date.UTC(firstYear, 0, 1), Date.UTC(lastYear + 1, 0, 1))
  const odd = starts.filter((at, place) => place > 0 && at - (starts[place - 1] ?? 0) !== HOUR_MS)
  const isNearChange = (at: number) => changes.some((day) => at >= day && at <= day + DAY_MS + 2 * HOUR_MS)
  expect([zone, odd.filter((at) => !isNearChange(at))]).toEqual([zone, []])
}
