import { describe, expect, it } from 'vitest'
import { siteClock } from '../../lib/format/site-clock.ts'
import { inOrder, middleOf, momentWithin, type StopEntry } from './stop-entries.ts'

const oslo = siteClock('Europe/Oslo')

describe('the list of stops', () => {
  const part = (from: string, to: string): StopEntry => ({
    from: `2026-11-21T${from}:00.000Z`,
    to: `2026-11-21T${to}:00.000Z`,
    reasonId: null,
    saidAt: null,
    note: null,
    state: 'Idle',
  })
  const entries = [part('08:00', '08:10'), part('09:00', '09:25'), part('10:00', '10:10')]
  const starts = (order: 'longest' | 'newest') => inOrder(entries, order).map(({ from }) => from.slice(11, 16))

  it('has the longest first, and of equal ones the newest', () => {
    expect(starts('longest')).toEqual(['09:00', '10:00', '08:00'])
  })

  it('has the newest first on request', () => {
    expect(starts('newest')).toEqual(['10:00', '09:00', '08:00'])
  })
})

describe('the moment at which a stop is split', () => {
  const overMidnight = { from: '2026-11-21T22:50:00.000Z', to: '2026-11-21T23:20:10.000Z' }

  it('is a time of the site, wherever its reader is', () => {
    expect(momentWithin(overMidnight, '23:55:30', oslo)).toBe('2026-11-21T22:55:30.000Z')
    expect(momentWithin(overMidnight, '00:05', oslo)).toBe('2026-11-21T23:05:00.000Z')
  })

  it('lies between the ends, not on them', () => {
    expect(momentWithin(overMidnight, '23:50:00', oslo)).toBeUndefined()
    expect(momentWithin(overMidnight, '00:20:10', oslo)).toBeUndefined()
    expect(momentWithin(overMidnight, '12:00', oslo)).toBeUndefined()
  })

  it('is proposed in the middle', () => {
    expect(oslo.timeOfDay(middleOf(overMidnight))).toBe('00:05:05')
  })
})
