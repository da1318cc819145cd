import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const FOLDER = join(import.meta.dirname, '../../migrations')
/** Any number that nobody else uses as an advisory lock of this database. */
const LOCK = 7_225_001

/**
 * Brings the database to the newest schema. Each file runs once, in order of its number, in a transaction of its own;
 * two servers that start at once wait for each other.
 * @throws Error if a file that has run was changed since, or the database is newer than this program
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
      throw new Error(`The database is newer than this program: it has ${unknown.join(', ')}. Start the newer program.`)
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
  if (appliedChecksum !== undefined) {
    throw new Error(`The migration ${name} was changed after it had run. Restore it and write a new one.`)
  }
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
