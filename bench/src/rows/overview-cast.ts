import { Agent, request } from 'node:http'
import { sampleDeviceName } from '@packhouse/contract'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { fillHistory, makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'

export interface Reply {
  status: number
  etag: string
  body: Buffer
}

interface CastOptions {
  machines: number
  /** How many each machine may publish. */
  records: number
  seed: number
  profile: string | undefined
}

const LIST = '/v1/ignition/machines/me?includeHistory=true&hours=3'
/** Sees every machine. */
const VIEWER = 'staff@packhouse.example'

/** Everybody on the scene of row 3: the server, the machines that publish and one viewer. */
export class OverviewCast {
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #server: Helper<StoringHandlers>
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #port = 0
  #token = ''

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
    this.#agent.destroy()
    await Promise.all([this.#driver.stop(), this.#server.stop()])
  }

  /** Every machine publishes a record; resolves when all are stored. */
  async changeAll(): Promise<void> {
    await this.#driver.call('burst', { server: 'storing' })
  }

  async get(etag?: string): Promise<Reply> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(etag === undefined ? {} : { 'if-none-match': etag }) }
    return await this.#send('GET', LIST, headers, '')
  }

  /** Runs the work. @returns its result and the processor time the server spent meanwhile, microseconds */
  async usageOf<T>(work: () => Promise<T>): Promise<{ result: T; usage: number }> {
    const before = await this.#server.call('usage', undefined)
    const result = await work()
    return { result, usage: (await this.#server.call('usage', undefined)) - before }
  }

  async #open(stage: Stage, { machines, records, seed }: CastOptions): Promise<void> {
    const { database, databaseUrl, samplePassword } = stage
    const machineIDs = await makeFleet(database, machines)
    await fillHistory(database)
    const ports = await this.#server.call('start', { databaseUrl, samplePassword })
    this.#port = ports.httpPort
    const account = { userName: sampleDeviceName, password: samplePassword }
    await this.#driver.call('connect', { server: 'storing', port: ports.mqttPort, machineIDs, account })
    const load = { recordsPerMachine: records, from: Date.now(), step: 1_000, seed }
    await this.#driver.call('load', { servers: ['storing'], machineIDs, load })
    this.#token = await this.#signIn(samplePassword)
  }

  async #signIn(password: string): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    const { body } = await this.#send('POST', '/v1/auth/login', headers, JSON.stringify({ email: VIEWER, password }))
    return (JSON.parse(body.toString()) as { access_token: string }).access_token
  }

  async #send(method: string, path: string, headers: Record<string, string>, content: string): Promise<Reply> {
    return await new Promise((resolve, reject) => {
      const call = request(
        { port: this.#port, host: '127.0.0.1', agent: this.#agent, method, path, headers },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () => {
            const { etag = '' } = reply.headers
            resolve({ status: reply.statusCode ?? 0, etag, body: Buffer.concat(chunks) })
          })
        },
      )
      call.on('error', reject).end(content)
    })
  }
}
