import { gunzipSync, inflateSync } from 'node:zlib'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { isStorable } from '../../platform/storable-text.ts'
import { type Metric, MetricSchema, type Payload, PayloadSchema } from './generated/sparkplug-b_pb.ts'
import { dataTypes, type ReadValue, readValue } from './metric-value.ts'
import { isGood } from './quality.ts'

/** Bytes of a payload, also after it was unpacked. A birth names every metric, so it is larger than a record. */
export const SPARKPLUG_MAX_BYTES = 256 * 1024
export const MAX_METRICS = 2_000
const MAX_NAME = 512
const COMPRESSED = 'SPBV1.0_COMPRESSED'
const UNNAMEABLE: ReadValue = { ignored: `The name is longer than ${MAX_NAME} characters or has control characters.` }

/** A metric, decoded. Times are Unix ms. */
export interface SparkplugMetric {
  name: string | undefined
  /** In decimal: aliases go up to 2^64 - 1. */
  alias: string | undefined
  at: number | undefined
  isHistorical: boolean
  /** Births name it; later messages leave it out. */
  dataType: number | undefined
  /** Whether its value was sent as a long. */
  isLong: boolean
  /** @param dataType as the message or the birth before it names it */
  read: (dataType: number | undefined) => ReadValue
}

export interface SparkplugPayload {
  at: number | undefined
  /** 0 to 255; undefined if missing, as in a death. */
  seq: number | undefined
  metrics: SparkplugMetric[]
}

/** Why bytes are no payload that can be used, in words. */
export class SparkplugFault extends Error {}

/**
 * Decodes a payload.
 * @throws SparkplugFault and nothing else, whatever the bytes are
 */
export function decodeSparkplug(bytes: Uint8Array): SparkplugPayload {
  const payload = unpacked(parse(bytes))
  if (payload.metrics.length > MAX_METRICS) {
    throw new SparkplugFault(`The payload has ${payload.metrics.length} metrics; at most ${MAX_METRICS} are taken.`)
  }
  const seq = has(payload, 'seq') ? payload.seq : undefined
  if (seq !== undefined && seq > 255n) throw new SparkplugFault('The sequence number is not from 0 to 255.')
  return {
    at: has(payload, 'timestamp') ? toTime(payload.timestamp) : undefined,
    seq: seq === undefined ? undefined : Number(seq),
    metrics: payload.metrics.map(toMetric),
  }
}

/** The command that asks an edge node for its births (Sparkplug 3.0.0, 6.4.20). @param now Unix ms */
export function encodeRebirth(now: number): Buffer {
  const name = 'Node Control/Rebirth'
  const timestamp = BigInt(now)
  const metric = create(MetricSchema, {
    name,
    timestamp,
    datatype: dataTypes.boolean,
    value: { case: 'booleanValue', value: true },
  })
  return Buffer.from(toBinary(PayloadSchema, create(PayloadSchema, { timestamp, metrics: [metric] })))
}

function parse(bytes: Uint8Array): Payload {
  if (bytes.length > SPARKPLUG_MAX_BYTES) {
    throw new SparkplugFault(`The payload has ${bytes.length} bytes; at most ${SPARKPLUG_MAX_BYTES} are taken.`)
  }
  try {
    // Unknown fields are dropped, not stored.
    return fromBinary(PayloadSchema, bytes, { readUnknownFields: false })
  } catch {
    throw new SparkplugFault('The payload is no Sparkplug B protobuf.')
  }
}

/** Payloads may be packed into the body of another (as Eclipse Tahu does it); the room they unpack into is bounded. */
function unpacked(payload: Payload): Payload {
  if (payload.uuid !== COMPRESSED) return payload
  const algorithm = payload.metrics.find(({ name }) => name === 'algorithm')?.value
  const named = algorithm?.case === 'stringValue' ? algorithm.value.toUpperCase() : 'DEFLATE'
  const unpack = new Map([
    ['DEFLATE', inflateSync],
    ['GZIP', gunzipSync],
  ]).get(named)
  if (unpack === undefined) throw new SparkplugFault('The payload is packed in a way nobody knows here.')
  let body: Buffer
  try {
    body = unpack(payload.body, { maxOutputLength: SPARKPLUG_MAX_BYTES })
  } catch {
    throw new SparkplugFault(`The packed payload cannot be unpacked into ${SPARKPLUG_MAX_BYTES} bytes.`)
  }
  const inner = parse(body)
  if (inner.uuid === COMPRESSED) throw new SparkplugFault('The payload is packed more than once.')
  return inner
}

function toMetric(metric: Metric): SparkplugMetric {
  const name = has(metric, 'name') ? metric.name : undefined
  const isUsable = name === undefined || (name.length <= MAX_NAME && isStorable(name) && !/\p{Cc}/u.test(name))
  return {
    name: isUsable ? name : undefined,
    alias: has(metric, 'alias') ? String(metric.alias) : undefined,
    at: has(metric, 'timestamp') ? toTime(metric.timestamp) : undefined,
    isHistorical: metric.isHistorical,
    dataType: has(metric, 'datatype') ? metric.datatype : undefined,
    isLong: metric.value.case === 'longValue',
    read: isUsable ? (dataType) => readGood(metric, dataType) : () => UNNAMEABLE,
  }
}

/** A value that its source does not vouch for is not known, and never taken for a good one. */
function readGood(metric: Metric, dataType: number | undefined): ReadValue {
  return isGood(metric) ? readValue(metric, dataType) : { value: null }
}

/** Out-of-range timestamps are treated as missing. */
function toTime(value: bigint): number | undefined {
  return value <= 8_640_000_000_000_000n ? Number(value) : undefined
}

/** Whether a field of proto2 was sent: absent ones read as 0 or empty. */
function has(message: Payload | Metric, name: string): boolean {
  return Object.hasOwn(message, name)
}
