import { sampleDeviceName } from '@packhouse/contract'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { fillHistory, makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'
import { type Reply, Viewer } from '../stage/viewer.ts'

interface CastOptions {
  machines: number
  /** How many each machine may publish. */
  records: number
  seed: number
  profile: string | undefined
}

const LIST = '/v1/ignition/machines/me?includeHistory=true&hours=3'

/** Everybody on the scene of row 3: the server, the machines that publish and one viewer. */
export class OverviewCast {
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #server: Helper<StoringHandlers>
  #viewer: Viewer | undefined

  private constructor(profile: string | undefined) {
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    this.#server = new Helper('servers/storing.ts', flags)
  }

  static async start(stage: Stage, options: CastOptions): Promise<OverviewCast> {
    const cast = new OverviewCast(options.profile)
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

  /** Every machine publishes a record; resolves when all are stored. */
  async changeAll(): Promise<void> {
    await this.#driver.call('burst', { server: 'storing' })
  }

  async get(etag?: string): Promise<Reply> {
    if (this.#viewer === undefined) throw new Error('No viewer has signed in.')
    return await this.#viewer.get(LIST, etag)
  }

  /** Runs the work. @returns its result and the processor time the server spent in the meantime, microseconds */
  async usageOf<T>(work: () => Promise<T>): Promise<{ result: T; usage: number }> {
    const before = await this.#server.call('usage', undefined)
    const result = await work()
    return { result, usage: (await this.#server.call('usage', undefined)) - before }
  }

  async #open(stage: Stage, { machines, records, seed }: CastOptions): Promise<void> {
    const { database, databaseUrl, samplePasswords } = stage
    const machineIDs = await makeFleet(database, machines)
    await fillHistory(database)
    const ports = await this.#server.call('start', { databaseUrl, samplePasswords })
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    await this.#driver.call('connect', { server: 'storing', port: ports.mqttPort, machineIDs, account })
    const load = { recordsPerConnection: records, from: Date.now(), step: 1_000, seed }
    await this.#driver.call('load', { servers: ['storing'], machineIDs, load })
    this.#viewer = await Viewer.signIn(ports.httpPort, samplePasswords.people)
  }
}
