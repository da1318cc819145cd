import { expect, test } from 'vitest'
import type { SparklineModel } from './sparkline-model.ts'
import { sparklinePaths } from './sparkline-paths.ts'

function model(values: readonly (number | null)[], silence: SparklineModel['silence'] = null): SparklineModel {
  const points = values.map((value, i) => ({ x: i / (values.length - 1), value }))
  const known = values.filter((value) => value !== null)
  return {
    points,
    gaps: [],
    ticks: [{ x: 0.5, label: '14:00' }],
    hours: 3,
    zone: 'UTC',
    total: 0,
    lowest: null,
    highest: known.length > 0 ? Math.max(...known) : null,
    latest: values.at(-1) ?? null,
    silence,
  }
}

test('a gap is never bridged, and a point between two gaps is a dot', () => {
  const { line, area } = sparklinePaths(model([50, 100, null, 50, null]))
  expect(line).toBe('M0 54.2L250 14.3M750 54.2h0')
  expect(area).toBe('M0 94L0 54.2L250 14.3L250 94z')
})

test('the newest point has a mark, which gives way to where the machine fell silent', () => {
  expect(sparklinePaths(model([0, 100]))).toMatchObject({ end: 'M1000 14.3h0', offline: undefined })
  const silent = { x: 0.5, status: 'offline', since: null } as const
  expect(sparklinePaths(model([0, null], silent))).toMatchObject({ end: undefined, offline: 'M500 0V94' })
  expect(sparklinePaths(model([0, null], { ...silent, status: 'running' })).offline).toBeUndefined()
})

test('without a value there is no line, and a line of zeros lies on the base', () => {
  expect(sparklinePaths(model([null, null]))).toMatchObject({ line: '', area: '', end: undefined })
  expect(sparklinePaths(model([0, 0])).line).toBe('M0 94L1000 94')
})
