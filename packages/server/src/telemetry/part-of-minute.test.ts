import { describe, expect, test } from 'vitest'
import { partOfMinute } from './part-of-minute.ts'
import type { TelemetryRecord } from './record.ts'
import { MINUTE_MS, RollupTable } from './rollup.ts'

const AT = Date.UTC(2026, 10, 21, 12)
const record = (second: number, totalCycles?: number, totalRejects?: number): TelemetryRecord => ({
  machineKey: 1,
  at: AT + second * 1000,
  receivedAt: AT,
  totalCycles,
  totalRejects,
})
/** The counter was at 90 before the minute: 10, then 5, then 3 after a reset. */
const records = [record(10, 100), record(20), record(30, 105, 2), record(50, 3)]

function wholeMinute() {
  const table = new RollupTable(MINUTE_MS)
  const steps = [10, 0, 5, 3]
  for (const [index, one] of records.entries()) table.add(one, steps[index] ?? 0, 0)
  const [minute] = table.rows()
  if (minute === undefined) throw new Error('There is no minute.')
  return minute
}

const part = (from: number, to: number, stored = records) =>
  partOfMinute(wholeMinute(), stored, { from: AT + from * 1000, to: AT + to * 1000 })

describe('a part of a minute', () => {
  test.each([
    [0, 60, 4, 18],
    [0, 10, undefined, undefined],
    [0, 10.001, 1, 10],
    [10, 30, 2, 10],
    [10.001, 60, 3, 8],
    [30, 50, 1, 5],
    [51, 60, undefined, undefined],
  ])('from second %s to %s has its records alone', (from, to, count, cycles) => {
    expect(part(from, to)?.records).toBe(count)
    expect(part(from, to)?.cycles).toBe(cycles)
  })

  test('is the whole minute where it begins, once its records are gone', () => {
    expect(part(0, 20, [])?.cycles).toBe(18)
    expect(part(20, 60, [])).toBeUndefined()
  })
})
