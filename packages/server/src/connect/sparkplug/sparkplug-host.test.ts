import { create, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { heldBytes } from '../../../test/support/held-bytes.ts'
import { companyDevice, machineEntry } from '../../../test/support/machine-entry.ts'
import type { Decoded } from '../../ingest/index.ts'
import { isSameRecord } from '../../ingest/repeats.ts'
import { LiveMachine } from '../../live/live-machine.ts'
import { clock, replaceClock } from '../../platform/clock.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { CommandRoutes } from '../commands/command-routes.ts'
import type { OnSettled } from '../message.ts'
import { type Metric, MetricSchema, PayloadSchema, PropertySetSchema } from './generated/sparkplug-b_pb.ts'
import { MachineNames } from './machine-names.ts'
import { SessionPulse } from './session-pulse.ts'
import { SparkplugHost } from './sparkplug-host.ts'

/** A host whose records go nowhere; it counts what became of the messages. @param introduce runs what waits for a new machine */
function hostOf(introduce: (work: () => void) => void = (work) => work(), isMachine = (_id: string) => true) {
  const counts = { records: 0, refused: 0, rebirths: 0 }
  const records: TelemetryRecord[] = []
  const reasons: string[] = []
  const machine = new LiveMachine(machineEntry(1, 'd'))
  const parts = {
    intake: {
      receiveDecoded: (
        _origin: unknown,
        _id: string,
        decode: (m: LiveMachine, at: number) => Decoded,
        settle: OnSettled,
      ) => {
        introduce(() => {
          const decoded = decode(machine, Date.now())
          const record = 'record' in decoded ? decoded.record : undefined
          const other = record && records.find(({ at }) => at === record.at)
          if (record !== undefined && other === undefined) {
            counts.records += 1
            records.push(record)
          }
          const repeat = record && other && (isSameRecord(record, other) ? 'duplicate' : 'conflict')
          settle(null, machine, undefined, repeat)
        })
      },
      refuse: (_origin: unknown, refusal: { code: string; reason: string }, settle: OnSettled) => {
        expect(refusal.reason).not.toBe('')
        expect(refusal.reason).not.toContain('\u0000')
        counts.refused += 1
        reasons.push(refusal.reason)
        settle(null)
      },
      knows: (_device: unknown, id: string) => isMachine(id),
    },
    tagMaps: { decode: () => undefined },
    live: { touch: () => undefined },
    names: new MachineNames(),
    pulse: new SessionPulse(),
    commands: new CommandRoutes(),
  }
  const host = new SparkplugHost(parts as never, '', () => {
    counts.rebirths += 1
    return true
  })
  return { host, counts, machine, records, reasons }
}

const metric = (name: string, alias: bigint, value: number) =>
  create(MetricSchema, { name, alias, datatype: 10, value: { case: 'doubleValue', value } })

function bytesOf(seq: number): Buffer {
  const metrics = [metric('bdSeq', 0n, 1), metric('Speed', 1n, 40), metric('Status/StateCurrent', 2n, 6)]
  const payload = create(PayloadSchema, { timestamp: BigInt(Date.now()), seq: BigInt(seq), metrics })
  return Buffer.from(toBinary(PayloadSchema, payload))
}

test('10,000 changed payloads of all kinds are read or refused, each is settled once, and little is stored', () => {
  // However long it takes: after a while a node is asked again.
  const start = clock.monotonic()
  onTestFinished(replaceClock({ ...clock, monotonic: () => start }))
  const { host, counts } = hostOf()
  const valid = bytesOf(0)
  const kinds = ['NBIRTH/n', 'NDATA/n', 'NDEATH/n', 'DBIRTH/n/d', 'DDATA/n/d', 'DDEATH/n/d', 'STATE', 'x/y/z']
  const change = fc.tuple(fc.nat(valid.length - 1), fc.nat(255))
  const payload = fc.oneof(
    fc.array(change, { maxLength: 6 }).map((changes) => {
      const bytes = Buffer.from(valid)
      for (const [place, value] of changes) bytes[place] = value
      return bytes
    }),
    fc.nat(valid.length).map((end) => valid.subarray(0, end)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  )
  const before = heldBytes()
  let settled = 0
  const runs = 10_000
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.constantFrom('g', 'h'), payload, (kind, group, bytes) => {
      host.receive(companyDevice, `spBv1.0/${group}/${kind}`, bytes, (error) => {
        expect(error).toBeNull()
        settled += 1
      })
    }),
    { seed: 5, numRuns: runs },
  )
  expect(settled).toBe(runs)
  expect(counts.records).toBeGreaterThan(100)
  expect(counts.refused).toBeGreaterThan(100)
  // Two edge nodes, each asked once.
  expect(counts.rebirths).toBeLessThanOrEqual(2)
  expect(heldBytes() - before).toBeLessThan(20_000_000)
  host.end()
})

