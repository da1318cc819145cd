import { ENDED_ORDERS_SHOWN, MOST_OPEN_ORDERS, type OrderDraft } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/** A production order as it is stored; times are Unix ms. */
export interface OrderRow {
  id: string
  rowVersion: number
  number: string
  product: string
  recipe: string | null
  target: number
  idealRate: number | null
  plannedFrom: Date
  plannedTo: Date
  startedAt: Date | null
  endedAt: Date | null
}

const COLUMNS = sql`id, row_version AS "rowVersion", number, product, recipe, target, ideal_rate AS "idealRate",
  planned_from AS "plannedFrom", planned_to AS "plannedTo", started_at AS "startedAt", ended_at AS "endedAt"`

/** Orders of a machine that have not ended, by their planned start, and the last that have, the newest first. */
export async function readOrders(db: Transaction, key: number): Promise<{ open: OrderRow[]; ended: OrderRow[] }> {
  const open = await sql<OrderRow>`
    SELECT ${COLUMNS} FROM production_order WHERE machine_key = ${key} AND ended_at IS NULL
    ORDER BY planned_from LIMIT ${MOST_OPEN_ORDERS}
  `.execute(db)
  const ended = await sql<OrderRow>`
    SELECT ${COLUMNS} FROM production_order WHERE machine_key = ${key} AND ended_at IS NOT NULL
    ORDER BY ended_at DESC LIMIT ${ENDED_ORDERS_SHOWN}
  `.execute(db)
  return { open: open.rows, ended: ended.rows }
}

/** Who changes orders of a machine waits for whoever does so too: what is checked holds until it is written. */
export async function lockOrders(db: Transaction, key: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`orders of ${key}`}))`.execute(db)
  // Those that another customer has left open on the machine are ended: who asks does not see them (decision 0161).
  await sql`SELECT end_orders_of_others(${key})`.execute(db)
}

export async function findOrder(db: Transaction, key: number, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    SELECT ${COLUMNS} FROM production_order WHERE id = ${id} AND machine_key = ${key}
  `.execute(db)
  return rows[0]
}

export async function countOpenOrders(db: Transaction, key: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM production_order WHERE machine_key = ${key} AND ended_at IS NULL
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** An order that is planned for some of the same time. @param id of the order that is planned; null for a new one */
export async function findOverlapping(
  db: Transaction,
  key: number,
  { plannedFrom, plannedTo }: Pick<OrderDraft, 'plannedFrom' | 'plannedTo'>,
  id: string | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    SELECT number FROM production_order
    WHERE machine_key = ${key} AND ended_at IS NULL AND id IS DISTINCT FROM ${id}::uuid
      AND tstzrange(planned_from, planned_to) && tstzrange(${plannedFrom}, ${plannedTo})
    ORDER BY planned_from LIMIT 1
  `.execute(db)
  return rows[0]?.number
}

/** The order of a machine that is under way. */
export async function findUnderWay(db: Transaction, key: number): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    SELECT number FROM production_order WHERE machine_key = ${key} AND started_at IS NOT NULL AND ended_at IS NULL
  `.execute(db)
  return rows[0]?.number
}

export async function insertOrder(db: Transaction, key: number, draft: OrderDraft, userId: string): Promise<OrderRow> {
  const { number, product, recipe, target, idealRate, plannedFrom, plannedTo } = draft
  const { rows } = await sql<OrderRow>`
    INSERT INTO production_order (machine_key, number, product, recipe, target, ideal_rate, planned_from, planned_to, created_by, updated_by)
    VALUES (${key}, ${number}, ${product}, ${recipe}, ${target}, ${idealRate}, ${plannedFrom}, ${plannedTo}, ${userId}, ${userId})
    RETURNING ${COLUMNS}
  `.execute(db)
  const [made] = rows
  if (made === undefined) throw new Error('An order was not inserted.')
  return made
}

export async function updateOrder(db: Transaction, id: string, draft: OrderDraft, userId: string): Promise<OrderRow> {
  const { number, product, recipe, target, idealRate, plannedFrom, plannedTo } = draft
  const { rows } = await sql<OrderRow>`
    UPDATE production_order SET number = ${number}, product = ${product}, recipe = ${recipe}, target = ${target},
      ideal_rate = ${idealRate}, planned_from = ${plannedFrom}, planned_to = ${plannedTo},
      updated_at = now(), updated_by = ${userId}, row_version = row_version + 1
    WHERE id = ${id} RETURNING ${COLUMNS}
  `.execute(db)
  const [made] = rows
  if (made === undefined) throw new Error('An order was not changed.')
  return made
}

/** Starts an order, or ends it. A start waits for the end of the order before. @param at Unix ms. @returns undefined where it has done so before */
export async function stepAt(
  db: Transaction,
  { id, step, at, userId }: { id: string; step: 'start' | 'end'; at: number; userId: string | null },
): Promise<OrderRow | undefined> {
  const change =
    step === 'start'
      ? sql`started_at = greatest(${new Date(at)}::timestamptz, (
          SELECT max(other.ended_at) FROM production_order other WHERE other.machine_key = production_order.machine_key))`
      : sql`ended_at = greatest(${new Date(at)}::timestamptz, started_at)`
  const before = step === 'start' ? sql`started_at IS NULL` : sql`started_at IS NOT NULL`
  const { rows } = await sql<OrderRow>`
    UPDATE production_order SET ${change}, updated_at = now(), updated_by = ${userId}, row_version = row_version + 1
    WHERE id = ${id} AND ended_at IS NULL AND ${before} RETURNING ${COLUMNS}
  `.execute(db)
  return rows[0]
}

export async function deleteOrder(db: Transaction, id: string): Promise<void> {
  await sql`DELETE FROM production_order WHERE id = ${id}`.execute(db)
}
