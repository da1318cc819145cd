import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { MetricSchema } from './generated/sparkplug-b_pb.ts'
import { isGood } from './quality.ts'

function metricOf(quality: number | bigint, key = 'Quality') {
  const value =
    typeof quality === 'bigint'
      ? ({ case: 'longValue', value: quality } as const)
      : ({ case: 'intValue', value: quality } as const)
  return create(MetricSchema, { properties: { keys: ['unit', key], values: [{ isNull: true }, { type: 3, value }] } })
}

test.each([
  [192, true],
  [216, true],
  [0, false],
  [64, false],
  [500, false],
  [192n, true],
  [0n, false],
])('a quality of %s is good: %s', (quality, good) => {
  expect(isGood(metricOf(quality))).toBe(good)
})

test('a metric that says nothing of its quality is good', () => {
  expect(isGood(create(MetricSchema, {}))).toBe(true)
  expect(isGood(metricOf(0, 'engUnit'))).toBe(true)
  expect(isGood(create(MetricSchema, { properties: { keys: ['Quality'], values: [{ isNull: true }] } }))).toBe(true)
})
