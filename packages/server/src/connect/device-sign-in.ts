import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { RECORD_MAX_BYTES } from '@packhouse/contract'
import type { AuthenticateError, Client, ConnectPacket } from 'aedes'
import { ProblemError } from '../engine/problem-error.ts'
import type { IssueLog } from '../platform/issue-log.ts'
import type { MqttLimits } from '../platform/mqtt-limits.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { ClientSessions } from './client-sessions.ts'
import { type Connection, ConnectionLimits } from './connection-limits.ts'
import type { ClientCertificate, Device } from './device.ts'
import type { DeviceKeys } from './device-keys.ts'
import { identityOf, type ReportRefusal } from './device-refusal.ts'
import { limitPacketSize, limitReading } from './packet-gate.ts'
import type { StoredSessions } from './stored-sessions.ts'

/** CONNACK return codes, MQTT 3.1.1 table 3.1. */
const IDENTIFIER_REJECTED = 2
const SERVER_UNAVAILABLE = 3
const BAD_USER_NAME_OR_PASSWORD = 4
const NOT_AUTHORIZED = 5

/** Room for the topic and the headers beside a payload that is just too large, so that it is refused with a reason. */
export const PACKET_LIMIT = 4 * RECORD_MAX_BYTES
const UNCHECKED = 'A device could not be checked'

/** A connection on which nobody has signed in yet, by whatever door it came. */
export interface Arrival {
  connection: Connection
  address: string
  /** What the client has proved to have in the handshake of TLS. */
  certificate?: ClientCertificate
  /** Ends the limit of bytes before the sign-in, where the door counts them itself. */
  liftReading?: () => void
}

interface Entrance extends Arrival {
  /** Ends the limit of what is read before the sign-in. */
  liftReading: () => void
  /** Ends the use of a session that is stored. */
  leaveSession?: () => void
}

export interface DeviceSignInParts {
  keys: Pick<DeviceKeys, 'check' | 'checkCertificate'>
  limits: MqttLimits
  refusals: Refusals
  issues: IssueLog
  /** Starts the session of a device that has signed in. */
  sessions: Pick<ClientSessions, 'begin'>
  reportRefusal: ReportRefusal
  /** Sessions that outlive their connections. */
  stored: Pick<StoredSessions, 'enter' | 'leave' | 'discard'>
}

/** The way in: what a connection may take before it has signed in, and the sign-in. */
export class DeviceSignIn {
  readonly #keys: DeviceSignInParts['keys']
  readonly #limits: MqttLimits
  readonly #connectionLimits: ConnectionLimits
  readonly #refusals: Refusals
  readonly #issues: IssueLog
  readonly #sessions: Pick<ClientSessions, 'begin'>
  readonly #report: ReportRefusal
  readonly #stored: DeviceSignInParts['stored']
  readonly #streams = new Map<Duplex, Entrance>()
  /** Clients that want to find their session again and did not say which. */
  readonly #nameless = new WeakSet<Client>()

  constructor({ keys, limits, refusals, issues, sessions, stored, reportRefusal }: DeviceSignInParts) {
    this.#keys = keys
    this.#limits = limits
    this.#connectionLimits = new ConnectionLimits(limits, refusals)
    this.#refusals = refusals
    this.#issues = issues
    this.#sessions = sessions
    this.#report = reportRefusal
    this.#stored = stored
  }

  /**
   * Counts a new connection before anything is read of it, until its socket is closed; ends it where there is no room.
   * @param address of the client; of one that has gone already there is none
   */
  open(socket: Socket, address = ''): Arrival | undefined {
    const connection = this.#connectionLimits.open(address)
    if (connection === undefined) {
      this.#report({ what: 'sign-in', code: 'too_many_connections', address })
      socket.destroy()
      return undefined
    }
    socket.once('close', () => connection.close())
    return { connection, address }
  }

