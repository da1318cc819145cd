import { isQos } from './connect-packet.ts'
import type { FieldReader } from './field-reader.ts'
import type { ProtocolLevel, Qos } from './packet-types.ts'
import { readProperties } from './properties.ts'
import { PacketFault, reason } from './reason-codes.ts'

/** Filters that one packet may name; a connection has far fewer. */
const MOST_FILTERS = 1_000

/** When a subscription brings what is retained (MQTT 5, 3.8.3.1): always, where it is new, or never. */
export type RetainHandling = 0 | 1 | 2

export interface Subscription {
  filter: string
  qos: Qos
  retainHandling: RetainHandling
}

export interface Acknowledgement {
  id: number
  code: number
}

/** PUBACK, PUBREC, PUBREL or PUBCOMP (MQTT 5, 3.4 to 3.7). */
export function readAcknowledgement(reader: FieldReader, level: ProtocolLevel): Acknowledgement {
  const id = readIdentifier(reader)
  if (level < 5 || reader.left === 0) {
    reader.assertEnd()
    return { id, code: reason.success }
  }
  const code = reader.byte()
  if (reader.left > 0) readProperties(reader, 'acknowledgement')
  reader.assertEnd()
  return { id, code }
}

/** @throws PacketFault also where nothing is subscribed to (MQTT 5, 3.8.3) */
export function readSubscribe(
  reader: FieldReader,
  level: ProtocolLevel,
): { id: number; subscriptions: Subscription[] } {
  const id = readIdentifier(reader)
  if (level === 5 && readProperties(reader, 'subscribe').subscriptionIdentifier !== undefined)
    throw new PacketFault('Subscription identifiers are not spoken.', reason.subscriptionIdentifiersNotSupported)
  const subscriptions: Subscription[] = []
  do {
    const filter = reader.filter()
    const options = reader.byte()
    const [qos, retainHandling] = [options & 3, (options >> 4) & 3]
    const isReserved = level === 5 ? (options & 0xc0) !== 0 : (options & 0xfc) !== 0
    if (!isQos(qos) || isReserved || retainHandling === 3) throw new PacketFault('The options of a subscription.')
    subscriptions.push({ filter, qos, retainHandling: retainHandling as RetainHandling })
    assertFew(subscriptions)
  } while (reader.left > 0)
  return { id, subscriptions }
}

/** @throws PacketFault also where no subscription is named (MQTT 5, 3.10.3) */
export function readUnsubscribe(reader: FieldReader, level: ProtocolLevel): { id: number; filters: string[] } {
  const id = readIdentifier(reader)
  if (level === 5) readProperties(reader, 'unsubscribe')
  const filters: string[] = []
  do {
    filters.push(reader.filter())
    assertFew(filters)
  } while (reader.left > 0)
  return { id, filters }
}

/** A DISCONNECT (MQTT 5, 3.14). @returns the new Session Expiry Interval in seconds, where it gives one */
export function readDisconnect(
  reader: FieldReader,
  level: ProtocolLevel,
): { code: number; sessionExpiry: number | undefined } {
  if (level < 5 || reader.left === 0) {
    reader.assertEnd()
    return { code: reason.success, sessionExpiry: undefined }
  }
  const code = reader.byte()
  const sessionExpiry = reader.left > 0 ? readProperties(reader, 'disconnect').sessionExpiry : undefined
  reader.assertEnd()
  return { code, sessionExpiry }
}

function assertFew(filters: readonly unknown[]): void {
  if (filters.length > MOST_FILTERS)
    throw new PacketFault(`A packet names at most ${MOST_FILTERS} filters.`, reason.quotaExceeded)
}

function readIdentifier(reader: FieldReader): number {
  const id = reader.uint16()
  if (id === 0) throw new PacketFault('The packet identifier must not be 0.')
  return id
}
