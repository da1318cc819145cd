import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { MIGRATIONS, numberOf, ownMigrations, stopsCode } from './schema-state.ts'

/** Migrations whose state in a database is not that of this program, by the names of files. */
export interface MigrationState {
  /** Not run yet. */
  pending: string[]
  /** Of a newer program, and of no harm to this one. */
  beside: string[]
  /** Of a newer program, with which this one does not work. */
  newer: string[]
  /** That ran in another form. */
  altered: string[]
}

interface Applied {
  name: string
  checksum: string
  oldest_code?: number
}

/** Compares a database with this program and changes nothing. */
export async function compareMigrations(client: pg.ClientBase): Promise<MigrationState> {
  const files = await ownMigrations()
  const there = await client.query<{ oid: string | null }>(`SELECT to_regclass('migration')::text AS oid`)
  if (there.rows[0]?.oid === null) return { pending: files, beside: [], newer: [], altered: [] }
  const { rows } = await client.query<Applied>('SELECT * FROM migration ORDER BY name')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const altered: string[] = []
  for (const name of files) {
    const known = applied.get(name)
    if (known !== undefined && known !== (await checksumOf(name))) altered.push(name)
  }
  const own = numberOf(files.at(-1) ?? '0')
  const unknown = rows.filter(({ name }) => !files.includes(name))
  const stops = (row: Applied) => stopsCode(row, own)
  return {
    pending: files.filter((name) => !applied.has(name)),
    beside: unknown.filter((row) => !stops(row)).map(({ name }) => name),
    newer: unknown.filter(stops).map(({ name }) => name),
    altered,
  }
}

async function checksumOf(name: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(MIGRATIONS, name)))
    .digest('hex')
}
