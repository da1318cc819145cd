import { recordTopic } from '@packhouse/contract'
import { generate } from 'mqtt-packet'
import type { Random } from './random.ts'

/** PUBLISH packets of one connection, one behind the other, so that any run of them can be sent as one piece. */
export interface Frames {
  bytes: Buffer
  /** Where each packet starts, and at the end where the last one ends. */
  offsets: Uint32Array
  count: number
}

export interface Series {
  /** Whose records they are, in turn: several machines may share a connection. */
  machineIDs: readonly string[]
  count: number
  /** Time of the first record, Unix ms. */
  from: number
  /** Time between records, ms. */
  step: number
  /** Where some are sent later than their time says, behind newer ones. */
  late?: Lateness | undefined
}

export interface Lateness {
  /** Which share of the records is late. */
  share: number
  /** By how much at most, ms. */
  upTo: number
}

/** A packet identifier has 16 bits and is never 0 (MQTT 3.1.1 section 2.3.1). */
const MAX_FRAMES = 65_535
const PUBLISH_QOS_1 = 0x32

/** Encodes records of workload W: about 220 bytes with 10 values. The packet identifier is the index + 1. */
export function encodeFrames(series: Series, random: Random): Frames {
  if (series.count > MAX_FRAMES) throw new Error(`At most ${MAX_FRAMES} records have their own packet identifier.`)
  const machines = series.machineIDs.map((machineID) => ({
    topic: Buffer.from(recordTopic(machineID)),
    total: 1_000_000 + Math.floor(random() * 8_000_000),
  }))
  const records: { topic: Buffer; record: string }[] = []
  for (let index = 0; index < series.count; index++) {
    const machine = machines[index % machines.length]
    if (machine === undefined) throw new Error('There are no machines.')
    machine.total += random() < 0.3 ? 1 : 0
    records.push({
      topic: machine.topic,
      record: encodeRecord(series.from + index * series.step, machine.total, random),
    })
  }
  const sent = series.late === undefined ? records : inOrderOfArrival(records, series.step, series.late, random)
  return joinPackets(sent.map(({ topic, record }, index) => encodePublish(topic, index + 1, record)))
}

function inOrderOfArrival<T>(records: readonly T[], step: number, { share, upTo }: Lateness, random: Random): T[] {
  return records
    .map((record, index) => ({ record, arrival: index * step + (random() < share ? random() * upTo : 0) }))
    .sort((a, b) => a.arrival - b.arrival)
    .map(({ record }) => record)
}

export function joinPackets(packets: readonly Buffer[]): Frames {
  const offsets = new Uint32Array(packets.length + 1)
  for (const [index, packet] of packets.entries()) offsets[index + 1] = (offsets[index] ?? 0) + packet.length
  return { bytes: Buffer.concat(packets), offsets, count: packets.length }
}

/** CONNECT of a device, without keep-alive: an idle connection stays silent. */
export function encodeConnect(clientId: string, userName: string, password: string): Buffer {
  return generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId,
    keepalive: 0,
    username: userName,
    password: Buffer.from(password),
  })
}

const states = [
  'Running',
  'Running',
  'Running',
  'Running',
  'Running',
  'Running',
  'Running',
  'Idle',
  'Stopped',
  'Faulted',
]

function encodeRecord(at: number, totalCycles: number, random: Random): string {
  const noisy = (low: number, span: number, digits: number) => (low + random() * span).toFixed(digits)
  const state = states[Math.floor(random() * states.length)] ?? 'Running'
  return (
    `{"lastSeen":"${new Date(at).toISOString()}","totalCycles":${totalCycles},"cyclesPerMin":${noisy(15, 20, 1)},` +
    `"machineState":"${state}","temperature":${noisy(18, 24, 2)},"humidity":${noisy(30, 20, 2)},` +
    `"machineData":{"seal":${noisy(140, 20, 2)},"film":${noisy(2, 3, 3)},"vacuum":${noisy(-0.9, 0.2, 3)},` +
    `"motor":${noisy(3, 2, 3)},"air":${noisy(5, 1, 3)}}}`
  )
}

/** PUBLISH of a record at QoS 1 (MQTT 3.1.1 section 3.3): fixed header, topic, packet identifier, payload. */
export function encodePublish(topic: Buffer, id: number, payload: string): Buffer {
  const length = 2 + topic.length + 2 + payload.length
  const head = length < 128 ? [PUBLISH_QOS_1, length] : [PUBLISH_QOS_1, (length & 0x7f) | 0x80, length >> 7]
  const packet = Buffer.allocUnsafe(head.length + length)
  packet.set(head)
  let end = packet.writeUInt16BE(topic.length, head.length)
  packet.set(topic, end)
  end = packet.writeUInt16BE(id, end + topic.length)
  packet.write(payload, end, 'latin1')
  return packet
}
