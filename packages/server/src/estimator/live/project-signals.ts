import pg from 'pg'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'

/** The channel of migration 0047. */
const LISTEN = 'LISTEN project'
const RETRY_MS = 1_000
/** How often it is asked whether the connection still works, and how long an answer may take. */
const PROBE_MS = 10_000
const PATIENCE_MS = 5_000

export interface SignalListener {
  /** @param what `lock`, `people` or the table of what has changed */
  heard: (projectId: string, what: string) => void
  /** Some may have been missed: the connection is a new one. */
  missed: () => void
}

/** Hears what any process does to projects, over one connection that listens. */
export class ProjectSignals {
  readonly #url: string
  readonly #issues: IssueLog
  readonly #listener: SignalListener
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(url: string, log: Log, listener: SignalListener) {
    this.#url = url
    this.#issues = new IssueLog(log, 'Events of projects arrive again')
    this.#listener = listener
  }

  /** Resolves when it listens, or has failed to and tries again by itself. */
  async start(): Promise<void> {
    this.#isStopped = false
    await this.#connect()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    this.#client = client
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    try {
      await client.connect()
      await client.query(LISTEN)
    } catch (error) {
      this.#issues.meet('Events of projects do not arrive', { error: String(error) })
      this.#lose(client)
      return
    }
    if (this.#client !== client) return
    this.#issues.end()
    this.#listener.missed()
    this.#probeLater(client)
  }

  #hear(payload: string): void {
    const [projectId = '', what = ''] = payload.split(' ')
    this.#listener.heard(projectId, what)
  }

  /** A network may lose a connection without a word. */
  #probeLater(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.#client === client && this.#probeLater(client),
        () => this.#lose(client),
      )
    }, PROBE_MS)
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    clearTimeout(this.#timer)
    void client.end().catch(() => undefined)
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#connect(), RETRY_MS)
  }
}
