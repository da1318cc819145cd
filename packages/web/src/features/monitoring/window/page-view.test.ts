import { describe, expect, it } from 'vitest'
import { siteClock } from '../../../lib/format/site-clock.ts'
import {
  baseSpan,
  clampSpan,
  isMoved,
  LONGEST,
  movedSpan,
  type PageView,
  readView,
  SHORTEST,
  scaledSpan,
  spanOf,
  writeView,
} from './page-view.ts'

const HOUR = 3_600_000
const now = Date.parse('2026-11-21T12:00:00Z')
const clock = siteClock('Europe/Oslo')
const usual: PageView = { hours: '6', tags: [] }

describe('the view of the machine page', () => {
  it('leaves no trace in the address where it is as usual', () => {
    expect(Object.values(writeView(readView({}))).every((value) => value === undefined)).toBe(true)
  })

  it('is completely in the address', () => {
    const view: PageView = {
      hours: '24',
      day: '2026-11-20',
      zoom: { from: now - HOUR, to: now },
      tags: ['Seal temperature (°C)', 'a,b'],
      compare: 'CRT-1130',
      text: 'Gas mix',
    }
    expect(readView(writeView(view))).toEqual(view)
  })

  it.each([
    { hours: '5' },
    { day: '2026-02-30' },
    { day: 'today' },
    { from: 'x', to: 'y' },
    { from: '2026-11-21T12:00:00Z', to: '2026-11-21T11:00:00Z' },
    { from: '2025-11-21T12:00:00Z', to: '2026-11-21T11:00:00Z' },
    { tag: '' },
  ])('has its defaults where the address has %o', (search) => {
    expect(readView(search)).toEqual({ ...usual, day: undefined, zoom: undefined, compare: undefined })
  })

  it('shows the last hours, a day of the site or a part of it', () => {
    expect(spanOf(usual, clock, now)).toEqual({ from: now - 6 * HOUR, to: now })
    const day = baseSpan({ ...usual, day: '2026-10-25' }, clock, now)
    expect([day.from, (day.to - day.from) / HOUR]).toEqual([Date.parse('2026-10-24T22:00:00Z'), 25])
    const zoom = { from: now - HOUR, to: now }
    expect(spanOf({ ...usual, zoom }, clock, now)).toEqual(zoom)
  })
})

describe('a window that is moved', () => {
  const span = { from: now - 4 * HOUR, to: now - 2 * HOUR }

  it('keeps its length', () => {
    expect(movedSpan(span, -0.5)).toEqual({ from: now - 5 * HOUR, to: now - 3 * HOUR })
  })

  it('differs from one that is zoomed', () => {
    expect([
      isMoved(span, movedSpan(span, -0.5)),
      isMoved(span, scaledSpan(span, 0.5, now)),
      isMoved(undefined, span),
    ]).toEqual([true, false, false])
  })

  it('keeps the moment around which it is scaled', () => {
    const scaled = scaledSpan(span, 0.5, now - 4 * HOUR)
    expect(scaled).toEqual({ from: now - 4 * HOUR, to: now - 3 * HOUR })
  })

  it('ends no later than what there is, and is neither too short nor too long', () => {
    expect(clampSpan(movedSpan(span, 5), now)).toEqual({ from: now - 2 * HOUR, to: now })
    const short = clampSpan({ from: now - 10, to: now - 5 }, now)
    expect(short.to - short.from).toBe(SHORTEST)
    const long = clampSpan({ from: now - 1_000 * HOUR, to: now }, now)
    expect([long.to - long.from, long.to <= now]).toEqual([LONGEST, true])
  })
})
