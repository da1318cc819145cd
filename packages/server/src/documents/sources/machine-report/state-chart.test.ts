import type { HistoryState } from '@packhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportedInterval } from '../../../monitoring/area.ts'
import { shownStates, stateParts, stateTotals } from './state-chart.ts'

function intervalsOf(lengths: readonly (readonly [HistoryState, number])[]): ReportedInterval[] {
  let at = 1_000
  return lengths.map(([state, length]) => {
    const from = at
    at += length
    return { from, to: at, state, reportedState: null }
  })
}

test('the area of each state is its share of the time, in a bounded number of rectangles', () => {
  const lengths = fc.array(fc.tuple(fc.constantFrom(...shownStates), fc.integer({ min: 1, max: 90_000 })), {
    minLength: 1,
    maxLength: 2_000,
  })
  fc.assert(
    fc.property(lengths, (given) => {
      const intervals = intervalsOf(given)
      const window = { from: 1_000, to: intervals.at(-1)?.to ?? 0 }
      const parts = stateParts(intervals, window)
      expect(parts.length).toBeLessThanOrEqual(2_500)
      const totals = stateTotals(intervals)
      for (const state of shownStates) {
        const area = parts.reduce((sum, part) => sum + (part.state === state ? part.width * part.height : 0), 0)
        expect(area).toBeCloseTo(totals[state] / (window.to - window.from), 2)
      }
    }),
    { seed: 13, numRuns: 60 },
  )
})

test('a state that lasts is one rectangle', () => {
  const intervals = intervalsOf([
    ['Running', 5_000],
    ['Stopped', 5_000],
  ])
  expect(stateParts(intervals, { from: 1_000, to: 11_000 })).toEqual([
    { state: 'Running', x: 0, width: 0.5, y: 0, height: 1 },
    { state: 'Stopped', x: 0.5, width: 0.5, y: 0, height: 1 },
  ])
})
