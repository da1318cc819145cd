import { describe, expect, it } from 'vitest'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { timeTicks } from './time-ticks.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const oslo = siteClock('Europe/Oslo')

describe('the times below a chart', () => {
  const noon = Date.parse('2026-11-21T12:00:00Z')

  it.each([
    [3, 30 * MINUTE],
    [6, HOUR],
    [24, 3 * HOUR],
  ])('are for %i hours every %i ms, round on the clock of the site', (hours, step) => {
    const kolkata = siteClock('Asia/Kolkata')
    const ticks = timeTicks({ from: noon - hours * HOUR, to: noon }, kolkata)
    expect(ticks.length).toBeGreaterThan(4)
    expect(ticks.length).toBeLessThan(10)
    expect(ticks.every(({ at }, i) => i === 0 || at - (ticks[i - 1]?.at ?? 0) === step)).toBe(true)
    expect(ticks.every(({ at }) => (at - kolkata.startOf('2026-11-21')) % step === 0)).toBe(true)
  })

  it('are the midnights of the site for a week, also when the clocks change', () => {
    const end = oslo.startOf('2026-10-28') + 12 * HOUR
    const ticks = timeTicks({ from: end - 168 * HOUR, to: end }, oslo)
    expect(ticks).toHaveLength(7)
    expect(ticks.every(({ at }) => oslo.hourOf(at) === 0)).toBe(true)
  })

  it('skip the hour that is not there', () => {
    const span = { from: oslo.startOf('2026-03-29'), to: oslo.startOf('2026-03-29') + 6 * HOUR }
    expect(timeTicks(span, oslo).map(({ at }) => oslo.hourOf(at))).toEqual([0, 1, 3, 4, 5, 6, 7])
  })
})
