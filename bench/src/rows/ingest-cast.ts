import { sampleDeviceName } from '@packhouse/contract'
import type { RunResult } from '../driver/driver.ts'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { ParsingHandlers } from '../servers/parsing.ts'
import type { SinkHandlers } from '../servers/sink.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'

export type ServerName = 'sink' | 'parsing' | 'storing'

const SERVERS: ServerName[] = ['sink', 'parsing', 'storing']
/** More than is stored, so that no machine runs out of records. Where nothing is stored they may be sent again. */
const RECORDS_PER_SECOND = 160
/** Time between two records of a machine, ms: about what it is at saturation. */
const SATURATION_STEP = 10
const STEADY_STEP = 1_000
/** Records of a run lie in a time of their own, later than those of the run before, all of them past. */
const RUN_MS = 60_000
/** One connection that carries several machines, as a gateway does. So many packets have an identifier of their own. */
const GATEWAY = { name: 'gateway', machines: 20, records: 65_535 } as const
const PAST_MS = 3_600_000

/** Everybody on the scene of row 1: the three servers and the driver that is connected to all of them. */
export class IngestCast {
  readonly #stage: Stage
  readonly #seed: number
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #sink = new Helper<SinkHandlers>('servers/sink.ts')
  readonly #parsing = new Helper<ParsingHandlers>('servers/parsing.ts')
  readonly #storing: Helper<StoringHandlers>
  #machineIDs: string[] = []
  #start = Date.now() - PAST_MS
  #runs = 0
  #acknowledged = 0

  private constructor(stage: Stage, seed: number, profile: string | undefined) {
    this.#stage = stage
    this.#seed = seed
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    this.#storing = new Helper('servers/storing.ts', flags)
  }

  static async start(
    stage: Stage,
    options: { machines: number; seed: number; profile: string | undefined },
  ): Promise<IngestCast> {
    const cast = new IngestCast(stage, options.seed, options.profile)
    try {
      await cast.#connect(options.machines)
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    await Promise.all([this.#driver, this.#sink, this.#parsing, this.#storing].map((helper) => helper.stop()))
  }

  async killStoring(): Promise<void> {
    await this.#storing.kill()
  }

  /** Gives the driver new records for rounds of this length. */
  async loadSaturation(seconds: number): Promise<void> {
    await this.#load(SERVERS, seconds * RECORDS_PER_SECOND, SATURATION_STEP)
  }

  async loadSteady(seconds: number): Promise<void> {
    await this.#load(['storing'], seconds, STEADY_STEP)
  }

  async saturate(server: ServerName, seconds: number, window: number): Promise<RunResult & { serverUsage: number }> {
    const run = () => this.#driver.call('saturate', { server, seconds, window })
    const usage = {
      sink: () => this.#sink.call('usage', undefined),
      parsing: () => this.#parsing.call('usage', undefined),
      storing: () => this.#storing.call('usage', undefined),
    }[server]
    const before = await usage()
    const result = await run()
    if (server === 'storing') this.#accept(result)
    return { ...result, serverUsage: (await usage()) - before }
  }

  /** One connection alone, to saturation. */
  async saturateOne(seconds: number, window: number): Promise<RunResult> {
    this.#runs += 1
    const { name, machines, records } = GATEWAY
    const load = {
      recordsPerConnection: records,
      from: this.#start + this.#runs * RUN_MS,
      step: RUN_MS / (records + 1),
      seed: this.#seed + this.#runs,
    }
    const connections = new Map([[name as string, this.#machineIDs.slice(0, machines)]])
    await this.#driver.call('loadShared', { server: name, connections, load })
    const result = await this.#driver.call('saturate', { server: name, seconds, window })
    this.#accept(result)
    return result
  }

  async steady(seconds: number): Promise<RunResult> {
    const result = await this.#driver.call('steady', { server: 'storing', seconds })
    this.#accept(result)
    return result
  }

  /** Holds what was acknowledged against the records, and against what the roll-ups have counted. */
  async countLost(): Promise<number> {
    const { rows } = await this.#stage.database.pool.query<{ stored: number }>(
      `SELECT count(*)::int AS stored FROM record
       UNION ALL SELECT coalesce(sum(records), 0)::int FROM minute_rollup
       UNION ALL SELECT coalesce(sum(records), 0)::int FROM hour_rollup`,
    )
    return Math.max(...rows.map(({ stored }) => Math.abs(this.#acknowledged - stored)))
  }

  /** Records of the last run that were acknowledged and are not there. */
  async countLostAfterKill(): Promise<number> {
    const acknowledged = await this.#driver.call('abandon', { server: 'storing' })
    const { rows } = await this.#stage.database.pool.query<{ machineID: string; stored: number }>(
      `SELECT m.machine_id AS "machineID", count(*)::int AS stored FROM record r JOIN machine m ON m.key = r.machine_key
       WHERE r.at >= $1 GROUP BY 1`,
      [new Date(this.#start + this.#runs * RUN_MS)],
    )
    const stored = new Map(rows.map((row) => [row.machineID, row.stored]))
    return [...acknowledged].reduce((lost, [id, count]) => lost + Math.max(count - (stored.get(id) ?? 0), 0), 0)
  }

  async #connect(machines: number): Promise<void> {
    const { databaseUrl, samplePasswords, database } = this.#stage
    this.#machineIDs = await makeFleet(database, machines)
    const { mqttPort } = await this.#storing.call('start', { databaseUrl, samplePasswords })
    const ports: Record<ServerName, number> = {
      sink: await this.#sink.call('start', undefined),
      parsing: await this.#parsing.call('start', { machineIDs: this.#machineIDs }),
      storing: mqttPort,
    }
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    for (const server of SERVERS) {
      await this.#driver.call('connect', { server, port: ports[server], machineIDs: this.#machineIDs, account })
    }
    await this.#driver.call('connect', { server: GATEWAY.name, port: mqttPort, machineIDs: [GATEWAY.name], account })
  }

  #accept({ acknowledged, repeated }: RunResult): void {
    if (repeated) throw new Error('There were too few records for this round.')
    this.#acknowledged += acknowledged
  }

  async #load(servers: ServerName[], recordsPerConnection: number, step: number): Promise<void> {
    this.#runs += 1
    const from = this.#start + this.#runs * RUN_MS
    const load = { recordsPerConnection, from, step, seed: this.#seed + this.#runs }
    await this.#driver.call('load', { servers, machineIDs: this.#machineIDs, load })
  }
}
