import { type AuditKind, foldCase, type Resource } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { labelOf } from './readable.ts'

/** What entries are filtered by, as the calls declare it. */
export interface LogFilter {
  kind: AuditKind
  q?: string | undefined
  who?: string | undefined
  key?: string | undefined
  resource?: string | undefined
  record?: string | undefined
  action?: string | undefined
  address?: string | undefined
  outcome?: 'ok' | 'refused' | undefined
  from?: string | undefined
  to?: string | undefined
}

/** For whom a filter is read. */
export interface LogReader {
  readable: ReadonlyMap<string, Resource>
}

/** The action of a refresh of a session. */
export const REFRESHED = 'refreshed'

const kinds: Record<AuditKind, RawBuilder<unknown>> = {
  everything: sql`true`,
  changes: sql`e.kind = 'change'`,
  'sign-ins': sql`e.kind = 'sign-in'`,
  keys: sql`(e.api_key_id IS NOT NULL OR e.resource = 'apiKey' OR e.type = 'key_refused')`,
}

/** The condition of the entries `e` that fit. It looks into no value but labels that the reader may see. */
export function conditionOf(filter: LogFilter, reader: LogReader): RawBuilder<unknown> {
  const { who, key, resource, record, action, address, outcome, from, to, q } = filter
  const parts = [
    kinds[filter.kind],
    // They come every few minutes of whoever is signed in.
    action === REFRESHED ? undefined : sql`e.type <> 'refresh'`,
    who && sql`e.actor_id = ${who}`,
    key && sql`e.api_key_id = ${key}`,
    resource && sql`e.resource = ${resource}`,
    record && sql`e.row_id = ${record}`,
    action && sql`e.action = ${action}`,
    address && sql`e.address = ${address}`,
    outcome && sql`e.outcome = ${outcome}`,
    from && sql`e.at >= ${from}::timestamptz`,
    to && sql`e.at < ${to}::timestamptz`,
    q && foundBy(q, reader),
  ]
  return sql.join(
    parts.filter((part) => part !== undefined && part !== ''),
    sql` AND `,
  )
}

function foundBy(q: string, { readable }: LogReader): RawBuilder<unknown> {
  const anywhere = sql`fold_case(${`%${escaped(q)}%`})`
  const has = (text: RawBuilder<unknown>) => sql`fold_case(${text}) LIKE ${anywhere}`
  const named = [...readable.values()].filter(({ noun, area }) => {
    return [...noun, area].some((word) => foldCase(declared(word)) === foldCase(q))
  })
  return sql`(
    e.actor_id IN (SELECT id FROM user_account WHERE ${has(sql`first_name || ' ' || last_name`)} OR ${has(sql`email`)})
    OR e.api_key_id IN (SELECT id FROM api_key WHERE ${has(sql`name`)})
    OR e.device_id IN (SELECT id FROM device WHERE ${has(sql`user_name`)})
    OR ${has(sql`e.action`)} OR ${has(sql`e.target`)} OR e.address LIKE ${`${escaped(q)}%`} OR e.request_id = ${q}
    OR e.resource = ANY(${named.map(({ name }) => name)}::text[])
    OR ${has(labelOf(readable))}
  )`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&').replaceAll('\u0000', '')
}
