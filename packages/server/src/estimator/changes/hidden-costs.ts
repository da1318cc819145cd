import type { Resource } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Entry } from '../../engine/resource/children/child-faults.ts'
import { confidentialFields } from '../../engine/resource/confidential.ts'
import type { Transaction } from '../../platform/database.ts'

/**
 * New rows, with what was confidential in those that are brought back: whoever undoes a removal without the sight of costs cannot send them, and the row
 * shall be what it was. Only a row that was removed from the same project comes back so, and nothing of it is answered.
 */
export async function withHiddenCosts(
  db: Transaction,
  resource: Resource,
  projectId: string,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const names = confidentialFields(resource)
  if (names.length === 0 || entries.length === 0) return [...entries]
  const { rows } = await sql<{ id: string; before: Record<string, unknown> }>`
    SELECT DISTINCT ON (row_id) row_id AS id, before FROM audit_entry
    WHERE resource = ${resource.name} AND row_id = ANY(${entries.map(({ id }) => id)}::uuid[]) AND action = 'delete'
      AND before ->> 'projectId' = ${projectId} AND NOT may_see_cost(${projectId})
    ORDER BY row_id, id DESC
  `.execute(db)
  const removed = new Map(rows.map(({ id, before }) => [id, before]))
  return entries.map((entry) => {
    const before = removed.get(entry.id)
    if (before === undefined) return entry
    const costs = Object.fromEntries(names.map((name) => [name, before[name] ?? null]))
    return { ...entry, values: { ...entry.values, ...costs } }
  })
}
