import type { Client } from 'aedes'
import type { LiveMachine } from '../live/index.ts'
import type { IssueLog } from '../platform/issue-log.ts'
import type { Device } from './device.ts'
import type { DeviceKeys } from './device-keys.ts'

/** How soon a device whose key was revoked is thrown out. */
const RECHECK_MS = 1_000

/** What is known of a client that has signed in. */
export interface ClientSession {
  device: Device
  machines: Set<LiveMachine>
  /** What it has subscribed to. */
  filters: Set<string>
}

/** The clients that have signed in. Anyone who may no longer is thrown out within a second. */
export class ClientSessions {
  readonly #keys: Pick<DeviceKeys, 'recheck'>
  readonly #issues: IssueLog
  readonly #sessions = new Map<Client, ClientSession>()
  #rechecking: NodeJS.Timeout | undefined
  #isRunning = false

  constructor(keys: Pick<DeviceKeys, 'recheck'>, issues: IssueLog) {
    this.#keys = keys
    this.#issues = issues
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
    clearTimeout(this.#rechecking)
  }

  of(client: Client | null): ClientSession | undefined {
    return client === null ? undefined : this.#sessions.get(client)
  }

  begin(client: Client, device: Device): void {
    this.#sessions.set(client, { device, machines: new Set(), filters: new Set() })
  }

  /** @returns what was known of the client */
  end(client: Client): ClientSession | undefined {
    const session = this.#sessions.get(client)
    if (session === undefined) return undefined
    for (const machine of session.machines) machine.connections -= 1
    this.#sessions.delete(client)
    return session
  }

  /** Counts the connection for a machine that it has published for. */
  note(client: Client | null, session: ClientSession, machine: LiveMachine): void {
    if (client === null || session.machines.has(machine) || !this.#sessions.has(client)) return
    session.machines.add(machine)
    machine.connections += 1
  }

  /** One round after the other: with the database slow or away they must not pile up. */
  #recheckSoon(): void {
    // A round that was under way when it was stopped is the last.
    if (!this.#isRunning) return
    this.#rechecking = setTimeout(() => {
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
}
