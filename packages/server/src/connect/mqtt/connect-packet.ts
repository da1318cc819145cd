import type { FieldReader } from './field-reader.ts'
import type { ProtocolLevel, Qos } from './packet-types.ts'
import { type Properties, readProperties } from './properties.ts'
import { PacketFault, reason } from './reason-codes.ts'
import { assertTopic } from './topics.ts'

/** Bridges mark their level so. */
const BRIDGE = 0x80
/** Of a session that never expires (MQTT 5, 3.1.2.11.2). */
const NEVER = 0xffff_ffff
/** A client that sets no Receive Maximum takes so many (MQTT 5, 3.1.2.11.3). */
const MOST_UNACKNOWLEDGED = 65_535

const flag = { reserved: 0x01, cleanStart: 0x02, will: 0x04, willRetain: 0x20, password: 0x40, userName: 0x80 } as const

export interface Will {
  topic: string
  payload: Buffer
  qos: Qos
  /** How long after the end of the connection it is published, ms. */
  delayMs: number
}

/** A CONNECT (MQTT 5, 3.1), whatever its version. */
export interface Connect {
  level: ProtocolLevel
  clientId: string
  /** Whether a session of before is dropped. */
  isCleanStart: boolean
  /** How long the session outlives its connection, ms; Infinity for ever. */
  sessionExpiryMs: number
  /** The longest silence of the client, ms; 0 without a limit. */
  keepAliveMs: number
  userName: string | undefined
  password: Buffer | undefined
  will: Will | undefined
  /** How many messages with a QoS of at least 1 the client takes before it has acknowledged one. */
  receiveMaximum: number
  /** The largest packet that the client takes, bytes. */
  maximumPacketSize: number
  /** Whether acknowledgements may give their reason in words. */
  wantsReasons: boolean
  /** A method of sign-in beside name and password: none is spoken. */
  authenticationMethod: string | undefined
}

/** @throws PacketFault, with the code of an unsupported version where it is of another one */
export function readConnect(reader: FieldReader): Connect {
  const level = readLevel(reader)
  const flags = reader.byte()
  if ((flags & flag.reserved) !== 0) throw new PacketFault('The reserved flag of CONNECT must be 0.')
  const keepAliveMs = reader.uint16() * 1_000
  const properties = level === 5 ? readProperties(reader, 'connect') : {}
  const clientId = reader.text()
  const will = readWill(reader, flags, level)
  const userName = (flags & flag.userName) === 0 ? undefined : readUserName(reader)
  const hasPassword = (flags & flag.password) !== 0
  // Without a name there is no password before MQTT 5 (3.1.1, 3.1.2.9).
  if (hasPassword && userName === undefined && level < 5) throw new PacketFault('A password without a user name.')
  const password = hasPassword ? reader.binary() : undefined
  reader.assertEnd()
  const isCleanStart = (flags & flag.cleanStart) !== 0
  return {
    level,
    clientId,
    isCleanStart,
    sessionExpiryMs: level === 5 ? expiryMs(properties.sessionExpiry ?? 0) : isCleanStart ? 0 : Infinity,
    keepAliveMs,
    userName,
    password,
    will,
    receiveMaximum: properties.receiveMaximum ?? MOST_UNACKNOWLEDGED,
    maximumPacketSize: properties.maximumPacketSize ?? Infinity,
    wantsReasons: level === 5 && properties.requestProblemInformation !== 0,
    authenticationMethod: authenticationMethodOf(properties),
  }
}

/** A Session Expiry Interval in milliseconds. @param seconds as it comes */
export function expiryMs(seconds: number): number {
  return seconds === NEVER ? Infinity : seconds * 1_000
}

function readLevel(reader: FieldReader): ProtocolLevel {
  const name = reader.text()
  const level = reader.byte() & ~BRIDGE
  if (name === 'MQIsdp' && level === 3) return 3
  if (name === 'MQTT' && (level === 4 || level === 5)) return level
  if (name !== 'MQTT' && name !== 'MQIsdp') throw new PacketFault('It is not MQTT.')
  throw new PacketFault('This version of MQTT is not spoken.', reason.unsupportedVersion)
}

function readWill(reader: FieldReader, flags: number, level: ProtocolLevel): Will | undefined {
  const qos = (flags >> 3) & 3
  if ((flags & flag.will) === 0) {
    if (qos !== 0 || (flags & flag.willRetain) !== 0) throw new PacketFault('Flags of a will without a will.')
    return undefined
  }
  if (!isQos(qos)) throw new PacketFault('The QoS of a will is 0, 1 or 2.')
  const { willDelay = 0 } = level === 5 ? readProperties(reader, 'will') : {}
  const topic = assertTopic(reader.text())
  // It outlives the packet.
  const payload = Buffer.from(reader.binary())
  return { topic, payload, qos, delayMs: willDelay * 1_000 }
}

/** Names with U+0000 are read: nobody has one, and the sign-in answers it as any other. */
function readUserName(reader: FieldReader): string {
  return reader.binary().toString('utf8')
}

function authenticationMethodOf({ authenticationMethod, authenticationData }: Properties): string | undefined {
  if (authenticationMethod === undefined && authenticationData !== undefined)
    throw new PacketFault('Authentication data without a method.', reason.protocolError)
  return authenticationMethod
}

export function isQos(qos: number): qos is Qos {
  return qos <= 2
}
