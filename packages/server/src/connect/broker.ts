import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { RECORD_MAX_BYTES } from '@packhouse/contract'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import { ProblemError } from '../engine/problem-error.ts'
import type { LiveMachine } from '../live/index.ts'
import type { Log } from '../platform/log.ts'
import type { MqttLimits } from '../platform/mqtt-limits.ts'
import type { Refusals } from '../platform/refusals.ts'
import { TroubleLog } from '../platform/trouble-log.ts'
import { type Connection, ConnectionLimits } from './connection-limits.ts'
import type { Device } from './device.ts'
import type { DeviceKeys } from './device-keys.ts'
import { NotKept, type OnSettled } from './message.ts'
import type { MessageIntake } from './message-intake.ts'
import { limitPacketSize, limitReading } from './packet-gate.ts'
import type { SparkplugDevices } from './sparkplug/sparkplug-devices.ts'
import { isNodeSubscription, isSparkplugTopic, statePayload, stateTopic } from './sparkplug/topic.ts'

/** CONNACK return codes, MQTT 3.1.1 table 3.1. */
const SERVER_UNAVAILABLE = 3
const BAD_USER_NAME_OR_PASSWORD = 4

/** Room for the topic and the headers beside a payload that is just too large, so that it is refused with a reason. */
const PACKET_LIMIT = 4 * RECORD_MAX_BYTES
/** An edge node needs three; one connection may carry some of them. */
const MAX_SUBSCRIPTIONS = 100
/** What the broker says of a connection whose CONNECT did not come. */
const CONNECT_TIMED_OUT = 'connect did not arrive in time'
const UNCHECKED = 'A device could not be checked'
/** How soon a device whose key was revoked is thrown out. */
const RECHECK_MS = 1_000

export interface BrokerParts {
  keys: Pick<DeviceKeys, 'check' | 'recheck'>
  intake: MessageIntake
  sparkplug: SparkplugDevices
  /** The name under which the product is a host of Sparkplug B. */
  hostId: string
  limits: MqttLimits
  /** Where reached limits are counted. */
  refusals: Refusals
  log: Log
}

interface Entrance {
  connection: Connection
  /** Ends the limit of what is read before the sign-in. */
  liftReading: () => void
}

interface ClientSession {
  device: Device
  machines: Set<LiveMachine>
  /** What it has subscribed to. */
  filters: Set<string>
}

/**
 * The embedded MQTT broker. Devices may only publish records of their machines, and subscribe to nothing but what edge
 * nodes of Sparkplug B are told. A publish is acknowledged when `authorizePublish` calls back, which it does after the
 * commit.
 */
export class Broker {
  readonly #keys: Pick<DeviceKeys, 'check' | 'recheck'>
  readonly #intake: MessageIntake
  readonly #sparkplug: SparkplugDevices
  readonly #hostId: string
  readonly #log: Log
  readonly #trouble: TroubleLog
  readonly #sessions = new Map<Client, ClientSession>()
  readonly #sockets = new Map<Socket, Entrance>()
  readonly #limits: MqttLimits
  readonly #connectionLimits: ConnectionLimits
  readonly #refusals: Refusals
  #aedes: Aedes | undefined
  #server: Server | undefined
  #rechecking: NodeJS.Timeout | undefined

  constructor({ keys, intake, sparkplug, hostId, limits, refusals, log }: BrokerParts) {
    this.#keys = keys
    this.#intake = intake
    this.#sparkplug = sparkplug
    this.#hostId = hostId
    this.#limits = limits
    this.#connectionLimits = new ConnectionLimits(limits, refusals)
    this.#refusals = refusals
    this.#log = log
    this.#trouble = new TroubleLog(log, 'Devices can be checked again')
  }

  get listening(): boolean {
    return this.#server?.listening ?? false
  }

  get connections(): number {
    return this.#sessions.size
  }

