import { sampleDeviceName } from '@packhouse/contract'
import type { Database } from '@packhouse/server'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { fillHistory, makeFleet, shareAmongCustomers } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'

/** The same for every size, so that nothing but the number of machines differs. */
const CONNECTIONS = 100
const PER_CONNECTION = 10
export const RECORDS_PER_SECOND = CONNECTIONS * PER_CONNECTION
/** In these the compiler makes the acquaintance of the code. */
const WARM_UP_SECONDS = 4
const MACHINES_PER_CUSTOMER = 40
/** Above it triggers would take an hour. */
const FILLED_BY_TRIGGERS = 100_000
/** MB of heap for each million machines beside what Node takes by itself: each has about 5 kB. */
const HEAP_PER_MILLION_MB = 8_000
const HEAP_MB = 4_000
/** For fleets up to 100,000; a larger one is silent for longer between two records of a machine. */
const STALE_AFTER_SECONDS = 600
const LONGER_THAN_SILENT = 1.5

export interface ScaleSample {
  /** From the start of the process until it serves, ms. */
  restart: number
  /** Processor time for each record, microseconds. */
  server: number
  postgres: number
  /** Bytes after a collection. */
  heap: number
  rss: number
  p99: number
}

/** A fleet of one size in its own database, and the server that is started on it for each round. */
export class ScaleCast {
  readonly machines: number
  readonly #stage: Stage
  readonly #databaseUrl: string
  readonly #connections: Map<string, string[]>

  private constructor(stage: Stage, databaseUrl: string, machineIDs: readonly string[]) {
    this.machines = machineIDs.length
    this.#stage = stage
    this.#databaseUrl = databaseUrl
    this.#connections = new Map(
      Array.from({ length: CONNECTIONS }, (_, connection) => [
        `feed-${connection + 1}`,
        machineIDs.filter((_id, index) => index % CONNECTIONS === connection),
      ]),
    )
  }

  /** Makes the fleet as it is after hours at the fixed rate. */
  static async prepare(stage: Stage, machines: number): Promise<ScaleCast> {
    const { database: own, databaseUrl } = await stage.addDatabase(`fleet-${machines}`)
    const database = machines > FILLED_BY_TRIGGERS ? stage.fillerOf(databaseUrl) : own
    const machineIDs = await makeFleet(database, machines)
    await shareAmongCustomers(database, Math.ceil(machines / MACHINES_PER_CUSTOMER))
    await database.pool.query('UPDATE machine SET stale_after_seconds = $1', [
      Math.max(STALE_AFTER_SECONDS, Math.ceil((LONGER_THAN_SILENT * machines) / RECORDS_PER_SECOND)),
    ])
    await fillHistory(database, Math.max(60, machines / RECORDS_PER_SECOND))
    await settle(database)
    return new ScaleCast(stage, databaseUrl, machineIDs)
  }

  /** Starts the server, has the fleet publish at the fixed rate, and ends the server. */
  async run(seconds: number, seed: number, profile: string | undefined): Promise<ScaleSample> {
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    const driver = new Helper<DriverHandlers>('driver/main.ts')
    const begun = performance.now()
    const heap = Math.round(HEAP_MB + (this.machines / 1_000_000) * HEAP_PER_MILLION_MB)
    const memory = this.machines > FILLED_BY_TRIGGERS ? [`--max-old-space-size=${heap}`] : []
    const server = new Helper<StoringHandlers>('servers/storing.ts', ['--expose-gc', ...memory, ...flags])
    try {
      const { samplePasswords } = this.#stage
      const { mqttPort } = await server.call('start', { databaseUrl: this.#databaseUrl, samplePasswords })
      const restart = performance.now() - begun
      // What the start has left behind is not the records' matter.
      await server.call('memory', undefined)
      await this.#connect(driver, mqttPort, seconds, seed)
      return { restart, ...(await this.#measure(driver, server, seconds)) }
    } finally {
      await Promise.all([driver.stop(), server.stop()])
    }
  }

  async #connect(driver: Helper<DriverHandlers>, port: number, seconds: number, seed: number): Promise<void> {
    const account = { userName: sampleDeviceName, password: this.#stage.samplePasswords.device }
    const connections = this.#connections
    await driver.call('connect', { server: 'storing', port, machineIDs: [...connections.keys()], account })
    const recordsPerConnection = (WARM_UP_SECONDS + seconds) * PER_CONNECTION
    const load = { recordsPerConnection, from: Date.now(), step: 1000 / PER_CONNECTION, seed }
    await driver.call('loadShared', { server: 'storing', connections, load })
  }

  async #measure(
    driver: Helper<DriverHandlers>,
    server: Helper<StoringHandlers>,
    seconds: number,
  ): Promise<Omit<ScaleSample, 'restart'>> {
    const publish = (length: number) =>
      driver.call('steady', { server: 'storing', seconds: length, perSecond: PER_CONNECTION })
    await publish(WARM_UP_SECONDS)
    const usage = () => Promise.all([server.call('usage', undefined), this.#stage.usage()])
    const [serverBefore, postgresBefore = Number.NaN] = await usage()
    const { acknowledged, p99, repeated } = await publish(seconds)
    const [serverAfter, postgresAfter = Number.NaN] = await usage()
    if (repeated || acknowledged !== seconds * RECORDS_PER_SECOND) throw new Error('The rate was not reached.')
    return {
      server: (serverAfter - serverBefore) / acknowledged,
      postgres: (postgresAfter - postgresBefore) / acknowledged,
      ...(await server.call('memory', undefined)),
      p99,
    }
  }
}

/** What filling a database leaves to be done is not the work of the records. */
async function settle({ pool }: Database): Promise<void> {
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
}
