import { describe, expect, test } from 'vitest'
import { type Buckets, quantileOf, sinceThen } from './quantile.ts'

const buckets = (...counts: [number, number][]): Buckets => new Map(counts)
const END = Number.POSITIVE_INFINITY

describe('a quantile of a histogram', () => {
  test('lies within its bucket by its share of the counts there', () => {
    expect(quantileOf(buckets([0.1, 50], [0.2, 100], [END, 100]), 0.5)).toBeCloseTo(0.1)
    expect(quantileOf(buckets([0.1, 50], [0.2, 100], [END, 100]), 0.75)).toBeCloseTo(0.15)
  })
  test('is unknown where nothing was counted, and the last bound beyond it', () => {
    expect(quantileOf(buckets([0.1, 0], [END, 0]), 0.95)).toBe(undefined)
    expect(quantileOf(new Map(), 0.95)).toBe(undefined)
    expect(quantileOf(buckets([0.1, 1], [END, 100]), 0.95)).toBe(0.1)
  })
  test('counts what was added, or all of a histogram that has begun again', () => {
    expect([...sinceThen(buckets([1, 5], [END, 7]), buckets([1, 6], [END, 9]))]).toEqual([
      [1, 1],
      [END, 2],
    ])
    expect([...sinceThen(buckets([1, 5], [END, 7]), buckets([1, 2], [END, 3]))]).toEqual([
      [1, 2],
      [END, 3],
    ])
  })
})
