import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { expect, onTestFinished, test, vi } from 'vitest'
import { companyDevice, machineEntry } from '../../../test/support/machine-entry.ts'
import type { Refusal } from '../../ingest/index.ts'
import { LiveMachine } from '../../live/live-machine.ts'
import { CommandRoutes } from '../commands/command-routes.ts'
import type { Device } from '../device.ts'
import type { Decode, OnSettled, Origin } from '../message.ts'
import { EdgeNode, type NodeAnswer } from './edge-node.ts'
import { type MetricSchema, PayloadSchema } from './generated/sparkplug-b_pb.ts'
import { MachineNames } from './machine-names.ts'
import { Room } from './metric-table.ts'
import { decodeSparkplug, encodeRebirth, type SparkplugPayload } from './payload.ts'
import { SparkplugHost } from './sparkplug-host.ts'
import { commandTopic, parseTopic, statePayload, stateTopic } from './topic.ts'

/** Assertions of Sparkplug 3.0.0 that no other test proves; `docs/protocols.md` lists them all. */

const NOW = Date.UTC(2026, 10, 25, 12)
const INT8 = 1
const INT64 = 4

type Metric = MessageInitShape<typeof MetricSchema>

/** A payload as it comes over the wire. */
function bytesOf(seq: number | undefined, metrics: Metric[] = [], at = NOW): Buffer {
  const sequence = seq === undefined ? {} : { seq: BigInt(seq) }
  return Buffer.from(toBinary(PayloadSchema, create(PayloadSchema, { timestamp: BigInt(at), ...sequence, metrics })))
}

function sent(seq: number | undefined, metrics: Metric[] = []): SparkplugPayload {
  return decodeSparkplug(bytesOf(seq, metrics))
}

const bdSeq = (value: bigint): Metric => ({ name: 'bdSeq', datatype: INT64, value: { case: 'longValue', value } })
/** A number in the two's complement of eight bits, named by the birth and known by its alias from then on. */
const torque = (value: number, isBirth: boolean): Metric => ({
  ...(isBirth ? { name: 'Torque', datatype: INT8 } : {}),
  alias: 7n,
  value: { case: 'intValue', value: value & 0xff },
})

/** An edge node with the device `d`, after the sequence numbers 0 and 1. */
function born(metrics: Metric[] = [torque(1, true)]): EdgeNode {
  const node = new EdgeNode(new Room())
  node.bornNode(sent(0, [bdSeq(3n)]), NOW)
  node.bornDevice('d', sent(1, metrics), NOW)
  return node
}

function missed(answer: NodeAnswer): boolean {
  return answer.isIncomplete
}

test('a request for births is an NCMD with one metric, the time and no sequence number', () => {
  expect(commandTopic('Halle 7', 'Ærø')).toBe('spBv1.0/Halle 7/NCMD/Ærø')
  const { at, seq, metrics } = decodeSparkplug(encodeRebirth(NOW))
  expect({ at, seq }).toEqual({ at: NOW, seq: undefined })
  expect(metrics).toMatchObject([{ name: 'Node Control/Rebirth', alias: undefined, at: NOW, isHistorical: false }])
  expect(metrics[0]?.read(undefined)).toEqual({ value: true })
})

test('the state of a host has its own topic, and says online and when in JSON and nothing else', () => {
  expect(stateTopic('packhouse')).toBe('spBv1.0/STATE/packhouse')
  expect(JSON.parse(String(statePayload(true, NOW)))).toEqual({ online: true, timestamp: NOW })
  expect(JSON.parse(String(statePayload(false, NOW)))).toEqual({ online: false, timestamp: NOW })
})

test.each(['a', 'Halle 7', 'Ærø', '包装', '$node', 'x'.repeat(128)])('ids are any text without + / #: %s', (id) => {
  expect(parseTopic(`spBv1.0/${id}/DDATA/${id}/${id}`)).toEqual({ group: id, kind: 'DDATA', node: id, device: id })
})

test.each(['NBIRTH', 'NDATA', 'NDEATH'])('%s is of an edge node, and its topic names no device', (kind) => {
  expect(parseTopic(`spBv1.0/g/${kind}/n`)).toEqual({ group: 'g', kind, node: 'n', device: undefined })
  expect(parseTopic(`spBv1.0/g/${kind}/n/d`)).toBeUndefined()
  expect(parseTopic(`spAv1.0/g/${kind}/n`)).toBeUndefined()
})

test.each(['DBIRTH', 'DDATA', 'DDEATH'])('%s is of a device, and its topic names it', (kind) => {
  expect(parseTopic(`spBv1.0/g/${kind}/n/d`)).toEqual({ group: 'g', kind, node: 'n', device: 'd' })
  expect(parseTopic(`spBv1.0/g/${kind}/n`)).toBeUndefined()
})

