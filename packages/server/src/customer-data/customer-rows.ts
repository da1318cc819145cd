import { MAX_COUNTED_ROWS } from '@packhouse/contract'
import type { CustomerTable } from './customer-tables.ts'

/** What runs statements: a pool, or one connection. */
export interface Statements {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>
}

/** How many rows of a customer a table has, up to the most that are counted. */
export async function countRows(db: Statements, { table, of }: CustomerTable, customerId: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM (SELECT FROM ${table} r WHERE ${of} LIMIT ${MAX_COUNTED_ROWS}) AS found`,
    [customerId],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Every table with its rows of one customer, by the decisions. */
export async function countAll(
  db: Statements,
  tables: readonly CustomerTable[],
  customerId: string,
): Promise<{ table: CustomerTable; rows: number }[]> {
  const counted = []
  for (const table of tables) counted.push({ table, rows: await countRows(db, table, customerId) })
  return counted
}
