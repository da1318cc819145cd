import type { Duplex } from 'node:stream'
import { clock, type Timer } from '../../platform/clock.ts'
import { AnswerQueue } from './answer-queue.ts'
import * as answers from './answers.ts'
import { ClientPackets } from './client-packets.ts'
import { type Connect, readConnect } from './connect-packet.ts'
import { FieldReader } from './field-reader.ts'
import type { OnReceived } from './mqtt-rules.ts'
import type { MqttServer } from './mqtt-server.ts'
import type { MqttSession } from './mqtt-session.ts'
import { PacketStream } from './packet-stream.ts'
import { packetType, type Qos } from './packet-types.ts'
import { PacketFault, type ReasonCode, reason } from './reason-codes.ts'

/** A client may have so many messages on their way to the database, and so many bytes of them; then nothing more is read of it. */
const MOST_UNDER_WAY = 2_000
const MOST_BYTES_UNDER_WAY = 1_048_576
const MAX_CLIENT_ID_BYTES = 1_024
/** Of what comes while the sign-in is checked, so much is read; the rest waits in the socket. */
const MOST_AHEAD_BYTES = 4_096
/** A client that is silent for so many of its keep-alive times is gone (MQTT 5, 3.1.2.10). */
const KEEP_ALIVE_SHARE = 1.5
/** A client that does not read what is written to it for so long is ended. */
const UNREAD_MS = 60_000
/** How long a client has to read the last answer and to close. */
const FAREWELL_MS = 1_000

/** A connection that speaks MQTT, from its first byte to its end. */
export class MqttConnection {
  /** What its bytes come and go by. */
  readonly stream: Duplex
  readonly #server: MqttServer
  readonly #packets: PacketStream
  readonly #answers = new AnswerQueue()
  #state: 'new' | 'signing in' | 'open' | 'ended' = 'new'
  /** Bytes that it may still send before it has signed in. */
  #bytesAhead: number
  #connectTimer: Timer | undefined
  #connect: Connect | undefined
  #session: MqttSession | undefined
  #client: ClientPackets | undefined
  #underWay = 0
  #bytesUnderWay = 0
  #isStalled = false
  #isFlushing = false
  #lastReadAt = clock.monotonic()
  /** Since when the client does not read, by clock.monotonic(). */
  #unreadSince: number | undefined

  /** @param bytesAhead that may come before the sign-in */
  constructor(server: MqttServer, stream: Duplex, bytesAhead: number) {
    this.#server = server
    this.stream = stream
    this.#bytesAhead = bytesAhead
    this.#packets = new PacketStream(server.limits.packetBytes, (...packet) => this.#take(...packet))
  }

