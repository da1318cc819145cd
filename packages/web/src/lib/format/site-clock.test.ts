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

  // The zones that the calendar of the server is held against: set by another time than an hour, over midnight, or a date left out.
  it.each([
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Pacific/Chatham', '2026-04-05'],
    ['America/St_Johns', '2010-11-07'],
    ['Asia/Gaza', '2011-08-01'],
    ['America/Caracas', '2007-12-09'],
    ['Asia/Pyongyang', '2018-05-05'],
    ['Pacific/Apia', '2011-12-30'],
    ['America/Havana', '2026-11-01'],
    ['Antarctica/Troll', '2026-03-29'],
    ['Europe/Oslo', '2026-10-25'],
  ])('of %s shows around %s what is found by it', (zone, date) => {
    const clock = siteClock(zone)
    const shows = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    const firsts = new Map<string, number>()
    const start = Date.parse(`${date}T00:00:00Z`)
    for (let at = start - 40 * HOUR; at < start + 40 * HOUR; at += HOUR / 60) {
      const shown = shows.format(at)
      if (!firsts.has(shown)) firsts.set(shown, at)
    }
    const dayOf = (shown: string) => shown.slice(0, 10)
    for (let minutes = 0; minutes < 24 * 60; minutes += 15) {
      const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
      expect([time, clock.atWall(date, minutes)]).toEqual([time, firsts.get(`${date} ${time}`)])
    }
    const [, first] = [...firsts].find(([shown]) => dayOf(shown) >= date) ?? []
    expect(clock.startOf(date)).toBe(first)
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
