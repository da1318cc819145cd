import type pg from 'pg'
import { clock } from '../clock.ts'
import { ConfigError } from '../config.ts'
import { connect, databaseOf, withDatabase } from './connections.ts'

/** Held in the maintenance database while a restore or a drill works beside a database. */
const RESTORE_LOCK = 7_225_082
const MAINTENANCE = 'postgres'
/** PostgreSQL cuts longer names. */
const LONGEST_NAME = 63
/** A connection that was closed a moment ago is counted until its process has ended. */
const LEAVING_MS = 2_000
const LOOK_MS = 50

type Purpose = 'restore' | 'drill' | 'before'

/** The databases of one server: the one in use, and those beside it that restores and drills make. */
export class Databases {
  readonly #client: pg.Client
  readonly #url: string
  readonly #current: string

  private constructor(client: pg.Client, url: string) {
    this.#client = client
    this.#url = url
    this.#current = databaseOf(url)
  }

  /**
   * @param url of the database in use
   * @throws ConfigError where another restore or drill works beside it, or its user may not make databases
   */
  static async open(url: string): Promise<Databases> {
    const client = await connect(withDatabase(url, MAINTENANCE)).catch((error: Error) => {
      throw new ConfigError(
        `A restore works from the database ${MAINTENANCE} of the server, which cannot be connected to: ${error.message}. Let the user of DATABASE_URL connect to it.`,
        { cause: error },
      )
    })
    const databases = new Databases(client, url)
    try {
      await databases.#lock()
      await databases.#assertMakesDatabases()
      await databases.#dropLeftovers()
      return databases
    } catch (error) {
      await client.end()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined)
  }

  /** Makes a database with nothing in it, set up as the one in use. @returns its address */
  async create(purpose: Purpose): Promise<string> {
    const name = this.#beside(purpose)
    const { rows } = await this.#client.query<DatabaseRow>(
      `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datcollate AS collate, datctype AS ctype, datlocale AS locale
       FROM pg_database WHERE datname = $1`,
      [this.#current],
    )
    const [like] = rows
    if (like === undefined)
      throw new ConfigError(`There is no database ${this.#current}. Make it (CREATE DATABASE) first.`)
    await this.#client.query(
      `CREATE DATABASE ${this.#escape(name)} TEMPLATE template0 ENCODING 'UTF8' ${localeOf(like, (text) => this.#client.escapeLiteral(text))}`,
    )
    return withDatabase(this.#url, name)
  }

  async drop(url: string): Promise<void> {
    await this.#client.query(`DROP DATABASE IF EXISTS ${this.#escape(databaseOf(url))} WITH (FORCE)`)
  }

  /** @throws ConfigError while anybody is connected to the database in use */
  async assertUnused(): Promise<void> {
    for (let waited = 0; ; waited += LOOK_MS) {
      const count = await this.#connections()
      if (count === 0) return
      if (waited >= LEAVING_MS) throw new ConfigError(inUse(this.#current, count))
      await clock.sleep(LOOK_MS)
    }
  }

  /**
   * Lets a database take the place of the one in use, which gets another name: both or neither, in one transaction.
   * @returns the new name of the old one
   * @throws ConfigError while anybody is connected to either
   */
  async swap(url: string): Promise<string> {
    const before = this.#beside('before')
    await this.#client.query('BEGIN')
    try {
      await this.#copySettings(databaseOf(url))
      await this.#client.query(`ALTER DATABASE ${this.#escape(this.#current)} RENAME TO ${this.#escape(before)}`)
      await this.#client.query(
        `ALTER DATABASE ${this.#escape(databaseOf(url))} RENAME TO ${this.#escape(this.#current)}`,
      )
      await this.#client.query('COMMIT')
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined)
      if ((error as { code?: string }).code === '55006')
        throw new ConfigError(inUse(this.#current, undefined), { cause: error })
      throw error
    }
    return before
  }

  /** The databases that earlier restores have put aside, the newest first. */
  async listBefore(): Promise<{ name: string; bytes: number }[]> {
    const { rows } = await this.#client.query<{ name: string; bytes: string }>(
      `SELECT datname AS name, pg_database_size(oid) AS bytes FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname DESC`,
      [this.#stem('before')],
    )
    return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
  }

  /** @throws ConfigError where no restore has put it aside */
  async dropBefore(name: string): Promise<void> {
    const known = await this.listBefore()
    if (!known.some((one) => one.name === name))
      throw new ConfigError(
        `${name} is no database that a restore has put aside. List them with npm run restore -- --old.`,
      )
    await this.#client.query(`DROP DATABASE ${this.#escape(name)}`)
  }

  /** How many connections the database in use has. */
  async #connections(): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
      [this.#current],
    )
    return rows[0]?.count ?? 0
  }

  /** The connection's end frees it, whatever ends it. */
  async #lock(): Promise<void> {
    const { rows } = await this.#client.query<{ free: boolean }>(
      `SELECT pg_try_advisory_lock(${RESTORE_LOCK}, hashtext($1)) AS free`,
      [this.#current],
    )
    if (rows[0]?.free !== true)
      throw new ConfigError('Another restore or drill is under way on this server. Wait until it has ended.')
  }

