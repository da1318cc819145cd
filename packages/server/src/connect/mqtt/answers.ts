import { type ProtocolLevel, packetType, type Qos } from './packet-types.ts'
import { type ReasonCode, reason, returnCodeOf } from './reason-codes.ts'

/** Reasons in words are cut there. */
const MAX_REASON_LENGTH = 200

export const PINGRESP = Buffer.from([packetType.pingresp << 4, 0])

/** What a CONNACK of MQTT 5 says of the broker (3.2.2.3). */
export interface BrokerTerms {
  receiveMaximum: number
  maximumPacketSize: number
  topicAliasMaximum: number
}

/** Accepts a CONNECT. @param assignedClientId of a client that has given none */
export function connack(
  level: ProtocolLevel,
  sessionPresent: boolean,
  terms: BrokerTerms,
  assignedClientId: string | undefined,
): Buffer {
  const head = Buffer.from([sessionPresent ? 1 : 0, reason.success])
  if (level < 5) return packet(packetType.connack << 4, head)
  const properties = Buffer.concat([
    uint16(0x21, terms.receiveMaximum),
    uint32(0x27, terms.maximumPacketSize),
    uint16(0x22, terms.topicAliasMaximum),
    // No subscription identifiers, and no shared subscriptions.
    Buffer.from([0x29, 0, 0x2a, 0]),
    ...(assignedClientId === undefined ? [] : [textProperty(0x12, assignedClientId)]),
  ])
  return packet(packetType.connack << 4, Buffer.concat([head, variableInteger(properties.length), properties]))
}

/** Refuses a CONNECT. */
export function refusedConnack(level: ProtocolLevel, code: ReasonCode, words: string): Buffer {
  if (level < 5) return packet(packetType.connack << 4, Buffer.from([0, returnCodeOf(code)]))
  return packet(packetType.connack << 4, Buffer.concat([Buffer.from([0, code]), reasonString(words)]))
}

/** PUBACK, PUBREC, PUBREL or PUBCOMP of MQTT 5 that says more than that all is well. @param words undefined for none */
export function acknowledgement(type: number, id: number, code: ReasonCode, words: string | undefined): Buffer {
  const head = [id >> 8, id & 0xff, code]
  const body = words === undefined ? Buffer.from(head) : Buffer.concat([Buffer.from(head), reasonString(words)])
  return packet(firstByteOf(type), body)
}

/** PUBREL is sent with the flag 2 (MQTT 5, 3.6.1). */
export function firstByteOf(type: number): number {
  return (type << 4) | (type === packetType.pubrel ? 2 : 0)
}

/** SUBACK, and UNSUBACK, which has codes only in MQTT 5. */
export function subscriptionsAck(type: number, level: ProtocolLevel, id: number, codes: readonly number[]): Buffer {
  const wanted = level === 5 || type === packetType.suback ? codes : []
  return packet(type << 4, Buffer.from([id >> 8, id & 0xff, ...(level === 5 ? [0] : []), ...wanted]))
}

export function disconnect(code: ReasonCode, words: string | undefined): Buffer {
  const body = words === undefined ? Buffer.from([code]) : Buffer.concat([Buffer.from([code]), reasonString(words)])
  return packet(packetType.disconnect << 4, body)
}

export interface Publication {
  topic: string
  payload: Buffer
  qos: Qos
  isRetained: boolean
  isRepeated: boolean
  /** Of a QoS of at least 1. */
  id: number
}

export function publish(level: ProtocolLevel, publication: Publication): Buffer {
  const { topic, payload, qos, isRetained, isRepeated, id } = publication
  const header = (packetType.publish << 4) | (isRepeated ? 8 : 0) | (qos << 1) | (isRetained ? 1 : 0)
  const identifier = qos === 0 ? [] : [id >> 8, id & 0xff]
  const noProperties = level === 5 ? [0] : []
  return packet(header, Buffer.concat([text(topic), Buffer.from([...identifier, ...noProperties]), payload]))
}

function packet(header: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([header]), variableInteger(body.length), body])
}

/** Properties that hold nothing but a Reason String. */
function reasonString(words: string): Buffer {
  const property = textProperty(0x1f, words.slice(0, MAX_REASON_LENGTH))
  return Buffer.concat([variableInteger(property.length), property])
}

function textProperty(identifier: number, value: string): Buffer {
  return Buffer.concat([Buffer.from([identifier]), text(value)])
}

/** U+0000 and lone surrogates are not for texts of MQTT (MQTT 5, 1.5.4). */
function text(value: string): Buffer {
  const bytes = Buffer.from(value.replaceAll('\u0000', '\ufffd').toWellFormed())
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}

function uint16(identifier: number, value: number): Buffer {
  return Buffer.from([identifier, value >> 8, value & 0xff])
}

function uint32(identifier: number, value: number): Buffer {
  const bytes = Buffer.alloc(5, identifier)
  bytes.writeUInt32BE(value, 1)
  return bytes
}

function variableInteger(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    const byte = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest > 0 ? byte | 0x80 : byte)
  } while (rest > 0)
  return Buffer.from(bytes)
}
