import type { Resource } from '@packhouse/contract'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { Principal } from '../principal.ts'
import type { ResourceRow } from './columns.ts'

export type AuditAction = 'create' | 'update' | 'delete' | 'restore' | 'force-delete' | 'set-primary'

/** Writes who did what to a row, in the transaction that does it: one is never there without the other. */
export async function writeAudit(
  db: Transaction<Tables>,
  principal: Principal,
  resource: Resource,
  action: AuditAction,
  before: ResourceRow | undefined,
  after: ResourceRow | undefined,
): Promise<void> {
  const id = after?.id ?? before?.id ?? ''
  await sql`
    INSERT INTO audit_entry (actor_id, action, resource, row_id, before, after)
    VALUES (${principal.userId}, ${action}, ${resource.name}, ${id}, ${json(before)}::jsonb, ${json(after)}::jsonb)
  `.execute(db)
}

function json(row: ResourceRow | undefined): string | null {
  return row === undefined ? null : JSON.stringify(row)
}
