import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DatabaseFaults } from './database-faults.ts'
import { DEFAULT_CONNECTIONS, OWN_CONNECTIONS } from './environment.ts'
import { IssueLog } from './issue-log.ts'
import type { Log } from './log.ts'

/** No table is known to the types: queries are written in SQL (decision 0038), so the builder of Kysely takes no table. */
type NoTables = Record<never, never>

/** What a query runs on: the pool, or a transaction. */
export type Db = Kysely<NoTables>

/** What a query runs on that must be in a transaction. */
export type Transaction = KyselyTransaction<NoTables>

/** Rows of which customers a piece of work may see: every customer's, or one customer's. */
export type CustomerScope = 'all' | { customerId: string }

/** Who does a piece of work, as far as the database holds that against rows. */
export interface Actor {
  userId: string
  /** Whether costs and margins are disclosed to them, whatever the row. */
  seesCosts?: boolean
  /** The token by which they hold what they edit. */
  editLock?: string | undefined
}

export const NOBODY: Actor = { userId: '' }

export interface DatabaseOptions {
  /** Most connections of the process, together with those that others open beside the pools. */
  connections?: number
  /** Hears what the server says of its disk and its data. */
  faults?: DatabaseFaults
}

/**
 * The two ways into PostgreSQL. `system` is for the product's own work (migrations, sign-in, ingest). `inScope` is for
 * the requests of signed-in people: it runs as a role under row-level security and sees only the scope's rows.
 */
export class Database {
  readonly pool: pg.Pool
  readonly system: Db
  readonly #scoped: Db
  readonly #pools: pg.Pool[]

  /** @param url address of the PostgreSQL, e.g. `postgres://user:password@host/database` */
  constructor(url: string, log: Log, { connections = DEFAULT_CONNECTIONS, faults }: DatabaseOptions = {}) {
    const max = Math.floor((connections - OWN_CONNECTIONS) / 2)
    const parts = { log, faults, max }
    const scopedPool = createPool(url, parts, '-c role=packhouse_app')
    this.pool = createPool(url, parts)
    this.#pools = [this.pool, scopedPool]
    this.system = new Kysely({ dialect: new PostgresDialect({ pool: this.pool }) })
    this.#scoped = new Kysely({ dialect: new PostgresDialect({ pool: scopedPool }) })
  }

  /**
   * Runs the work in one transaction that sees only the rows of the scope.
   * @param actor who does it: what that person may give to others, see of costs and edit is held against it
   */
  async inScope<T>(scope: CustomerScope, work: (transaction: Transaction) => Promise<T>, actor = NOBODY): Promise<T> {
    return await this.#scoped.transaction().execute(async (transaction) => {
      await enterScope(transaction, scope, actor)
      return await work(transaction)
    })
  }

  /** Likewise, and every statement sees the rows of one moment: for numbers that must agree with each other. */
  async inSnapshot<T>(scope: CustomerScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = this.#scoped.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return await transaction.execute(async (snapshot) => {
      await enterScope(snapshot, scope, NOBODY)
      return await work(snapshot)
    })
  }

  /** How many connections of the pools are open, by what they do, and how many requests wait for one. */
  connections(): Record<'idle' | 'used' | 'awaited', number> {
    const sum = (read: (pool: pg.Pool) => number) => this.#pools.reduce((total, pool) => total + read(pool), 0)
    const idle = sum((pool) => pool.idleCount)
    return { idle, used: sum((pool) => pool.totalCount) - idle, awaited: sum((pool) => pool.waitingCount) }
  }

  async stop(): Promise<void> {
    // The pool resolves before its connections have said goodbye; a database that stops in the meantime is no news any more.
    for (const pool of this.#pools) pool.removeAllListeners('error').on('error', () => undefined)
    await Promise.all([this.system.destroy(), this.#scoped.destroy()])
  }
}

async function enterScope(transaction: Transaction, scope: CustomerScope, actor: Actor): Promise<void> {
  const [customers, role] = scope === 'all' ? ['all', 'packhouse_staff'] : [scope.customerId, 'packhouse_app']
  await sql`
    SELECT set_config('packhouse.customers', ${customers}, true), set_config('packhouse.user', ${actor.userId}, true),
      set_config('packhouse.costs', ${actor.seesCosts ? 'all' : ''}, true),
      set_config('packhouse.edit_lock', ${actor.editLock ?? ''}, true), set_config('role', ${role}, true)
  `.execute(transaction)
}

interface PoolParts {
  log: Log
  faults: DatabaseFaults | undefined
  max: number
}

function createPool(url: string, { log, faults, max }: PoolParts, options?: string): pg.Pool {
  const broken = new IssueLog(log, 'The database is connected again')
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(options === undefined ? {} : { options }),
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => broken.meet('An idle database connection broke', { error: error.message }))
  // One that breaks between two statements of a transaction: the next statement fails, and that is what is acted on.
  pool.on('connect', (client) => {
    broken.end()
    client.on('error', () => undefined)
    faults?.watch(client)
  })
  return pool
}
