import type pg from 'pg'

const DAY_MS = 86_400_000
/** How long to wait for a lock that would hold up everybody behind it. */
const LOCK_PATIENCE = '2s'

export type PartitionedTable = 'record' | 'minute_rollup' | 'hour_rollup'

/** A day's part of a large table. */
export interface Partition {
  name: string
  /** Start of the day in UTC, Unix ms. */
  from: number
  to: number
  bytes: number
}

/** The partitions of a table, oldest first. */
export async function partitionsOf(db: Pick<pg.ClientBase, 'query'>, table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await db.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_relation_size(oid) AS bytes FROM pg_inherits JOIN pg_class ON oid = inhrelid
     WHERE inhparent = $1::regclass ORDER BY relname`,
    [table],
  )
  return rows.map(({ name, bytes }) => {
    const from = Date.parse(name.replace(/^.*_(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))
    return { name, from, to: from + DAY_MS, bytes: Number(bytes) }
  })
}

/** Gives the room of a partition back whose rows have all gone. It stays: a late record may still belong to its day. */
export async function emptyOut(client: pg.ClientBase, { name }: Partition): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_PATIENCE}'`)
    await client.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`)
    const { rows } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`)
    if (rows.length === 0) await client.query(`TRUNCATE ${name}`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
