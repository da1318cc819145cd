import {
  type CompiledQuery,
  Kysely,
  type Transaction as KyselyTransaction,
  PostgresDialect,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import type { DatabaseFaults } from './database-faults.ts'
import { DEFAULT_CONNECTIONS, DEFAULT_WAIT_MS, OWN_CONNECTIONS } from './environment.ts'
import { IssueLog } from './issue-log.ts'
import type { Log } from './log.ts'
import { Replica } from './replica.ts'

/** No table is known to the types: queries are written in SQL (decision 0038), so the builder of Kysely takes no table. */
type NoTables = Record<never, never>

/** What a query runs on: the pool, or a transaction. */
export type Db = Kysely<NoTables>

/** What a query runs on that must be in a transaction. */
export type Transaction = KyselyTransaction<NoTables>

/** Rows of which customers a piece of work may see: every customer's, or one customer's. */
export type CustomerScope = 'all' | OneCustomer

interface OneCustomer {
  customerId: string
  /** Whether it is staff who ask, as a user of the customer or by a key for it: then what is not shared with staff is not seen. */
  isViewed?: boolean
}

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
  /** How long to wait for one of them, ms. */
  waitMs?: number
  /** Hears what the server says of its disk and its data. */
  faults?: DatabaseFaults
  /** The way past the pooler that `url` leads through; then nothing of the pools belongs to a connection. */
  directUrl?: string | undefined
  /** A replica that history is read from, and how far it may be behind, seconds. */
  replica?: { url: string; lagSeconds: number } | undefined
}

/**
 * The two ways into PostgreSQL. `system` is for the product's own work (migrations, sign-in, ingest). `inScope` is for
 * the requests of signed-in people: it runs as a role under row-level security and sees only the scope's rows.
 */
export class Database {
  readonly pool: pg.Pool
  readonly system: Db
  /** Where the pools lead. */
  readonly url: string
  readonly #scoped: Db
  readonly #scopedPool: pg.Pool
  readonly #pools: pg.Pool[]
  readonly #directUrl: string | undefined
  readonly #replica: Replica | undefined

  /** @param url address of the PostgreSQL, e.g. `postgres://user:password@host/database` */
  constructor(url: string, log: Log, options: DatabaseOptions = {}) {
    const { connections = DEFAULT_CONNECTIONS, waitMs = DEFAULT_WAIT_MS, faults, directUrl, replica } = options
    const max = Math.floor((connections - OWN_CONNECTIONS) / 2)
    const parts = { log, faults, max, waitMs }
    // A pooler shares connections among roles: there each transaction alone says as whom it runs (`enterScope`).
    const asRole = directUrl === undefined ? { options: '-c role=packhouse_app' } : {}
    this.#scopedPool = createPool(url, parts, { ...asRole, pipeline: true })
    this.url = url
    this.#directUrl = directUrl
    this.pool = createPool(url, parts)
    this.#replica = replica && new Replica(createPool(replica.url, parts, { pipeline: true }), replica.lagSeconds)
    this.#pools = [this.pool, this.#scopedPool]
    this.system = new Kysely({ dialect: new PostgresDialect({ pool: this.pool }) })
    this.#scoped = new Kysely({ dialect: new PostgresDialect({ pool: this.#scopedPool }) })
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
    return await inSnapshotOf(this.#scoped, scope, work)
  }

  /**
   * Likewise, for history: from the replica where there is one that is not too far behind, all statements from the same server.
   * What has just been written may be missing.
   */
  async inHistory<T>(scope: CustomerScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const replica = await this.#replica?.ifCurrent()
    return await inSnapshotOf(replica?.db ?? this.#scoped, scope, work)
  }

  /**
   * One statement for history, in a snapshot of the scope's rows: the transaction is one round trip, since nothing in it waits for an answer.
   */
  async readHistory<Row extends pg.QueryResultRow>(scope: CustomerScope, statement: RawBuilder<Row>): Promise<Row[]> {
    const replica = await this.#replica?.ifCurrent()
    return await inOneTrip(replica?.pool ?? this.#scopedPool, [
      scopeSettings(scope, NOBODY).compile(this.#scoped),
      statement.compile(this.#scoped),
    ])
  }

  /** What was read from the replica and, since that was away or too far behind, from the primary; undefined without a replica. */
  replicaReads(): Record<'replica' | 'behind' | 'away', number> | undefined {
    return this.#replica?.reads
  }

  /** Does what belongs to a connection, such as settings for several transactions: over a connection that no pooler shares out. */
  async directly<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    if (this.#directUrl === undefined) {
      const client = await this.pool.connect()
      return await work(client).finally(() => client.release())
    }
    const client = new pg.Client({ connectionString: this.#directUrl, connectionTimeoutMillis: 5_000, keepAlive: true })
    client.on('error', () => undefined)
    await client.connect()
    return await work(client).finally(() => client.end())
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
    await Promise.all([this.system.destroy(), this.#scoped.destroy(), this.#replica?.stop()])
  }
}

async function inSnapshotOf<T>(
  db: Db,
  scope: CustomerScope,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return await transaction.execute(async (snapshot) => {
    await enterScope(snapshot, scope, NOBODY)
    return await work(snapshot)
  })
}

/** Rolls back where a statement fails; what was lost with the connection is rolled back by its end. */
async function inOneTrip<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  [enter, read]: readonly [CompiledQuery, CompiledQuery<Row>],
): Promise<Row[]> {
  const client = await pool.connect()
  const answers = await Promise.allSettled([
    client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
    client.query(enter.sql, [...enter.parameters]),
    client.query<Row>(read.sql, [...read.parameters]),
    client.query('COMMIT'),
  ])
  const failure = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  client.release(failure?.reason)
  if (failure !== undefined) throw failure.reason
  return (answers[2] as PromiseFulfilledResult<pg.QueryResult<Row>>).value.rows
}

async function enterScope(transaction: Transaction, scope: CustomerScope, actor: Actor): Promise<void> {
  await scopeSettings(scope, actor).execute(transaction)
}

function scopeSettings(scope: CustomerScope, actor: Actor): RawBuilder<unknown> {
  const [customers, role] = scope === 'all' ? ['all', 'packhouse_staff'] : [scope.customerId, 'packhouse_app']
  const isViewed = scope !== 'all' && scope.isViewed === true
  return sql`
    SELECT set_config('packhouse.customers', ${customers}, true), set_config('packhouse.user', ${actor.userId}, true),
      set_config('packhouse.costs', ${actor.seesCosts ? 'all' : ''}, true),
      set_config('packhouse.viewed', ${isViewed ? 'yes' : ''}, true),
      set_config('packhouse.edit_lock', ${actor.editLock ?? ''}, true), set_config('role', ${role}, true)
  `
}

interface PoolParts {
  log: Log
  faults: DatabaseFaults | undefined
  max: number
  waitMs: number
}

/** @param own what is special about this pool */
function createPool(url: string, { log, faults, max, waitMs }: PoolParts, own: pg.PoolConfig = {}): pg.Pool {
  const broken = new IssueLog(log, 'The database is connected again')
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    ...own,
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
