import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { type LogRow, readRows } from './log.queries.ts'
import type { LogReader } from './log-filter.ts'

const MOST_AROUND = 12

/** What happened around an entry: of the same request, record or person, within 30 minutes; newest first. */
export async function readAround(db: Transaction, row: LogRow, reader: LogReader): Promise<LogRow[]> {
  const related = sql`(e.request_id = ${row.requestId} OR e.row_id = ${row.rowId} AND e.resource = ${row.resource} OR e.actor_id = ${row.actorId})`
  const near = sql`e.at BETWEEN ${row.at}::timestamptz - interval '30 minutes' AND ${row.at}::timestamptz + interval '30 minutes'`
  return await readRows(
    db,
    reader,
    sql`e.id <> ${row.id} AND e.type <> 'refresh' AND ${near} AND ${related}`,
    MOST_AROUND,
  )
}

/** What came of a refusal within an hour: the next thing of the same person or of who was typed. */
export async function readFollowed(db: Transaction, row: LogRow, reader: LogReader): Promise<LogRow | undefined> {
  if (row.outcome !== 'refused') return undefined
  const { rows } = await sql<{ id: string }>`
    SELECT next.id::text FROM auth_log own JOIN auth_log next ON next.type IN ('login', 'login_error', 'factor')
      AND (next.at, next.id) > (own.at, own.id) AND next.at < own.at + interval '1 hour'
      AND (next.user_id = own.user_id OR next.subject_hash = own.subject_hash)
    WHERE own.id = ${row.id}
    ORDER BY next.action = 'sign-in' DESC, next.at, next.id LIMIT 1
  `.execute(db)
  const [next] = rows
  return next && (await readRows(db, reader, sql`e.id = ${next.id}`, 1))[0]
}

interface AddressDay {
  day: string
  refused: number
  ok: number
}

/** Sign-ins from the address of an entry in the 7 days up to it, by day in UTC, newest first. */
export async function readSameAddress(db: Transaction, row: LogRow): Promise<AddressDay[]> {
  if (row.kind === 'change' || row.address === null) return []
  const { rows } = await sql<AddressDay>`
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, coalesce(sum(times) FILTER (WHERE outcome = 'refused'), 0)::int AS refused,
      count(*) FILTER (WHERE outcome = 'ok')::int AS ok
    FROM auth_log WHERE address = ${row.address} AND at > ${row.at}::timestamptz - interval '7 days' AND at <= ${row.at}
      AND type IN ('login', 'login_error')
    GROUP BY 1 ORDER BY 1 DESC
  `.execute(db)
  return rows
}
