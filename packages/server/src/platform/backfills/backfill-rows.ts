import type pg from 'pg'
import type { Backfill } from './backfill.ts'

/** A connection, or a pool. */
type Asked = Pick<pg.ClientBase, 'query'> | pg.Pool

/** A backfill that has not come to its end. */
export interface OpenBackfill {
  backfill: Backfill
  /** Rows until now. */
  handled: number
  /** As the planner of the database estimates it; null where it does not know the table. */
  rows: number | null
  /** When a batch was last committed; null before the first. */
  movedAt: Date | null
  /** Why the last attempt failed. */
  reason: string | null
}

interface Row {
  name: string
  handled: number | null
  rows: number | null
  movedAt: Date | null
  isDone: boolean
  reason: string | null
}

/** The backfills that are not done, in their order. */
export async function readOpen(db: Asked, declared: readonly Backfill[]): Promise<OpenBackfill[]> {
  if (declared.length === 0) return []
  const { rows } = await (db as pg.ClientBase).query<Row>(
    `SELECT d.name, b.handled::float8 AS handled, b.moved_at AS "movedAt", b.done_at IS NOT NULL AS "isDone", b.reason,
       (SELECT sum(c.reltuples)::float8 FROM pg_class c WHERE c.relkind = 'r' AND c.reltuples >= 0 AND (c.oid = to_regclass(quote_ident(d.table_name))
          OR c.oid IN (SELECT relid FROM pg_partition_tree(to_regclass(quote_ident(d.table_name)))))) AS rows
     FROM unnest($1::text[], $2::text[]) AS d (name, table_name) LEFT JOIN backfill b ON b.name = d.name`,
    [declared.map(({ name }) => name), declared.map(({ table }) => table)],
  )
  const found = new Map(rows.map((row) => [row.name, row]))
  return declared.flatMap((backfill) => {
    const row = found.get(backfill.name)
    if (row === undefined || row.isDone) return []
    const { handled, rows: all, movedAt, reason } = row
    return [{ backfill, handled: handled ?? 0, rows: all, movedAt, reason }]
  })
}

/** Notes why an attempt failed, for people. */
export async function noteFailure(db: Asked, { name, mostRows }: Backfill, reason: string): Promise<void> {
  await (db as pg.ClientBase).query(
    `INSERT INTO backfill (name, batch_rows, reason) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET reason = excluded.reason`,
    [name, mostRows, reason],
  )
}
