import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gapsOf, plannedTimes } from './shift-times.ts'

const seed = 20261126
const LENGTH = 200

test('what is in no shift, or only in breaks, is unplanned: every moment looked at by itself', () => {
  // A stretch in an hour that clocks leave out may end before it begins: it does not count.
  const span = fc.tuple(fc.integer({ min: -50, max: LENGTH + 50 }), fc.integer({ min: -20, max: 60 }))
  const shift = fc.tuple(span, fc.array(span, { maxLength: 2 })).map(([[from, length], breaks]) => ({
    ...{ from, to: from + length },
    breaks: breaks.map(([start, lasts]) => ({ from: start, to: start + lasts })),
  }))
  fc.assert(
    fc.property(fc.array(shift, { maxLength: 6 }), (shifts) => {
      const window = { from: 0, to: LENGTH }
      const times = gapsOf(plannedTimes(shifts, window), window)
      for (const [place, { from, to }] of times.entries()) {
        expect(from).toBeLessThan(to)
        if (place > 0) expect(from).toBeGreaterThan(times[place - 1]?.to ?? LENGTH)
      }
      for (let at = 0; at < LENGTH; at++) {
        const isIn = (one: { from: number; to: number }) => one.from <= at && at < one.to
        const isWorked = shifts.some((one) => isIn(one) && !one.breaks.some(isIn))
        expect(times.some(isIn)).toBe(!isWorked)
      }
    }),
    { seed, numRuns: 300 },
  )
})
