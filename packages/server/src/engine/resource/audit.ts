import type { Resource } from '@packhouse/contract'
import { sql } from 'kysely'
import { clientAddress } from '../../platform/client-address.ts'
import type { Transaction } from '../../platform/database.ts'
import { requestContext } from '../../platform/request-context.ts'
import type { Principal } from '../principal.ts'
import type { ResourceRow } from './columns.ts'

export type AuditAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'force-delete'
  | 'set-primary'
  | 'export-data'
  | 'remove-data'
  | 'update-sort-order'
  | 'attach'
  | 'detach'
  | 'sync'
  | 'rotate'
  | 'revoke'
  | 'attach-file'
  | 'delete-file'
  | 'restore-file'
  | 'roll-out'
  | 'roll-back'
  | 'withdraw'
  | 'replay'
  | 'discard'
  | 'create-version'
  | 'restore-version'
  | `transition:${string}`
  | 'retry'
  | 'send-again'
  | 'sign'
  | 'take-over'
  | 'unsubscribe'
  | 'approve'
  | 'reject'
  | 'revise'
  | 'duplicate'
  | 'write-value'
  | 'release'

/** A row before and after a change; absent where it was not there. */
export interface RowChange {
  before: ResourceRow | undefined
  after: ResourceRow | undefined
  /** Fields that were sent. Secrets look the same before and after: only those named here were set. */
  sent?: readonly string[]
}

/** Writes who did what to some rows, in the transaction that does it: one is never there without the other. */
export async function writeAudit(
  db: Transaction,
  principal: Principal,
  resource: Pick<Resource, 'name' | 'fields'>,
  action: AuditAction,
  changes: readonly RowChange[],
): Promise<void> {
  if (changes.length === 0) return
  const names = Object.keys(resource.fields)
  const secrets = names.filter((name) => resource.fields[name]?.secret)
  const derived = names.filter((name) => resource.fields[name]?.derived)
  const personal = names.filter((name) => resource.fields[name]?.personal)
  const entries = changes.map(({ before, after, sent = [] }) => {
    const untouched = secrets.filter((name) => before !== undefined && after !== undefined && !sent.includes(name))
    const left = [...untouched, ...derived, ...personal]
    return {
      row_id: (after ?? before)?.id,
      before: audited(before, left),
      after: audited(after, left),
    }
  })
  const request = requestContext.getStore()
  await sql`
    INSERT INTO audit_entry (actor_id, api_key_id, address, request_id, permission, action, resource, row_id, before, after)
    SELECT ${principal.userId}, ${principal.apiKeyId ?? null}, ${clientAddress.getStore() ?? null},
      ${request?.id ?? null}, ${request?.permission ?? null}, ${action}, ${resource.name}, row_id, before, after
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS entry (row_id uuid, before jsonb, after jsonb)
  `.execute(db)
}

function audited(row: ResourceRow | undefined, left: readonly string[]): object | undefined {
  if (row === undefined) return undefined
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name)))
}
