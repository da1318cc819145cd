import { expect, test } from 'vitest'
import { gapsOf, type Point, scaleTop, stretchesOf } from './chart-shape.ts'

const points = (...values: (number | null)[]): Point[] =>
  values.map((value, place) => ({ x: place / (values.length - 1), value }))

test('a line ends where nothing is known, and the gap reaches from point to point', () => {
  const shown = points(1, null, 0, 2, null)
  expect(stretchesOf(shown).map((stretch) => stretch.map(({ value }) => value))).toEqual([[1], [0, 2]])
  expect(gapsOf(shown)).toEqual([
    { from: 0, to: 0.5 },
    { from: 0.75, to: 1 },
  ])
  expect(gapsOf(points(null, null))).toEqual([{ from: 0, to: 1 }])
})

test('the scale ends at a round number above everything', () => {
  expect([scaleTop([0.018, null]), scaleTop([1_610]), scaleTop([null]), scaleTop([96])]).toEqual([0.02, 2_000, 1, 150])
})
