import { isUtf8 } from 'node:buffer'
import { FieldReader } from './field-reader.ts'
import type { ProtocolLevel, Qos } from './packet-types.ts'
import { readProperties } from './properties.ts'
import { PacketFault, reason } from './reason-codes.ts'
import { assertTopic } from './topics.ts'

/** So many topics a client may replace by numbers, and only such as are not longer than this. */
export const TOPIC_ALIASES = 32
const MAX_ALIASED_BYTES = 1_024

export interface Publish {
  topic: string
  /** Shares memory with what was read. */
  payload: Buffer
  qos: Qos
  /** 0 with QoS 0. */
  id: number
}

/** Reads the PUBLISH packets of one connection (MQTT 5, 3.3), which mostly repeat their topic. */
export class PublishReader {
  readonly #level: ProtocolLevel
  #lastBytes = Buffer.alloc(0)
  #lastTopic = ''
  readonly #aliases = new Map<number, string>()

  constructor(level: ProtocolLevel) {
    this.#level = level
  }

  /** @throws PacketFault */
  read(header: number, bytes: Buffer, start: number, end: number): Publish {
    const qos = (header >> 1) & 3
    if (qos === 3) throw new PacketFault('QoS 3.')
    const topicEnd = start + 2 + (start + 2 <= end ? bytes.readUInt16BE(start) : end)
    let position = qos === 0 ? topicEnd : topicEnd + 2
    if (position > end) throw new PacketFault('A packet is shorter than its fields.')
    const id = qos === 0 ? 0 : bytes.readUInt16BE(topicEnd)
    if (qos > 0 && id === 0) throw new PacketFault('The packet identifier must not be 0.')
    let topic = this.#topicOf(bytes, start + 2, topicEnd)
    if (this.#level === 5) {
      const reader = new FieldReader(bytes, position, end)
      topic = this.#aliased(topic, readProperties(reader, 'publish').topicAlias)
      position = end - reader.left
    }
    return { topic: assertTopic(topic), payload: bytes.subarray(position, end), qos: qos as Qos, id }
  }

  #topicOf(bytes: Buffer, start: number, end: number): string {
    const last = this.#lastBytes
    if (end - start === last.length && last.compare(bytes, start, end) === 0) return this.#lastTopic
    const topic = bytes.subarray(start, end)
    // One with U+0000 is refused by itself: its connection has good messages too.
    if (!isUtf8(topic)) throw new PacketFault('A topic is not UTF-8.')
    this.#lastTopic = topic.toString('utf8')
    this.#lastBytes = Buffer.from(topic)
    return this.#lastTopic
  }

  /** MQTT 5, 3.3.2.3.4 */
  #aliased(topic: string, alias: number | undefined): string {
    if (alias === undefined) return topic
    if (alias === 0 || alias > TOPIC_ALIASES)
      throw new PacketFault(`A topic alias is 1 to ${TOPIC_ALIASES}.`, reason.topicAliasInvalid)
    if (topic === '') {
      const known = this.#aliases.get(alias)
      if (known === undefined) throw new PacketFault('An unknown topic alias.', reason.protocolError)
      return known
    }
    if (Buffer.byteLength(topic) > MAX_ALIASED_BYTES)
      throw new PacketFault(`An aliased topic has at most ${MAX_ALIASED_BYTES} bytes.`, reason.topicAliasInvalid)
    this.#aliases.set(alias, topic)
    return topic
  }
}
