import { describe, expect, test } from 'vitest'
import { COUNTER_GAP_LIMIT_MS, counted } from './counter-step.ts'

const AT = Date.parse('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000

describe('the cycles between two readings of a counter', () => {
  test.each([
    ['are the step', 100, 130, 30],
    ['are 0 if it did not change', 100, 100, 0],
    ['are what it shows after a reset', 100, 3, 3],
    ['are 0 after a reset to zero', 100, 0, 0],
    ['are 0 after a small step back', 1_000_600, 1_000_590, 0],
    ['are 0 where it shows an eighth of what it showed, and may not have begun again', 80, 10, 0],
    ['are what it shows where that is less than an eighth', 81, 10, 10],
    ['are 0 where a controller was replaced by one with a life of its own', 1_000_000, 120_000, 0],
    ['are 0 where a controller was replaced by one that has made more', 1_000_000, 1_900_000, 0],
    ['are 0 where it comes back from 0', 0, 64_100, 0],
    ['are 0 where it comes back from a misread digit', 600_000, 1_000_600, 0],
  ])('%s', (_, before, now, cycles) => {
    expect(counted(before, AT, now, AT + 15 * MINUTE_MS)).toBe(cycles)
  })

  test('are missing if one of the two is missing', () => {
    expect(counted(null, null, 5, AT)).toBe(0)
    expect(counted(100, AT, undefined, AT + 1)).toBe(0)
  })

  test.each([
    ['a misread counter', 1000, 9_007_199_254_740_991, 15_000, 0],
    ['a counter that was read as 0 once', 0, 1_000_000, 15_000, 0],
    ['the fastest machine in a minute', 1_000_000, 1_100_000, 60_000, 100_000],
    ['more than the fastest machine in a minute', 1_000_000, 1_100_001, 60_000, 0],
    ['the fastest machine in half a minute', 1_000_000, 1_050_000, 30_000, 50_000],
    ['more than the fastest machine in half a minute', 1_000_000, 1_050_001, 30_000, 0],
    ['readings closer than a second, which count as a second apart', 100_000, 101_666, 1, 1_666],
    ['more than the fastest machine in a second', 100_000, 101_667, 1_000, 0],
    ['a fast machine after two hours of silence', 10_000_000, 11_000_000, 7_200_000, 1_000_000],
    ['a counter that began at 0, in a minute', 0, 2_000, 60_000, 2_000],
    ['a counter that began at 0, in a second', 0, 1_600, 1_000, 1_600],
    ['more than is believed of a counter that began at 0', 0, 2_001, 60_000, 0],
    ['a counter that began again an hour ago', 1_000_000, 120_000, 3_600_000, 120_000],
    ['more than is believed of a counter that began again', 1_000_000, 120_001, 3_600_000, 0],
  ])('of %s are those that a machine can have made', (_, before, now, elapsedMs, cycles) => {
    expect(counted(before, AT, now, AT + elapsedMs)).toBe(cycles)
  })

  test('are not counted over a silence of more than a day', () => {
    expect(counted(100, AT, 130, AT + COUNTER_GAP_LIMIT_MS)).toBe(30)
    expect(counted(100, AT, 130, AT + COUNTER_GAP_LIMIT_MS + 1)).toBe(0)
  })
})
