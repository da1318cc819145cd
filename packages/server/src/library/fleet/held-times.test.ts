import { expect, test } from 'vitest'
import type { Change } from './changes.ts'
import { heldTimes } from './held-times.ts'
import type { DayFacts } from './running-time.ts'

const HOUR_MS = 3_600_000
const DAY = { from: 24 * HOUR_MS, to: 48 * HOUR_MS }
const NOTHING: DayFacts = {
  ...{ ...DAY, running: [], speeds: [], recipes: [], setSpeeds: [], conditions: [] },
  before: { speed: undefined, recipe: undefined },
}

const at = <Value>(hour: number, value: Value): Change<Value> => ({ at: DAY.from + hour * HOUR_MS, value })
const hours = (...spans: [from: number, to: number][]) =>
  spans.map(([from, to]) => [DAY.from + from * HOUR_MS, DAY.from + to * HOUR_MS])

test('a recipe holds until the next one whatever comes between, and that none is known is a time too', () => {
  const recipes = [at(6, 'Tray'), at(8, 'Tray'), at(12, null), at(18, 'Skin')]
  expect(heldTimes({ ...NOTHING, recipes })).toEqual([
    { condition: '', held: '', times: hours([0, 6], [12, 18]) },
    { condition: '', held: 'Tray', times: hours([6, 12]) },
    { condition: '', held: 'Skin', times: hours([18, 24]) },
  ])
  // That of the day before goes on.
  const before = { speed: undefined, recipe: { at: 0, value: 'Tray' } }
  expect(heldTimes({ ...NOTHING, before })).toEqual([{ condition: '', held: 'Tray', times: hours([0, 24]) }])
})

test('of the condition of a tag it is known when it was met and when it was not, and nothing 24 hours after the last value', () => {
  const met = [at(-20, true), at(10, false), at(12, true)]
  const found = heldTimes({ ...NOTHING, conditions: [{ key: 'film', met }] })
  expect(found.filter(({ condition }) => condition === 'film')).toEqual([
    { condition: 'film', held: 'met', times: hours([0, 4], [12, 24]) },
    { condition: 'film', held: 'notMet', times: hours([10, 12]) },
  ])
})

test('of a machine that changes its recipe all the time the longest times are stored', () => {
  const recipes = Array.from({ length: 3_000 }, (_, place) => ({
    at: DAY.from + place * 10_000 + (place % 3 === 2 ? 5_000 : 0),
    value: `Batch ${place % 3}`,
  }))
  const found = heldTimes({ ...NOTHING, recipes })
  expect(found.flatMap(({ times }) => times)).toHaveLength(1_000)
  // The second of three lasts 15 s, the others 10 and 5; the last one goes on.
  expect(found.map(({ held }) => held).toSorted()).toEqual(['Batch 1', 'Batch 2'])
})
