import type pg from 'pg'

/** How long to wait for a lock that would hold up everybody behind it. */
export const LOCK_PATIENCE = '2s'

/** A part of a large table whose name ends in the day that it starts on, such as `record_20260131`. */
export interface NamedPartition {
  name: string
  /** Start of that day in UTC, Unix ms. */
  from: number
  bytes: number
}

/** The partitions of a table, oldest first. */
export async function partitionNames(
  db: Pick<pg.ClientBase | pg.Pool, 'query'>,
  table: string,
): Promise<NamedPartition[]> {
  const { rows } = await db.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_relation_size(oid) AS bytes FROM pg_inherits JOIN pg_class ON oid = inhrelid
     WHERE inhparent = $1::regclass ORDER BY relname`,
    [table],
  )
  return rows.map(({ name, bytes }) => ({
    name,
    from: Date.parse(name.replace(/^.*_(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')),
    bytes: Number(bytes),
  }))
}

/**
 * Takes a partition out and drops it, without locking who reads and writes the others.
 * @param client a connection that no pooler shares out: no transaction may be around it (`Database.directly`)
 */
export async function dropPartition(client: Pick<pg.ClientBase, 'query'>, table: string, name: string): Promise<void> {
  try {
    await client.query(`SET lock_timeout = '${LOCK_PATIENCE}'`)
    const { rows } = await client.query<{ pending: boolean }>(
      'SELECT inhdetachpending AS pending FROM pg_inherits WHERE inhrelid = $1::regclass',
      [name],
    )
    const how = rows[0]?.pending === true ? 'FINALIZE' : 'CONCURRENTLY'
    if (rows.length > 0) await client.query(`ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`)
    await client.query(`DROP TABLE ${name}`)
  } finally {
    await client.query('RESET lock_timeout').catch(() => undefined)
  }
}
