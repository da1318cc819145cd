import type { IncomingMessage } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type Client, type PublishPacket } from 'aedes'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import type { MqttLimits } from '../platform/mqtt-limits.ts'
import { nameThePort } from '../platform/ports.ts'
import type { Refusals } from '../platform/refusals.ts'
import { forgetSession, skipPayloads, skipRouting } from './broker-store.ts'
import { type ClientSession, ClientSessions } from './client-sessions.ts'
import type { DeviceKeys } from './device-keys.ts'
import { type DeviceRefusal, identityOf, type ReportRefusal } from './device-refusal.ts'
import { type Arrival, DeviceSignIn } from './device-sign-in.ts'
import { NotStored, type OnSettled, PublishRefused } from './message.ts'
import type { MessageIntake } from './message-intake.ts'
import type { SparkplugDevices } from './sparkplug/sparkplug-devices.ts'
import { isNodeSubscription, isSparkplugTopic, statePayload, stateTopic } from './sparkplug/topic.ts'
import { StoredSessions } from './stored-sessions.ts'
import type { CertificateSource, ShownCertificate } from './tls/certificate-source.ts'
import { TlsDoor } from './tls/tls-door.ts'
import { WebSocketDoor } from './web-socket-door.ts'

/** An edge node needs three; one connection may carry some of them. */
const MAX_SUBSCRIPTIONS = 100
/** What the broker says of a connection whose CONNECT did not come. */
const CONNECT_TIMED_OUT = 'connect did not arrive in time'

export interface BrokerParts {
  keys: Pick<DeviceKeys, 'check' | 'checkCertificate' | 'recheck'>
  intake: MessageIntake
  sparkplug: SparkplugDevices
  /** The name under which the product is a host of Sparkplug B. */
  hostId: string
  limits: MqttLimits
  /** MQTT over TLS, where it is wanted. */
  tls: { source: CertificateSource; port: number } | undefined
  /** The origin of the product's own pages. */
  origin: string
  /** Where reached limits are counted. */
  refusals: Refusals
  log: Log
  /** Hears of everything that a device is refused. */
  reportRefusal: ReportRefusal
}

/**
 * The embedded MQTT broker. Devices may only publish records of their machines, and subscribe to nothing but what edge
 * nodes of Sparkplug B are reported. A publish is acknowledged when `authorizePublish` calls back, which it does after the
 * commit.
 */
export class Broker {
  readonly #intake: MessageIntake
  readonly #sparkplug: SparkplugDevices
  readonly #hostId: string
  readonly #log: Log
  readonly #sessions: ClientSessions
  readonly #signIn: DeviceSignIn
  readonly #limits: MqttLimits
  readonly #refusals: Refusals
  readonly #report: ReportRefusal
  readonly #tls: { door: TlsDoor; port: number } | undefined
  readonly #webSockets: WebSocketDoor
  #aedes: Aedes | undefined
  #server: Server | undefined

  constructor({ keys, intake, sparkplug, hostId, limits, tls, origin, refusals, log, reportRefusal }: BrokerParts) {
    this.#intake = intake
    this.#sparkplug = sparkplug
    this.#hostId = hostId
    this.#limits = limits
    this.#refusals = refusals
    this.#log = log
    this.#report = reportRefusal
    const issues = new IssueLog(log, 'Devices can be checked again')
    this.#sessions = new ClientSessions(keys, issues)
    const stored = new StoredSessions(limits, refusals, (name) => this.#aedes && forgetSession(this.#aedes, name))
    this.#signIn = new DeviceSignIn({ keys, limits, refusals, issues, sessions: this.#sessions, stored, reportRefusal })
    const { connectTimeoutMs: handshakeMs } = limits
    const ways = { signIn: this.#signIn, refusals, take: this.#take }
    this.#tls = tls && { door: new TlsDoor({ ...ways, source: tls.source, handshakeMs }), port: tls.port }
    this.#webSockets = new WebSocketDoor({ ...ways, origin, limits })
  }

  get listening(): boolean {
    return this.#server?.listening ?? false
  }

  get connections(): number {
    return this.#sessions.size
  }

  /** What it shows over TLS; undefined without TLS. */
  get certificate(): ShownCertificate | undefined {
    return this.#tls?.door.shown
  }

  /**
   * Takes a connection of the web that asks for a web socket.
   * @param address of the client, also behind a proxy that is trusted
   */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer, address: string): void {
    this.#webSockets.upgrade(request, socket, head, address)
  }

  /** Ends the connections of the web, which is about to close. */
  endWebSockets(): void {
    this.#webSockets.stop()
  }

  /** @returns the ports it listens on, of TLS where there is */
  async start(host: string, port: number): Promise<{ port: number; tlsPort: number | undefined }> {
    const aedes = await Aedes.createBroker({
      // From the opening to a whole CONNECT, however slowly its bytes come.
      connectTimeout: this.#limits.connectTimeoutMs,
      preConnect: (client, packet, done) => {
        const fault = this.#signIn.faultOf(client, packet)
        done(fault === undefined ? null : new Error(fault), fault === undefined)
      },
      authenticate: (client, userName, password, done) => {
        void this.#signIn.authenticate(client, userName, password).then((error) => done(error, error === null))
      },
      authorizePublish: (client, packet, done) => this.#receive(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => {
        // A refusal is a grant of 0x80 (MQTT 3.1.1, 3.9.3): the connection stays.
        done(null, this.#admitsSubscription(client, subscription.topic) ? subscription : null)
      },
    })
    skipRouting(aedes)
    skipPayloads(aedes)
    this.#publishState(aedes, true)
    aedes.on('clientDisconnect', (client) => {
      const session = this.#sessions.end(client)
      if (session !== undefined) this.#sparkplug.leave(session)
    })
    aedes.on('clientError', (client, error) =>
      this.#log.debug({ client: client.id, error: error.message }, 'MQTT client'),
    )
    aedes.on('connectionError', (client, error) => {
      if (error.message === CONNECT_TIMED_OUT) this.#refusals.count('mqtt', 'connect_timeout')
      this.#log.debug({ client: client.id, error: error.message }, 'MQTT')
    })
    const server = createServer({ noDelay: true }, (socket) => {
      const arrival = this.#signIn.open(socket, socket.remoteAddress)
      if (arrival !== undefined) this.#take(socket, arrival)
    })
    this.#aedes = aedes
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
    this.#server = server
    const tlsPort = await this.#tls?.door.start(host, this.#tls.port).catch(nameThePort('MQTTS_PORT', this.#tls.port))
    this.#sessions.start()
    const address = server.address()
    return { port: typeof address === 'object' && address !== null ? address.port : port, tlsPort }
  }

  /** Hands a connection that was counted to the broker, whichever door it came by. */
  readonly #take = (stream: Duplex, arrival: Arrival): void => {
    if (this.#aedes === undefined || this.#aedes.closed) {
      stream.destroy()
      return
    }
    this.#signIn.take(stream, arrival)
    this.#aedes.handle(stream)
  }

