import { OutgoingMessages } from './outgoing-messages.ts'
import type { Qos } from './packet-types.ts'
import type { ReasonCode } from './reason-codes.ts'
import { ReceivedIds } from './received-ids.ts'

/** What a session asks of its connection. */
interface SessionConnection {
  acknowledge: (type: number, id: number) => void
  end: (code: ReasonCode, words: string) => void
}

/** What is known of a client over its connections, as long as it wants (MQTT 5, 4.1). */
export class MqttSession {
  /** Under which its owner's client id leads to it. */
  readonly name: string
  /** By which its client is connected, while it is. */
  connection: SessionConnection | undefined
  /** What it has subscribed to. */
  readonly filters = new Map<string, Qos>()
  readonly received = new ReceivedIds()
  readonly outgoing = new OutgoingMessages()
  /** How long it outlives its connection, ms; Infinity for ever. */
  expiryMs = 0
  /** Of one without a connection, by clock.monotonic(). */
  expiresAt = Infinity
  /** A will that waits, and when it is due by clock.monotonic(). */
  will: { at: number; publish: () => void } | undefined

  constructor(name: string) {
    this.name = name
  }

  /** A client has it in use again; its will of before is not published any more. */
  resume(connection: SessionConnection, expiryMs: number): void {
    this.connection = connection
    this.expiryMs = expiryMs
    this.expiresAt = Infinity
    this.will = undefined
    this.outgoing.resume()
  }
}
