import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { RECORD_MAX_BYTES } from '@packhouse/contract'
import type { AuthenticateError, Client, ConnectPacket } from 'aedes'
import { ProblemError } from '../engine/problem-error.ts'
import type { IssueLog } from '../platform/issue-log.ts'
import type { MqttLimits } from '../platform/mqtt-limits.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { ClientSessions } from './client-sessions.ts'
import { type Connection, ConnectionLimits } from './connection-limits.ts'
import type { Device } from './device.ts'
import type { DeviceKeys } from './device-keys.ts'
import { identityOf, type ReportRefusal } from './device-refusal.ts'
import { limitPacketSize, limitReading } from './packet-gate.ts'

/** CONNACK return codes, MQTT 3.1.1 table 3.1. */
const IDENTIFIER_REJECTED = 2
const SERVER_UNAVAILABLE = 3
const BAD_USER_NAME_OR_PASSWORD = 4

/** Room for the topic and the headers beside a payload that is just too large, so that it is refused with a reason. */
const PACKET_LIMIT = 4 * RECORD_MAX_BYTES
const UNCHECKED = 'A device could not be checked'

interface Entrance {
  connection: Connection
  /** Ends the limit of what is read before the sign-in. */
  liftReading: () => void
}

export interface DeviceSignInParts {
  keys: Pick<DeviceKeys, 'check'>
  limits: MqttLimits
  refusals: Refusals
  issues: IssueLog
  /** Starts the session of a device that has signed in. */
  sessions: Pick<ClientSessions, 'begin'>
  reportRefusal: ReportRefusal
}

/** The way in: what a connection may take before it has signed in, and the sign-in. */
export class DeviceSignIn {
  readonly #keys: Pick<DeviceKeys, 'check'>
  readonly #limits: MqttLimits
  readonly #connectionLimits: ConnectionLimits
  readonly #refusals: Refusals
  readonly #issues: IssueLog
  readonly #sessions: Pick<ClientSessions, 'begin'>
  readonly #report: ReportRefusal
  readonly #sockets = new Map<Socket, Entrance>()
  /** Clients that want to find their session again and did not say which. */
  readonly #nameless = new WeakSet<Client>()

  constructor({ keys, limits, refusals, issues, sessions, reportRefusal }: DeviceSignInParts) {
    this.#keys = keys
    this.#limits = limits
    this.#connectionLimits = new ConnectionLimits(limits, refusals)
    this.#refusals = refusals
    this.#issues = issues
    this.#sessions = sessions
    this.#report = reportRefusal
  }

  /** Takes a new connection under its limits. @returns whether there is room for it */
  admit(socket: Socket): boolean {
    const connection = this.#connectionLimits.open(socket.remoteAddress ?? '')
    if (connection === undefined) {
      this.#report({ what: 'sign-in', code: 'too_many_connections', address: socket.remoteAddress })
      socket.destroy()
      return false
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
    return true
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
    const socket = client.conn as Socket
    const report = (code: string) => this.#report({ what: 'sign-in', code, address: socket.remoteAddress })
    if (this.#nameless.has(client)) {
      report('client_id_missing')
      return refusal('A session that is kept needs a client id.', IDENTIFIER_REJECTED)
    }
    if (!userName || !key?.length) report('not_signed_in')
    const device = await this.#check(userName, key?.toString('utf8'), socket.remoteAddress ?? '')
    if (device instanceof Error) {
      await lateEnough
      return device
    }
    const entrance = this.#sockets.get(socket)
    // It may have left while its key was being checked; then nothing would signal when to forget it.
    if (client.closed || entrance === undefined) return refusal('The device has left.', SERVER_UNAVAILABLE)
    if (!entrance.connection.signIn()) {
      this.#report({
        ...identityOf(device),
        what: 'sign-in',
        code: 'too_many_connections',
        address: socket.remoteAddress,
      })
      return refusal('Too many devices are connected.', SERVER_UNAVAILABLE)
    }
    entrance.liftReading()
    client.id = sessionNameOf(device, client.id)
    this.#sessions.begin(client, device)
    return null
  }

  async #check(userName = '', key = '', address: string): Promise<Device | AuthenticateError> {
    const wrong = refusal('User name and device key are needed.', BAD_USER_NAME_OR_PASSWORD)
    if (userName === '' || key === '') return wrong
    try {
      return (await this.#keys.check(userName, key, address)) ?? wrong
    } catch (error) {
      // Limits are counted where they are, and a log line for each guess would be one more thing to flood.
      if (!(error instanceof ProblemError)) this.#issues.meet(UNCHECKED, { error: (error as Error).message })
      return refusal('The server cannot check devices at the moment.', SERVER_UNAVAILABLE)
    }
  }

  /** Ends all connections, signed in or not. */
  destroyAll(): void {
    for (const socket of this.#sockets.keys()) socket.destroy()
  }
}

/**
 * The name under which the broker knows a client. Client ids are per owner: two customers may use the same one, and neither throws the other
 * out nor finds the other's session.
 */
function sessionNameOf({ customerId }: Device, clientId: string): string {
  return `${customerId ?? 'company'}/${clientId}`
}

function refusal(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode })
}
