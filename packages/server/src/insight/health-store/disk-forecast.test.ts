import { describe, expect, test } from 'vitest'
import { type DiskPoint, forecastDisk } from './disk-forecast.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 2, 1)
/** Every 6 hours. */
const points = (days: number, used: (day: number) => number): DiskPoint[] =>
  Array.from({ length: days * 4 + 1 }, (_, n) => ({ at: START + (n * DAY_MS) / 4, used: used(n / 4) }))

describe('when a disk is full', () => {
  test('is where a straight line reaches the limit', () => {
    const forecast = forecastDisk(
      points(10, (day) => 50 + 2 * day),
      100,
    )
    expect(forecast.basis).toBe('trend')
    expect(forecast.perDayBytes).toBeCloseTo(2)
    expect(forecast.fullAt).toBe(START + 25 * DAY_MS)
  })

  test('is now where the limit is passed', () => {
    const forecast = forecastDisk(
      points(10, (day) => 90 + 2 * day),
      100,
    )
    expect(forecast.fullAt).toBe(START + 10 * DAY_MS)
  })

  test.each([
    ['tooShort', points(0.5, (day) => day), 100],
    ['tooShort', [], 100],
    ['notGrowing', points(10, (day) => 50 - day), 100],
    ['notGrowing', points(10, () => 50), 100],
    ['farAway', points(10, (day) => 50 + day / 10), 100],
    // Up and down by 30 with a slope of little: the line says nothing.
    ['unsteady', points(10, (day) => 50 + day / 2 + 30 * Math.sin(day * 7)), 60],
  ] as const)('has no date: %s', (basis, seen, limit) => {
    expect(forecastDisk(seen, limit)).toMatchObject({ basis, fullAt: null })
  })
})
