import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { clock, type Timer } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { LogFiles } from '../../platform/logs/log-files.ts'
import { LEVELS, type LogLine } from '../../platform/logs/log-output.ts'

const FLUSH_MS = 1_000
/** Lines that one round stores, and so a second: a flood of refused requests must not fill the database. */
const MOST_LINES = 200
const DAYS = 7
const AHEAD_DAYS = 4
const MISSING_PARTITION = '23514'

/** Puts warnings and worse of this server where all servers have theirs. */
export class SharedLines {
  readonly #db: Db
  readonly #files: LogFiles
  readonly #server = `${hostname()}-${randomBytes(2).toString('hex')}`
  #waiting: LogLine[] = []
  #timer: Timer | undefined
  #unlisten: (() => void) | undefined
  #storing = Promise.resolve()
  /** Lines that were too many, or that the database did not take. */
  dropped = 0

  /** @param db the product's own */
  constructor(db: Db, files: LogFiles) {
    this.#db = db
    this.#files = files
  }

  start(): void {
    this.#unlisten = this.#files.onLine((line) => {
      if (line.level < LEVELS.warn) return
      if (this.#waiting.length < MOST_LINES) this.#waiting.push(line)
      else this.dropped++
    })
    this.#timer = clock.every(FLUSH_MS, () => this.#storeLater())
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    this.#unlisten?.()
    this.#storeLater()
    await this.#storing
  }

  /** Makes the partitions of the next days. */
  async createPartitions(): Promise<void> {
    await sql`CALL create_log_partitions((now() AT TIME ZONE 'UTC')::date, ${AHEAD_DAYS})`.execute(this.#db)
  }

  /** Removes days that are over, each by itself: never a mass delete. */
  async dropOld(): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'log_line'::regclass
        AND relname < 'log_line_' || to_char((now() AT TIME ZONE 'UTC')::date - ${DAYS}::int, 'YYYYMMDD')
    `.execute(this.#db)
    for (const { name } of rows)
      await this.#db.transaction().execute(async (db) => {
        await sql`SET LOCAL lock_timeout = '2s'`.execute(db)
        await sql`DROP TABLE ${sql.table(name)}`.execute(db)
      })
  }

  #storeLater(): void {
    const lines = this.#waiting
    if (lines.length === 0) return
    this.#waiting = []
    // Nothing is logged of it: that would be a line again.
    this.#storing = this.#storing
      .then(() => this.#store(lines))
      .catch(() => {
        this.dropped += lines.length
      })
  }

  async #store(lines: readonly LogLine[]): Promise<void> {
    try {
      await this.#insert(lines)
    } catch (error) {
      if ((error as { code?: string }).code !== MISSING_PARTITION) throw error
      await this.createPartitions()
      await this.#insert(lines)
    }
  }

  async #insert(lines: readonly LogLine[]): Promise<void> {
    await sql`
      INSERT INTO log_line (at, server, level, line)
      SELECT to_timestamp(l.ms / 1000.0), ${this.#server}, l.level, l.line
      FROM unnest(${lines.map(({ time }) => time)}::float8[], ${lines.map(({ level }) => level)}::int[],
        ${lines.map(({ text }) => text)}::text[]) l (ms, level, line)
    `.execute(this.#db)
  }
}
