import { create, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LiveMachine } from '../../live/live-machine.ts'
import type { Device } from '../device.ts'
import type { OnSettled } from '../message.ts'
import { MetricSchema, PayloadSchema } from './generated/sparkplug-b_pb.ts'
import { MachineNames } from './machine-names.ts'
import { SparkplugHost } from './sparkplug-host.ts'

const entry = {
  id: '',
  key: 1,
  machineID: 'd',
  customerId: null,
  description: null,
  location: null,
  configurationId: null,
  tagMapId: null,
  staleAfterSeconds: 60,
  designSpeed: null,
  timeZone: 'UTC',
  keepRecordsDays: 400,
  lastService: null,
  nextDue: null,
  retired: false,
}
const device: Device = {
  userName: 'test',
  scope: 'company',
  customerId: null,
  machines: new Set(),
  apiKeyId: undefined,
  source: 'mqtt',
}

/** A host whose records go nowhere; it counts what became of the messages. */
function hostOf() {
  const counts = { records: 0, refused: 0, rebirths: 0 }
  const machine = new LiveMachine(entry)
  const parts = {
    intake: {
      receiveDecoded: (
        _origin: unknown,
        _id: string,
        decode: (m: LiveMachine, at: number) => object,
        settle: OnSettled,
      ) => {
        if ('record' in decode(machine, Date.now())) counts.records += 1
        settle(null, machine)
      },
      refuse: (_origin: unknown, refusal: { code: string; reason: string }, settle: OnSettled) => {
        expect(refusal.reason).not.toBe('')
        expect(refusal.reason).not.toContain('\u0000')
        counts.refused += 1
        settle(null)
      },
      knows: () => true,
    },
    tagMaps: { decode: () => undefined },
    live: { touch: () => undefined },
    names: new MachineNames(),
  }
  const host = new SparkplugHost(parts as never, '', () => {
    counts.rebirths += 1
  })
  return { host, counts, machine }
}

const metric = (name: string, alias: bigint, value: number) =>
  create(MetricSchema, { name, alias, datatype: 10, value: { case: 'doubleValue', value } })

function bytesOf(seq: number): Buffer {
  const metrics = [metric('bdSeq', 0n, 1), metric('Speed', 1n, 40), metric('Status/StateCurrent', 2n, 6)]
  const payload = create(PayloadSchema, { timestamp: BigInt(Date.now()), seq: BigInt(seq), metrics })
  return Buffer.from(toBinary(PayloadSchema, payload))
}

test('10,000 changed payloads of all kinds are read or refused, each is settled once, and little is stored', () => {
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
  const before = process.memoryUsage().heapUsed
  let settled = 0
  const runs = 10_000
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.constantFrom('g', 'h'), payload, (kind, group, bytes) => {
      host.receive(device, `spBv1.0/${group}/${kind}`, bytes, (error) => {
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
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000)
})

test('a machine counts as connected from its birth to its death, or to the end of the connection', () => {
  const { host, machine } = hostOf()
  const send = (kind: string, seq: number) => host.receive(device, `spBv1.0/g/${kind}`, bytesOf(seq), () => undefined)
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
