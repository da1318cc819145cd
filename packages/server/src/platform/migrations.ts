import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { backfills } from './backfills/backfill.ts'
import { finishNeeded } from './backfills/finish-backfills.ts'
import { clock } from './clock.ts'
import { ConfigError } from './config.ts'
import { MIGRATIONS, numberOf, ownMigrations, stopsCode } from './schema-state.ts'

/** Any number that is not used for another advisory lock of this database. */
const LOCK = 7_225_001
/** Whoever waits for a lock of a table holds up all others who come behind: rather the migration is tried again. */
const LOCK_TIMEOUT_MS = 5_000
const LOCK_ATTEMPTS = 24
const LOCK_PAUSE_MS = 2_500
/** SQLSTATE lock_not_available. */
const LOCKED = '55P03'
/** A migration says so where older code works beside its schema. */
const WORKS_WITH = /^-- Works with code from: (\d{4})$/m

/** The migrations that a backup was made after. */
export interface MigrationsOfBackup {
  /** Checksums by name. */
  known: ReadonlyMap<string, string>
  /** The name of the backup. */
  of: string
}

/**
 * Brings the database to the newest schema. Each file runs once, in order of its number, in its own transaction;
 * two servers that start at once wait for each other.
 * @param backup only its migrations run
 * @throws ConfigError if the data come from a version that cannot be upgraded, or from a newer one that this code cannot work with
 */
export async function migrate(pool: pg.Pool, backup?: MigrationsOfBackup): Promise<void> {
  const all = await ownMigrations()
  const files = backup === undefined ? all : await filesOfBackup(all, backup)
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(
      `CREATE TABLE IF NOT EXISTS migration
         (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const { rows } = await client.query<AppliedMigration>('SELECT * FROM migration ORDER BY name')
    if (rows.every(({ oldest_code }) => oldest_code === undefined)) await client.query(OLDEST_CODE)
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const own = numberOf(files.at(-1) ?? '0')
    const newer = rows.filter((row) => !files.includes(row.name) && stopsCode(row, own))
    if (newer.length > 0) {
      const names = newer.map(({ name }) => name).join(', ')
      throw new ConfigError(
        `The database is newer than this program, which does not work with what it has: ${names}. Start the newer program.`,
      )
    }
    for (const name of files) await apply(client, name, applied.get(name))
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    client.release()
  }
}

interface AppliedMigration {
  name: string
  checksum: string
  /** Absent in databases of versions that did not record it. */
  oldest_code?: number
}

/** The newest migration that code must know to work with the schema. Code that did not record it stops at any migration it does not know. */
const OLDEST_CODE = 'ALTER TABLE migration ADD COLUMN IF NOT EXISTS oldest_code int NOT NULL DEFAULT 0'

/** @throws ConfigError where this program does not have all of them, as they were */
async function filesOfBackup(all: readonly string[], { known, of }: MigrationsOfBackup): Promise<string[]> {
  const unknown = [...known.keys()].filter((name) => !all.includes(name))
  if (unknown.length > 0)
    throw new ConfigError(
      `The backup ${of} is newer than this program: it has ${unknown.join(', ')}. Restore it with the newer program.`,
    )
  for (const [name, checksum] of known)
    if ((await readMigration(name)).checksum !== checksum) throw new ConfigError(tooOld(name))
  return all.filter((name) => known.has(name))
}

async function readMigration(name: string): Promise<{ text: string; checksum: string }> {
  const text = await readFile(join(MIGRATIONS, name), 'utf8')
  return { text, checksum: createHash('sha256').update(text).digest('hex') }
}

async function apply(client: pg.PoolClient, name: string, appliedChecksum: string | undefined): Promise<void> {
  const { text, checksum } = await readMigration(name)
  if (appliedChecksum === checksum) return
  // Landed migrations never change, which a test holds: what ran in another form ran before that was so.
  if (appliedChecksum !== undefined) throw new ConfigError(tooOld(name))
  await finishNeeded(client, text, backfills).catch((error: Error) => {
    throw new Error(`The migration ${name} cannot run yet: ${error.message}`, { cause: error })
  })
  for (let attempt = 1; ; attempt += 1) {
    const error = await run(client, text, { name, checksum, oldest_code: oldestCodeOf(name, text) })
    if (error === undefined) return
    if (error.code !== LOCKED || attempt === LOCK_ATTEMPTS)
      throw new Error(`The migration ${name} failed: ${error.message}`, { cause: error })
    await clock.sleep(LOCK_PAUSE_MS)
  }
}

async function run(
  client: pg.PoolClient,
  text: string,
  { name, checksum, oldest_code }: Required<AppliedMigration>,
): Promise<(Error & { code?: string }) | undefined> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(text)
    const values = [name, checksum, oldest_code]
    await client.query('INSERT INTO migration (name, checksum, oldest_code) VALUES ($1, $2, $3)', values)
    await client.query('COMMIT')
    return undefined
  } catch (error) {
    await client.query('ROLLBACK')
    return error as Error
  }
}

/** The newest migration that code must know to work with this one. Older code stops at a migration that does not say that it works with it. */
export function oldestCodeOf(name: string, text: string): number {
  return numberOf(WORKS_WITH.exec(text)?.[1] ?? name)
}

function tooOld(name: string): string {
  return [
    `The data come from a version before 0.1.0 (its migration ${name} was another one), and only data of 0.1.0 and later can be upgraded.`,
    'Nothing was changed. To begin anew, set DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
    'To bring data along, export them with the version that made them: see Upgrades in docs/operations.md.',
  ].join('\n')
}
