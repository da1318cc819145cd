import { sampleDeviceName } from '@packhouse/contract'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'

const RUN_MS = 60_000
const PAST_MS = 3_600_000

/** How an installation stores: one process alone, one ingest node, or two. */
export type Setup = 'alone' | 'one' | 'two'

const ROLES: Record<Setup, readonly string[]> = {
  alone: ['all'],
  one: ['ingest,worker'],
  two: ['ingest,worker', 'ingest'],
}

/** Processor time of a run, microseconds per record. */
export interface Cost {
  nodes: number
  database: number
  p99: number
}

/** An installation with its own database, whose nodes have an equal share of the machines each. */
interface Installation {
  nodes: Helper<StoringHandlers>[]
  /** The machines of each node. */
  shares: string[][]
  pool: Stage['database']['pool']
  acknowledged: number
}

/** Everybody on the scene of row 24: three installations, and the driver that is connected to all their nodes. */
export class SharedIngestCast {
  readonly #stage: Stage
  readonly #seed: number
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #installations = new Map<Setup, Installation>()
  readonly #start = Date.now() - PAST_MS
  #runs = 0

  private constructor(stage: Stage, seed: number) {
    this.#stage = stage
    this.#seed = seed
  }

  static async start(stage: Stage, { machines, seed }: { machines: number; seed: number }): Promise<SharedIngestCast> {
    const cast = new SharedIngestCast(stage, seed)
    try {
      for (const setup of Object.keys(ROLES) as Setup[]) await cast.#install(setup, machines)
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    const nodes = [...this.#installations.values()].flatMap((installation) => installation.nodes)
    await Promise.all([this.#driver, ...nodes].map((helper) => helper.stop()))
  }

  /** @param perSecond records of each machine */
  async run(setup: Setup, seconds: number, perSecond: number): Promise<Cost> {
    const installation = this.#of(setup)
    const { nodes, shares } = installation
    this.#runs += 1
    const load = {
      recordsPerConnection: seconds * perSecond,
      from: this.#start + this.#runs * RUN_MS,
      step: 1_000 / perSecond,
      seed: this.#seed + this.#runs,
    }
    for (const [place, machineIDs] of shares.entries())
      await this.#driver.call('load', { servers: [nameOf(setup, place)], machineIDs, load })
    const usage = async () => {
      const own = await Promise.all(nodes.map((node) => node.call('usage', undefined)))
      return { nodes: own.reduce((sum, one) => sum + one, 0), database: (await this.#stage.usage()) ?? Number.NaN }
    }
    const before = await usage()
    const results = await Promise.all(
      shares.map((_, place) => this.#driver.call('steady', { server: nameOf(setup, place), seconds, perSecond })),
    )
    const after = await usage()
    const records = sumOf(results, ({ acknowledged }) => acknowledged)
    installation.acknowledged += records
    return {
      nodes: (after.nodes - before.nodes) / records,
      database: (after.database - before.database) / records,
      p99: Math.max(...results.map(({ p99 }) => p99)),
    }
  }

  /** Holds what was acknowledged against the records, and against what the roll-ups have counted. */
  async countLost(): Promise<number> {
    const lost = await Promise.all(
      [...this.#installations.values()].map(async ({ pool, acknowledged }) => {
        const { rows } = await pool.query<{ stored: number }>(
          `SELECT count(*)::int AS stored FROM record
           UNION ALL SELECT coalesce(sum(records), 0)::int FROM minute_rollup
           UNION ALL SELECT coalesce(sum(records), 0)::int FROM hour_rollup`,
        )
        return Math.max(...rows.map(({ stored }) => Math.abs(acknowledged - stored)))
      }),
    )
    return sumOf(lost, (one) => one)
  }

  async #install(setup: Setup, machines: number): Promise<void> {
    const { samplePasswords } = this.#stage
    const { database, databaseUrl } = await this.#stage.addDatabase(`row24_${setup}`)
    const machineIDs = (await makeFleet(database, machines)).slice(0, machines)
    const nodes = ROLES[setup].map(() => new Helper<StoringHandlers>('servers/storing.ts'))
    const size = machineIDs.length / nodes.length
    const shares = nodes.map((_, place) => machineIDs.slice(place * size, (place + 1) * size))
    this.#installations.set(setup, { nodes, shares, pool: database.pool, acknowledged: 0 })
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    for (const [place, node] of nodes.entries()) {
      const { mqttPort } = await node.call('start', { databaseUrl, samplePasswords, role: ROLES[setup][place] })
      const server = nameOf(setup, place)
      await this.#driver.call('connect', { server, port: mqttPort, machineIDs: shares[place] ?? [], account })
    }
  }

  #of(setup: Setup): Installation {
    const installation = this.#installations.get(setup)
    if (installation === undefined) throw new Error(`There is no installation ${setup}.`)
    return installation
  }
}

function nameOf(setup: Setup, place: number): string {
  return `${setup}-${place}`
}

function sumOf<T>(all: readonly T[], read: (one: T) => number): number {
  return all.reduce((sum, one) => sum + read(one), 0)
}
