import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog, Database, EmbeddedPostgres, migrate } from '@packhouse/server'
import { familyUsage } from '../process/usage.ts'

/** Beside the bench and not in the system's folder for temporary files, which may be in memory where syncing is free. */
const DATA = join(import.meta.dirname, '../../data')
const RESTART_PATIENCE_MS = 30_000

function randomSecret(): string {
  return randomBytes(12).toString('base64url')
}

/** A PostgreSQL of the bench's own with the settings the product uses, in a folder that goes away afterwards. */
export class Stage {
  readonly folder: string
  readonly samplePasswords = { people: randomSecret(), device: randomSecret() }
  readonly #secret = randomBytes(24).toString('base64url')
  readonly #log = createLog('fatal')
  #postgres: EmbeddedPostgres | undefined
  #database: Database | undefined
  readonly #others: Database[] = []
  databaseUrl = ''

  constructor(name: string) {
    this.folder = join(DATA, `${name}-${process.pid}`)
  }

  get database(): Database {
    if (this.#database === undefined) throw new Error('The stage is not open.')
    return this.#database
  }

  async open(): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    // PostgreSQL does not run as root: its own user has to reach the folder.
    await chmod(this.folder, 0o755)
    this.#postgres = new EmbeddedPostgres(this.folder, this.#secret, this.#log)
    this.databaseUrl = await this.#postgres.start()
    this.#database = new Database(this.databaseUrl, this.#log)
    await migrate(this.database.pool)
  }

  /** Makes one more database with the product's schema in it. It ends with the stage. */
  async addDatabase(name: string): Promise<{ database: Database; databaseUrl: string }> {
    await this.database.pool.query(`CREATE DATABASE "${name}"`)
    const url = new URL(this.databaseUrl)
    url.pathname = `/${name}`
    const database = new Database(url.href, this.#log)
    this.#others.push(database)
    await migrate(database.pool)
    return { database, databaseUrl: url.href }
  }

  /** Connections to a database of this stage that fire no triggers: rows of a million machines need no history of changes. It ends with the stage. */
  fillerOf(databaseUrl: string): Database {
    const url = new URL(databaseUrl)
    url.searchParams.set('options', '-c session_replication_role=replica')
    const database = new Database(url.href, this.#log)
    this.#others.push(database)
    return database
  }

  async close(): Promise<void> {
    await Promise.all(this.#others.map((database) => database.stop()))
    await this.#database?.stop()
    await this.#postgres?.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Ends PostgreSQL as a power cut would, and waits until it is back: what it finds then is what is stored. */
  async crash(): Promise<void> {
    const killed = new Date()
    process.kill(await this.#postmaster(), 'SIGKILL')
    for (const patience = Date.now() + RESTART_PATIENCE_MS; Date.now() < patience; await sleep(100)) {
      try {
        // Sessions of the one that was killed may still answer for a moment.
        const { rows } = await this.database.pool.query<{ started: Date }>(
          'SELECT pg_postmaster_start_time() AS started',
        )
        if (rows[0] !== undefined && rows[0].started > killed) return
      } catch {
        // Still recovering.
      }
    }
    throw new Error('PostgreSQL did not come back.')
  }

  /** Processor time of all of PostgreSQL, microseconds. */
  async usage(): Promise<number | undefined> {
    return familyUsage(await this.#postmaster())
  }

  /** What a database has committed, and what the whole server has written ahead in bytes, since it was made. */
  async written(pool: Database['pool']): Promise<{ transactions: number; wal: number }> {
    const { rows } = await pool.query<{ transactions: number; wal: number }>(
      `SELECT xact_commit::float8 AS transactions, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal
       FROM pg_stat_database WHERE datname = current_database()`,
    )
    return rows[0] ?? { transactions: Number.NaN, wal: Number.NaN }
  }

  async version(): Promise<string> {
    const { rows } = await this.database.pool.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? 'unknown'
  }

  async #postmaster(): Promise<number> {
    const text = await readFile(join(this.folder, 'postgres/cluster/postmaster.pid'), 'utf8')
    return Number(text.split('\n')[0])
  }
}
