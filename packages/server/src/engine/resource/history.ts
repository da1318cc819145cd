import type { FieldChange, HistoryEntry, Page, PageQuery, Resource } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { STAMPS } from './columns.ts'

type Values = Record<string, unknown>

interface Entry {
  id: string
  at: Date
  actorId: string
  actorName: string | null
  address: string | null
  apiKeyId: string | null
  apiKeyName: string | null
  action: string
  before: Values | null
  after: Values | null
}

/** Who changed a row, newest first. Entries are read under the audit's own row scope: only staff see any. */
export async function readHistory(
  db: Transaction,
  resource: Resource,
  id: string,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  return await readEntries(db, resource, sql`resource = ${resource.name} AND row_id = ${id}`, query)
}

/** The audit entries of a resource that meet a condition, newest first. */
export async function readEntries(
  db: Transaction,
  resource: Resource,
  where: RawBuilder<unknown>,
  { page, pageSize }: PageQuery,
): Promise<Page<HistoryEntry>> {
  const { rows } = await sql<Entry>`
    SELECT e.id::text, e.at, e.actor_id AS "actorId", u.first_name || ' ' || u.last_name AS "actorName", e.address,
      e.api_key_id AS "apiKeyId", k.name AS "apiKeyName", e.action, e.before, e.after
    FROM audit_entry e LEFT JOIN user_account u ON u.id = e.actor_id LEFT JOIN api_key k ON k.id = e.api_key_id
    WHERE ${where} ORDER BY e.id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
  `.execute(db)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM audit_entry WHERE ${where}
  `.execute(db)
  return {
    items: rows.map((entry) => toHistoryEntry(resource, entry)),
    total: counted.rows[0]?.total ?? 0,
    page,
    pageSize,
  }
}

function toHistoryEntry(
  resource: Resource,
  { id, at, actorId, actorName, address, apiKeyId, apiKeyName, action, before, after }: Entry,
): HistoryEntry {
  const actor = { id: actorId, name: actorName?.trim() || null }
  const apiKey = apiKeyId === null ? null : { id: apiKeyId, name: apiKeyName }
  return {
    id,
    at: at.toISOString(),
    actor,
    address,
    apiKey,
    action,
    changes: changesBetween(resource, before ?? {}, after ?? {}),
  }
}

/** The fields that differ, in the order of the declaration; what every change touches (times, version) is left out. */
export function changesBetween({ fields }: Resource, before: Values, after: Values): FieldChange[] {
  // Fields that the declaration no longer has are still in old entries.
  const names = new Set([...Object.keys(fields), ...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter((name) => !(name in STAMPS))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => {
      // The audit lists a secret only if it was set, and then as dots on both sides.
      if (fields[change.field]?.secret) return change.before !== null || change.after !== null
      return JSON.stringify(change.before) !== JSON.stringify(change.after)
    })
}
