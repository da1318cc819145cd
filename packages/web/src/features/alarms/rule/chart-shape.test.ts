import { expect, test } from 'vitest'
import { chartOf, HEIGHT, WIDTH } from './chart-shape.ts'

const span = { from: 0, to: 1_000 }
const at = (ms: number) => new Date(ms).toISOString()

test('the chart of a test has the limit within it, hatched gaps, and alarms of which each is seen', () => {
  const alarms = [
    { startedAt: at(500), clearedAt: at(501) },
    { startedAt: at(750), clearedAt: null },
  ]
  const chart = chartOf([[1, 3], null, null, [2, 2]], alarms, span, 10)
  expect(chart).toMatchObject({ least: 1, most: 3 })
  expect(chart?.top).toBeGreaterThan(10)
  expect(chart?.limit).toBeGreaterThan(0)
  expect(chart?.gaps).toEqual([{ x: WIDTH / 4, width: WIDTH / 2 }])
  expect(chart?.alarms).toEqual([
    { x: 500, width: 2 },
    { x: 750, width: 250 },
  ])
  expect(chart?.band.match(/M/g)).toHaveLength(2)
})

test('a tag that never changes is a line in the middle, and one without numbers has no chart', () => {
  const chart = chartOf([[0, 0]], [], span, undefined)
  expect(chart?.band).toBe(`M0 ${HEIGHT / 2}H${WIDTH}V${HEIGHT / 2}H0Z`)
  expect(chartOf([null, null], [], span, 4)).toBeUndefined()
})
