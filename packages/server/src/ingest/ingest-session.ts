import pg from 'pg'
import { clock } from '../platform/clock.ts'

/** Held by the one ingest of a database, for as long as its connection lives. */
export const INGEST_LOCK = 7_225_002
/** What is not answered for so long is given up with its connection: a network may lose one without a word. */
const PATIENCE_MS = 30_000
const CONNECT_PATIENCE_MS = 5_000
const GOODBYE_MS = 1_000
/**
 * What is acknowledged is on the disk; and the server finds out within half a minute when the ingest is gone without a word,
 * since no other process can store records until then.
 */
const SETTINGS = `SET synchronous_commit = 'on'; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 3; SET tcp_user_timeout = 30000`

/**
 * The same where other processes store telemetry too. Whoever does not answer must not hold its machines for long: a process that is stopped in the
 * middle of a batch keeps its connection.
 */
const SHARED_SETTINGS = `${SETTINGS}; SET idle_in_transaction_session_timeout = '15s'; SET transaction_timeout = '5min'`

const LOCK_OF_INGEST = `locktype = 'advisory' AND granted AND objid = $1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

const TAKEN = 'Another process already stores the telemetry of this database.'
const SHARED_TAKEN =
  'Other nodes already share the telemetry of this database, and this process wants to store all of it: start it with ROLE set to what it is to do beside them.'
const ALONE_TAKEN =
  'A process with all roles stores the telemetry of this database alone: stop it, or start it with ROLE=api,ingest, so that other nodes can share the work.'

/** Whether one process stores all telemetry, or several do. */
export type IngestMode = 'alone' | 'shared'

/** The lock of the ingest is held by another process. */
export class IngestTaken extends Error {}

/** The connection could not be opened before, which was reported with its reason then. */
export class IngestClosed extends Error {}

/** The one connection of the ingest, with its lock: alone, or together with other processes that share the work. */
export class IngestSession {
  readonly isShared: boolean
  readonly #url: string
  readonly #patienceMs: number
  #patience: number
  #client: pg.Client | undefined
  /** The server's process of the connection before, and when it began: numbers of processes come again. */
  #former: { pid: number; since: string } | undefined

  /** @param patienceMs how long an answer may take, doubled each time that it was too short */
  constructor(url: string, patienceMs = PATIENCE_MS, mode: IngestMode = 'alone') {
    this.isShared = mode === 'shared'
    this.#url = url
    this.#patienceMs = patienceMs
    this.#patience = patienceMs
  }

  /** @throws IngestClosed while it is not open */
  get client(): pg.Client {
    if (this.#client === undefined) throw new IngestClosed('The connection of the ingest is not open.')
    return this.#client
  }

  /**
   * Connects and takes the lock.
   * @throws IngestTaken while another process holds the lock
   */
  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    })
    // The failure of the statement under way is what is acted on; without a listener this would end the process.
    client.on('error', () => undefined)
    await client.connect()
    this.#client = client
    try {
      await this.within(() => this.#takeLock(client))
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    if (client !== undefined) await Promise.race([goodbye(client), clock.sleep(GOODBYE_MS)])
  }

  /**
   * Does something over the connection, and gives the connection up where that takes too long.
   * @throws Error where it fails, or is given up
   */
  async within<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = this.client
    let late = false
    const timer = clock.timeout(this.#patience, () => {
      late = true
      // With a statement under way this ends the connection at once.
      void goodbye(client)
    })
    try {
      const result = await work(client)
      this.#patience = this.#patienceMs
      return result
    } catch (error) {
      // It may have been slow and not lost: then it must be let come to its end some time.
      if (late) this.#patience *= 2
      throw error
    } finally {
      timer.stop()
    }
  }

  async #takeLock(client: pg.Client): Promise<void> {
    // What a connection before has locked is not free before it has ended.
    if (this.isShared && (await this.#endFormer(client))) throw new Error('The connection before has not ended yet.')
    const take = this.isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
    const { rows } = await client.query<{ taken: boolean; pid: number; since: string }>(
      `SELECT ${take}($1) AS taken, pid, backend_start::text AS since FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
      [INGEST_LOCK],
    )
    const [row] = rows
    if (row?.taken !== true) {
      if (await this.#endFormer(client)) throw new Error('The connection before has not ended yet.')
      throw new IngestTaken(await this.#whyTaken(client))
    }
    this.#former = row
    await client.query(this.isShared ? SHARED_SETTINGS : SETTINGS)
  }

  async #whyTaken(client: pg.Client): Promise<string> {
    if (this.isShared) return ALONE_TAKEN
    const { rows } = await client.query(`SELECT FROM pg_locks WHERE ${LOCK_OF_INGEST} AND mode = 'ShareLock'`, [
      INGEST_LOCK,
    ])
    return rows.length > 0 ? SHARED_TAKEN : TAKEN
  }

  /** The server may not know yet that the connection before is lost, and still holds its lock. @returns whether it did */
  async #endFormer(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE ${LOCK_OF_INGEST} AND pid = $2
         AND EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = $2 AND a.backend_start = $3::timestamptz)`,
      [INGEST_LOCK, this.#former?.pid ?? null, this.#former?.since ?? null],
    )
    return rows.length > 0
  }
}

async function goodbye(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined)
}
