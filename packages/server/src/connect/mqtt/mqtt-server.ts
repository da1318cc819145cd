import type { Duplex } from 'node:stream'
import { clock, type Timer } from '../../platform/clock.ts'
import type { StoredSessions } from '../stored-sessions.ts'
import { filterMatches } from '../topic-match.ts'
import type { BrokerTerms } from './answers.ts'
import { RECEIVE_MAXIMUM } from './client-packets.ts'
import type { Connect } from './connect-packet.ts'
import { IntakeFlow } from './intake-flow.ts'
import { MqttConnection } from './mqtt-connection.ts'
import type { Admission, MqttRules } from './mqtt-rules.ts'
import { MqttSession } from './mqtt-session.ts'
import { TOPIC_ALIASES } from './publish-packet.ts'
import { reason } from './reason-codes.ts'

/** Connections are looked at for silence, and sessions for their end, so often. */
const CHECK_MS = 1_000

export interface MqttServerParts {
  rules: MqttRules
  /** The largest packet that is taken, and how long a CONNECT may take. */
  limits: { packetBytes: number; connectTimeoutMs: number }
  stored: Pick<StoredSessions, 'enter' | 'leave' | 'discard'>
}

interface Retained {
  topic: string
  payload: Buffer
}

/** Speaks MQTT 3.1, 3.1.1 and 5 over the connections that it is given: all of the protocol, and nothing of what the messages mean. */
export class MqttServer {
  readonly rules: MqttRules
  readonly limits: MqttServerParts['limits']
  readonly terms: BrokerTerms
  readonly flow = new IntakeFlow()
  readonly #stored: MqttServerParts['stored']
  readonly #connections = new Set<MqttConnection>()
  /** Of each session that is in use, its connection. */
  readonly #inUse = new Map<string, MqttConnection>()
  /** Sessions that outlive their connections. */
  readonly #sessions = new Map<string, MqttSession>()
  #retained: Retained[] = []
  #toFlush: MqttConnection[] = []
  #checking: Timer | undefined

  constructor({ rules, limits, stored }: MqttServerParts) {
    this.rules = rules
    this.limits = limits
    this.#stored = stored
    this.terms = {
      receiveMaximum: RECEIVE_MAXIMUM,
      maximumPacketSize: limits.packetBytes,
      topicAliasMaximum: TOPIC_ALIASES,
    }
  }

  start(): void {
    this.#checking = clock.every(CHECK_MS, () => this.#check()).unref()
  }

  /** Ends all connections. */
  stop(): void {
    this.#checking?.stop()
    for (const connection of this.#connections) connection.end(reason.shuttingDown)
  }

  /** @param bytesAhead that may come of it before the sign-in */
  handle(stream: Duplex, bytesAhead: number): void {
    const connection = new MqttConnection(this, stream, bytesAhead)
    this.#connections.add(connection)
    connection.start()
  }

  /** Stores a message for whoever subscribes to its topic. */
  retain(topic: string, payload: Buffer): void {
    this.#retained = [...this.#retained.filter((message) => message.topic !== topic), { topic, payload }]
  }

  retainedFor(filter: string): Retained[] {
    return this.#retained.filter(({ topic }) => filterMatches(filter, topic))
  }

  /** Removes the session that is stored of a client that is away. */
  forget(name: string): void {
    const session = this.#sessions.get(name)
    if (session !== undefined && !this.#inUse.has(name)) this.#drop(session)
  }

  /** Makes it the connection of its session; one that was so before is ended. */
  admit(
    connection: MqttConnection,
    { isCleanStart, sessionExpiryMs }: Connect,
    { sessionName: name, holder }: Admission,
  ): { session: MqttSession; isPresent: boolean } {
    this.#inUse.get(name)?.end(reason.takenOver)
    const before = this.#sessions.get(name)
    const isPresent = before !== undefined && !isCleanStart && before.expiresAt > clock.monotonic()
    if (before !== undefined && !isPresent) this.#drop(before)
    const session = isPresent ? before : new MqttSession(name)
    session.resume(connection, sessionExpiryMs)
    this.#inUse.set(name, connection)
    this.#sessions.set(name, session)
    if (sessionExpiryMs > 0) this.#stored.enter(name, holder, connection)
    else this.#stored.discard(name)
    return { session, isPresent }
  }

  /** A connection has ended that had a session. */
  left(connection: MqttConnection, session: MqttSession, isWillDue: boolean): void {
    const { rules } = this
    this.#connections.delete(connection)
    this.#inUse.delete(session.name)
    session.connection = undefined
    const { will } = connection
    if (isWillDue && will !== undefined) {
      const { publish, delayMs } = rules.prepareWill(connection, will)
      if (delayMs === 0) publish()
      else session.will = { at: clock.monotonic() + delayMs, publish }
    }
    rules.end(connection)
    if (session.expiryMs === 0) {
      this.#stored.discard(session.name)
      this.#drop(session)
      return
    }
    session.expiresAt = clock.monotonic() + session.expiryMs
    this.#stored.leave(session.name, connection)
  }

  /** A connection has ended that had none. */
  gone(connection: MqttConnection): void {
    this.#connections.delete(connection)
  }

  /** Has all that is to be written to a client written at once, when what is being done is done. */
  flushSoon(connection: MqttConnection): void {
    if (this.#toFlush.length === 0) queueMicrotask(() => this.#flush())
    this.#toFlush.push(connection)
  }

  #flush(): void {
    const connections = this.#toFlush
    this.#toFlush = []
    for (const connection of connections) connection.flush()
  }

  /** The session is over, and with it the waiting of its will (MQTT 5, 3.1.3.2.2). */
  #drop(session: MqttSession): void {
    if (this.#sessions.get(session.name) === session) this.#sessions.delete(session.name)
    session.will?.publish()
    session.will = undefined
  }

  #check(): void {
    const now = clock.monotonic()
    for (const connection of this.#connections) connection.check(now)
    for (const [name, session] of this.#sessions) {
      if (this.#inUse.has(name)) continue
      if (session.expiresAt <= now) {
        this.#stored.discard(name)
        this.#drop(session)
      } else if (session.will !== undefined && session.will.at <= now) {
        session.will.publish()
        session.will = undefined
      }
    }
  }
}
