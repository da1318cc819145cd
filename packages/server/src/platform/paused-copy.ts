import { sql } from 'kysely'
import { clock, type Timer } from './clock.ts'
import type { Db } from './database.ts'
import { IssueLog } from './issue-log.ts'
import type { Log } from './log.ts'

/** How soon a release by another process is seen. */
const LOOK_MS = 2_000

/**
 * Whether this is a copy that was restored from a backup and that nobody has released yet. It sends nothing then, and connects to nothing: the
 * original may still run. A restore needs a stopped server, so nothing becomes paused while one runs.
 */
export class PausedCopy {
  readonly #db: Db
  readonly #log: Log
  readonly #issues: IssueLog
  #isPaused = false
  #timer: Timer | undefined

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
    this.#issues = new IssueLog(log, 'The release of a restored copy can be looked for again')
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  async start(): Promise<void> {
    this.#isPaused = await this.#read()
    if (!this.#isPaused) return
    this.#log.warn(
      'This database was restored from a backup: mails, webhooks, connections and scheduled backups are paused until it is released in System, Backups, or with npm run restore -- --release',
    )
    this.#timer = clock.every(LOOK_MS, () => void this.look())
  }

  stop(): void {
    this.#timer?.stop()
  }

  /** Finds out whether it was released. */
  async look(): Promise<void> {
    try {
      this.#isPaused &&= await this.#read()
      this.#issues.end()
    } catch (error) {
      this.#issues.meet('The release of a restored copy could not be looked for', { error: String(error) })
    }
    if (!this.#isPaused) this.#timer?.stop()
  }

  async #read(): Promise<boolean> {
    const { rows } = await sql`SELECT FROM restored_copy WHERE released_at IS NULL`.execute(this.#db)
    return rows.length > 0
  }
}
