import { HOME_HISTORY_HOURS } from '@packhouse/contract'
import type { Database } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { Broker } from './broker.ts'
import { type DeviceApiKeys, DeviceKeys } from './device-keys.ts'
import { Ingest } from './ingest.ts'
import { LiveStore } from './live-store.ts'
import { readMachines } from './machines.ts'
import { Reception } from './reception.ts'
import { HOUR_MS } from './rollup.ts'
import { readLatest, readMinutes } from './telemetry-sql.ts'

const FRESHNESS_CHECK_MS = 1_000
/** How soon a change of a machine's registration is seen. */
const REGISTRATION_CHECK_MS = 2_000

export interface TelemetryOptions {
  database: Database
  databaseUrl: string
  log: Log
  host: string
  mqttPort: number
  verifyKey: (key: string, hash: string | undefined) => Promise<boolean>
  apiKeys: DeviceApiKeys
}

/** Everything that brings records of machines in and keeps their newest values at hand. */
export class Telemetry {
  readonly live = new LiveStore()
  readonly ingest: Ingest
  readonly broker: Broker
  readonly reception: Reception
  readonly #options: TelemetryOptions
  #timers: NodeJS.Timeout[] = []

  constructor(options: TelemetryOptions) {
    this.#options = options
    const { database, databaseUrl, log, verifyKey, apiKeys } = options
    this.ingest = new Ingest(databaseUrl, this.live, log)
    this.reception = new Reception(database, this.live, this.ingest)
    this.broker = new Broker(new DeviceKeys(database, verifyKey, apiKeys), this.reception, log)
  }

  /** Rebuilds the live store, then opens the ingest and last the broker. @returns the broker's port */
  async start(): Promise<number> {
    await this.ingest.start()
    await this.#rebuild()
    this.#timers = [
      setInterval(() => this.live.checkFreshness(Date.now()), FRESHNESS_CHECK_MS),
      setInterval(() => void this.refreshMachines(), REGISTRATION_CHECK_MS),
    ]
    return await this.broker.start(this.#options.host, this.#options.mqttPort)
  }

  /** Ends in the order in which data flow, so that what was taken in is still stored. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.broker.stop()
    await this.ingest.stop()
  }

  /** Takes over what was changed of the machines' registration. */
  async refreshMachines(): Promise<void> {
    try {
      for (const entry of await readMachines(this.#options.database.pool)) this.live.register(entry)
    } catch (error) {
      this.#options.log.warn({ error: (error as Error).message }, 'The machines could not be read')
    }
  }

  async #rebuild(): Promise<void> {
    const { pool } = this.#options.database
    const now = Date.now()
    for (const entry of await readMachines(pool)) this.live.register(entry)
    const updates = [...(await readLatest(pool))].map(([machineKey, latest]) => {
      return { machineKey, latest, added: [], recounted: [] as { at: number; cycles: number }[] }
    })
    const byKey = new Map(updates.map((update) => [update.machineKey, update]))
    for (const { machineKey, at, cycles } of await readMinutes(pool, now - HOME_HISTORY_HOURS * HOUR_MS)) {
      byKey.get(machineKey)?.recounted.push({ at, cycles })
    }
    this.live.apply(updates, now)
  }
}
