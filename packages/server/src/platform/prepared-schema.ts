import pg from 'pg'
import { newestOwnMigration } from './schema-state.ts'

/** Any number that is not used for another advisory lock of this database. */
const LOCK = 7_225_010

/**
 * Brings the rows that the product cannot do without, in one process at a time, and records whose they are: processes that do not bring
 * them wait for those of their own version.
 */
export async function prepareSchema(databaseUrl: string, bringRows: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await bringRows()
    await client.query(
      `INSERT INTO prepared_schema (migration) VALUES ($1)
       ON CONFLICT (is_only) DO UPDATE SET migration = greatest(prepared_schema.migration, excluded.migration), at = now()`,
      [await newestOwnMigration()],
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