  start(): void {
    const { stream } = this
    stream.on('data', this.#onData)
    stream.on('drain', () => {
      this.#unreadSince = undefined
      this.#flushSoon()
    })
    stream.once('end', () => this.#finish(true))
    stream.once('close', () => this.#finish(true))
    stream.on('error', (error) => {
      this.#log(error.message)
      this.#finish(true)
    })
    this.#connectTimer = clock.timeout(this.#server.limits.connectTimeoutMs, () => {
      this.#server.rules.countRefused('connect_timeout')
      this.#fail(new PacketFault('CONNECT did not arrive in time.'))
    })
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  get hasEnded(): boolean {
    return this.#state === 'ended'
  }

  /** The session of a client that has signed in. */
  get session(): MqttSession | undefined {
    return this.#session
  }

  get will(): Connect['will'] {
    return this.#connect?.will
  }

  get wantsReasons(): boolean {
    return this.#connect?.wantsReasons ?? false
  }

  /** Sends a message with QoS 0. @returns whether it left: a client that does not read what it gets is sent nothing more */
  send(topic: string, payload: Buffer): boolean {
    if (this.#state !== 'open' || this.#unreadSince !== undefined) return false
    return this.#publish({ topic, payload, qos: 0, isRetained: false, isRepeated: false, id: 0 })
  }

  /** Sends what a subscription is to get of what is stored. */
  deliverRetained(filter: string, qos: Qos): void {
    for (const { topic, payload } of this.#server.retainedFor(filter)) {
      if (qos === 0) this.#publish({ topic, payload, qos, isRetained: true, isRepeated: false, id: 0 })
      else this.#session?.outgoing.add(topic, payload)
    }
    this.sendDue()
  }

  /** Sends what waits for acknowledgements of the client, as far as it takes more. */
  sendDue(): void {
    for (const message of this.#session?.outgoing.due(this.#connect?.receiveMaximum ?? 0) ?? [])
      if (!this.#publish({ ...message, qos: 1, isRetained: true })) this.#session?.outgoing.acknowledge(message.id)
  }

  refuseSubscription(filter: string): ReasonCode | undefined {
    return this.#server.rules.refuseSubscription(this, filter)
  }

  /** Hands a message on, and calls back unless the connection has ended. */
  receive(topic: string, payload: Buffer, done: OnReceived): void {
    const bytes = payload.length
    this.#underWay += 1
    this.#bytesUnderWay += bytes
    this.#server.flow.enter(bytes)
    this.#server.rules.receive(this, topic, payload, (fault) => {
      this.#underWay -= 1
      this.#bytesUnderWay -= bytes
      this.#server.flow.leave(bytes)
      done(fault)
      if (this.#isStalled) this.#flushSoon()
    })
  }

  /** Says that all is well with a message. */
  acknowledge(type: number, id: number): void {
    if (this.#state !== 'open') return
    this.#answers.acknowledge(type, id)
    this.#flushSoon()
  }

  answer(bytes: Buffer): void {
    if (this.#state !== 'open') return
    this.#answers.add(bytes)
    this.#flushSoon()
  }

  /** Writes what there is to write in one piece, and reads on where it waited for that. */
  flush(): void {
    this.#isFlushing = false
    if (this.#state === 'ended') return
    if (!this.#answers.isEmpty) this.#write(this.#answers.take())
    if (!this.#isStalled) return
    if (this.#mustWait) {
      this.#stall()
      return
    }
    this.#isStalled = false
    this.#lastReadAt = clock.monotonic()
    this.#guard(() => this.#packets.proceed())
    if (!this.#isStalled) this.stream.resume()
  }

  /** The client has said that it leaves. */
  leave(isWillDue: boolean): void {
    const last = this.#answers.take()
    this.#finish(isWillDue)
    this.stream.end(last)
    this.#destroySoon()
  }

  /** Ends the connection, with the reason where MQTT 5 can give one. Its will is published. */
  end(code: ReasonCode, words?: string): void {
    if (this.#state === 'ended') return
    if (words !== undefined) this.#log(words)
    const isTold = this.#state === 'open' && this.#connect?.level === 5
    if (isTold) this.#answers.add(answers.disconnect(code, words))
    this.#farewell(isTold)
  }

  /** Ends what has gone silent or does not read. @param now by clock.monotonic() */
  check(now: number): void {
    const { keepAliveMs = 0 } = this.#connect ?? {}
    if (this.#unreadSince !== undefined && now - this.#unreadSince > UNREAD_MS)
      this.#fail(new PacketFault('The client does not read.'))
    else if (this.#state === 'open' && keepAliveMs > 0 && now - this.#lastReadAt > KEEP_ALIVE_SHARE * keepAliveMs) {
      // A client whose PINGREQ is not read has given up as well: only over another connection it knows what to send again.
      if (this.#isStalled) this.end(reason.serverBusy, 'Nothing could be stored for longer than the keep-alive.')
      else this.end(reason.keepAliveTimeout, 'The client is silent.')
    }
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#lastReadAt = clock.monotonic()
    this.#bytesAhead -= chunk.length
    if (this.#bytesAhead < 0) {
      this.#server.rules.countRefused('unauthenticated_bytes')
      this.#fail(new PacketFault('Too many bytes came before the sign-in.'))
      return
    }
    this.#guard(() => this.#packets.take(chunk))
    if (this.#state === 'signing in' && this.#packets.heldBytes > MOST_AHEAD_BYTES) this.stream.pause()
  }

  /** @returns whether the next packet may follow */
  #take(header: number, bytes: Buffer, start: number, end: number): boolean {
    if (this.#state === 'new') {
      this.#takeConnect(header, new FieldReader(bytes, start, end))
      return false
    }
    this.#client?.take(header, bytes, start, end)
    if (this.#state !== 'open') return false
    if (!this.#mustWait) return true
    this.#stall()
    return false
  }

  #stall(): void {
    this.#isStalled = true
    this.stream.pause()
    if (this.#server.flow.isFull) this.#server.flow.wait(this.#goOn)
  }

  get #mustWait(): boolean {
    return (
      this.#underWay >= MOST_UNDER_WAY ||
      this.#bytesUnderWay >= MOST_BYTES_UNDER_WAY ||
      this.#unreadSince !== undefined ||
      this.#server.flow.isFull
    )
  }

  readonly #goOn = (): void => this.#flushSoon()

  #takeConnect(header: number, reader: FieldReader): void {
    if (header !== packetType.connect << 4) throw new PacketFault('The first packet must be CONNECT.')
    this.#connectTimer?.stop()
    this.#state = 'signing in'
    const connect = readConnect(reader)
    this.#connect = connect
    if (Buffer.byteLength(connect.clientId) > MAX_CLIENT_ID_BYTES)
      throw new PacketFault(`A client id has at most ${MAX_CLIENT_ID_BYTES} bytes.`, reason.clientIdNotValid)
    this.#signIn(connect).catch((error: Error) => this.#unexpected(error))
  }

  async #signIn(connect: Connect): Promise<void> {
    const admission = await this.#server.rules.signIn(this, connect)
    if (this.#state !== 'signing in') return
    if ('code' in admission) {
      this.#answers.add(answers.refusedConnack(connect.level, admission.code, admission.words))
      this.#farewell(true)
      return
    }
    this.#bytesAhead = Number.POSITIVE_INFINITY
    this.#state = 'open'
    const { session, isPresent } = this.#server.admit(this, connect, admission)
    this.#session = session
    this.#client = new ClientPackets(this, connect.level, session)
    admission.begin(session.filters)
    // What may be subscribed to can have changed since.
    for (const filter of [...session.filters.keys()])
      if (this.refuseSubscription(filter) !== undefined) session.filters.delete(filter)
    const assigned = admission.assignedClientId
    this.#answers.add(answers.connack(connect.level, isPresent, this.#server.terms, assigned))
    this.sendDue()
    // What came in the meantime is read now.
    this.#isStalled = true
    this.flush()
  }

  #publish(publication: answers.Publication): boolean {
    const { level = 4, maximumPacketSize = 0 } = this.#connect ?? {}
    const bytes = answers.publish(level, publication)
    if (bytes.length > maximumPacketSize) return false
    this.#answers.add(bytes)
    this.#flushSoon()
    return true
  }

  #flushSoon(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    this.#server.flushSoon(this)
  }

  #write(bytes: Buffer): void {
    if (!this.stream.write(bytes)) this.#unreadSince ??= clock.monotonic()
  }

  #guard(read: () => void): void {
    try {
      read()
    } catch (error) {
      if (error instanceof PacketFault) this.#fail(error)
      else this.#unexpected(error as Error)
    }
  }

  #unexpected(error: Error): void {
    this.#server.rules.logFault(this, error)
    this.end(reason.unspecified)
  }

  /** Ends it for what the client does. */
  #fail(fault: PacketFault): void {
    if (this.#state === 'signing in' && this.#session === undefined && isAnswered(fault)) {
      this.#log(fault.message)
      this.#answers.add(answers.refusedConnack(this.#connect?.level ?? 4, fault.code, fault.message))
      this.#farewell(true)
    } else this.end(fault.code, fault.message)
  }

  /** @param isTold whether what is written last is to reach the client */
  #farewell(isTold: boolean): void {
    const last = this.#answers.take()
    this.#finish(true)
    if (isTold) {
      this.stream.end(last)
      this.#destroySoon()
    } else this.stream.destroy()
  }

  /** What a client that is about to be ended sends is read over: a socket that is closed with unread bytes takes back what it has written. */
  #destroySoon(): void {
    this.stream.resume()
    const timer = clock.timeout(FAREWELL_MS, () => this.stream.destroy())
    this.stream.once('end', () => this.stream.destroy())
    this.stream.once('close', () => timer.stop())
  }

  #finish(isWillDue: boolean): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#connectTimer?.stop()
    this.stream.off('data', this.#onData)
    this.#packets.end()
    this.#server.flow.forget(this.#goOn)
    if (this.#session === undefined) this.#server.gone(this)
    else this.#server.left(this, this.#session, isWillDue)
    if (!this.stream.destroyed && this.stream.readableEnded) this.stream.destroy()
  }

  #log(words: string): void {
    this.#server.rules.logEnd(this, words)
  }
}

/** Only an unsupported version and a client id that is not valid are answered with a CONNACK. */
function isAnswered({ code }: PacketFault): boolean {
  return code === reason.unsupportedVersion || code === reason.clientIdNotValid
}