test('a machine counts as connected from its birth to its death, or to the end of the connection', () => {
  const { host, machine } = hostOf()
  const send = (kind: string, seq: number) =>
    host.receive(companyDevice, `spBv1.0/g/${kind}`, bytesOf(seq), () => undefined)
  send('NBIRTH/n', 0)
  send('DBIRTH/n/d', 1)
  const seen = [machine.connections]
  send('DDEATH/n/d', 2)
  seen.push(machine.connections)
  send('DBIRTH/n/d', 3)
  host.lost()
  seen.push(machine.connections)
  send('DDATA/n/d', 4)
  seen.push(machine.connections)
  send('NDEATH/n', 5)
  seen.push(machine.connections)
  // The node is a machine of that name too here, and dies with its device.
  expect(seen).toEqual([2, 1, 0, 1, 0])
})

const NOW = Date.UTC(2026, 10, 21, 12)

afterEach(() => {
  vi.useRealTimers()
})

/** A node `n` with the device `d`, of which `send` sends what has changed. @param leadMs how far its clock is ahead */
function bornHost({ introduce, leadMs = 0 }: { introduce?: (work: () => void) => void; leadMs?: number } = {}) {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: NOW })
  const made = hostOf(introduce, (id) => id === 'd')
  let seq = -1
  const sent: [string, Buffer][] = []
  const send = (kind: string, metrics: Metric[], at = Date.now() + leadMs, number = (seq + 1) % 256) => {
    seq = number
    const payload = create(PayloadSchema, { timestamp: BigInt(at), seq: BigInt(seq), metrics })
    const bytes = Buffer.from(toBinary(PayloadSchema, payload))
    sent.push([`spBv1.0/g/${kind}`, bytes])
    made.host.receive(companyDevice, `spBv1.0/g/${kind}`, bytes, () => undefined)
  }
  /** Delivers all again. @returns how many were settled */
  const resend = () => {
    let settled = 0
    for (const [topic, bytes] of sent.slice())
      made.host.receive(companyDevice, topic, bytes, (error) => {
        expect(error).toBeNull()
        settled += 1
      })
    return settled
  }
  send('NBIRTH/n', [metric('bdSeq', 0n, 1)])
  send('DBIRTH/n/d', [metric('Count/ProdProcessedCount', 1n, 100), metric('Status/StateCurrent', 2n, 6)])
  made.records.length = 0
  return { ...made, send, resend }
}

const count = (value: number) => metric('Count/ProdProcessedCount', 1n, value)
const state = (value: number, at?: number) =>
  create(MetricSchema, {
    name: 'Status/StateCurrent',
    datatype: 3,
    value: { case: 'intValue', value },
    ...(at !== undefined && { timestamp: BigInt(at) }),
  })

test('messages of one millisecond are as many records, in their order', () => {
  const { send, records } = bornHost()
  for (let n = 0; n < 300; n++) send('DDATA/n/d', [count(101 + n)], NOW + (n - (n % 100)))
  send('DDATA/n/d', [state(9)], NOW + 201)
  expect(new Set(records.map(({ at }) => at)).size).toBe(301)
  const inOrder = records.toSorted((a, b) => a.at - b.at)
  expect(inOrder.slice(0, 300).map(({ totalCycles }) => totalCycles)).toEqual(
    Array.from({ length: 300 }, (_, n) => 101 + n),
  )
  expect(inOrder[300]).toMatchObject({
    at: expect.closeTo(NOW + 201, 0),
    machineState: 'Aborted',
    totalCycles: undefined,
  })
})

test('states of one message are each of their time, and a state without a value is unknown', () => {
  const { send, records } = bornHost()
  send('DDATA/n/d', [state(9, NOW + 1_000), state(2, NOW + 3_000), state(6, NOW + 5_000)], NOW + 5_000)
  send('DDATA/n/d', [create(MetricSchema, { name: 'Status/StateCurrent', isNull: true })], NOW + 6_000)
  expect(records.map(({ at, machineState }) => [Math.floor(at) - NOW, machineState])).toEqual([
    [1_000, 'Aborted'],
    [3_000, 'Stopped'],
    [5_000, 'Execute'],
    [6_000, null],
  ])
})

