import { describe, expect, test } from 'vitest'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { type CalendarVisit, daysOf, daysOfVisit, mondayOf, overlapping } from './calendar-week.ts'

const visit = (id: string, startsAt: string, endsAt: string, engineerId: string | null = 'one') =>
  ({ id, startsAt, endsAt, engineerId }) as CalendarVisit

describe('a week', () => {
  test('begins on its Monday, over the end of a year too', () => {
    expect(mondayOf('2026-12-03')).toBe('2026-11-30')
    expect(mondayOf('2026-11-30')).toBe('2026-11-30')
    expect(mondayOf('2027-01-03')).toBe('2026-12-28')
    expect(daysOf('2026-12-28').at(-1)).toBe('2027-01-03')
  })

  test('shows a visit on each of its days, by the clock of the reader, and not on the one at whose midnight it ends', () => {
    const days = daysOf('2026-11-30')
    const oslo = siteClock('Europe/Oslo')
    const of = (startsAt: string, endsAt: string) => daysOfVisit(visit('a', startsAt, endsAt), days, oslo)
    expect(of('2026-12-01T23:30:00Z', '2026-12-02T02:00:00Z')).toEqual(['2026-12-02'])
    expect(of('2026-12-01T08:00:00Z', '2026-12-02T23:00:00Z')).toEqual(['2026-12-01', '2026-12-02'])
    expect(of('2026-11-25T08:00:00Z', '2026-12-01T08:00:00Z')).toEqual(['2026-11-30', '2026-12-01'])
    expect(of('2026-12-02T08:00:00Z', '2026-12-02T08:00:00Z')).toEqual(['2026-12-02'])
  })
})

test('visits of one engineer that lie over each other are found, also where a short one lies within a long one', () => {
  const found = overlapping([
    visit('long', '2026-12-01T08:00:00Z', '2026-12-01T18:00:00Z'),
    visit('short', '2026-12-01T09:00:00Z', '2026-12-01T10:00:00Z'),
    visit('within', '2026-12-01T17:00:00Z', '2026-12-01T17:30:00Z'),
    visit('after', '2026-12-01T18:00:00Z', '2026-12-01T19:00:00Z'),
    visit('other', '2026-12-01T08:00:00Z', '2026-12-01T18:00:00Z', 'two'),
    visit('nobody', '2026-12-01T08:00:00Z', '2026-12-01T18:00:00Z', null),
  ])
  expect([...found].sort()).toEqual(['long', 'short', 'within'])
})
