import { sampleDeviceName } from '@packhouse/contract'
import type { RunResult } from '../driver/driver.ts'
import type { Lateness } from '../driver/frames.ts'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'

interface CastOptions {
  machines: number
  /** Records that each machine has in the hour before anything is measured. */
  filled: number
  /** The same of the one machine that is measured by itself. */
  filledOne: number
  seed: number
  profile: string | undefined
}

export interface Flow {
  seconds: number
  /** Records of each connection. */
  perSecond: number
  late?: Lateness
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The part of the hour that is filled before; the runs have the rest. */
const FILLED_MS = 40 * MINUTE_MS
/** Between the records of one run and those of the next. */
const APART_MS = 1_000
const FLEET = 'fleet'
const ONE = 'one'

/** Everybody on the scene of row 27: the server, machines whose hour is full already, and one whose hour is very full. */
export class LateCast {
  readonly #stage: Stage
  readonly #options: CastOptions
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #storing: Helper<StoringHandlers>
  readonly #hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
  #next = this.#hour + FILLED_MS
  #runs = 0
  #acknowledged = 0
  #machineIDs: string[] = []

  private constructor(stage: Stage, options: CastOptions) {
    this.#stage = stage
    this.#options = options
    const { profile } = options
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    this.#storing = new Helper('servers/storing.ts', flags)
  }

  static async start(stage: Stage, options: CastOptions): Promise<LateCast> {
    const cast = new LateCast(stage, options)
    try {
      await cast.#open()
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    await Promise.all([this.#driver.stop(), this.#storing.stop()])
  }

  /** All machines publish steadily. */
  async runFleet(flow: Flow): Promise<RunResult> {
    return await this.#run(FLEET, this.#machineIDs.slice(1), flow)
  }

  /** The machine whose hour is very full publishes alone. */
  async runOne(flow: Flow): Promise<RunResult> {
    return await this.#run(ONE, this.#machineIDs.slice(0, 1), flow)
  }

  /** Holds what was acknowledged against the records and against what the roll-ups have counted. */
  async countLost(): Promise<number> {
    const { rows } = await this.#stage.database.pool.query<{ stored: number }>(
      `SELECT count(*)::int AS stored FROM record WHERE at >= $1
       UNION ALL SELECT coalesce(sum(records), 0)::int FROM minute_rollup WHERE at >= $1
       UNION ALL SELECT coalesce(sum(records), 0)::int FROM hour_rollup`,
      [new Date(this.#hour + FILLED_MS)],
    )
    return Math.max(...rows.map(({ stored }) => Math.abs(this.#acknowledged - stored)))
  }

  async #run(server: string, machineIDs: string[], { seconds, perSecond, late }: Flow): Promise<RunResult> {
    this.#runs += 1
    const count = seconds * perSecond
    const step = Math.floor(1000 / perSecond)
    const order = { recordsPerConnection: count, from: this.#next, step, seed: this.#options.seed + this.#runs }
    const load = late === undefined ? order : { ...order, late }
    this.#next += seconds * 1000 + APART_MS
    if (this.#next > this.#hour + HOUR_MS) throw new Error('The hour is over: there are too many rounds for it.')
    await this.#driver.call('load', { servers: [server], machineIDs, load })
    const result = await this.#driver.call('steady', { server, seconds, perSecond })
    if (result.repeated) throw new Error('There were too few records for this round.')
    this.#acknowledged += result.acknowledged
    return result
  }

  async #open(): Promise<void> {
    const { databaseUrl, samplePasswords, database } = this.#stage
    const { machines, filled, filledOne } = this.#options
    this.#machineIDs = await makeFleet(database, machines + 1)
    await this.#fill(this.#machineIDs.slice(1), filled)
    await this.#fill(this.#machineIDs.slice(0, 1), filledOne)
    await database.pool.query('VACUUM ANALYZE record')
    await database.pool.query('CHECKPOINT')
    const { mqttPort: port } = await this.#storing.call('start', { databaseUrl, samplePasswords })
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    const machineIDs = this.#machineIDs
    await this.#driver.call('connect', { server: FLEET, port, machineIDs: machineIDs.slice(1), account })
    await this.#driver.call('connect', { server: ONE, port, machineIDs: machineIDs.slice(0, 1), account })
  }

  /** Gives machines so many records in the first part of the hour. Their roll-ups are not asked for. */
  async #fill(machineIDs: string[], records: number): Promise<void> {
    const { pool } = this.#stage.database
    await pool.query(`SELECT ensure_day($1::date)`, [new Date(this.#hour).toISOString().slice(0, 10)])
    await pool.query(
      `INSERT INTO record (machine_key, at, received_at, total_cycles, cycles_per_min, machine_state, temperature,
         humidity, machine_data)
       SELECT key, at, at, 500000 + n / 3, 25.5, CASE n % 10 WHEN 0 THEN 'Idle' ELSE 'Running' END, 20 + n % 17, 40, '{"seal": 140.5}'
       FROM machine, generate_series(0, $2 - 1) AS n,
         LATERAL (SELECT $3::timestamptz + n * interval '1 ms' * ($4::float8 / $2)) AS t (at)
       WHERE machine_id = ANY ($1)`,
      [machineIDs, records, new Date(this.#hour), FILLED_MS - APART_MS],
    )
    await pool.query(
      `INSERT INTO latest (machine_key, at, total_cycles, total_at, state_since, machine_state, machine_data)
       SELECT machine_key, max(at), max(total_cycles), max(at), max(at), 'Running', '{}' FROM record
         JOIN machine ON key = machine_key WHERE machine_id = ANY ($1) GROUP BY 1`,
      [machineIDs],
    )
  }
}
