import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../platform/database.ts'

/** Tables that are partitioned by month, in the migrations. */
const TABLES = ['auth_log', 'api_count'] as const
/** Months that are made before they begin. */
const AHEAD = 4
/** How long to wait for a lock that would hold up everybody behind it. */
const LOCK_PATIENCE = '2s'
const DAY_MS = 86_400_000

/** Makes the partitions of this month and of those that come. */
export async function makeMonths(db: Db): Promise<void> {
  for (const table of TABLES) {
    await sql`
      SELECT ensure_month(${table}, now() AT TIME ZONE 'UTC' AT TIME ZONE 'UTC' + make_interval(months => ahead))
      FROM generate_series(0, ${AHEAD}::int) AS ahead
    `.execute(db)
  }
}

interface Partition {
  name: string
  /** Whether a removal was interrupted. */
  pending: boolean
}

/**
 * Removes the partitions of months that have been over for longer than so many days: never row by row, which would hold up sign-ins.
 * @param client a connection that no pooler shares out (`Database.directly`)
 * @throws Error where one is in use for too long; the others are left for the next time too
 */
export async function removeMonths(client: Pick<pg.ClientBase, 'query'>, days: number, now: number): Promise<string[]> {
  const oldest = new Date(now - days * DAY_MS).toISOString().slice(0, 7).replace('-', '')
  const removed: string[] = []
  try {
    await client.query(`SET lock_timeout = '${LOCK_PATIENCE}'`)
    for (const table of TABLES) {
      const { rows } = await client.query<Partition>(
        `SELECT relname AS name, inhdetachpending AS pending FROM pg_inherits JOIN pg_class ON oid = inhrelid
         WHERE inhparent = $1::regclass AND right(relname, 6) < $2 ORDER BY relname`,
        [table, oldest],
      )
      for (const { name, pending } of rows) {
        const how = pending ? 'FINALIZE' : 'CONCURRENTLY'
        await client.query(`ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`)
        await client.query(`DROP TABLE ${name}`)
        removed.push(name)
      }
    }
    return removed
  } finally {
    await client.query('RESET lock_timeout').catch(() => undefined)
  }
}
