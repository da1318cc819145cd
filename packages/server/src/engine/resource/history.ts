import type { FieldChange, HistoryEntry, Page, PageQuery, Resource } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { descending } from '../paging/keyset.ts'
import { readPage } from '../paging/read-page.ts'
import { STAMPS } from './columns.ts'
import { withoutConfidential } from './confidential.ts'

type Values = Record<string, unknown>

interface Entry {
  id: string
  resource: string
  at: Date
  actorId: string
  actorName: string | null
  address: string | null
  apiKeyId: string | null
  apiKeyName: string | null
  requestId: string | null
  action: string
  before: Values | null
  after: Values | null
  disclosed: boolean
}

/** What happens all day long is in the log alone. */
const ofHistory = sql`e.type NOT IN ('refresh', 'right', 'token', 'rate', 'device')`

/** Who changed a row, newest first. Entries are read under the audit's own row scope: only staff see any. */
export async function readHistory(
  db: Transaction,
  resource: Resource,
  id: string,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  return await readEntries(db, [resource], sql`resource = ${resource.name} AND row_id = ${id}`, query)
}

/**
 * The audit entries that meet a condition, newest first.
 * @param resources of all of these entries
 * @param where on the entry `e`
 */
export async function readEntries(
  db: Transaction,
  resources: readonly Resource[],
  where: RawBuilder<unknown>,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const listed = {
    select: sql`e.id::text, e.resource, e.at, e.actor_id AS "actorId", u.first_name || ' ' || u.last_name AS "actorName", e.address,
      e.api_key_id AS "apiKeyId", k.name AS "apiKeyName", e.request_id AS "requestId", e.action, e.before, e.after, coalesce(current_setting('packhouse.costs', true) = 'all', false) AS disclosed`,
    from: sql`audit_event e LEFT JOIN user_account u ON u.id = e.actor_id LEFT JOIN api_key k ON k.id = e.api_key_id`,
    where: sql`${where} AND ${ofHistory}`,
    keys: [descending(sql`e.id`)],
  }
  const { rows, next } = await readPage<Entry>(db, listed, query)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM audit_event e WHERE ${where} AND ${ofHistory}
  `.execute(db)
  return {
    items: rows.map((entry) => toHistoryEntry(resources, entry)),
    total: counted.rows[0]?.total ?? 0,
    page: query.page,
    pageSize: query.pageSize,
    next,
  }
}

function toHistoryEntry(
  resources: readonly Resource[],
  {
    id,
    resource: name,
    at,
    actorId,
    actorName,
    address,
    apiKeyId,
    apiKeyName,
    requestId,
    action,
    before,
    after,
    disclosed,
  }: Entry,
): HistoryEntry {
  const actor = { id: actorId, name: actorName?.trim() || null }
  const resource = resources.find((one) => one.name === name)
  if (resource === undefined) throw new Error(`The audit entry ${id} is of ${name}, which was not asked for.`)
  // The row may be gone by which it would be known whether costs of it are disclosed.
  const shown = (values: Values | null) => (disclosed ? (values ?? {}) : withoutConfidential(resource, values ?? {}))
  const apiKey = apiKeyId === null ? null : { id: apiKeyId, name: apiKeyName }
  return {
    id,
    at: at.toISOString(),
    actor,
    address,
    apiKey,
    requestId,
    action,
    changes: changesBetween(resource, shown(before), shown(after)),
  }
}

/** The fields that differ, in the order of the declaration; what every change touches (times, version) is left out. */
export function changesBetween({ fields }: Resource, before: Values, after: Values): FieldChange[] {
  // Fields that the declaration no longer has are still in old entries.
  const names = new Set([...Object.keys(fields), ...Object.keys(before), ...Object.keys(after)])
  const changes: FieldChange[] = []
  for (const field of names) {
    if (field in STAMPS) continue
    const change = { field, before: before[field] ?? null, after: after[field] ?? null }
    // The audit lists a secret only if it was set, and then as dots on both sides.
    const isListed = fields[field]?.secret
      ? change.before !== null || change.after !== null
      : change.before !== change.after && JSON.stringify(change.before) !== JSON.stringify(change.after)
    if (isListed) changes.push(change)
  }
  return changes
}