  /** Takes no new connections and ends those that are open. */
  async stop(): Promise<void> {
    this.#sessions.stop()
    const server = this.#server
    if (server === undefined) return
    const closed = Promise.all([new Promise((resolve) => server.close(resolve)), this.#tls?.door.close()])
    await new Promise<void>((resolve) => (this.#aedes === undefined ? resolve() : this.#aedes.close(resolve)))
    this.#signIn.destroyAll()
    await closed
  }

  #receive(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    const session = this.#sessions.of(client)
    if (session === undefined) {
      done(new Error('Only a device that has signed in may publish.'))
      return
    }
    if (packet.qos > 0 && packet.messageId === 0) {
      done(new Error('The packet identifier must not be 0.'))
      return
    }
    // Nothing of a device's is ever retained.
    packet.retain = false
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const answer = (error: Error | null) => {
      if (error instanceof PublishRefused && !error.passing) this.#reportOf(client, session, 'publish', error.reason)
      // As with QoS 0 nothing is answered; the connection goes on, and with it the good records of the device.
      if (error instanceof NotStored) packet.qos = 0
      done(error instanceof NotStored ? null : error)
    }
    const settle: OnSettled = (error, machine) => {
      if (machine !== undefined) this.#sessions.note(client, session, machine)
      answer(error)
    }
    if (client === null || !isSparkplugTopic(packet.topic)) {
      this.#intake.receive(session.device, packet.topic, payload, settle)
      return
    }
    // Births and deaths say which machines of an edge node are connected: the edge node's connection says nothing of it.
    this.#sparkplug.receive(session, replyTo(client, session), session.device, packet.topic, payload, (error) =>
      answer(error),
    )
  }

  #admitsSubscription(client: Client | null, filter: string): boolean {
    const session = this.#sessions.of(client)
    if (session === undefined) return false
    const { filters } = session
    const isOurs = isNodeSubscription(filter)
    if (isOurs && filters.size < MAX_SUBSCRIPTIONS) {
      filters.add(filter)
      return true
    }
    this.#reportOf(client, session, 'subscribe', isOurs ? 'too_many_subscriptions' : 'topic_refused')
    return false
  }

  #reportOf(client: Client | null, { device }: ClientSession, what: DeviceRefusal['what'], code: string): void {
    const identity = identityOf(device)
    // A web socket does not say from where it is, and behind a proxy its connection says where the proxy is.
    const address = (client && this.#signIn.addressOf(client.conn)) ?? identity.address
    this.#report({ ...identity, address, what, code })
  }

  /** Retains the state of the host, so that edge nodes get it when they subscribe (Sparkplug 3.0.0, 5.7). */
  #publishState(aedes: Aedes, online: boolean): void {
    const payload = statePayload(online, Date.now())
    aedes.publish(
      { cmd: 'publish', topic: stateTopic(this.#hostId), payload, qos: 1, retain: true, dup: false },
      (error) => error && this.#log.warn({ error: error.message }, 'The state of the Sparkplug host was not told'),
    )
  }
}

/** Straight to the client, and only if it subscribed: other subscribers of the same topic do not receive it. */
function replyTo(client: Client, { filters }: ClientSession): (topic: string, payload: Buffer) => void {
  return (topic, payload) => {
    if (!filters.has(topic) && !filters.has(`${topic}/#`)) return
    client.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => undefined)
  }
}