  /** Takes the bytes of a connection under their limits. */
  take(stream: Duplex, arrival: Arrival): void {
    const count = () => this.#refusals.count('mqtt', 'unauthenticated_bytes')
    const liftReading = arrival.liftReading ?? limitReading(stream, this.#limits.unauthenticatedBytes, count)
    const entrance: Entrance = { ...arrival, liftReading }
    this.#streams.set(stream, entrance)
    stream.once('close', () => {
      this.#streams.delete(stream)
      entrance.leaveSession?.()
    })
    limitPacketSize(stream, PACKET_LIMIT)
  }

  /** @returns what is wrong with a CONNECT, for which the connection ends without an answer (MQTT 3.1.1, 3.1.2.6) */
  faultOf(client: Client, { will, clientId, clean }: ConnectPacket): string | undefined {
    if (clientId === '' && clean === false) this.#nameless.add(client)
    return will !== undefined && (will.qos as number) > 2 ? 'The QoS of a will is 0, 1 or 2.' : undefined
  }

  /** A refusal is answered late, and all of them equally so: the time reports neither what was wrong nor what was done. */
  async authenticate(
    client: Client,
    userName: string | undefined,
    key: Buffer | undefined,
  ): Promise<AuthenticateError | null> {
    const lateEnough = sleep(this.#limits.refusalDelayMs, undefined, { ref: false })
    const stream: Duplex = client.conn
    const entrance = this.#streams.get(stream)
    const address = entrance?.address
    if (this.#nameless.has(client)) {
      this.#report({ what: 'sign-in', code: 'client_id_missing', address })
      return refusal('A session that is kept needs a client id.', IDENTIFIER_REJECTED)
    }
    const device = await this.#check(userName, key?.toString('utf8'), entrance)
    if (device instanceof Error) {
      await lateEnough
      return device
    }
    // It may have left while its key was being checked; then nothing would signal when to forget it.
    if (client.closed || entrance === undefined || !this.#streams.has(stream)) {
      return refusal('The device has left.', SERVER_UNAVAILABLE)
    }
    if (!entrance.connection.signIn()) {
      this.#report({ ...identityOf(device), what: 'sign-in', code: 'too_many_connections', address })
      return refusal('Too many devices are connected.', SERVER_UNAVAILABLE)
    }
    entrance.liftReading()
    client.id = sessionNameOf(device, client.id)
    this.#noteSession(client, device, entrance)
    this.#sessions.begin(client, device)
    return null
  }

  #noteSession({ id, clean }: Client, device: Device, entrance: Entrance): void {
    if (clean) {
      this.#stored.discard(id)
      return
    }
    const holder = { device: device.apiKeyId ?? device.userName, owner: ownerOf(device) }
    this.#stored.enter(id, holder, entrance)
    entrance.leaveSession = () => this.#stored.leave(id, entrance)
  }

  async #check(userName = '', key = '', entrance: Entrance | undefined): Promise<Device | AuthenticateError> {
    const wrong = refusal('User name and device key are needed.', BAD_USER_NAME_OR_PASSWORD)
    const { address = '', certificate } = entrance ?? {}
    try {
      if (key === '' && certificate !== undefined) return await this.#checkCertificate(certificate, address)
      if (userName === '' || key === '') {
        this.#report({ what: 'sign-in', code: 'not_signed_in', address })
        return wrong
      }
      return (await this.#keys.check(userName, key, address)) ?? wrong
    } catch (error) {
      // Limits are counted where they are, and a log line for each guess would be one more thing to flood.
      if (!(error instanceof ProblemError)) this.#issues.meet(UNCHECKED, { error: (error as Error).message })
      return refusal('The server cannot check devices at the moment.', SERVER_UNAVAILABLE)
    }
  }

  async #checkCertificate(certificate: ClientCertificate, address: string): Promise<Device | AuthenticateError> {
    const found = await this.#keys.checkCertificate(certificate, address)
    if (typeof found !== 'string') return found
    this.#refusals.count('mqtt', `certificate_${found}`)
    this.#report({ what: 'sign-in', code: `certificate_${found}`, address })
    return refusal('The certificate of the device is no way in.', NOT_AUTHORIZED)
  }

  /** From where a connection is; undefined when it has ended. */
  addressOf(stream: Duplex): string | undefined {
    return this.#streams.get(stream)?.address
  }

  /** Ends all connections, signed in or not. */
  destroyAll(): void {
    for (const stream of this.#streams.keys()) stream.destroy()
  }
}

/**
 * The name under which the broker knows a client. Client ids are per owner: two customers may use the same one, and neither throws the other
 * out nor finds the other's session.
 */
function sessionNameOf(device: Device, clientId: string): string {
  return `${ownerOf(device)}/${clientId}`
}

function ownerOf({ customerId }: Device): string {
  return customerId ?? 'company'
}

function refusal(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode })
}
