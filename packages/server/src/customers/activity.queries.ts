import { type ActivityEntry, activityParts, MAX_ACTIVITY, type Resource } from '@packhouse/contract'
import { sql } from 'kysely'
import { readEntries } from '../engine/resource/history.ts'
import type { Transaction } from '../platform/database.ts'

interface Named {
  id: string
  resource: ActivityEntry['resource']
  rowId: string
  name: string | null
}

/**
 * The last changes of a customer and of what belongs to it, newest first. The newest entries are of the rows that were changed last, so that
 * a few rows of each kind are all that is looked at.
 * @param readable the resources of whose rows the reader may know: the customer itself, and some of its parts
 */
export async function readActivity(
  db: Transaction,
  customerId: string,
  readable: readonly Resource[],
): Promise<ActivityEntry[]> {
  const shown = readable.filter(({ name }) => name === 'customer' || isPart(name))
  const parts = shown.filter(({ name }) => isPart(name))
  const rowsOfParts = parts.map(
    ({ name, table }) => sql`UNION ALL (
      SELECT ${name}, id FROM ${sql.table(table)} WHERE customer_id = ${customerId}
      ORDER BY updated_at DESC, id LIMIT ${sql.lit(MAX_ACTIVITY)})`,
  )
  const labels = shown.map(({ name, label }) => sql`WHEN ${name} THEN coalesce(e.after, e.before) ->> ${label}`)
  const { rows } = await sql<Named>`
    WITH changed (resource, row_id) AS (SELECT 'customer', ${customerId}::uuid ${sql.join(rowsOfParts, sql` `)})
    SELECT e.id::text, e.resource, e.row_id AS "rowId", CASE e.resource ${sql.join(labels, sql` `)} END AS name
    FROM changed CROSS JOIN LATERAL (
      SELECT id, resource, row_id, before, after FROM audit_entry a
      WHERE a.resource = changed.resource AND a.row_id = changed.row_id
      ORDER BY id DESC LIMIT ${sql.lit(MAX_ACTIVITY)}) AS e
    ORDER BY e.id DESC LIMIT ${sql.lit(MAX_ACTIVITY)}
  `.execute(db)
  if (rows.length === 0) return []
  const named = new Map(rows.map((row) => [row.id, row]))
  const ids = rows.map(({ id }) => id)
  const where = sql`e.kind = 'change' AND e.id = ANY(${ids}::bigint[])`
  const { items } = await readEntries(db, shown, where, { page: 1, pageSize: MAX_ACTIVITY })
  return items.flatMap((entry) => {
    const row = named.get(entry.id)
    return row === undefined ? [] : [{ ...entry, resource: row.resource, rowId: row.rowId, name: row.name ?? '' }]
  })
}

function isPart(name: string): boolean {
  return activityParts.some((part) => part === name)
}