test.each(['a+b', 'a#b', ''])('an id is never %j', (id) => {
  expect(parseTopic(`spBv1.0/plant/NDATA/${id}`)).toBeUndefined()
  expect(parseTopic(`spBv1.0/plant/DDATA/edge/${id}`)).toBeUndefined()
})

test('one sequence counts all messages of an edge node and its devices', () => {
  const node = born()
  expect(missed(node.data(undefined, sent(2, [bdSeq(3n)]), NOW))).toBe(false)
  expect(missed(node.data('d', sent(3, [torque(2, false)]), NOW))).toBe(false)
  expect(missed(node.bornDevice('e', sent(4, [torque(1, true)]), NOW))).toBe(false)
  expect(node.diedDevice('e', sent(5))).toBe(false)
  expect(missed(node.data('d', sent(6, [torque(3, false)]), NOW))).toBe(false)
})

test('a message without a sequence number, and a death of a device out of sequence, are gaps', () => {
  expect(missed(born().data('d', sent(undefined, [torque(2, false)]), NOW))).toBe(true)
  expect(born().diedDevice('d', sent(5))).toBe(true)
})

test('an edge node is born again within its session, under the same bdSeq, and still dies by it', () => {
  const node = born()
  node.bornNode(sent(0, [bdSeq(3n)]), NOW)
  expect(missed(node.bornDevice('d', sent(1, [torque(5, true)]), NOW))).toBe(false)
  expect(missed(node.data('d', sent(2, [torque(6, false)]), NOW))).toBe(false)
  expect(node.diedNode(sent(undefined, [bdSeq(3n)]))).toBe(true)
})

test('data are read by the alias and the type of the birth', () => {
  const node = born()
  expect(node.data('d', sent(2, [torque(-5, false)]), NOW)).toMatchObject({ ignored: [], isIncomplete: false })
  expect(torqueOf(node.data('d', sent(3, [torque(-6, false)]), NOW))).toBe(-6)
})

test('a metric that is null in its birth is known and has no value', () => {
  const metric: Metric = { name: 'Torque', alias: 7n, datatype: INT8, isNull: true }
  const node = born([metric])
  expect(torqueOf(node.data('d', sent(2, [{ ...metric, name: '' }]), NOW))).toBeNull()
  expect(torqueOf(node.data('d', sent(3, [torque(4, false)]), NOW))).toBe(4)
})

function torqueOf(answer: NodeAnswer): unknown {
  return 'refused' in answer ? undefined : answer.metrics.get('Torque')?.value
}

test('an edge node that is a machine itself ends with its devices, at once and by our clock', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW })
  onTestFinished(() => void vi.useRealTimers())
  const { send, reported } = hostOf()
  send('NBIRTH/n', bytesOf(0, [bdSeq(3n), torque(1, true)]))
  send('DBIRTH/n/d', bytesOf(1, [torque(1, true)]))
  reported.length = 0
  vi.advanceTimersByTime(5_000)
  send('NDEATH/n', bytesOf(undefined, [bdSeq(2n)]))
  expect(reported).toEqual([])
  send('NDEATH/n', bytesOf(undefined, [bdSeq(3n)]))
  const end = { at: NOW + 5_000, ends: true }
  expect(reported).toMatchObject([
    { machineID: 'n', ...end },
    { machineID: 'd', ...end },
  ])
})

interface Reported {
  machineID: string
  at: number
  ends?: true
}

/** What a host reports, and edge nodes that send to it. */
function hostOf() {
  const reported: Reported[] = []
  const machines = new Map<string, LiveMachine>()
  const machineOf = (machineID: string) => {
    const machine = machines.get(machineID) ?? new LiveMachine(machineEntry(machines.size + 1, machineID))
    machines.set(machineID, machine)
    return machine
  }
  const parts = {
    intake: {
      receiveDecoded: (_origin: Origin, machineID: string, decode: Decode, settle: OnSettled) => {
        const decoded = decode(machineOf(machineID), Date.now())
        if ('record' in decoded) reported.push({ ...decoded.record, machineID } as Reported)
        settle(null, machineOf(machineID))
      },
      refuse: (_origin: Origin, _refusal: Refusal, settle: OnSettled) => settle(null),
      knows: (_device: Device, machineID: string) => !machineID.includes('.'),
    },
    tagMaps: { decode: () => undefined },
    live: { touch: () => undefined },
    names: new MachineNames(),
    pulse: { add: () => undefined, remove: () => undefined },
    commands: new CommandRoutes(),
  }
  const host = new SparkplugHost(parts, '', () => true)
  const send = (kind: string, payload: Buffer) =>
    host.receive(companyDevice, `spBv1.0/g/${kind}`, payload, () => undefined)
  return { send, reported }
}
