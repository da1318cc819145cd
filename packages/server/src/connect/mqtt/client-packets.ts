import * as answers from './answers.ts'
import { expiryMs } from './connect-packet.ts'
import { FieldReader } from './field-reader.ts'
import type { MqttConnection } from './mqtt-connection.ts'
import type { PublishFault } from './mqtt-rules.ts'
import type { MqttSession } from './mqtt-session.ts'
import { type ProtocolLevel, packetType, type Qos } from './packet-types.ts'
import { readAcknowledgement, readDisconnect, readSubscribe, readUnsubscribe } from './packets.ts'
import { type Publish, PublishReader } from './publish-packet.ts'
import { PacketFault, type ReasonCode, reason } from './reason-codes.ts'

/** How many messages with a QoS of at least 1 a client may send before the first one is answered (MQTT 5, 3.2.2.3.3). */
export const RECEIVE_MAXIMUM = 2_000
/** So many messages of one connection may be refused; then it ends. */
const MOST_REFUSED = 100
const MOST_IGNORED = RECEIVE_MAXIMUM / 2

/** What the packets of a client mean that has signed in. */
export class ClientPackets {
  readonly #connection: MqttConnection
  readonly #session: MqttSession
  readonly #level: ProtocolLevel
  readonly #publishes: PublishReader
  /** Messages with a QoS of at least 1 whose exchange is not over, which MQTT 5 limits. */
  #unanswered = 0
  #refused = 0
  #ignored = 0

  constructor(connection: MqttConnection, level: ProtocolLevel, session: MqttSession) {
    this.#connection = connection
    this.#session = session
    this.#level = level
    this.#publishes = new PublishReader(level)
  }

  /** @throws PacketFault */
  take(header: number, bytes: Buffer, start: number, end: number): void {
    const type = header >> 4
    if (type === packetType.publish) {
      this.#publish(this.#publishes.read(header, bytes, start, end))
      return
    }
    assertFlags(header)
    const reader = new FieldReader(bytes, start, end)
    switch (type) {
      case packetType.puback:
        this.#session.outgoing.acknowledge(readAcknowledgement(reader, this.#level).id)
        this.#connection.sendDue()
        return
      case packetType.pubrec:
        // We send nothing with QoS 2.
        this.#acknowledge(
          packetType.pubrel,
          readAcknowledgement(reader, this.#level).id,
          reason.packetIdentifierNotFound,
        )
        return
      case packetType.pubrel:
        this.#release(readAcknowledgement(reader, this.#level).id)
        return
      case packetType.pubcomp:
        readAcknowledgement(reader, this.#level)
        return
      case packetType.subscribe:
        this.#subscribe(reader)
        return
      case packetType.unsubscribe:
        this.#unsubscribe(reader)
        return
      case packetType.pingreq:
        reader.assertEnd()
        this.#connection.answer(answers.PINGRESP)
        return
      case packetType.disconnect:
        this.#disconnect(reader)
        return
      default:
        throw new PacketFault(`A packet of type ${type} must not come here.`, reason.protocolError)
    }
  }

  #publish({ topic, payload, qos, id }: Publish): void {
    const { received } = this.#session
    if (qos === 2) {
      const state = received.of(id)
      if (state === 'acknowledged') this.#connection.acknowledge(packetType.pubrec, id)
      // It comes again, and the first one is answered when it is stored.
      if (state !== 'free') return
      received.set(id, 'under way')
    }
    if (qos > 0) {
      this.#unanswered += 1
      if (this.#level === 5 && this.#unanswered > RECEIVE_MAXIMUM)
        throw new PacketFault('More messages than the Receive Maximum.', reason.receiveMaximumExceeded)
    }
    this.#connection.receive(topic, payload, (fault) => this.#settle(qos, id, fault))
  }

  #settle(qos: Qos, id: number, fault: PublishFault | undefined): void {
    if (qos === 2) this.#settleTwo(id, fault)
    else if (fault !== undefined) this.#refuse(qos, id, fault)
    else if (qos === 1) {
      this.#unanswered -= 1
      this.#connection.acknowledge(packetType.puback, id)
    }
  }

