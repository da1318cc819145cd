import type { IncomingMessage } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { clock } from '../platform/clock.ts'
import { IssueLog } from '../platform/issue-log.ts'
import { listen } from '../platform/listen.ts'
import type { Log } from '../platform/log.ts'
import type { MqttLimits } from '../platform/mqtt-limits.ts'
import { nameThePort } from '../platform/ports.ts'
import type { Refusals } from '../platform/refusals.ts'
import { type ClientSession, ClientSessions } from './client-sessions.ts'
import type { CommandRoutes } from './commands/command-routes.ts'
import { isOwnWriteFilter } from './commands/write-filter.ts'
import type { DeviceKeys } from './device-keys.ts'
import { type DeviceRefusal, identityOf, type ReportRefusal } from './device-refusal.ts'
import { type Arrival, DeviceSignIn, PACKET_LIMIT } from './device-sign-in.ts'
import type { TagMaps } from './mapping/tag-maps.ts'
import { NotStored, type OnSettled, PublishRefused } from './message.ts'
import type { MessageIntake } from './message-intake.ts'
import type { Will } from './mqtt/connect-packet.ts'
import type { MqttConnection } from './mqtt/mqtt-connection.ts'
import type { OnReceived, PublishFault } from './mqtt/mqtt-rules.ts'
import { MqttServer } from './mqtt/mqtt-server.ts'
import { type ReasonCode, reason } from './mqtt/reason-codes.ts'
import type { SparkplugDevices } from './sparkplug/sparkplug-devices.ts'
import { isNodeSubscription, isSparkplugTopic, statePayload, stateTopic } from './sparkplug/topic.ts'
import { StoredSessions } from './stored-sessions.ts'
import type { CertificateSource, ShownCertificate } from './tls/certificate-source.ts'
import { TlsDoor } from './tls/tls-door.ts'
import { WebSocketDoor } from './web-socket-door.ts'

/** An edge node needs three; one connection may carry several edge nodes. */
const MAX_SUBSCRIPTIONS = 100

export interface BrokerParts {
  keys: Pick<DeviceKeys, 'check' | 'checkCertificate' | 'recheck'>
  intake: MessageIntake
  sparkplug: SparkplugDevices
  tagMaps: Pick<TagMaps, 'isWrittenTo'>
  /** Where the ways to machines are entered. */
  commands: CommandRoutes
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
 * The embedded MQTT broker. Devices may only publish records of their machines, and subscribe to nothing but what is written to
 * machines and what edge nodes of Sparkplug B are reported. A publish is acknowledged after the commit. How MQTT is spoken is the matter
 * of `MqttServer`; what it means is decided here.
 */
export class Broker {
  readonly #keys: Pick<DeviceKeys, 'recheck'>
  readonly #intake: MessageIntake
  readonly #sparkplug: SparkplugDevices
  readonly #tagMaps: Pick<TagMaps, 'isWrittenTo'>
  readonly #hostId: string
  readonly #log: Log
  readonly #sessions: ClientSessions
  readonly #signIn: DeviceSignIn
  readonly #limits: MqttLimits
  readonly #report: ReportRefusal
  readonly #mqtt: MqttServer
  readonly #tls: { door: TlsDoor; port: number } | undefined
  readonly #webSockets: WebSocketDoor
  #server: Server | undefined

  constructor(parts: BrokerParts) {
    const { keys, intake, sparkplug, tagMaps, commands, hostId, limits, tls, origin, refusals, log, reportRefusal } =
      parts
    this.#keys = keys
    this.#tagMaps = tagMaps
    this.#intake = intake
    this.#sparkplug = sparkplug
    this.#hostId = hostId
    this.#limits = limits
    this.#log = log
    this.#report = reportRefusal
    const issues = new IssueLog(log, 'Devices can be checked again')
    this.#sessions = new ClientSessions(keys, issues, commands)
    this.#signIn = new DeviceSignIn({ keys, limits, refusals, issues, sessions: this.#sessions, reportRefusal })
    this.#mqtt = new MqttServer({
      limits: { packetBytes: PACKET_LIMIT, connectTimeoutMs: limits.connectTimeoutMs },
      stored: new StoredSessions(limits, refusals, (name) => this.#mqtt.forget(name)),
      rules: {
        signIn: (client, connect) => this.#signIn.authenticate(client, connect),
        receive: (client, topic, payload, done) => this.#receive(client, topic, payload, done),
        refuseSubscription: (client, filter) => this.#refuseSubscription(client, filter),
        prepareWill: (client, will) => this.#prepareWill(client, will),
        end: (client) => {
          const session = this.#sessions.end(client)
          if (session !== undefined) this.#sparkplug.leave(session)
        },
        countRefused: (what) => refusals.count('mqtt', what),
        logEnd: (client, words) => log.debug({ client: client.session?.name, error: words }, 'MQTT'),
        logFault: (client, { message, stack }) =>
          log.error({ client: client.session?.name, error: message, stack }, 'A packet of MQTT could not be handled'),
      },
    })
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
    this.#mqtt.start()
    // Edge nodes get the state of the host when they subscribe (Sparkplug 3.0.0, 5.7).
    this.#mqtt.retain(stateTopic(this.#hostId), statePayload(true, clock.now()))
    const server = createServer({ noDelay: true }, (socket) => {
      const arrival = this.#signIn.open(socket, socket.remoteAddress)
      if (arrival !== undefined) this.#take(socket, arrival)
    })
    const own = await listen(server, { host, port })
    this.#server = server
    const tlsPort = await this.#tls?.door.start(host, this.#tls.port).catch(nameThePort('MQTTS_PORT', this.#tls.port))
    this.#sessions.start()
    return { port: own, tlsPort }
  }

