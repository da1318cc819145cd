import type { LiveMachine } from '../live/index.ts'
import { clock, type Timer } from '../platform/clock.ts'
import type { IssueLog } from '../platform/issue-log.ts'
import type { CommandRoutes } from './commands/command-routes.ts'
import { PlainRoutes } from './commands/plain-routes.ts'
import type { Device } from './device.ts'
import type { DeviceKeys } from './device-keys.ts'
import type { MqttConnection } from './mqtt/mqtt-connection.ts'
import { reason } from './mqtt/reason-codes.ts'
import { filterMatches } from './topic-match.ts'

/** How soon a device whose key was revoked is thrown out. */
const RECHECK_MS = 1_000

/** What is known of a client that has signed in. */
export interface ClientSession {
  device: Device
  machines: Set<LiveMachine>
  /** What it has subscribed to. */
  filters: Pick<ReadonlyMap<string, unknown>, 'has' | 'keys' | 'size'>
  /** Straight to the client, and only if it has subscribed: other subscribers of the topic do not receive it. @returns whether it left */
  send: (topic: string, payload: Buffer) => boolean
  /** The ways to the machines that it has published for in plain MQTT. */
  routes: PlainRoutes
}

/** The clients that have signed in. Anyone who may no longer is thrown out within a second. */
export class ClientSessions {
  readonly #keys: Pick<DeviceKeys, 'recheck'>
  readonly #issues: IssueLog
  readonly #commands: CommandRoutes
  readonly #sessions = new Map<MqttConnection, ClientSession>()
  #rechecking: Timer | undefined
  #isRunning = false

  constructor(keys: Pick<DeviceKeys, 'recheck'>, issues: IssueLog, commands: CommandRoutes) {
    this.#keys = keys
    this.#issues = issues
    this.#commands = commands
  }

  get size(): number {
    return this.#sessions.size
  }

  /** Begins to check again and again whether they still may. */
  start(): void {
    this.#isRunning = true
    this.#recheckSoon()
  }

  stop(): void {
    this.#isRunning = false
    this.#rechecking?.stop()
  }

  of(client: MqttConnection): ClientSession | undefined {
    return this.#sessions.get(client)
  }

  /** @param filters what the client has subscribed to, also later */
  begin(client: MqttConnection, device: Device, filters: ClientSession['filters']): void {
    const listens = (topic: string) => [...filters.keys()].some((filter) => filterMatches(filter, topic))
    const send = (topic: string, payload: Buffer) => listens(topic) && client.send(topic, payload)
    const routes = new PlainRoutes(this.#commands, { device, listens, send })
    this.#sessions.set(client, { device, machines: new Set(), filters, send, routes })
  }

  /** @returns what was known of the client */
  end(client: MqttConnection): ClientSession | undefined {
    const session = this.#sessions.get(client)
    if (session === undefined) return undefined
    for (const machine of session.machines) machine.connections -= 1
    session.routes.close()
    this.#sessions.delete(client)
    return session
  }

  /** Counts the connection for a machine that it has published for. */
  note(client: MqttConnection, session: ClientSession, machine: LiveMachine): void {
    if (session.machines.has(machine) || !this.#sessions.has(client)) return
    session.machines.add(machine)
    session.routes.note(machine)
    machine.connections += 1
  }

  /** One round after the other: with the database slow or away they must not pile up. */
  #recheckSoon(): void {
    // A round that was under way when it was stopped is the last.
    if (!this.#isRunning) return
    this.#rechecking = clock.timeout(RECHECK_MS, () => {
      this.#recheck().then(
        () => {
          this.#issues.end()
          this.#recheckSoon()
        },
        (error: Error) => {
          this.#issues.meet('Connected devices could not be checked', { error: error.message })
          this.#recheckSoon()
        },
      )
    })
  }

  async #recheck(): Promise<void> {
    const sessions = [...this.#sessions]
    if (sessions.length === 0) return
    const devices = await this.#keys.recheck(sessions.map(([, { device }]) => device))
    for (const [index, [client, session]] of sessions.entries()) {
      const device = devices[index]
      if (device !== undefined) session.device = device
      else client.end(reason.notAuthorized, 'The device may not stay.')
    }
  }
}
