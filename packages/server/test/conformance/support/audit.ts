import type { Resource } from '@packhouse/contract'
import type { TestApp } from '../../support/test-app.ts'

export interface AuditEntry {
  action: string
  actor: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** What the audit holds of a row, oldest first. */
export async function auditOf(app: TestApp, id: string): Promise<AuditEntry[]> {
  return await app.sql<AuditEntry & Record<string, unknown>>(
    'SELECT action, actor_id AS actor, before, after FROM audit_entry WHERE row_id = $1 ORDER BY id',
    [id],
  )
}

/** A row as the audit tells it: without what is worked out from others. */
export function asAudited({ fields }: Resource, row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields[name]?.derived !== true))
}

/** How many entries there are; it stays where nothing was changed. */
export async function auditCount(app: TestApp): Promise<number> {
  const [row] = await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM audit_entry')
  return row?.count ?? 0
}