  /** The next connection of the session may have sent the message again by now: it is the one to be answered. */
  #settleTwo(id: number, fault: PublishFault | undefined): void {
    const { received, connection } = this.#session
    received.set(id, fault === undefined ? 'acknowledged' : 'free')
    if (fault === undefined) connection?.acknowledge(packetType.pubrec, id)
    else if (connection === this.#connection) this.#refuse(2, id, fault)
    else connection?.end(fault.code, fault.words)
  }

  #refuse(qos: Qos, id: number, { code, words, outcome }: PublishFault): void {
    const canSaySo = this.#level === 5 && qos > 0
    const isEnding = outcome === 'end' || (outcome === 'refuse' && (!canSaySo || ++this.#refused > MOST_REFUSED))
    // What is not answered uses up what the client may send.
    const isUsedUp = outcome === 'ignore' && canSaySo && ++this.#ignored > MOST_IGNORED
    if (isEnding || isUsedUp) this.#connection.end(code, words)
    else if (outcome !== 'ignore' && canSaySo) {
      this.#unanswered -= 1
      this.#acknowledge(qos === 1 ? packetType.puback : packetType.pubrec, id, code, words)
    }
  }

  #release(id: number): void {
    const { received } = this.#session
    const state = received.of(id)
    if (state === 'under way') throw new PacketFault('PUBREL before PUBREC.', reason.protocolError)
    if (state === 'acknowledged') {
      this.#unanswered = Math.max(this.#unanswered - 1, 0)
      received.set(id, 'free')
      this.#connection.acknowledge(packetType.pubcomp, id)
    } else this.#acknowledge(packetType.pubcomp, id, reason.packetIdentifierNotFound)
  }

  /** Answers with a reason where MQTT 5 has one. */
  #acknowledge(type: number, id: number, code: ReasonCode, words?: string): void {
    if (this.#level < 5) this.#connection.acknowledge(type, id)
    else
      this.#connection.answer(
        answers.acknowledgement(type, id, code, this.#connection.wantsReasons ? words : undefined),
      )
  }

  #subscribe(reader: FieldReader): void {
    const { id, subscriptions } = readSubscribe(reader, this.#level)
    const { filters } = this.#session
    const retained: { filter: string; qos: Qos }[] = []
    const codes = subscriptions.map(({ filter, qos, retainHandling }) => {
      const code = this.#refusalOf(filter)
      if (code !== undefined) return this.#level === 5 ? code : reason.unspecified
      const isNew = !filters.has(filter)
      filters.set(filter, qos)
      if (retainHandling === 0 || (retainHandling === 1 && isNew)) retained.push({ filter, qos })
      return qos
    })
    this.#connection.answer(answers.subscriptionsAck(packetType.suback, this.#level, id, codes))
    for (const { filter, qos } of retained) this.#connection.deliverRetained(filter, qos)
  }

  #refusalOf(filter: string): ReasonCode | undefined {
    // Only MQTT 5 knows them (4.8.2); CONNACK has said that they are not supported.
    if (this.#level === 5 && filter.startsWith('$share/')) return reason.sharedSubscriptionsNotSupported
    return this.#connection.refuseSubscription(filter)
  }

  #unsubscribe(reader: FieldReader): void {
    const { id, filters } = readUnsubscribe(reader, this.#level)
    const codes = filters.map((filter) =>
      this.#session.filters.delete(filter) ? reason.success : reason.noSubscriptionExisted,
    )
    this.#connection.answer(answers.subscriptionsAck(packetType.unsuback, this.#level, id, codes))
  }

  #disconnect(reader: FieldReader): void {
    const { code, sessionExpiry } = readDisconnect(reader, this.#level)
    if (sessionExpiry !== undefined) {
      // A session that was to end with its connection cannot be stored after all (MQTT 5, 3.14.2.2.2).
      if (sessionExpiry > 0 && this.#session.expiryMs === 0)
        throw new PacketFault('A session that expires at once is not stored.', reason.protocolError)
      this.#session.expiryMs = expiryMs(sessionExpiry)
    }
    this.#connection.leave(code === reason.disconnectWithWill)
  }
}

/** Flags are 2 for these and 0 for all others (MQTT 5, 2.1.3). */
function assertFlags(header: number): void {
  const type = header >> 4
  const isFlagged = type === packetType.pubrel || type === packetType.subscribe || type === packetType.unsubscribe
  if ((header & 0x0f) !== (isFlagged ? 2 : 0)) throw new PacketFault('Flags of a packet that are reserved.')
}
