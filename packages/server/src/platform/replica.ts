import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { clock } from './clock.ts'
import type { Db } from './database.ts'

/** An answer to whether the replica is current holds for so long. */
const REMEMBERED_MS = 1_000
/** A replica that does not answer within this time counts as away. */
const PATIENCE_MS = 1_000

/**
 * How far behind the server is, seconds: 0 where it is no standby. The installation writes every few seconds, so that the last transaction that
 * was replayed is never old by itself; NULL before the first.
 */
const LAG = `SELECT CASE WHEN pg_is_in_recovery() THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 ELSE 0 END AS lag`

/** A replica of the database, and whether it may be read from. */
export class Replica {
  /** Calls that read from the replica, or from the primary since it was too far behind or away. */
  readonly reads = { replica: 0, behind: 0, away: 0 }
  readonly #pool: pg.Pool
  readonly #lagSeconds: number
  readonly #db: Db
  #state: { until: number; found: Promise<'replica' | 'behind' | 'away'> } | undefined

  /** @param lagSeconds how far it may be behind */
  constructor(pool: pg.Pool, lagSeconds: number) {
    this.#pool = pool
    this.#lagSeconds = lagSeconds
    this.#db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  }

  /** @returns what to read from; undefined while that has to be the primary */
  async ifCurrent(): Promise<{ db: Db; pool: pg.Pool } | undefined> {
    const now = clock.monotonic()
    if (this.#state === undefined || now > this.#state.until) {
      this.#state = { until: now + REMEMBERED_MS, found: this.#ask() }
    }
    const found = await this.#state.found
    this.reads[found] += 1
    return found === 'replica' ? { db: this.#db, pool: this.#pool } : undefined
  }

  async stop(): Promise<void> {
    this.#pool.removeAllListeners('error').on('error', () => undefined)
    await this.#db.destroy()
  }

  async #ask(): Promise<'replica' | 'behind' | 'away'> {
    const late = clock.sleep(PATIENCE_MS, { ref: false }).then(() => 'away' as const)
    const asked = this.#pool
      .query<{ lag: number | null }>({ text: LAG, query_timeout: PATIENCE_MS } as pg.QueryConfig)
      .then(
        ({ rows }) => {
          const lag = rows[0]?.lag
          return typeof lag === 'number' && lag <= this.#lagSeconds ? ('replica' as const) : ('behind' as const)
        },
        () => 'away' as const,
      )
    return await Promise.race([asked, late])
  }
}
