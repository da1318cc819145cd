import { setTimeout as sleep } from 'node:timers/promises'
import { sampleDeviceName } from '@packhouse/contract'
import type { AudienceHandlers, Heard } from '../audience/main.ts'
import type { Write } from '../audience/tape.ts'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { RawHandlers } from '../servers/raw.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { fillHistory, makeFleet, shareAmongCustomers } from '../stage/fleet.ts'
import { signInPeople } from '../stage/people.ts'
import type { Stage } from '../stage/stage.ts'

interface CastOptions {
  /** How many there are; each has 40 machines. */
  customers: number
  /** Viewers of each customer. */
  viewersEach: number
  seed: number
  profile: string | undefined
}

/** When a record was published and that it says so itself, Unix ms. */
export interface Sent {
  machineID: string
  lastSeen: number
  at: number
}

export const MACHINES_EACH = 40
const STEP_MS = 1_000
/** When nothing has come for so long, nothing more comes: changes go out much sooner than that. */
const SETTLE_MS = 500

/** Everybody on the scene of row 6: the server, the machines that publish, plain sockets, and all who watch either. */
export class StreamCast {
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #audience = new Helper<AudienceHandlers>('audience/main.ts')
  readonly #raw = new Helper<RawHandlers>('servers/raw.ts')
  readonly #server: Helper<StoringHandlers>
  readonly #options: CastOptions
  #machineIDs: string[] = []
  #tokens: string[] = []
  #ports = { http: 0, raw: 0 }
  #runs = 0

  private constructor(options: CastOptions) {
    const { profile } = options
    this.#options = options
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    this.#server = new Helper('servers/storing.ts', flags)
  }

  static async start(stage: Stage, options: CastOptions): Promise<StreamCast> {
    const cast = new StreamCast(options)
    try {
      await cast.#open(stage)
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    await Promise.all([this.#driver, this.#audience, this.#raw, this.#server].map((helper) => helper.stop()))
  }

  /** The machines publish for so long while everybody watches the product. @returns also the server's processor time, µs */
  async watchProduct(seconds: number): Promise<{ heard: Heard; sent: Sent[]; usage: number }> {
    const path = '/v1/ignition/machines/me/stream'
    // As the page asks: a machine that was shown before is sent as its differences.
    const own = 'Host: bench\r\nA-IM: machine-changes\r\n'
    const request = (token: string) => `GET ${path} HTTP/1.1\r\n${own}Authorization: Bearer ${token}\r\n\r\n`
    return await this.#watch(this.#ports.http, this.#tokens.map(request), async () => {
      const { from, usage } = await this.#publish(seconds)
      const times = await this.#driver.call('sent', { server: 'storing' })
      const sent = [...times].flatMap(([machineID, list]) =>
        Array.from(list, (at, index) => ({ machineID, lastSeen: from + index * STEP_MS, at })),
      )
      return { sent, usage }
    })
  }

  /** The same while everybody watches plain sockets. @returns the processor time of both servers, µs */
  async watchRaw(tapes: Write[][], seconds: number): Promise<{ heard: Heard; usage: number; rawUsage: number }> {
    await this.#raw.call('load', tapes)
    const request = (_token: string, index: number) =>
      `GET /${Math.floor(index / this.#options.viewersEach)} HTTP/1.1\r\n\r\n`
    return await this.#watch(this.#ports.raw, this.#tokens.map(request), async () => {
      const before = await this.#raw.call('usage', undefined)
      const [{ usage }] = await Promise.all([this.#publish(seconds), this.#raw.call('play', undefined)])
      return { usage, rawUsage: (await this.#raw.call('usage', undefined)) - before }
    })
  }

  async #watch<T>(port: number, requests: string[], work: () => Promise<T>): Promise<T & { heard: Heard }> {
    const { customers, viewersEach } = this.#options
    const witnesses = Array.from({ length: customers }, (_, customer) => customer * viewersEach)
    await this.#audience.call('open', { port, requests, witnesses })
    await this.#audience.call('begin', undefined)
    const result = await work()
    const heard = await this.#audience.call('end', undefined)
    await this.#audience.call('close', undefined)
    if (heard.ended > 0) throw new Error(`${heard.ended} streams were ended.`)
    return { ...result, heard }
  }

  /** One record a second and machine. @returns the time of the first record and the processor time of the server, µs */
  async #publish(seconds: number): Promise<{ from: number; usage: number }> {
    this.#runs += 1
    const from = Date.now()
    const load = { recordsPerConnection: seconds, from, step: STEP_MS, seed: this.#options.seed + this.#runs }
    await this.#driver.call('load', { servers: ['storing'], machineIDs: this.#machineIDs, load })
    const before = await this.#server.call('usage', undefined)
    await this.#driver.call('steady', { server: 'storing', seconds })
    for (let bytes = -1, length = 0; bytes !== length; ) {
      bytes = length
      await sleep(SETTLE_MS)
      length = await this.#audience.call('bytes', undefined)
    }
    return { from, usage: (await this.#server.call('usage', undefined)) - before }
  }

  async #open({ database, databaseUrl, samplePasswords }: Stage): Promise<void> {
    const { customers, viewersEach } = this.#options
    this.#machineIDs = await makeFleet(database, customers * MACHINES_EACH)
    const ids = await shareAmongCustomers(database, customers)
    await fillHistory(database)
    const { httpPort, mqttPort } = await this.#server.call('start', { databaseUrl, samplePasswords })
    this.#ports = { http: httpPort, raw: await this.#raw.call('start', undefined) }
    this.#tokens = await signInPeople(database, ids, viewersEach)
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    const machineIDs = this.#machineIDs
    await this.#driver.call('connect', { server: 'storing', port: mqttPort, machineIDs, account })
  }
}
