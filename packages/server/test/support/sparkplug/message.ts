import { createRequire } from 'node:module'

/** What an edge node has sent, as it knows it. Times are Unix ms. */
export interface Message {
  /** Counts what all edge nodes have sent. */
  id: number
  group: string
  node: string
  kind: 'NBIRTH' | 'NDATA' | 'NDEATH' | 'DBIRTH' | 'DDATA' | 'DDEATH'
  device: string | undefined
  sentAt: number | undefined
  seq: number | undefined
  bdSeq: number | undefined
  readings: readonly SentReading[]
}

export type MetricValue = string | number | boolean | null

export interface SentReading {
  name: string | undefined
  alias: number | undefined
  type: string
  value: MetricValue
  at: number | undefined
  isHistorical: boolean
  quality: number | undefined
}

/** The metrics of every device, with values that a number stands for; some that no record can hold. */
export const metrics: { name: string; type: string; valueFor: (n: number) => MetricValue }[] = [
  { name: 'Status/StateCurrent', type: 'Int32', valueFor: (n) => 1 + (n % 17) },
  { name: 'Admin/ProdProcessedCount', type: 'Int64', valueFor: (n) => n },
  { name: 'Admin/ProdDefectiveCount', type: 'UInt32', valueFor: (n) => n % 40 },
  { name: 'Status/CurMachSpeed', type: 'Double', valueFor: (n) => (n % 60) / 4 },
  { name: 'Temperature', type: 'Float', valueFor: (n) => (n % 17 === 16 ? 4_000 : 20 + (n % 8) / 2) },
  { name: 'Film tension', type: 'Double', valueFor: (n) => (n % 11 === 10 ? Number.NaN : n / 8) },
  { name: 'Recipe', type: 'String', valueFor: (n) => (n % 13 === 12 ? 'x'.repeat(1_100) : `Recipe ${n % 5}`) },
  { name: 'Lamp', type: 'Boolean', valueFor: (n) => n % 2 === 0 },
]

interface Codec {
  encodePayload: (payload: object) => Uint8Array
}

// The codec that the independent edge node of the tests brings along.
const load = createRequire(import.meta.resolve('sparkplug-client'))
const codec = load(['sparkplug', 'payload'].join('-')).get('spBv1.0') as Codec

export function topicOf({ group, kind, node, device }: Message): string {
  return `spBv1.0/${group}/${kind}/${node}${device === undefined ? '' : `/${device}`}`
}

const encoded = new WeakMap<Message, Buffer>()

export function bytesOf(message: Message): Buffer {
  const known = encoded.get(message)
  if (known !== undefined) return known
  const { sentAt: timestamp, seq, bdSeq, readings } = message
  const own = bdSeq === undefined ? [] : [{ name: 'bdSeq', type: 'Int64', value: bdSeq, timestamp }]
  const metricsOf = readings.map(({ at, quality, ...reading }) => ({
    ...reading,
    timestamp: at,
    ...(quality !== undefined && { properties: { Quality: { type: 'Int32', value: quality } } }),
  }))
  const bytes = Buffer.from(codec.encodePayload({ timestamp, seq, metrics: [...own, ...metricsOf] }))
  encoded.set(message, bytes)
  return bytes
}
