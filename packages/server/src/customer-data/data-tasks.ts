import type { CustomerDataTask } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** How long the file of an export can be downloaded. */
const FILE_DAYS = 7
/** The newest tasks of a customer that are shown. */
const SHOWN = 10

export interface StoredTask {
  id: string
  customerId: string
  kind: 'export' | 'removal'
  format: 'csv' | 'parquet' | null
  state: CustomerDataTask['state']
}

/** @returns undefined while another one of the customer is waiting or running */
export async function insertTask(
  db: Db,
  task: Pick<StoredTask, 'customerId' | 'kind' | 'format'> & { userId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO customer_data_task (customer_id, kind, format, requested_by)
    VALUES (${task.customerId}, ${task.kind}, ${task.format}, ${task.userId})
    ON CONFLICT DO NOTHING RETURNING id
  `.execute(db)
  return rows[0]?.id
}

export async function findTask(db: Db, id: string): Promise<StoredTask | undefined> {
  const { rows } = await sql<StoredTask>`
    SELECT id, customer_id AS "customerId", kind, format, state FROM customer_data_task WHERE id = ${id}
  `.execute(db)
  return rows[0]
}

export async function beginTask(db: Db, id: string): Promise<void> {
  // An export starts again from its beginning; a removal goes on counting.
  await sql`
    UPDATE customer_data_task SET state = 'running', reason = NULL,
      progress = CASE kind WHEN 'export' THEN '{}' ELSE progress END WHERE id = ${id}
  `.execute(db)
}

/** Adds rows of a table to the progress. */
export async function addProgress(db: Db, id: string, table: string, rows: number): Promise<void> {
  await sql`
    UPDATE customer_data_task
    SET progress = jsonb_set(progress, ARRAY[${table}], to_jsonb(coalesce((progress ->> ${table})::bigint, 0) + ${rows}::bigint))
    WHERE id = ${id}
  `.execute(db)
}

export async function endExport(db: Db, id: string, { size, sha256 }: { size: number; sha256: string }): Promise<void> {
  await sql`
    UPDATE customer_data_task SET state = 'done', finished_at = now(), size = ${size}, sha256 = ${sha256},
      expires_at = now() + make_interval(days => ${FILE_DAYS}) WHERE id = ${id}
  `.execute(db)
}

/** Exports from before are of no use any more, and hold what was removed. */
export async function endRemoval(db: Db, id: string, customerId: string): Promise<void> {
  await sql`UPDATE customer_data_task SET state = 'done', finished_at = now() WHERE id = ${id}`.execute(db)
  await sql`UPDATE customer_data_task SET expires_at = now() WHERE customer_id = ${customerId} AND expires_at > now()`.execute(
    db,
  )
}

/** Writes down why an attempt ended; `waiting` is tried again. */
export async function failTask(db: Db, id: string, state: 'waiting' | 'failed', reason: string): Promise<void> {
  await sql`
    UPDATE customer_data_task SET state = ${state}, reason = ${reason},
      finished_at = CASE WHEN ${state === 'failed'} THEN now() END
    WHERE id = ${id} AND state <> 'done'
  `.execute(db)
}

export async function listTasks(db: Db, customerId: string): Promise<CustomerDataTask[]> {
  const { rows } = await sql<Omit<CustomerDataTask, 'size'> & { size: string | null }>`
    SELECT t.id, t.kind, t.format, t.state, u.name AS "requestedBy", t.progress, t.reason, t.size::text, t.sha256,
      to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
      to_char(t.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "finishedAt",
      to_char(t.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expiresAt"
    FROM customer_data_task t LEFT JOIN user_account u ON u.id = t.requested_by
    WHERE t.customer_id = ${customerId} ORDER BY t.id DESC LIMIT ${sql.lit(SHOWN)}
  `.execute(db)
  return rows.map((row) => ({ ...row, size: row.size === null ? null : Number(row.size) }))
}

/** An export whose file can be had. */
export async function findFile(
  db: Db,
  customerId: string,
  id: string,
): Promise<{ size: number; sha256: string; code: string } | undefined> {
  const { rows } = await sql<{ size: string; sha256: string; code: string }>`
    SELECT t.size::text, t.sha256, c.code FROM customer_data_task t JOIN customer c ON c.id = t.customer_id
    WHERE t.id = ${id} AND t.customer_id = ${customerId} AND t.kind = 'export' AND t.state = 'done' AND t.expires_at > now()
  `.execute(db)
  const [found] = rows
  return found && { ...found, size: Number(found.size) }
}
