import { describe, expect, test, vi } from 'vitest'
import { seed } from '../../test/support/seed.ts'
import { readMutatedPayloads } from '../../test/support/telemetry/mutated-payloads.ts'
import { RecordReader } from './record-reader.ts'
import { shapeOf } from './record-shape.ts'
import { ShapedReader } from './shaped-reader.ts'

const ARRIVAL = Date.parse('2026-11-26T12:00:00Z')
const USUAL = `{"lastSeen":"2026-11-26T11:59:58.250Z","totalCycles":4,"machineState":"Idle","temperature":-0.50,"machineData":{"seal":140.25,"lot":"A 7","door":true,"film":null}}`

/** @returns what is read of a payload by the shape of another one */
function readAs(shaped: string, payload: string) {
  const shape = shapeOf(shaped)
  return shape && new ShapedReader().read(shape, Buffer.from(payload), 7, ARRIVAL)
}

test('every payload is read as the general parser reads it, whatever is bent', () => {
  const { faults, payloads, records } = readMutatedPayloads({ count: 3_000, seed })
  expect(faults).toEqual([])
  expect(records).toBeGreaterThan(payloads / 10)
  expect(records).toBeLessThan((payloads * 9) / 10)
})

test('the second payload of a machine needs no general parser, and that of another kind does', () => {
  const machine = { key: 7, machineID: 'VFFS-2214', keepRecordsDays: 400 }
  const reader = new RecordReader()
  const parse = vi.spyOn(JSON, 'parse')
  const parsed = (payload: string) => {
    const before = parse.mock.calls.length
    expect(reader.decode(machine, Buffer.from(payload), ARRIVAL)).toHaveProperty('record')
    return parse.mock.calls.length - before
  }
  expect([USUAL, USUAL.replace('Idle', 'Running'), '{"totalCycles":1}', USUAL].map(parsed)).toEqual([1, 0, 1, 0])
  parse.mockRestore()
})

describe('a payload of a known shape', () => {
  test('is read without the general parser', () => {
    const other = USUAL.replace('11:59:58.250', '11:58:07.001').replace('140.25', '"off"').replace('-0.50', '1e1')
    expect(readAs(USUAL, other)).toBeUndefined()
    expect(readAs(USUAL, other.replace('1e1', 'null'))).toMatchObject({
      machineKey: 7,
      at: Date.parse('2026-11-26T11:58:07.001Z'),
      receivedAt: ARRIVAL,
      totalCycles: 4,
      totalRejects: undefined,
      machineState: 'Idle',
      temperature: null,
      machineData: { seal: 'off', lot: 'A 7', door: true, film: null },
    })
  })

  test('has the time of its arrival where it reports none, and readings where it has none of them', () => {
    expect(readAs('{}', '{}')).toMatchObject({ at: ARRIVAL, machineData: undefined })
    expect(readAs('{"machineData":{}}', '{"machineData":{}}')).toMatchObject({ machineData: {} })
  })

  test.each([
    ['an escape', USUAL.replace('A 7', 'A\\t7')],
    ['a character beyond ASCII', USUAL.replace('A 7', 'Ä')],
    ['more digits than a double has', USUAL.replace('140.25', '140.25000000000001')],
    ['a value that it may not have', USUAL.replace('Idle', 'Asleep')],
    ['another name', USUAL.replace('seal', 'veal')],
    ['something behind it', `${USUAL} `],
    ['an end too early', USUAL.slice(0, -1)],
    ['a second that no minute has', USUAL.replace('58.250', '60.250')],
  ])('is left to the general parser with %s', (_, payload) => {
    expect(readAs(USUAL, USUAL)).toBeDefined()
    expect(readAs(USUAL, payload)).toBeUndefined()
  })
})

test.each([
  ['a list', '{"machineData":{"a":[1]}}'],
  ['an object in the readings', '{"machineData":{"a":{"b":1}}}'],
  ['an object elsewhere', '{"temperature":{}}'],
  ['a name twice', '{"totalCycles":1,"totalCycles":2}'],
  ['a name with an escape', '{"machineData":{"\\u0061":1}}'],
  ['an unknown field', '{"machineID":"VFFS-2214"}'],
  ['a name that objects have', '{"machineData":{"__proto__":1}}'],
])('there is no shape of a payload with %s', (_, payload) => {
  expect(shapeOf(payload)).toBeUndefined()
})