  async #assertMakesDatabases(): Promise<void> {
    const { rows } = await this.#client.query<{ user: string; may: boolean }>(
      'SELECT current_user AS user, rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user',
    )
    const [row] = rows
    if (row?.may === false)
      throw new ConfigError(
        `The user ${row.user} may not make databases, and backups are restored into a new one. Run ALTER ROLE ${row.user} CREATEDB, as the administrator of the server.`,
      )
  }

  /** What restores and drills that were killed have left behind: the lock says that none works there. */
  async #dropLeftovers(): Promise<void> {
    const { rows } = await this.#client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1) OR starts_with(datname, $2)',
      [this.#stem('restore'), this.#stem('drill')],
    )
    for (const { name } of rows) await this.#client.query(`DROP DATABASE IF EXISTS ${this.#escape(name)} WITH (FORCE)`)
  }

  /** Whatever was set for the database in use (ALTER DATABASE ... SET, CONNECTION LIMIT) holds for its successor. */
  async #copySettings(name: string): Promise<void> {
    const { rows } = await this.#client.query<{ setting: string }>(
      `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting s JOIN pg_database d ON d.oid = setdatabase
       WHERE setrole = 0 AND datname = $1`,
      [this.#current],
    )
    for (const { setting } of rows) {
      const at = setting.indexOf('=')
      const [key, value] = [setting.slice(0, at), setting.slice(at + 1)]
      await this.#client.query(
        `ALTER DATABASE ${this.#escape(name)} SET ${this.#escape(key)} = ${this.#client.escapeLiteral(value)}`,
      )
    }
    const { rows: limits } = await this.#client.query<{ most: number }>(
      'SELECT datconnlimit AS most FROM pg_database WHERE datname = $1',
      [this.#current],
    )
    const most = limits[0]?.most ?? -1
    if (most >= 0) await this.#client.query(`ALTER DATABASE ${this.#escape(name)} CONNECTION LIMIT ${most}`)
  }

  #stem(purpose: Purpose): string {
    const end = `_${purpose}_`
    return `${this.#current.slice(0, LONGEST_NAME - end.length - 14)}${end}`
  }

  #beside(purpose: Purpose): string {
    const time = new Date(clock.now()).toISOString().replaceAll(/\D/g, '').slice(0, 14)
    return `${this.#stem(purpose)}${time}`
  }

  #escape(name: string): string {
    return this.#client.escapeIdentifier(name)
  }
}

interface DatabaseRow {
  provider: string
  collate: string
  ctype: string
  locale: string | null
}

function localeOf({ provider, collate, ctype, locale }: DatabaseRow, literal: (text: string) => string): string {
  const categories = `LC_COLLATE ${literal(collate)} LC_CTYPE ${literal(ctype)}`
  if (provider === 'b') return `LOCALE_PROVIDER builtin BUILTIN_LOCALE ${literal(locale ?? 'C.UTF-8')} ${categories}`
  if (provider === 'i') return `LOCALE_PROVIDER icu ICU_LOCALE ${literal(locale ?? 'und')} ${categories}`
  return `LOCALE_PROVIDER libc ${categories}`
}

function inUse(name: string, count: number | undefined): string {
  const who = count === undefined ? 'Somebody is' : `${count} connections are`
  return `${who} still open to the database ${name}. Stop every server of this installation, and end other connections; then restore again.`
}
