import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { Sealing } from '../../platform/sealing.ts'
import { SubscriberLocks } from '../subscribers/subscriber-locks.ts'
import { readConnection, readConnections, readState, writeStates } from './connection-sql.ts'
import { Endpoint } from './endpoint.ts'
import { MachineWatch, type WatchParts } from './machine-watch.ts'
import { endpointKey, type OpcuaConnection } from './opcua-connection.ts'

/** How soon a change that another server has made, and another tag map, is seen. */
const POLL_MS = 2_000
/** How often counters are written while they change. */
const TELL_MS = 1_000
/** How often it is written that the connection still runs: what is older than 15 s counts as not running. */
const STILL_THERE_MS = 5_000

export interface OpcuaParts extends WatchParts {
  database: Database
  databaseUrl: string
  log: Log
  /** Where our certificate is kept. */
  dataDir: string
  /** The key of the installation, from which that of the stored passwords is made. */
  key: string
}

/** Runs the connections that are switched on, as far as no other server does. */
export class OpcuaConnections {
  readonly sealing: Sealing
  readonly #parts: OpcuaParts
  readonly #locks: SubscriberLocks
  readonly #running = new Map<string, MachineWatch>()
  readonly #endpoints = new Map<string, Endpoint>()
  readonly #told = new Map<string, string>()
  #toldAt = 0
  #timers: NodeJS.Timeout[] = []
  /** One round after the other. */
  #work: Promise<void> = Promise.resolve()
  #isStopped = false
  #trouble: string | undefined

  constructor(parts: OpcuaParts) {
    this.#parts = parts
    this.sealing = new Sealing(parts.key, 'opcua connections')
    this.#locks = new SubscriberLocks(parts.databaseUrl, 'opcua_connection')
  }

  get dataDir(): string {
    return this.#parts.dataDir
  }

  async start(): Promise<void> {
    await this.refresh()
    this.#timers = [setInterval(() => void this.refresh(), POLL_MS), setInterval(() => void this.#tell(), TELL_MS)]
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#work
    const watches = [...this.#running.values()]
    await Promise.all(watches.map((watch) => this.#leave(watch)))
    for (const { state } of watches) state.status = 'waiting'
    await this.#write(watches)
    this.#running.clear()
    await this.#locks.close()
  }

  /** Takes over what was changed: at once, or as soon as the round under way is over. */
  refresh(): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#isStopped) return
      try {
        await this.#round()
        this.#trouble = undefined
      } catch (error) {
        const { message } = error as Error
        if (this.#trouble !== message)
          this.#parts.log.warn({ error: message }, 'The OPC UA connections could not be looked at')
        this.#trouble = message
      }
    })
    return this.#work
  }

  /** The row of a connection with its secret opened, for a look at its server. */
  async find(id: string): Promise<OpcuaConnection | undefined> {
    return await readConnection(this.#parts.database.pool, this.sealing, id)
  }

  async #round(): Promise<void> {
    const wanted = await readConnections(this.#parts.database.pool, this.sealing)
    if (wanted.length === 0 && this.#running.size === 0) return
    if (await this.#locks.open()) await this.#retakeLocks()
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of this.#running.keys()) if (!ids.has(id)) await this.#end(id)
    for (const connection of wanted) {
      const running = this.#running.get(connection.id)
      if (running !== undefined && isSame(running.connection, connection)) await running.checkMap()
      else {
        await this.#end(connection.id)
        await this.#begin(connection)
      }
    }
  }

  /** What another server took over while the database was away, this one leaves. */
  async #retakeLocks(): Promise<void> {
    for (const id of this.#running.keys()) if (!(await this.#locks.retake(id, 0))) await this.#end(id)
  }

  async #begin(connection: OpcuaConnection): Promise<void> {
    const { id } = connection
    if ((await this.#locks.take(id, false)) === undefined) return
    const state = await readState(this.#parts.database.pool, id)
    const watch = new MachineWatch(connection, state, this.#parts, () => void this.#tell())
    this.#running.set(id, watch)
    const key = endpointKey(connection)
    const endpoint = this.#endpoints.get(key) ?? new Endpoint(connection, this.#parts.dataDir)
    this.#endpoints.set(key, endpoint)
    endpoint.add(watch)
  }

  async #end(id: string): Promise<void> {
    const watch = this.#running.get(id)
    if (watch === undefined) return
    this.#running.delete(id)
    this.#told.delete(id)
    await this.#leave(watch)
    await this.#write([watch])
    await this.#locks.release(id, 0)
  }

  /** The last connection of a session takes it along. */
  async #leave({ connection }: MachineWatch): Promise<void> {
    const key = endpointKey(connection)
    const endpoint = this.#endpoints.get(key)
    await endpoint?.remove(connection.id)
    if (!endpoint?.isEmpty) return
    this.#endpoints.delete(key)
    await endpoint.stop()
  }

  /** Writes what has changed since, and now and then all of it, to show that it still runs. */
  async #tell(): Promise<void> {
    const isTime = performance.now() - this.#toldAt >= STILL_THERE_MS
    if (isTime) this.#toldAt = performance.now()
    const changed = [...this.#running.values()].filter(({ connection: { id }, state }) => {
      const text = JSON.stringify(state)
      const isNew = this.#told.get(id) !== text
      this.#told.set(id, text)
      return isNew || isTime
    })
    await this.#write(changed)
  }

  async #write(watches: readonly MachineWatch[]): Promise<void> {
    const states = watches.map(({ connection: { id }, state }) => ({ id, state }))
    await writeStates(this.#parts.database.pool, states).catch((error: Error) => {
      for (const { id } of states) this.#told.delete(id)
      this.#parts.log.debug({ error: error.message }, 'How OPC UA connections fare could not be written')
    })
  }
}

function isSame(before: OpcuaConnection, after: OpcuaConnection): boolean {
  return before.rowVersion === after.rowVersion && before.machineID === after.machineID
}
