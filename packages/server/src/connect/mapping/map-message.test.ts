import { RECORD_MAX_BYTES, tagMapEntrySchema } from '@packhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMap } from './compiled-map.ts'
import { MachineMemory } from './machine-memory.ts'
import { mapPayload } from './map-message.ts'

const NOW = Date.UTC(2026, 10, 21, 14, 30)

/** A machine that is reported through a map with the given entries. */
function machineWith(entries: object[], timeAddress: string | null = null) {
  const map = compileMap({
    source: 'json',
    entries: entries.map((entry) => tagMapEntrySchema.parse(entry)),
    timeAddress,
  })
  const memory = new MachineMemory()
  const machine = {
    key: 1,
    machineID: 'M7',
    keepRecordsDays: 400,
    before: (at: number) => memory.before(1, undefined, at),
  }
  return (payload: unknown, arrival = NOW) => {
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload))
    const outcome = mapPayload(map, machine, bytes, arrival)
    if ('record' in outcome) memory.keep(outcome.record)
    return outcome
  }
}

const count = { canonicalTag: 'cycles', address: 'plc.n', role: 'count', rolloverAt: 1_000 }
const tension = { canonicalTag: 'filmTension', address: 'values[1].v', role: 'other', scale: 0.5 }
const pressure = { canonicalTag: 'pressure', address: '["p.bar"]', role: 'other' }
const humidity = { canonicalTag: 'humidity', address: 'h', role: 'humidity' }

test('values are found by dotted paths, indexes and quoted keys, and the time by its address', () => {
  const send = machineWith([count, tension, pressure], 'header.ts')
  const payload = { header: { ts: NOW / 1000 - 60 }, plc: { n: 7 }, values: [{ v: 1 }, { v: 8 }], 'p.bar': 6.1 }
  expect(send(payload)).toMatchObject({
    record: { at: NOW - 60_000, receivedAt: NOW, totalCycles: 7, machineData: { filmTension: 4, pressure: 6.1 } },
    faults: [],
  })
})

test('a counter that wraps twice before anything is stored goes on twice', () => {
  const send = machineWith([count])
  const totals = [900, 100, 950, 50].map((n, place) => send({ plc: { n } }, NOW + place))
  expect(totals).toMatchObject([900, 1_100, 1_950, 2_050].map((totalCycles) => ({ record: { totalCycles } })))
})

test('an older message neither takes the counter back nor changes what is known', () => {
  const send = machineWith([count], 'ts')
  send({ ts: NOW - 2_000, plc: { n: 990 } })
  expect(send({ ts: NOW, plc: { n: 5 } })).toMatchObject({ record: { totalCycles: 1_005 } })
  expect(send({ ts: NOW - 1_000, plc: { n: 995 } })).toMatchObject({ record: { totalCycles: 995 } })
  expect(send({ ts: NOW + 1, plc: { n: 6 } })).toMatchObject({ record: { totalCycles: 1_006 } })
})

test('a device that reports its readings in turns retains the others', () => {
  const send = machineWith([tension, pressure])
  send({ 'p.bar': 6 })
  expect(send({ values: [0, { v: 2 }] }, NOW + 1)).toMatchObject({
    record: { machineData: { filmTension: 1 }, isPartial: true },
  })
})

test('a value that cannot be used is not known any more, and keeps no other from becoming a record', () => {
  const send = machineWith([count, tension, humidity])
  send({ h: 50, values: [0, { v: 2 }] })
  expect(send({ h: 101, values: [0, { v: 3 }] }, NOW + 1)).toMatchObject({
    record: { humidity: null, machineData: { filmTension: 1.5 } },
    faults: [{ address: 'h', reason: expect.stringContaining('101') }],
  })
})

test('a counter with a value that is no number keeps no other value from becoming a record', () => {
  const send = machineWith([count, tension])
  expect(send({ plc: { n: 'many' }, values: [0, { v: 2 }] })).toMatchObject({
    record: { machineData: { filmTension: 1 } },
    faults: [{ address: 'plc.n', reason: expect.stringContaining('many') }],
  })
})

test.each([
  ['nothing of it is mapped', { other: 1 }, 'nothing_mapped', /None of the addresses/],
  ['an object is in the place of a value', { plc: { n: {} } }, 'nothing_mapped', /plc\.n: There is an object/],
  ['all of it is more than there can be', { h: 101 }, 'nothing_mapped', /h: 101 is more or less than there can be/],
  ['its time is invalid', { ts: 'noon', plc: { n: 1 } }, 'invalid_field', /"noon" is no time/],
  ['its time is ahead', { ts: NOW + 3_600_000, plc: { n: 1 } }, 'clock_ahead', /ahead of the server/],
  ['it is no JSON', Buffer.from('plc=1'), 'not_json', /not JSON/],
  ['it is too large', Buffer.alloc(RECORD_MAX_BYTES + 1, 32), 'too_large', /at most/],
])('a message is refused where %s', (_, payload, code, reason) => {
  const send = machineWith([count, humidity], 'ts')
  expect(send(payload)).toMatchObject({ refusal: { code, reason: expect.stringMatching(reason) } })
})

test('text that a database does not take is not known, and keeps no other value from becoming a record', () => {
  const send = machineWith([{ canonicalTag: 'note', address: 'n', role: 'other', dataType: 'text' }, humidity])
  for (const n of ['a\u0000b', '\ud800']) {
    expect(send({ n })).toMatchObject({ refusal: { code: 'nothing_mapped' } })
    expect(send({ n, h: 50 })).toMatchObject({ record: { humidity: 50, machineData: { note: null } } })
  }
})

test('2,000 payloads of whatever JSON or bytes never throw and never give a record outside of the limits', () => {
  const entries = [
    { canonicalTag: 'a', address: 'a', role: 'count', rolloverAt: 100 },
    { canonicalTag: 'b', address: 'b.c', role: 'temperature', scale: 1e300 },
    { canonicalTag: 'd', address: 'd[0]', role: 'other', deadband: 1 },
    { canonicalTag: 'e', address: '__proto__', role: 'other', dataType: 'text' },
    { canonicalTag: 'constructor', address: 'constructor', role: 'alarm', dataType: 'boolean' },
    { canonicalTag: 'f', address: 'f', role: 'state', valueMap: { '6': 'Execute' } },
  ]
  const send = machineWith(entries, 't')
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 't', '__proto__', 'constructor')
  const json = fc
    .dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 })
    .map((value) => Buffer.from(JSON.stringify(value)))
  const mutated = fc.tuple(json, fc.nat(), fc.integer({ min: 0, max: 255 })).map(([bytes, place, byte]) => {
    bytes[place % bytes.length] = byte
    return bytes
  })
  fc.assert(
    fc.property(fc.oneof(json, mutated, fc.uint8Array().map(Buffer.from)), (payload) => {
      const outcome = send(payload)
      if ('refusal' in outcome) expect(outcome.refusal.reason).toBe(outcome.refusal.reason.toWellFormed())
      else expect((outcome.record.totalCycles ?? 0) >= 0 && (outcome.record.temperature ?? 0) <= 2_000).toBe(true)
    }),
    { seed: 21, numRuns: 2_000 },
  )
})
