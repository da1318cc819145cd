import { type Resource, SECRET_MASK } from '@packhouse/contract'
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

/**
 * A row as the audit records it: without computed fields and those of persons, and of addresses that may hold a secret their host alone.
 * @param sent of a change the fields that were sent: no other secret is mentioned
 */
export function asAudited(
  { fields, traits }: Resource,
  row: object,
  sent?: readonly string[],
): Record<string, unknown> {
  const isReported = (name: string) => {
    const isUntouched = fields[name]?.secret === true && sent !== undefined && !sent.includes(name)
    const { derived, personal } = fields[name] ?? {}
    // Children have entries of their own.
    return derived !== true && personal !== true && traits.children?.[name] === undefined && !isUntouched
  }
  return Object.fromEntries(Object.entries(row).filter(([name]) => isReported(name)))
}

/** Values as an answer returns them: of a secret only that it exists. */
export function asReturned({ fields }: Resource, values: object): Record<string, unknown> {
  const reported = Object.entries(values).map(([name, value]) => {
    return [name, fields[name]?.secret && value !== null ? SECRET_MASK : value]
  })
  return Object.fromEntries(reported)
}

/** How many entries there are; it stays where nothing was changed. */
export async function auditCount(app: TestApp): Promise<number> {
  const [row] = await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM audit_entry')
  return row?.count ?? 0
}