  /** @returns the port it listens on */
  async start(host: string, port: number): Promise<number> {
    const aedes = await Aedes.createBroker({
      // From the opening to a whole CONNECT, however slowly its bytes come.
      connectTimeout: this.#limits.connectTimeoutMs,
      authenticate: (client, userName, password, done) => {
        void this.#authenticate(client, userName, password).then((error) => done(error, error === null))
      },
      authorizePublish: (client, packet, done) => this.#receive(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => {
        if (this.#admitsSubscription(client, subscription.topic)) done(null, subscription)
        else done(new Error('Devices subscribe only to the commands and states of Sparkplug B.'))
      },
    })
    skipRouting(aedes)
    this.#tellState(aedes, true)
    aedes.on('clientDisconnect', (client) => this.#leave(client))
    aedes.on('clientError', (client, error) =>
      this.#log.debug({ client: client.id, error: error.message }, 'MQTT client'),
    )
    aedes.on('connectionError', (client, error) => {
      if (error.message === CONNECT_TIMED_OUT) this.#refusals.count('mqtt', 'connect_timeout')
      this.#log.debug({ client: client.id, error: error.message }, 'MQTT')
    })
    const server = createServer({ noDelay: true }, (socket) => this.#accept(aedes, socket))
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
    this.#aedes = aedes
    this.#server = server
    this.#recheckSoon()
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }

  /** Takes no new connections and ends those that are open. */
  async stop(): Promise<void> {
    clearTimeout(this.#rechecking)
    const server = this.#server
    if (server === undefined) return
    const closed = new Promise((resolve) => server.close(resolve))
    await new Promise<void>((resolve) => (this.#aedes === undefined ? resolve() : this.#aedes.close(resolve)))
    for (const socket of this.#sockets.keys()) socket.destroy()
    await closed
  }

  #accept(aedes: Aedes, socket: Socket): void {
    const connection = this.#connectionLimits.open(socket.remoteAddress ?? '')
    if (connection === undefined) {
      socket.destroy()
      return
    }
    const liftReading = limitReading(socket, this.#limits.unauthenticatedBytes, () =>
      this.#refusals.count('mqtt', 'unauthenticated_bytes'),
    )
    this.#sockets.set(socket, { connection, liftReading })
    socket.once('close', () => {
      this.#sockets.delete(socket)
      connection.close()
    })
    limitPacketSize(socket, PACKET_LIMIT)
    aedes.handle(socket)
  }

  /** A refusal is answered late, and all of them equally so: the time tells neither what was wrong nor what was done. */
  async #authenticate(
    client: Client,
    userName: string | undefined,
    key: Buffer | undefined,
  ): Promise<AuthenticateError | null> {
    const lateEnough = sleep(this.#limits.refusalDelayMs, undefined, { ref: false })
    const socket = client.conn as Socket
    const device = await this.#check(userName, key?.toString('utf8'), socket.remoteAddress ?? '')
    if (device instanceof Error) {
      await lateEnough
      return device
    }
    const entrance = this.#sockets.get(socket)
    // It may have left while its key was being checked; then nobody would tell when to forget it.
    if (client.closed || entrance === undefined) return refusal('The device has left.', SERVER_UNAVAILABLE)
    if (!entrance.connection.signIn()) return refusal('Too many devices are connected.', SERVER_UNAVAILABLE)
    entrance.liftReading()
    this.#sessions.set(client, { device, machines: new Set(), filters: new Set() })
    return null
  }

  async #check(userName = '', key = '', address: string): Promise<Device | AuthenticateError> {
    const wrong = refusal('User name and device key are needed.', BAD_USER_NAME_OR_PASSWORD)
    if (userName === '' || key === '') return wrong
    try {
      return (await this.#keys.check(userName, key, address)) ?? wrong
    } catch (error) {
      // Limits are counted where they are, and a log line for each guess would be one more thing to flood.
      if (!(error instanceof ProblemError)) this.#trouble.meet(UNCHECKED, { error: (error as Error).message })
      return refusal('The server cannot check devices at the moment.', SERVER_UNAVAILABLE)
    }
  }

  /** One round after the other: with the database slow or away they must not pile up. */
  #recheckSoon(): void {
    // A round that was under way when the broker was stopped is the last.
    if (!this.listening) return
    this.#rechecking = setTimeout(() => {
      this.#recheck().then(
        () => {
          this.#trouble.end()
          this.#recheckSoon()
        },
        (error: Error) => {
          this.#trouble.meet('Connected devices could not be checked', { error: error.message })
          this.#recheckSoon()
        },
      )
    }, RECHECK_MS)
  }

  async #recheck(): Promise<void> {
    const sessions = [...this.#sessions]
    if (sessions.length === 0) return
    const devices = await this.#keys.recheck(sessions.map(([, { device }]) => device))
    for (const [index, [client, session]] of sessions.entries()) {
      const device = devices[index]
      if (device !== undefined) session.device = device
      else client.close()
    }
  }

  #receive(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    const session = client === null ? undefined : this.#sessions.get(client)
    if (session === undefined) {
      done(new Error('Only a device that has signed in may publish.'))
      return
    }
    // Nothing of a device's is ever retained.
    packet.retain = false
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const answer = (error: Error | null) => {
      // As with QoS 0 nothing is answered; the connection goes on, and with it the good records of the device.
      if (error instanceof NotKept) packet.qos = 0
      done(error instanceof NotKept ? null : error)
    }
    const settle: OnSettled = (error, machine) => {
      if (machine !== undefined) this.#note(client, session, machine)
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
    const filters = client === null ? undefined : this.#sessions.get(client)?.filters
    if (filters === undefined || filters.size >= MAX_SUBSCRIPTIONS || !isNodeSubscription(filter)) return false
    filters.add(filter)
    return true
  }

  /** Keeps the state of the host where edge nodes find it when they subscribe (Sparkplug 3.0.0, 5.7). */
  #tellState(aedes: Aedes, online: boolean): void {
    const payload = statePayload(online, Date.now())
    aedes.publish(
      { cmd: 'publish', topic: stateTopic(this.#hostId), payload, qos: 1, retain: true, dup: false },
      (error) => error && this.#log.warn({ error: error.message }, 'The state of the Sparkplug host was not told'),
    )
  }

  #note(client: Client | null, session: ClientSession, machine: LiveMachine): void {
    if (client === null || session.machines.has(machine) || !this.#sessions.has(client)) return
    session.machines.add(machine)
    machine.connections += 1
  }

  #leave(client: Client): void {
    const session = this.#sessions.get(client)
    if (session === undefined) return
    for (const machine of session.machines) machine.connections -= 1
    this.#sparkplug.leave(session)
    this.#sessions.delete(client)
  }
}

/** Straight to the client, and only if it wants it: whoever else subscribed to the same topic is not told. */
function replyTo(client: Client, { filters }: ClientSession): (topic: string, payload: Buffer) => void {
  return (topic, payload) => {
    if (!filters.has(topic) && !filters.has(`${topic}/#`)) return
    client.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => undefined)
  }
}

/** Devices hear nothing of each other: what a device has published has arrived, and looking for its readers is left out. */
function skipRouting(aedes: Aedes): void {
  const publish = aedes.publish.bind(aedes) as (...args: unknown[]) => void
  aedes.publish = (packet: PublishPacket, ...rest: [Client | null, () => void] | [() => void]) => {
    const [client, done] = rest
    if (client instanceof Object && done !== undefined) done()
    else publish(packet, ...rest)
  }
}

function refusal(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode })
}
