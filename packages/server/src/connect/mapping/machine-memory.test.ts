import { expect, test } from 'vitest'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { MachineMemory } from './machine-memory.ts'

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