test('values of one metric in one message are each a reading of its time', () => {
  const { send, records } = bornHost()
  const countAt = (value: number, ms: number) => ({ ...count(value), timestamp: BigInt(NOW + ms) })
  send('DDATA/n/d', [countAt(201, 1_000), countAt(202, 4_000), countAt(203, 8_000)], NOW + 9_000)
  expect(records.map(({ at, totalCycles }) => [Math.floor(at) - NOW, totalCycles])).toEqual([
    [1_000, 201],
    [4_000, 202],
    [8_000, 203],
  ])
})

test('messages of one millisecond that name different metrics are three facts', () => {
  const { send, records } = bornHost()
  for (const [name, value] of [
    ['Film', 1.5],
    ['Seal', 180],
    ['Temperature', 21.5],
  ] as const)
    send('DDATA/n/d', [metric(name, 9n, value)], NOW + 1_000)
  expect(records).toMatchObject([{ machineData: { Film: 1.5 } }, { machineData: { Seal: 180 } }, { temperature: 21.5 }])
})

test('a value of bad quality is not known, and one that cannot be used is a dead letter and holds up no other', () => {
  const { send, records, reasons } = bornHost()
  const quality = create(PropertySetSchema, { keys: ['Quality'], values: [{ value: { case: 'intValue', value: 0 } }] })
  const dataSet = create(MetricSchema, { name: 'Recipe', value: { case: 'datasetValue', value: new Uint8Array() } })
  const bad = { ...state(6), properties: quality }
  for (let n = 0; n < 2; n++) send('DDATA/n/d', [bad, count(7), dataSet], NOW + 1_000 + n)
  expect(records).toMatchObject([
    { machineState: null, totalCycles: 7 },
    { machineState: null, totalCycles: 7 },
  ])
  expect(reasons).toEqual(['Recipe: Data sets are not taken.'])
})

test('a value that no record can hold is not known, which is a dead letter once, and holds up no other', () => {
  const { send, records, reasons } = bornHost()
  for (const [speed, temperature] of [
    [40, 21],
    [Number.NaN, 9_999],
    [Number.POSITIVE_INFINITY, -300],
  ] as const)
    send('DDATA/n/d', [metric('Speed', 8n, speed), metric('Temperature', 9n, temperature), count(7)])
  expect(records).toMatchObject([
    { cyclesPerMin: 40, temperature: 21, totalCycles: 7 },
    { cyclesPerMin: null, temperature: null, totalCycles: 7 },
    { cyclesPerMin: null, temperature: null, totalCycles: 7 },
  ])
  expect(reasons).toEqual([
    'Speed: The number is infinite or none at all.',
    'Temperature: 9999 is more or less than there can be.',
  ])
})

test('of messages without a time none is taken for one that has come before: numbers come round', () => {
  const { host, records } = bornHost()
  const send = (seq: number, value: number) => {
    const payload = create(PayloadSchema, { seq: BigInt(seq % 256), metrics: [count(value)] })
    host.receive(companyDevice, 'spBv1.0/g/DDATA/n/d', Buffer.from(toBinary(PayloadSchema, payload)), () => undefined)
  }
  for (let seq = 2; seq < 2 + 2 * 256; seq++) {
    vi.setSystemTime(NOW + seq)
    send(seq, seq % 2)
  }
  expect(records.map(({ totalCycles }) => totalCycles)).toEqual(Array.from({ length: 512 }, (_, place) => place % 2))
})

test('a device that dies, or whose node or connection does, ends at once', () => {
  for (const [end, at] of [
    ['DDEATH/n/d', NOW + 2_000],
    ['NDEATH/n', NOW + 1_000],
    ['connection', NOW + 1_000],
  ] as const) {
    const { host, machine, send, records } = bornHost()
    vi.setSystemTime(NOW + 1_000)
    if (end === 'connection') host.allDied()
    else send(end, [metric('bdSeq', 0n, 1)], NOW + 2_000)
    expect(records.filter(({ ends }) => ends)).toMatchObject([{ at: expect.closeTo(at, 0), ends: true }])
    expect(machine.connections).toBe(0)
    vi.useRealTimers()
  }
})

