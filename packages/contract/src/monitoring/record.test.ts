import { describe, expect, test } from 'vitest'
import { machineIDSchema, recordPayloadSchema, recordTopic } from './record.ts'

test('the topic of a machine has its id as the middle level', () => {
  expect(recordTopic('VFFS-2214')).toBe('packhouse/VFFS-2214/record')
})

describe('a machineID', () => {
  test.each(['A', '9', 'VFFS-2214', 'a.b_c-d', 'x'.repeat(64)])('may be %s', (id) => {
    expect(machineIDSchema.safeParse(id).success).toBe(true)
  })

  test.each(['', '-a', '_a', '.', 'a/b', 'a+', '#', 'a b', 'é', 'a\n', 'x'.repeat(65)])('may not be %j', (id) => {
    expect(machineIDSchema.safeParse(id).success).toBe(false)
  })
})

describe('the payload of a record', () => {
  test.each([
    {},
    { totalCycles: 0 },
    { totalCycles: Number.MAX_SAFE_INTEGER },
    { lastSeen: '2026-11-21T10:00:00Z' },
    { lastSeen: '2026-11-21T10:00:00.123456+05:30' },
    { temperature: null, humidity: null, latitude: null, longitude: null },
    { machineData: { text: '', number: -1.5, flag: false, nothing: null } },
  ])('may be %j', (payload) => {
    expect(recordPayloadSchema.safeParse(payload).success).toBe(true)
  })

  test.each([
    null,
    [],
    { totalCycles: -1 },
    { totalCycles: null },
    { totalCycles: 2 ** 53 },
    { cyclesPerMin: Number.NaN },
    { machineState: 'Broken' },
    { lastSeen: '2026-11-21T10:00:00' },
    { lastSeen: '2026-02-29T10:00:00Z' },
    { humidity: 100.1 },
    { machineData: { nested: {} } },
    { MachineID: 'A' },
  ])('may not be %j', (payload) => {
    expect(recordPayloadSchema.safeParse(payload).success).toBe(false)
  })
})
