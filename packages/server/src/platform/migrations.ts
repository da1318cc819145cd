import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { ConfigError } from './config.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')
/** Any number that is not used for another advisory lock of this database. */
const LOCK = 7_225_001

/**
 * Brings the database to the newest schema. Each file runs once, in order of its number, in its own transaction;
 * two servers that start at once wait for each other.
 * @throws ConfigError if the data come from a version that cannot be upgraded, or from a newer one
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(
      `CREATE TABLE IF NOT EXISTS migration
         (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration')
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const unknown = [...applied.keys()].filter((name) => !files.includes(name))
    if (unknown.length > 0) {
      throw new ConfigError(
        `The database is newer than this program: it has ${unknown.join(', ')}. Start the newer program.`,
      )
    }
    for (const name of files) await apply(client, name, applied.get(name))
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    client.release()
  }
}

async function apply(client: pg.PoolClient, name: string, appliedChecksum: string | undefined): Promise<void> {
  const text = await readFile(join(FOLDER, name), 'utf8')
  const checksum = createHash('sha256').update(text).digest('hex')
  if (appliedChecksum === checksum) return
  // Landed migrations never change, which a test holds: what ran in another form ran before that was so.
  if (appliedChecksum !== undefined) throw new ConfigError(tooOld(name))
  await client.query('BEGIN')
  try {
    await client.query(text)
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

function tooOld(name: string): string {
  return [
    `The data come from a version before 0.1.0 (its migration ${name} was another one), and only data of 0.1.0 and later can be upgraded.`,
    'Nothing was changed. To begin anew, set DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
    'To bring data along, export them with the version that made them: see Upgrading in docs/operations.md.',
  ].join('\n')
}
