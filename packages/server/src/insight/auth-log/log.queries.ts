import { MAX_COUNTED_ENTRIES } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { conditionOf, type LogFilter, type LogReader } from './log-filter.ts'
import { labelOf } from './readable.ts'

/** An entry as it is read. */
export interface LogRow {
  id: string
  at: Date
  /** The same with every digit of it. */
  exactAt: string
  kind: 'change' | 'sign-in'
  action: string
  type: string
  outcome: 'ok' | 'refused'
  code: string | null
  actorId: string
  actorName: string | null
  apiKeyId: string | null
  apiKeyName: string | null
  deviceId: string | null
  deviceName: string | null
  address: string | null
  program: string | null
  permission: string | null
  requestId: string | null
  target: string | null
  resource: string
  rowId: string
  label: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  times: number
  since: Date
}

/** From where a page goes on: the time and the id of the last entry of the page before. */
export interface Cursor {
  at: string
  id: string
}

/** Whether refusals `one` and `other` are by the same person, from the same address, in the same way. */
function same(one: string, other: string): RawBuilder<unknown> {
  const column = (table: string, name: string) => sql.ref(`${table}.${name}`)
  const equal = ['user_id', 'subject_hash', 'api_key_id', 'device_id', 'target'].map((name) => {
    return sql`${column(one, name)} IS NOT DISTINCT FROM ${column(other, name)}`
  })
  return sql`${column(one, 'address')} = ${column(other, 'address')} AND ${column(one, 'outcome')} = 'refused'
    AND ${column(one, 'type')} = ${column(other, 'type')} AND ${sql.join(equal, sql` AND `)}`
}

/** Of refusals in a row only the last: none of the same follows within 5 minutes. */
const isLast = sql`(e.outcome = 'ok' OR NOT EXISTS (
  SELECT FROM auth_log own JOIN auth_log later ON ${same('later', 'own')}
  WHERE own.id = e.id AND own.at = e.at AND (later.at, later.id) > (own.at, own.id) AND later.at <= own.at + interval '6 minutes'
    AND coalesce(later.first_at, later.at) <= own.at + interval '5 minutes'))`

/** The refusals before `e` without a pause of 5 minutes, and `e`. */
const series = sql`LEFT JOIN LATERAL (
  SELECT sum(times)::int AS times, min(first_at) AS since FROM (
    SELECT times, first_at, count(*) FILTER (WHERE gap > interval '5 minutes') OVER (ORDER BY at DESC, id DESC) AS pauses FROM (
      SELECT one.at, one.id, one.times, coalesce(one.first_at, one.at) AS first_at,
        lead(coalesce(one.first_at, one.at)) OVER (ORDER BY one.at, one.id) - one.at AS gap
      FROM auth_log own JOIN auth_log one ON ${same('one', 'own')}
      WHERE own.id = e.id AND own.at = e.at AND (one.at, one.id) <= (own.at, own.id) AND one.at > own.at - interval '1 day'
    ) gaps
  ) run WHERE pauses = 0
) series ON e.outcome = 'refused'`

/** Entries that fit, newest first. */
export async function readLog(
  db: Transaction,
  filter: LogFilter,
  reader: LogReader,
  { limit, after }: { limit: number; after?: Cursor | undefined },
): Promise<LogRow[]> {
  const behind = after === undefined ? sql`true` : sql`(e.at, e.id) < (${after.at}::timestamptz, ${after.id}::bigint)`
  return await readRows(db, reader, sql`${conditionOf(filter, reader)} AND ${isLast} AND ${behind}`, limit)
}

/** One entry; undefined where there is none. */
export async function readOne(db: Transaction, id: string, reader: LogReader): Promise<LogRow | undefined> {
  return (await readRows(db, reader, sql`e.id = ${id}`, 1))[0]
}

export async function countLog(
  db: Transaction,
  filter: LogFilter,
  reader: LogReader,
): Promise<{ total: number; totalIsExact: boolean }> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (
      SELECT FROM audit_event e WHERE ${conditionOf(filter, reader)} AND ${isLast} LIMIT ${MAX_COUNTED_ENTRIES + 1}
    ) counted
  `.execute(db)
  const [{ total: found } = { total: 0 }] = rows
  return { total: Math.min(found, MAX_COUNTED_ENTRIES), totalIsExact: found <= MAX_COUNTED_ENTRIES }
}

/** @param where on the entry `e` */
export async function readRows(
  db: Transaction,
  { readable }: LogReader,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    SELECT e.id::text, e.at, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "exactAt", e.kind, e.action, e.type, e.outcome, e.code, e.actor_id AS "actorId",
      nullif(trim(u.first_name || ' ' || u.last_name), '') AS "actorName", e.api_key_id AS "apiKeyId", k.name AS "apiKeyName",
      e.device_id AS "deviceId", d.user_name AS "deviceName",
      e.address, e.program, e.permission, e.request_id AS "requestId", e.target, e.resource, e.row_id AS "rowId", e.label,
      e.before, e.after, coalesce(series.times, e.times)::int AS times, coalesce(series.since, e.first_at) AS since
    FROM (SELECT *, ${labelOf(readable)} AS label FROM audit_event e WHERE ${where} ORDER BY at DESC, id DESC LIMIT ${limit}) e
      LEFT JOIN user_account u ON u.id = e.actor_id LEFT JOIN api_key k ON k.id = e.api_key_id
      LEFT JOIN device d ON d.id = e.device_id ${series}
    ORDER BY e.at DESC, e.id DESC
  `.execute(db)
  return rows
}
