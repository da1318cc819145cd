import { expect, test } from 'vitest'
import { heldPoints } from './held-values.ts'

const MINUTE = 60_000
const minutes = (...places: number[]) => places.map((place) => place * MINUTE)

function held(readings: readonly [number, number | null][], steps: readonly number[], before?: number) {
  const given = readings.map(([at, value]) => ({ at, value }))
  const points = heldPoints(steps, MINUTE, given, before === undefined ? undefined : { at: -1, value: before })
  return points.map(({ time, value }) => [Date.parse(time) / MINUTE, value])
}

test('what was read last holds in every step in which the machine was heard and the tag was not', () => {
  expect(held([[90_000, 5]], minutes(0, 1, 2, 4))).toEqual([
    [2, 5],
    [4, 5],
  ])
})

test('what was read before the stretch holds from its start', () => {
  expect(held([[90_000, 5]], minutes(0, 1, 2), 3)).toEqual([
    [0, 3],
    [2, 5],
  ])
})

test('that there is no value holds as well', () => {
  expect(held([[90_000, null]], minutes(0, 1, 2), 3)).toEqual([[0, 3]])
})

test('of several readings in one step the last one holds', () => {
  expect(
    held(
      [
        [1, 5],
        [2, 6],
        [3, 7],
      ],
      minutes(0, 1),
    ),
  ).toEqual([[1, 7]])
})
