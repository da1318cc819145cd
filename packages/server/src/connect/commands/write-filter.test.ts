import { expect, test } from 'vitest'
import { isFilterOf, isOwnWriteFilter } from './write-filter.ts'

test.each([
  ['packhouse/VFFS-2214/commands', true],
  ['packhouse/VFFS-2214/commands/#', true],
  ['packhouse/+/commands/speed', true],
  ['packhouse/VFFS-2214/record', false],
  ['packhouse/+/#', false],
  ['packhouse/#', false],
  ['packhouse/a/b/commands', false],
])('a machine may listen on %s: %j', (filter, may) => {
  expect(isOwnWriteFilter(filter)).toBe(may)
})

test.each([
  ['plant/{machineID}/set', 'plant/FILL-1/set', true],
  ['plant/{machineID}/set', 'plant/+/set', true],
  ['plant/{machineID}/set', 'plant/+/+', false],
  ['plant/{machineID}/set', 'plant/#', false],
  ['plant/{machineID}/set', 'plant/FILL-1/get', false],
  ['plant/{machineID}/set', 'plant/a/b/set', false],
  ['cmd-{machineID}', 'cmd-FILL-1', true],
  ['cmd-{machineID}', 'cmd-', false],
  ['cmd-{machineID}', 'cmd-#', false],
  ['line/set', 'line/set', true],
  ['line/set', '+/set', false],
])('what is written to %s, %s listens to: %j', (topic, filter, is) => {
  expect(isFilterOf(topic, filter)).toBe(is)
})
