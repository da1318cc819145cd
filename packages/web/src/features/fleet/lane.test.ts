import { expect, test } from 'vitest'
import { siteClock } from '../../lib/format/site-clock.ts'
import { pathOf } from './lane.tsx'
import { laneTicks } from './lane-ticks.ts'

test('a path has a rectangle for each stretch of a state', () => {
  expect(pathOf('RRUFRRR', 'R')).toBe('M0 0h2v1h-2zM4 0h3v1h-3z')
  expect(pathOf('RRUFRRR', 'F')).toBe('M3 0h1v1h-1z')
  expect(pathOf('RRUFRRR', 'I')).toBe('')
})

const at = (text: string) => Date.parse(`${text}Z`)

test.each([
  ['2026-11-26T11:40', '2026-11-26T14:40', 'UTC', ['12:00', '12:30', '13:00', '13:30', '14:00', '14:30']],
  ['2026-11-26T02:40', '2026-11-26T14:40', 'UTC', ['04:00', '06:00', '08:00', '10:00', '12:00', '14:00']],
  // Half an hour beside UTC, and a night in which the clocks go back.
  ['2026-11-26T02:40', '2026-11-26T14:40', 'Asia/Kolkata', ['10:00', '12:00', '14:00', '16:00', '18:00', '20:00']],
  ['2026-10-22T14:00', '2026-10-29T14:00', 'Europe/Oslo', Array.from({ length: 7 }, () => '00:00')],
])('from %s to %s in %s the marks are at whole hours or days', (from, to, zone, wanted) => {
  const clock = siteClock(zone)
  const ticks = laneTicks({ from: at(from), to: at(to) }, clock)
  expect(ticks.map((tick) => clock.timeOfDay(tick).slice(0, 5))).toEqual(wanted)
})
