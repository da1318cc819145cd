import type { MqttClient } from 'mqtt'
import { clock } from '../../platform/clock.ts'
import { assertAllowed } from '../../platform/outgoing-address.ts'
import { limitPacketSize } from '../packet-gate.ts'
import type { DeliveryMemory, RepeatablePacket } from './delivery-memory.ts'
import { IN_FLIGHT, type LinkOptions, openClient, PACKET_LIMIT } from './mqtt-client.ts'
import type { Subscription } from './subscription.ts'

/** How long a broker may take to answer when it is left. */
const PATIENCE_MS = 1_000

type Packet = Parameters<MqttClient['handleMessage']>[0]

interface PendingPacket {
  qos: number
  messageId: number
  /** Whether the broker says that it has sent it before (MQTT 3.1.1, 3.3.1.1). */
  isRepeated: boolean
}

/** A message of a broker. `acknowledge` is called once it is committed; with QoS 0 it does nothing. */
export interface Delivery {
  topic: string
  payload: Buffer
  /** Whether the broker had stored it for whoever subscribes. */
  isRetained: boolean
  /** What tells it from others; undefined with QoS 0. */
  packet: RepeatablePacket | undefined
  acknowledge: () => void
}

/** Hears what passes of acknowledgements, which MQTT.js deals with otherwise. */
type Acknowledgements = Pick<DeliveryMemory, 'acknowledged' | 'released' | 'pinged' | 'answered'>

export interface LinkListener {
  /** @param isResumed whether the broker still had our session */
  connected: (isResumed: boolean) => void
  message: (delivery: Delivery) => void
  acknowledgements?: Acknowledgements
  /** Called once. @param error what ended the connection, or why it was not established */
  ended: (error: Error | undefined) => void
}

interface Unreleased {
  /** The ids of QoS 2 messages that were taken and not released yet; they outlive a connection as the session does. */
  unreleased: Set<number>
}

/**
 * One connection to a broker, until it ends. MQTT.js acknowledges a message when its handler is done and reads no other
 * until then. Here it is set up as if every message has QoS 0, and the acknowledgements are sent from outside, whenever the
 * message is committed: any number may be under way (decision 0018).
 */
export class BrokerLink {
  readonly client: MqttClient
  readonly #listener: LinkListener
  readonly #unreleased: Set<number>
  /** What MQTT.js is not to know of the packet that it handles next. */
  #pending: PendingPacket | undefined
  #inFlight = 0
  #resume: (() => void) | undefined
  #failure: Error | undefined
  #isOver = false

  /** @throws ForbiddenAddress if the address is a forbidden IP address */
  constructor(subscription: Subscription, options: LinkOptions & Unreleased, listener: LinkListener) {
    this.#listener = listener
    this.#unreleased = options.unreleased
    if (options.isTrusted !== true) assertAllowed(new URL(subscription.brokerUrl.replace(/^\w+/, 'http')).hostname)
    this.client = openClient(subscription, options)
    limitPacketSize(this.client.stream, PACKET_LIMIT)
    this.client.handleMessage = (packet, done) => this.#handle(packet, done)
    this.client.on('packetreceive', (packet) => {
      if (packet.cmd === 'publish' && packet.qos > 0) {
        this.#pending = { qos: packet.qos, messageId: packet.messageId ?? 0, isRepeated: packet.dup }
        packet.qos = 0
      } else if (packet.cmd === 'pubrel') {
        this.#unreleased.delete(packet.messageId ?? 0)
        listener.acknowledgements?.released(packet.messageId ?? 0)
      } else if (packet.cmd === 'pingresp') listener.acknowledgements?.answered()
    })
    this.client.on('packetsend', ({ cmd }) => {
      if (cmd === 'pingreq') listener.acknowledgements?.pinged()
    })
    this.client.on('connect', ({ sessionPresent }) => {
      if (!sessionPresent) this.#unreleased.clear()
      this.#listener.connected(sessionPresent)
    })
    this.client.on('disconnect', (packet) => {
      this.#failure ??= Object.assign(new Error('The broker ended the connection.'), { code: packet.reasonCode ?? 0 })
    })
    this.client.on('error', (error) => {
      this.#failure ??= error
      this.end()
    })
    this.client.on('close', () => this.#over())
  }

  /** Ends the connection. @param failure the reason, unless the end was intended */
  end(failure?: Error): void {
    this.#failure ??= failure
    if (this.#isOver) return
    this.client.end(true)
    this.#over()
  }

  /** Takes a subscription back. A broker that does not answer is left all the same: once the connection is gone, MQTT.js waits for ever. */
  async unsubscribe(filter: string): Promise<void> {
    const answered = this.client.unsubscribeAsync(filter).catch(() => undefined)
    await Promise.race([answered, clock.sleep(PATIENCE_MS, { ref: false })])
  }

  /** Says goodbye, so that the broker does not send the will. */
  async leave(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#resume?.()
    const late = clock.timeout(PATIENCE_MS, () => this.client.end(true))
    await this.client.endAsync(!this.client.connected).catch(() => undefined)
    late.stop()
  }

  #over(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#listener.ended(this.#failure)
  }

  #handle(packet: Packet, done: () => void): void {
    const pending = this.#pending
    this.#pending = undefined
    if (packet.cmd !== 'publish' || this.#isOver) {
      done()
      return
    }
    if (pending?.qos === 2 && this.#unreleased.has(pending.messageId)) {
      if (pending.isRepeated) {
        this.#send('pubrec', pending.messageId)
        done()
        return
      }
      // The broker has gone back to an older state, as after a power cut, and uses the id for another message.
      this.#unreleased.delete(pending.messageId)
    }
    this.#inFlight += 1
    let isSettled = false
    const acknowledge = () => {
      if (isSettled) return
      isSettled = true
      this.#settle(pending)
    }
    const { topic, retain: isRetained, properties } = packet
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const repeatable = pending && {
      id: pending.messageId,
      isRepeated: pending.isRepeated,
      topic,
      payload,
      properties: JSON.stringify(properties?.userProperties ?? ''),
    }
    this.#listener.message({ topic, payload, isRetained, packet: repeatable, acknowledge })
    // Reading on only when there is room again: what is not read waits at the broker.
    if (this.#inFlight < IN_FLIGHT) done()
    else this.#resume = done
  }

  #settle(pending: PendingPacket | undefined): void {
    this.#inFlight -= 1
    if (pending?.qos === 2 && !this.#isOver) this.#unreleased.add(pending.messageId)
    if (pending !== undefined) this.#send(pending.qos === 2 ? 'pubrec' : 'puback', pending.messageId)
    const resume = this.#resume
    this.#resume = undefined
    resume?.()
  }

  /** An acknowledgement belongs to the connection the message came over: on another the broker sends it again. */
  #send(cmd: 'puback' | 'pubrec', messageId: number): void {
    if (this.#isOver || !this.client.connected) return
    // MQTT.js has no public way to send just this packet; its version is pinned, and the tests would notice.
    // biome-ignore lint/complexity/useLiteralKeys: TypeScript lets a private method be called only so
    this.client['_sendPacket']({ cmd, messageId })
    this.#listener.acknowledgements?.acknowledged(messageId)
  }
}
