import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'
import { Viewer } from '../stage/viewer.ts'

const METRICS = '/v1/prometheus/metrics'

export interface ScrapeFigures {
  median: number
  p95: number
  series: number
}

/** The server of row 22 with its fleet, of which every kind of address was asked once. */
export class ScrapeCast {
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  #viewer: Viewer | undefined

  static async start(stage: Stage, machines: number): Promise<ScrapeCast> {
    const cast = new ScrapeCast()
    try {
      const { database, databaseUrl } = await stage.addDatabase('scrape')
      await makeFleet(database, machines)
      await database.pool.query('VACUUM ANALYZE')
      const { samplePasswords } = stage
      const { httpPort } = await cast.#server.call('start', { databaseUrl, samplePasswords })
      cast.#viewer = await Viewer.signIn(httpPort, samplePasswords.people)
      await cast.#askEverything()
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    this.#viewer?.leave()
    await this.#server.stop()
  }

  async measure(scrapes: number): Promise<ScrapeFigures> {
    const times: number[] = []
    let text = ''
    for (let scrape = 0; scrape < scrapes; scrape++) {
      const started = performance.now()
      text = (await this.#staff.get(METRICS)).body.toString()
      times.push(performance.now() - started)
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN
    return { median: at(0.5), p95: at(0.95), series: text.split('\n').filter((line) => /^[a-z]/.test(line)).length }
  }

  /** Each kind of address by each method, most of them in vain: a histogram of requests for every one. */
  async #askEverything(): Promise<void> {
    const { paths } = JSON.parse((await this.#staff.get('/v1/openapi.json')).body.toString()) as { paths: object }
    const kinds = new Map(Object.keys(paths).map((path) => [path.split('/')[2], path.replaceAll(/\{\w+\}/g, 'none')]))
    for (const path of kinds.values()) {
      for (const method of ['PUT', 'POST', 'DELETE']) await this.#staff.send(method, path)
    }
  }

  get #staff(): Viewer {
    if (this.#viewer === undefined) throw new Error('Nobody has signed in.')
    return this.#viewer
  }
}
