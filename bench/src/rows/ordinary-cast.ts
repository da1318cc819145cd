import { sampleDeviceName } from '@packhouse/contract'
import type { Database } from '@packhouse/server'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'

/** Records a second, one of each machine. */
export const LOADS = [24, 100, 1000] as const
export type Load = (typeof LOADS)[number]

/** Saturation takes more records than any load, so that no machine runs out of them. */
const SATURATION_PER_SECOND = 160
const SATURATION_STEP = 10
const STEADY_STEP = 1_000
const IN_FLIGHT = 20
/** Records of a run lie in a time of their own, later than those of the run before, all of them past. */
const RUN_MS = 60_000
const PAST_MS = 3_600_000

/** Processor time in microseconds a record, and what else a run has taken. */
export interface Cost {
  server: number
  postgres: number
  transactions: number
  wal: number
  p99: number
}

/** One server with a fleet for each load, so that the machines of the others are silent. */
export class OrdinaryCast {
  readonly #stage: Stage
  readonly #seed: number
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #server: Helper<StoringHandlers>
  readonly #fleets = new Map<Load, string[]>()
  #database: Database | undefined
  #start = Date.now() - PAST_MS
  #runs = 0
  #acknowledged = 0

  private constructor(stage: Stage, seed: number, profile: string | undefined) {
    this.#stage = stage
    this.#seed = seed
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    this.#server = new Helper('servers/storing.ts', flags)
  }

  static async start(stage: Stage, seed: number, profile: string | undefined): Promise<OrdinaryCast> {
    const cast = new OrdinaryCast(stage, seed, profile)
    try {
      await cast.#connect()
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    await Promise.all([this.#driver.stop(), this.#server.stop()])
  }

  async steady(load: Load, seconds: number): Promise<Cost> {
    await this.#load(load, seconds, STEADY_STEP)
    return await this.#measure(seconds, () => this.#driver.call('steady', { server: String(load), seconds }))
  }

  async saturate(seconds: number): Promise<Cost> {
    await this.#load(1000, seconds * SATURATION_PER_SECOND, SATURATION_STEP)
    return await this.#measure(seconds, () =>
      this.#driver.call('saturate', { server: '1000', seconds, window: IN_FLIGHT }),
    )
  }

  /** Holds what was acknowledged against the records, and against what the roll-ups have counted. */
  async countLost(): Promise<number> {
    const { rows } = await this.#pool.query<{ stored: number }>(
      `SELECT count(*)::int AS stored FROM record
       UNION ALL SELECT coalesce(sum(records), 0)::int FROM minute_rollup
       UNION ALL SELECT coalesce(sum(records), 0)::int FROM hour_rollup`,
    )
    return Math.max(...rows.map(({ stored }) => Math.abs(this.#acknowledged - stored)))
  }

  async #connect(): Promise<void> {
    const { samplePasswords } = this.#stage
    const { database, databaseUrl } = await this.#stage.addDatabase('row25_loads')
    this.#database = database
    const machineIDs = await makeFleet(
      database,
      LOADS.reduce((sum, load) => sum + load, 0),
    )
    const { mqttPort } = await this.#server.call('start', { databaseUrl, samplePasswords })
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    for (const load of LOADS) {
      const fleet = machineIDs.splice(0, load)
      this.#fleets.set(load, fleet)
      await this.#driver.call('connect', { server: String(load), port: mqttPort, machineIDs: fleet, account })
    }
    // The compiler makes the acquaintance of the code.
    await this.saturate(2)
  }

  async #measure(seconds: number, run: () => Promise<{ acknowledged: number; p99: number }>): Promise<Cost> {
    const before = await this.#usage()
    const { acknowledged, p99 } = await run()
    const after = await this.#usage()
    this.#acknowledged += acknowledged
    return {
      server: (after.server - before.server) / acknowledged,
      postgres: (after.postgres - before.postgres) / acknowledged,
      wal: (after.wal - before.wal) / acknowledged,
      transactions: (after.transactions - before.transactions) / seconds,
      p99,
    }
  }

  async #usage() {
    const server = await this.#server.call('usage', undefined)
    return { server, postgres: (await this.#stage.usage()) ?? Number.NaN, ...(await this.#stage.written(this.#pool)) }
  }

  get #pool(): Database['pool'] {
    if (this.#database === undefined) throw new Error('There is no database yet.')
    return this.#database.pool
  }

  async #load(load: Load, recordsPerConnection: number, step: number): Promise<void> {
    this.#runs += 1
    const from = this.#start + this.#runs * RUN_MS
    const given = { recordsPerConnection, from, step, seed: this.#seed + this.#runs }
    await this.#driver.call('load', { servers: [String(load)], machineIDs: this.#fleets.get(load) ?? [], load: given })
  }
}
