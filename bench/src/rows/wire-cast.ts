import { sampleDeviceName } from '@packhouse/contract'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { fillHistory, makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'
import { type Reply, Viewer } from '../stage/viewer.ts'

interface CastOptions {
  machines: number
  /** How many of them publish where little changes. */
  few: number
  /** How many each machine may publish. */
  records: number
  seed: number
}

const LIST = '/v1/ignition/machines/me?includeHistory=true&hours=3'

/** The processes of row 26: the server, machines that publish together or a few alone, and one viewer. */
export class WireCast {
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  #viewer: Viewer | undefined

  static async start(stage: Stage, options: CastOptions): Promise<WireCast> {
    const cast = new WireCast()
    try {
      await cast.#open(stage, options)
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    this.#viewer?.leave()
    await Promise.all([this.#driver.stop(), this.#server.stop()])
  }

  /** Every machine, or a few, publish a record; resolves when all are stored. */
  async publish(who: 'all' | 'few'): Promise<void> {
    await this.#driver.call('burst', { server: 'few' })
    if (who === 'all') await this.#driver.call('burst', { server: 'others' })
  }

  async get(headers: Record<string, string>): Promise<Reply> {
    if (this.#viewer === undefined) throw new Error('No viewer has signed in.')
    return await this.#viewer.get(LIST, undefined, headers)
  }

  /** Runs the work. @returns its result and the processor time the server spent in the meantime, microseconds */
  async usageOf<T>(work: () => Promise<T>): Promise<{ result: T; usage: number }> {
    const before = await this.#server.call('usage', undefined)
    const result = await work()
    return { result, usage: (await this.#server.call('usage', undefined)) - before }
  }

  async #open(stage: Stage, { machines, few, records, seed }: CastOptions): Promise<void> {
    const { database, databaseUrl, samplePasswords } = stage
    const machineIDs = await makeFleet(database, machines)
    await fillHistory(database)
    // Counts that follow a rule would compress as no machine's do.
    await database.pool.query('SELECT setseed($1)', [1 / (1 + seed)])
    await database.pool.query('UPDATE minute_rollup SET cycles = 15 + floor(random() * 20)')
    const ports = await this.#server.call('start', { databaseUrl, samplePasswords })
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    const groups = { few: machineIDs.slice(0, few), others: machineIDs.slice(few) }
    const load = { recordsPerConnection: 2 * records, from: Date.now(), step: 1_000, seed }
    for (const [server, own] of Object.entries(groups)) {
      await this.#driver.call('connect', { server, port: ports.mqttPort, machineIDs: own, account })
      await this.#driver.call('load', { servers: [server], machineIDs: own, load })
    }
    this.#viewer = await Viewer.signIn(ports.httpPort, samplePasswords.people)
  }
}