test('a device without changes is alive as long as its session, by its own clock', () => {
  const { host, records } = bornHost({ leadMs: -3_000 })
  vi.advanceTimersByTime(60_000)
  expect(records.map(({ at }) => Math.floor(at) - NOW)).toEqual([17_000, 37_000, 57_000])
  expect(records[0]).toMatchObject({ totalCycles: undefined, machineState: undefined, ends: undefined })
  host.lost()
  records.length = 0
  vi.advanceTimersByTime(60_000)
  expect(records).toEqual([])
})

test.each(['dies', 'loses its connection'])('a machine that %s before it is introduced is not connected', (what) => {
  const waiting: (() => void)[] = []
  const { host, machine, send, records } = bornHost({ introduce: (work) => waiting.push(work) })
  if (what === 'dies') send('DDEATH/n/d', [], NOW + 1)
  else host.lost()
  for (const work of waiting) work()
  expect(machine.connections).toBe(0)
  expect(records.filter(({ ends }) => ends)).toHaveLength(what === 'dies' ? 1 : 0)
  expect(records[0]).toMatchObject({ totalCycles: 100, machineState: 'Execute' })
})

/** The times of ends, ms after the beginning. */
const endsIn = (records: readonly TelemetryRecord[]) =>
  records.filter(({ ends }) => ends).map(({ at }) => Math.floor(at) - NOW)

test('what a broker delivers again changes nothing, and is settled', () => {
  const { host, machine, send, records, resend } = bornHost()
  send('DDEATH/n/d', [], NOW + 1_000)
  send('DBIRTH/n/d', [count(5), state(6)], NOW + 2_000)
  send('DDATA/n/d', [count(9)], NOW + 3_000)
  const [before, settled] = [structuredClone(records), resend()]
  expect(settled).toBe(5)
  expect(records).toEqual(before)
  expect(machine.connections).toBe(1)
  // The birth of the node has not taken its devices away.
  send('DDATA/n/d', [count(11)], NOW + 4_000)
  expect(records.at(-1)).toMatchObject({ totalCycles: 11 })
  host.end()
})

test('a node that dies while our connection to it is gone has died', () => {
  const { host, send, records } = bornHost()
  host.lost()
  host.resumed()
  vi.setSystemTime(NOW + 5_000)
  send('NDEATH/n', [metric('bdSeq', 0n, 1)], NOW + 5_000)
  expect(endsIn(records)).toEqual([5_000])
})

test('how far a clock is ahead is known from when messages were sent, not from what they say', () => {
  const { send, records } = bornHost()
  send('DDATA/n/d', [state(9, NOW + 2_000)], NOW)
  vi.setSystemTime(NOW + 5_000)
  send('NDEATH/n', [metric('bdSeq', 0n, 1)])
  expect(endsIn(records)).toEqual([5_000])
})

test('an end is behind all that was heard, also of history', () => {
  const { send, records } = bornHost()
  send('DDATA/n/d', [create(MetricSchema, { ...state(9), isHistorical: true })], NOW + 3_000)
  send('NDEATH/n', [metric('bdSeq', 0n, 1)])
  expect(records.toSorted((a, b) => a.at - b.at).map(({ ends }) => ends)).toEqual([undefined, true])
})

test('what a birth says of the past alone is stored', () => {
  const { send, records } = bornHost()
  send('DBIRTH/n/d', [{ ...state(9, NOW - 5_000), isHistorical: true }], NOW + 1_000)
  expect(records[0]).toMatchObject({ at: expect.closeTo(NOW - 5_000, 0), machineState: 'Aborted' })
})

test('a birth without readings ends those from before', () => {
  const { send, records } = bornHost()
  send('DBIRTH/n/d', [count(5)], NOW + 1_000)
  expect(records).toMatchObject([{ totalCycles: 5, machineData: {}, isPartial: undefined }])
})

test('a reading whose time and number another one has is stored behind it', () => {
  const { host, send, records } = bornHost()
  send('DDATA/n/d', [count(9)], NOW + 1_000)
  // As after a restart, when nothing is known of what was numbered before.
  host.end()
  send('NBIRTH/n', [metric('bdSeq', 0n, 2)], NOW + 2_000, 0)
  send('DBIRTH/n/d', [count(5), state(6)], NOW + 2_000)
  send('DDATA/n/d', [state(2)], NOW + 1_000)
  const [first, second] = records.filter(({ at }) => at < NOW + 2_000)
  expect([first, second]).toMatchObject([{ totalCycles: 9 }, { machineState: 'Stopped' }])
  expect(Math.floor(second?.at ?? 0)).toBe(NOW + 1_000)
})