  /** Hands a connection that was counted to the broker, whichever door it came by. */
  readonly #take = (stream: Duplex, arrival: Arrival): void => {
    if (!this.listening) {
      stream.destroy()
      return
    }
    this.#signIn.take(stream, arrival)
    // A door that collects bytes itself counts them itself.
    this.#mqtt.handle(stream, arrival.liftReading === undefined ? this.#limits.unauthenticatedBytes : Infinity)
  }

  /** Takes no new connections and ends those that are open. */
  async stop(): Promise<void> {
    this.#sessions.stop()
    this.#sparkplug.stop()
    const server = this.#server
    if (server === undefined) return
    const closed = Promise.all([new Promise((resolve) => server.close(resolve)), this.#tls?.door.close()])
    this.#mqtt.stop()
    this.#signIn.destroyAll()
    await closed
  }

  #receive(client: MqttConnection, topic: string, payload: Buffer, done: OnReceived): void {
    const session = this.#sessions.of(client)
    if (session !== undefined) this.#receiveOf(client, session, topic, payload, done)
    else done({ code: reason.notAuthorized, words: 'Only a device that has signed in may publish.', outcome: 'end' })
  }

  #receiveOf(client: MqttConnection, session: ClientSession, topic: string, payload: Buffer, done: OnReceived): void {
    const answer = (error: Error | null) => {
      if (error instanceof PublishRefused && !error.passing) this.#reportOf(client, session, 'publish', error.reason)
      done(error === null ? undefined : faultOf(error))
    }
    if (topic.includes('\u0000')) {
      this.#reportOf(client, session, 'publish', 'topic_refused')
      done({ code: reason.topicNameInvalid, words: 'A topic must not contain U+0000.', outcome: 'withhold' })
      return
    }
    if (!isSparkplugTopic(topic)) {
      const settle: OnSettled = (error, machine) => {
        if (machine !== undefined) this.#sessions.note(client, session, machine)
        answer(error)
      }
      this.#intake.receive(session.device, topic, payload, settle)
      return
    }
    // Births and deaths say which machines of an edge node are connected: the edge node's connection says nothing of it.
    this.#sparkplug.receive(session, session.send, session.device, topic, payload, (error) => answer(error))
  }

  /** A will is read as a message of its device. What dies with the connection dies at once; other wills may wait. */
  #prepareWill(client: MqttConnection, { topic, payload, delayMs }: Will): { publish: () => void; delayMs: number } {
    const session = this.#sessions.of(client)
    if (session === undefined) return { publish: () => undefined, delayMs: 0 }
    const publish = () => this.#receiveOf(client, session, topic, payload, () => undefined)
    if (delayMs === 0 || isSparkplugTopic(topic)) return { publish, delayMs: 0 }
    const publishIfAllowed = () => {
      this.#keys.recheck([session.device]).then(
        ([device]) => device && publish(),
        (error: Error) => this.#log.warn({ error: error.message }, 'A will was not published'),
      )
    }
    return { publish: publishIfAllowed, delayMs }
  }

  #refuseSubscription(client: MqttConnection, filter: string): ReasonCode | undefined {
    const session = this.#sessions.of(client)
    if (session === undefined) return reason.notAuthorized
    const hasNul = filter.includes('\u0000')
    const isOurs =
      !hasNul && (isNodeSubscription(filter) || isOwnWriteFilter(filter) || this.#tagMaps.isWrittenTo(filter))
    const hasRoom = session.filters.size < MAX_SUBSCRIPTIONS || session.filters.has(filter)
    if (isOurs && hasRoom) return undefined
    this.#reportOf(client, session, 'subscribe', isOurs ? 'too_many_subscriptions' : 'topic_refused')
    return isOurs ? reason.quotaExceeded : reason.notAuthorized
  }

  #reportOf(client: MqttConnection, { device }: ClientSession, what: DeviceRefusal['what'], code: string): void {
    const identity = identityOf(device)
    // A web socket does not say from where it is, and behind a proxy its connection says where the proxy is.
    const address = this.#signIn.addressOf(client.stream) ?? identity.address
    this.#report({ ...identity, address, what, code })
  }
}

/** What a client is answered where its message was not stored. */
function faultOf(error: Error): PublishFault {
  const words = error.message
  // The connection goes on, and with it the good records of the device.
  if (error instanceof NotStored)
    return { code: reason.quotaExceeded, words, outcome: error.refusal === undefined ? 'ignore' : 'withhold' }
  if (!(error instanceof PublishRefused)) return { code: reason.unspecified, words, outcome: 'end' }
  if (error.passing) return { code: reason.serverBusy, words, outcome: 'end' }
  const code = error.reason === 'topic_refused' ? reason.topicNameInvalid : reason.notAuthorized
  return { code, words, outcome: 'refuse' }
}
