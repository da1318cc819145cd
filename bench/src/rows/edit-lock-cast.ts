import { randomUUID } from 'node:crypto'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import type { Stage } from '../stage/stage.ts'
import { type Reply, Viewer } from '../stage/viewer.ts'
import { makeProject, PROJECTS } from './project-lines.ts'

/** Of the project that is opened and compared; a fifth of them is other in its second version. */
const LINES = 2_000
const CHANGED = 400
const READS = 5
const AT_ONCE = 50

/** The times of one round, ms. */
export interface LockTimes {
  acquire: number[]
  heartbeat: number[]
  /** A read of the same lock. */
  status: number[]
  /** From the request that takes over until the event has arrived. */
  told: number[]
  /** Of the project of 2,000 lines: what it is, how two versions differ, and why their totals do. */
  open: number[]
  compare: number[]
  walk: number[]
}

/** The server of row 18 with projects, and one person of staff. */
export class EditLockCast {
  readonly #stage: Stage
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  readonly #projects: string[] = []
  #large = ''
  #viewer: Viewer | undefined

  private constructor(stage: Stage) {
    this.#stage = stage
  }

  static async start(stage: Stage, projects: number): Promise<EditLockCast> {
    const cast = new EditLockCast(stage)
    try {
      await cast.#open(projects)
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

  async measure(takeOvers: number): Promise<LockTimes> {
    await this.#stage.database.pool.query('UPDATE project_lock SET expires_at = clock_timestamp()')
    const acquire: number[] = []
    const heartbeat: number[] = []
    const status: number[] = []
    for (const id of this.#projects) {
      const held = await this.#timed(`${id}/lock/acquire`, { session: randomUUID() })
      acquire.push(held.took)
      heartbeat.push((await this.#timed(`${id}/lock/heartbeat`, { token: tokenOf(held) })).took)
      status.push(await this.#timeStatus(id))
    }
    return { acquire, heartbeat, status, told: await this.#takeOver(takeOvers), ...(await this.#read()) }
  }

  /** Writes with a token that is over. @returns how many were accepted */
  async countAcceptedStale(writes: number): Promise<number> {
    const [projectId = ''] = this.#projects
    const begin = () => this.#post(`${projectId}/lock/force`, { session: randomUUID(), reason: 'Bench' })
    const stale = tokenOf(await begin())
    await begin()
    const body = { projectId, section: 'Machines', description: 'Bagger', unit: 'pcs' }
    let accepted = 0
    for (let sent = 0; sent < writes; sent += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, writes - sent) }, () =>
        this.#staff.send('POST', '/v1/estimator/project-items', body, { 'edit-lock': stale }),
      )
      accepted += (await Promise.all(batch)).filter(({ status }) => status !== 409).length
    }
    return accepted
  }

  async #takeOver(times: number): Promise<number[]> {
    const [id = ''] = this.#projects
    const told: number[] = []
    let hear: (session: string) => void = () => undefined
    const leave = this.#staff.follow(`${PROJECTS}/${id}/stream`, (text) => {
      for (const [, session = ''] of text.matchAll(/^data: \{"lock":.*"session":"([^"]+)"/gm)) hear(session)
    })
    for (let time = 0; time < times; time++) {
      const session = randomUUID()
      const heard = new Promise<void>((resolve) => {
        hear = (named) => named === session && resolve()
      })
      const started = performance.now()
      await this.#post(`${id}/lock/force`, { session, reason: 'Bench' })
      await heard
      told.push(performance.now() - started)
    }
    leave()
    return told
  }

  async #read(): Promise<Pick<LockTimes, 'open' | 'compare' | 'walk'>> {
    const times: Pick<LockTimes, 'open' | 'compare' | 'walk'> = { open: [], compare: [], walk: [] }
    for (let read = 0; read < READS; read++) {
      times.open.push(await this.#timeRead(this.#large))
      times.compare.push(await this.#timeRead(`${this.#large}/versions/compare/1/2`))
      times.walk.push(await this.#timeRead(`${this.#large}/versions/1/walk/2`))
    }
    return times
  }

  async #timeRead(path: string): Promise<number> {
    const started = performance.now()
    const { status, body } = await this.#staff.get(`${PROJECTS}/${path}`)
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${body}`)
    return performance.now() - started
  }

  async #timeStatus(id: string): Promise<number> {
    const started = performance.now()
    await this.#staff.get(`${PROJECTS}/${id}/lock-status`)
    return performance.now() - started
  }

  async #timed(path: string, body: object): Promise<Reply & { took: number }> {
    const started = performance.now()
    const reply = await this.#post(path, body)
    return { ...reply, took: performance.now() - started }
  }

  async #post(path: string, body: object): Promise<Reply> {
    const reply = await this.#staff.send('POST', path === '' ? PROJECTS : `${PROJECTS}/${path}`, body)
    if (reply.status >= 300) throw new Error(`${path} was answered ${reply.status}: ${reply.body}`)
    return reply
  }

  get #staff(): Viewer {
    if (this.#viewer === undefined) throw new Error('No viewer has signed in.')
    return this.#viewer
  }

  async #open(projects: number): Promise<void> {
    const { database, databaseUrl, samplePasswords } = this.#stage
    const { httpPort } = await this.#server.call('start', { databaseUrl, samplePasswords })
    this.#viewer = await Viewer.signIn(httpPort, samplePasswords.people)
    const { rows } = await database.pool.query<{ customer: string; owner: string }>(
      `SELECT (SELECT id FROM customer LIMIT 1) AS customer, (SELECT id FROM user_account WHERE customer_id IS NULL LIMIT 1) AS owner`,
    )
    const [found] = rows
    const draft = { customerId: found?.customer, ownerId: found?.owner, currency: 'EUR' }
    for (let made = 0; made < projects; made++) {
      const { body } = await this.#post('', { title: `Line ${made}`, ...draft })
      this.#projects.push((JSON.parse(body.toString()) as { id: string }).id)
    }
    await this.#makeLarge()
  }

  async #makeLarge(): Promise<void> {
    const { id, lock, items } = await makeProject(this.#staff, LINES)
    this.#large = id
    const addVersion = async () => {
      const { rowVersion } = JSON.parse((await this.#staff.get(`${PROJECTS}/${id}`)).body.toString())
      await this.#staff.post(`${PROJECTS}/${id}/versions`, { rowVersion }, lock)
    }
    await addVersion()
    const values = { quantity: '3', unitPrice: '777.25' }
    const changes = items.slice(0, CHANGED).map((item) => ({ kind: 'items', op: 'update', id: item.id, values }))
    await this.#staff.post(`${PROJECTS}/${id}/changes`, { changes }, lock)
    await addVersion()
  }
}

function tokenOf({ body }: Reply): string {
  return (JSON.parse(body.toString()) as { token: string }).token
}
