import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { RECORD_MAX_BYTES } from '@packhouse/contract'
import { ProblemError } from '../engine/problem-error.ts'
import { clock } from '../platform/clock.ts'
import type { IssueLog } from '../platform/issue-log.ts'
import type { MqttLimits } from '../platform/mqtt-limits.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { ClientSessions } from './client-sessions.ts'
import { type Connection, ConnectionLimits } from './connection-limits.ts'
import type { ClientCertificate, Device } from './device.ts'
import type { DeviceKeys } from './device-keys.ts'
import { identityOf, type ReportRefusal } from './device-refusal.ts'
import type { Connect } from './mqtt/connect-packet.ts'
import type { MqttConnection } from './mqtt/mqtt-connection.ts'
import type { Admission, SignInRefusal } from './mqtt/mqtt-rules.ts'
import { type ReasonCode, reason } from './mqtt/reason-codes.ts'

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

export interface DeviceSignInParts {
  keys: Pick<DeviceKeys, 'check' | 'checkCertificate'>
  limits: MqttLimits
  refusals: Refusals
  issues: IssueLog
  /** Starts the session of a device that has signed in. */
  sessions: Pick<ClientSessions, 'begin'>
  reportRefusal: ReportRefusal
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
  readonly #streams = new Map<Duplex, Arrival>()

  constructor({ keys, limits, refusals, issues, sessions, reportRefusal }: DeviceSignInParts) {
    this.#keys = keys
    this.#limits = limits
    this.#connectionLimits = new ConnectionLimits(limits, refusals)
    this.#refusals = refusals
    this.#issues = issues
    this.#sessions = sessions
    this.#report = reportRefusal
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

  /** Notes by what a connection came, until it is closed. */
  take(stream: Duplex, arrival: Arrival): void {
    this.#streams.set(stream, arrival)
    stream.once('close', () => this.#streams.delete(stream))
  }

  /** A refusal is answered late, and all of them equally so: the time reports neither what was wrong nor what was done. */
  async authenticate(client: MqttConnection, connect: Connect): Promise<Admission | SignInRefusal> {
    const lateEnough = clock.sleep(this.#limits.refusalDelayMs, { ref: false })
    const { stream } = client
    const arrival = this.#streams.get(stream)
    const address = arrival?.address
    if (connect.authenticationMethod !== undefined)
      return refusal('Devices sign in by user name and key, or by a certificate.', reason.badAuthenticationMethod)
    // MQTT 5 is given a name for it.
    if (connect.clientId === '' && !connect.isCleanStart && connect.level < 5) {
      this.#report({ what: 'sign-in', code: 'client_id_missing', address })
      return refusal('A session that is kept needs a client id.', reason.clientIdNotValid)
    }
    const device = await this.#check(connect.userName, connect.password?.toString('utf8'), arrival)
    if ('code' in device) {
      await lateEnough
      return device
    }
    // It may have left while its key was being checked; then nothing would signal when to forget it.
    if (client.hasEnded || arrival === undefined || !this.#streams.has(stream)) {
      return refusal('The device has left.', reason.serverUnavailable)
    }
    if (!arrival.connection.signIn()) {
      this.#report({ ...identityOf(device), what: 'sign-in', code: 'too_many_connections', address })
      return refusal('Too many devices are connected.', reason.serverUnavailable)
    }
    arrival.liftReading?.()
    const assignedClientId = connect.clientId === '' ? randomUUID() : undefined
    return {
      sessionName: sessionNameOf(device, assignedClientId ?? connect.clientId),
      holder: { device: credentialOf(device), owner: device.customerId ?? 'company' },
      assignedClientId,
      begin: (filters) => this.#sessions.begin(client, device, filters),
    }
  }

  async #check(userName = '', key = '', arrival: Arrival | undefined): Promise<Device | SignInRefusal> {
    const wrong = refusal('User name and device key are needed.', reason.badCredentials)
    const { address = '', certificate } = arrival ?? {}
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
      return refusal('The server cannot check devices at the moment.', reason.serverUnavailable)
    }
  }

  async #checkCertificate(certificate: ClientCertificate, address: string): Promise<Device | SignInRefusal> {
    const found = await this.#keys.checkCertificate(certificate, address)
    if (typeof found !== 'string') return found
    this.#refusals.count('mqtt', `certificate_${found}`)
    this.#report({ what: 'sign-in', code: `certificate_${found}`, address })
    return refusal('The certificate of the device is no way in.', reason.notAuthorized)
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
 * The name under which the broker knows a client. Client ids are per credential: who has another key may use the same one, and neither throws
 * the other out nor finds the other's session, whoever they belong to. An id of a key or a device has no slash.
 */
function sessionNameOf(device: Device, clientId: string): string {
  return `${credentialOf(device)}/${clientId}`
}

function credentialOf({ apiKeyId, deviceId, userName }: Device): string {
  return apiKeyId ?? deviceId ?? userName
}

function refusal(words: string, code: ReasonCode): SignInRefusal {
  return { words, code }
}
