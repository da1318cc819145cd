import { describe, expect, it, vi } from 'vitest'
import { dateAfter, siteClock } from './site-clock.ts'

const HOUR = 3_600_000
const oslo = siteClock('Europe/Oslo')
const length = (clock: ReturnType<typeof siteClock>, date: string) =>
  (clock.startOf(dateAfter(date, 1)) - clock.startOf(date)) / HOUR

describe('the clock of a site', () => {
  it.each([
    ['Europe/Oslo', '2026-11-21', '2026-11-20T23:00:00Z'],
    ['Europe/Oslo', '2026-07-01', '2026-06-30T22:00:00Z'],
    ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00Z'],
    ['Pacific/Auckland', '2026-11-21', '2026-11-20T11:00:00Z'],
    ['America/Los_Angeles', '2026-11-21', '2026-11-21T08:00:00Z'],
  ])('of %s begins %s at %s', (zone, date, start) => {
    const clock = siteClock(zone)
    expect(new Date(clock.startOf(date)).toISOString()).toBe(start.replace('Z', '.000Z'))
    expect([clock.dateOf(Date.parse(start)), clock.dateOf(Date.parse(start) - 1)]).toEqual([date, dateAfter(date, -1)])
  })

  it('has a day of 23 hours in spring and one of 25 in autumn', () => {
    expect([length(oslo, '2026-03-29'), length(oslo, '2026-10-25'), length(oslo, '2026-10-26')]).toEqual([23, 25, 24])
  })

  it('begins a day that has no midnight with its first moment', () => {
    const cairo = siteClock('Africa/Cairo')
    expect(cairo.time(cairo.startOf('2026-04-24'))).toMatch(/^01:00/)
    expect(length(cairo, '2026-04-24')).toBe(23)
  })

  it('knows no time that the clocks jump over, and the first of two', () => {
    expect(oslo.atWall('2026-03-29', 2.5 * 60)).toBeUndefined()
    expect(oslo.atWall('2026-10-25', 2.5 * 60)).toBe(Date.parse('2026-10-25T00:30:00Z'))
  })

  it('finds a time of day to the second', () => {
    expect(oslo.atWall('2026-11-22', (6 * 3600 + 7 * 60 + 31) / 60)).toBe(Date.parse('2026-11-22T05:07:31Z'))
  })

  it('is that of UTC where the browser knows no such zone', () => {
    expect(siteClock('Mars/Olympus').zone).toBe('UTC')
  })

  it('asks the browser once whether it knows a zone', () => {
    const clocks = [siteClock('Europe/Oslo'), siteClock('Mars/Olympus')]
    const asked = vi.spyOn(Intl, 'DateTimeFormat')
    expect([siteClock('Europe/Oslo'), siteClock('Mars/Olympus')]).toEqual(clocks)
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })
})
