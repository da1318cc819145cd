import { setTimeout as sleep } from 'node:timers/promises'
import { sampleDeviceName } from '@packhouse/contract'
import type { RunResult } from '../driver/driver.ts'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { makeFleet, shareAmongCustomers } from '../stage/fleet.ts'
import { signInPeople } from '../stage/people.ts'
import type { Stage } from '../stage/stage.ts'
import type { Sent, WebHandlers } from '../web/main.ts'

interface CastOptions {
  machines: number
  people: number
  seed: number
  profile: string | undefined
}

export interface EventRun {
  steady: RunResult
  sent: Sent
  /** Events that were stored for each second from the first POST to the last one that was stored. */
  rate: number
  /** Accepted and not stored, or stored more than once. */
  lost: number
  /** Processor time for each event beyond what the ingest takes by itself, µs: of the server, and of PostgreSQL. */
  serverUsage: number
  postgresUsage: number
}

const CUSTOMERS = 40
const STEP_MS = 1_000
/** Records of a run lie in a time of their own, all of them past. */
const RUN_MS = 60_000
const PAST_MS = 3_600_000
const LOOK_MS = 20
const STORING_PATIENCE_MS = 60_000

/** Everybody on the scene of row 20: the server, the machines that publish, and the people whose browsers send events. */
export class EventsCast {
  readonly #stage: Stage
  readonly #options: CastOptions
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #web = new Helper<WebHandlers>('web/main.ts')
  readonly #server: Helper<StoringHandlers>
  readonly #start = Date.now() - PAST_MS
  #machineIDs: string[] = []
  #runs = 0

  private constructor(stage: Stage, options: CastOptions) {
    this.#stage = stage
    this.#options = options
    const { profile } = options
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    this.#server = new Helper('servers/storing.ts', flags)
  }

  static async start(stage: Stage, options: CastOptions): Promise<EventsCast> {
    const cast = new EventsCast(stage, options)
    try {
      await cast.#open()
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    await Promise.all([this.#driver, this.#web, this.#server].map((helper) => helper.stop()))
  }

  /** The machines publish once a second, and nobody sends events. @returns also the processor time of server and PostgreSQL, µs */
  async runQuiet(seconds: number): Promise<{ steady: RunResult; usage: [server: number, postgres: number] }> {
    const before = await this.#usage()
    const steady = await this.#publish(seconds)
    const [server, postgres] = await this.#usage()
    return { steady, usage: [server - before[0], postgres - before[1]] }
  }

  /** The same while so many events a second come in. @param quiet processor time of as long a run without them */
  async runWithEvents(seconds: number, perSecond: number, quiet: readonly [number, number]): Promise<EventRun> {
    const before = await this.#usage()
    const storedBefore = await this.#stored()
    const begun = performance.now()
    const [steady, { sent, rate, lost }] = await Promise.all([
      this.#publish(seconds),
      this.#web.call('send', { seconds, perSecond }).then(async (sent) => {
        const stored = await this.#storedAfter(storedBefore + sent.accepted)
        const rate = (stored - storedBefore) / ((performance.now() - begun) / 1_000)
        return { sent, rate, lost: Math.abs(storedBefore + sent.accepted - stored) }
      }),
    ])
    const [server, postgres] = await this.#usage()
    const each = (used: number, without: number) => (used - without) / sent.accepted
    return {
      steady,
      sent,
      rate,
      lost,
      serverUsage: each(server - before[0], quiet[0]),
      postgresUsage: each(postgres - before[1], quiet[1]),
    }
  }

  async #publish(seconds: number): Promise<RunResult> {
    this.#runs += 1
    const { seed } = this.#options
    const load = {
      recordsPerConnection: seconds,
      from: this.#start + this.#runs * RUN_MS,
      step: STEP_MS,
      seed: seed + this.#runs,
    }
    await this.#driver.call('load', { servers: ['storing'], machineIDs: this.#machineIDs, load })
    return await this.#driver.call('steady', { server: 'storing', seconds })
  }

  async #usage(): Promise<[server: number, postgres: number]> {
    return [await this.#server.call('usage', undefined), (await this.#stage.usage()) ?? Number.NaN]
  }

  /** Events in the roll-up, which is written with the events: far fewer rows to count. */
  async #stored(): Promise<number> {
    const { rows } = await this.#stage.database.pool.query<{ stored: number }>(
      `SELECT coalesce(sum(n), 0)::int AS stored FROM name_day d JOIN event_name e ON e.key = d.name WHERE e.name <> '*'`,
    )
    return rows[0]?.stored ?? 0
  }

  async #storedAfter(wanted: number): Promise<number> {
    for (const until = performance.now() + STORING_PATIENCE_MS; ; await sleep(LOOK_MS)) {
      const stored = await this.#stored()
      if (stored >= wanted || performance.now() > until) return stored
    }
  }

  async #open(): Promise<void> {
    const { database, databaseUrl, samplePasswords } = this.#stage
    const { machines, people } = this.#options
    this.#machineIDs = await makeFleet(database, machines)
    const customers = await shareAmongCustomers(database, CUSTOMERS)
    const { httpPort, mqttPort } = await this.#server.call('start', { databaseUrl, samplePasswords })
    const tokens = await signInPeople(database, customers, Math.ceil(people / CUSTOMERS))
    await this.#web.call('open', { port: httpPort, tokens })
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    const machineIDs = this.#machineIDs
    await this.#driver.call('connect', { server: 'storing', port: mqttPort, machineIDs, account })
  }
}
