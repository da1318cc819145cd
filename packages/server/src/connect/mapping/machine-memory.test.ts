import { expect, test } from 'vitest'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { mergeLatest } from '../../telemetry/record.ts'
import { MachineMemory } from './machine-memory.ts'

const OFFLINE_AFTER = { staleAfterSeconds: 60 }

const record = (at: number, machineData: TelemetryRecord['machineData'], isPartial?: true): TelemetryRecord => {
  return { machineKey: 1, at, receivedAt: at, machineData, isPartial }
}

test('tags that have changed are taken over, others go on, and no record is changed by a later one', () => {
  const memory = new MachineMemory()
  const whole = record(1, { a: 1, b: 1 })
  memory.keep(whole)
  const first = record(2, { a: 2 }, true)
  memory.keep(first)
  const tags = memory.before(1, undefined, 9).tags
  memory.keep(record(3, { b: 3 }, true))
  expect(memory.before(1, undefined, 9).tags).toEqual({ a: 2, b: 3 })
  // The same tags are the same object, which says that there are no others.
  expect(memory.before(1, undefined, 9).tags).toBe(tags)
  memory.keep(record(4, { c: 4 }, true))
  expect(memory.before(1, undefined, 9).tags).toEqual({ a: 2, b: 3, c: 4 })
  expect(memory.before(1, undefined, 9).tags).not.toBe(tags)
  expect([whole.machineData, first.machineData]).toEqual([{ a: 1, b: 1 }, { a: 2 }])
})

test.each([
  ['a wrap where nothing tells its pace', undefined, 65_636],
  ['a wrap where it was as fast before the start', () => 4_000 / 60_000, 65_636],
  ['a reset where it was much slower before the start', () => 10 / 60_000, 100],
])('a counter that falls with the first reading after a start is %s', (_, storedPace, total) => {
  for (const counter of ['totalCycles', 'totalRejects'] as const) {
    const memory = new MachineMemory()
    const stored = mergeLatest(undefined, { machineKey: 1, at: 0, receivedAt: 0, [counter]: 60_000 }, OFFLINE_AFTER)
    const paceOf = storedPace && ((of: string) => (of === counter ? storedPace() : 0))
    const course = memory.before(1, stored, 60_000, paceOf).courseOf(counter)
    expect(course.totalOf(100, 65_536, 60_000), counter).toBe(total)
  }
})
