import type { UsageKind, UsageQuery } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Activity } from './activity.ts'
import { QUARTERS_A_DAY, quarterOf } from './usage-event.ts'
import type { ZoneWindow } from './zone-days.ts'

type Audience = UsageQuery['people']

/** Rows of staff, of customers, or all; the column says whether a row is of staff. */
function ofAudience(people: Audience, isStaff: string) {
  return people === 'all' ? sql`true` : sql`${sql.raw(isStaff)} = ${people === 'staff'}`
}

/** A span in bytes: the key, and two times in µs since 2000, which is how PostgreSQL stores them. */
const SPAN_BYTES = 20
const YEAR_2000_MS = Date.UTC(2000, 0, 1)

/** When people were active in a time, as columns: hundreds of thousands of rows cost little this way. Unix ms. */
export async function readActivity(db: Db, people: Audience, from: number, to: number): Promise<Activity> {
  const { rows } = await sql<{ bytes: Buffer | null }>`
    SELECT string_agg(int4send(person) || timestamptz_send(from_at) || timestamptz_send(to_at), '') AS bytes
    FROM activity_span JOIN event_person ON key = person
    WHERE to_at >= ${new Date(from)} AND from_at <= ${new Date(to)} AND ${ofAudience(people, '(customer_id IS NULL)')}
  `.execute(db)
  const bytes = rows[0]?.bytes ?? Buffer.alloc(0)
  const length = bytes.length / SPAN_BYTES
  const person = new Int32Array(length)
  const begin = new Float64Array(length)
  const end = new Float64Array(length)
  for (let index = 0; index < length; index++) {
    const at = index * SPAN_BYTES
    person[index] = bytes.readInt32BE(at)
    begin[index] = YEAR_2000_MS + Number(bytes.readBigInt64BE(at + 4)) / 1_000
    end[index] = YEAR_2000_MS + Number(bytes.readBigInt64BE(at + 12)) / 1_000
  }
  return { length, person, from: begin, to: end }
}

export interface Person {
  key: number
  name: string
  /** Undefined for staff. */
  customer: string | undefined
}

/** The people with these keys. */
export async function readPersons(db: Db, keys: readonly number[]): Promise<Map<number, Person>> {
  const { rows } = await sql<{ key: number; name: string; customer: string | null }>`
    SELECT key, first_name || ' ' || last_name AS name, c.name AS customer
    FROM event_person p JOIN user_account u ON u.id = p.user_id LEFT JOIN customer c ON c.id = p.customer_id
    WHERE key = ANY(${[...keys]}::int[])
  `.execute(db)
  return new Map(rows.map((row) => [row.key, { ...row, customer: row.customer ?? undefined }]))
}

/** Keys of the people who are staff. */
export async function readStaff(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ key: number }>`SELECT key FROM event_person WHERE customer_id IS NULL`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Accounts that may sign in, and those of them of whom no activity is stored. */
export async function countAccounts(db: Db, people: Audience): Promise<{ accounts: number; never: number }> {
  const { rows } = await sql<{ accounts: number; never: number }>`
    SELECT count(*)::int AS accounts,
      count(*) FILTER (WHERE NOT EXISTS (SELECT FROM event_person p JOIN activity_span s ON s.person = p.key WHERE p.user_id = u.id))::int AS never
    FROM user_account u WHERE deleted_at IS NULL AND NOT disabled AND ${ofAudience(people, '(customer_id IS NULL)')}
  `.execute(db)
  return rows[0] ?? { accounts: 0, never: 0 }
}

/** What names amount to from one time to another: its whole days of UTC as days, its ends as quarters. Unix ms, meant by the quarter. */
function sumsOf(people: Audience, from: number, to: number) {
  const [first, last] = [quarterOf(from), quarterOf(to)]
  const day = Math.ceil(first / QUARTERS_A_DAY)
  const end = Math.max(day, Math.floor((last + 1) / QUARTERS_A_DAY))
  const isAnEnd = sql`(quarter < ${day * QUARTERS_A_DAY} OR quarter >= ${end * QUARTERS_A_DAY})`
  return sql`
    SELECT name, n, duration_ms FROM name_day WHERE day >= ${day} AND day < ${end} AND ${ofAudience(people, 'staff')}
    UNION ALL
    SELECT name, n, duration_ms FROM name_quarter
    WHERE quarter >= ${first} AND quarter <= ${last} AND ${isAnEnd} AND ${ofAudience(people, 'staff')}`
}

/** Views of all pages from one time to another, Unix ms; times are meant by the quarter of an hour. */
export async function countViews(db: Db, people: Audience, from: number, to: number): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    SELECT coalesce(sum(n), 0)::int AS views FROM (${sumsOf(people, from, to)}) q
    WHERE name IN (SELECT key FROM event_name WHERE kind = 'page_view')
  `.execute(db)
  return rows[0]?.views ?? 0
}

export interface PageCount {
  page: string
  views: number
  ms: number
}

/** The pages with the most views. */
export async function readPages(
  db: Db,
  people: Audience,
  { from, to }: ZoneWindow,
  most: number,
): Promise<PageCount[]> {
  const { rows } = await sql<PageCount>`
    SELECT e.name AS page, coalesce(sum(q.n) FILTER (WHERE kind = 'page_view'), 0)::int AS views,
      coalesce(sum(q.ms) FILTER (WHERE kind = 'page_time'), 0)::float8 AS ms
    FROM (SELECT name, sum(n) AS n, sum(duration_ms) AS ms FROM (${sumsOf(people, from, to)}) sums GROUP BY name) q
      JOIN event_name e ON e.key = q.name
    WHERE kind IN ('page_view', 'page_time')
    GROUP BY e.name HAVING sum(q.n) FILTER (WHERE kind = 'page_view') > 0 ORDER BY views DESC, page LIMIT ${most}
  `.execute(db)
  return rows
}

export interface HourCount {
  kind: UsageKind
  name: string
  /** Days since the epoch on the calendar of the zone, modulo 7: 0 is Thursday. */
  weekday: number
  hour: number
  n: number
  /** Whether something is left out of it that may not be shown. */
  hides?: boolean
}

/** What was counted, by name, weekday and hour of the clock. @param names of pages; undefined: all views and actions together, and all calls */
export async function readHours(
  db: Db,
  people: Audience,
  { spans }: ZoneWindow,
  names: readonly string[] | undefined,
): Promise<HourCount[]> {
  // Offsets are numbers of quarters, so that hours and days are divisions: no row is converted by the zone.
  const chosen = names === undefined ? sql`name = '*'` : sql`kind = 'page_view' AND name = ANY(${[...names]}::text[])`
  const { rows } = await sql<HourCount>`
    WITH counted AS (
      SELECT q.name, (q.quarter + s.shift) / 96 % 7 AS weekday, (q.quarter + s.shift) % 96 / 4 AS hour, sum(n)::int AS n
      FROM unnest(${spans.map((s) => s.from)}::int[], ${spans.map((s) => s.to)}::int[], ${spans.map((s) => s.offset)}::int[])
        AS s (low, high, shift) JOIN name_quarter q ON q.quarter >= s.low AND q.quarter < s.high
      WHERE ${ofAudience(people, 'staff')} AND q.name = ANY(ARRAY(SELECT key FROM event_name WHERE ${chosen}))
      GROUP BY 1, 2, 3)
    SELECT kind, e.name, weekday, hour, n FROM counted JOIN event_name e ON e.key = counted.name
  `.execute(db)
  return rows
}

/** Who has viewed or done something since a time, with the session they are in. Unix ms. */
export async function readPresent(
  db: Db,
  people: Audience,
  since: number,
): Promise<{ key: number; page: string | null; from: number; staff: boolean }[]> {
  const { rows } = await sql<{ key: number; page: string | null; from: number; staff: boolean }>`
    SELECT p.key, n.name AS page, extract(epoch FROM from_at)::float8 * 1000 AS "from", customer_id IS NULL AS staff
    FROM activity_span s JOIN event_person p ON p.key = s.person LEFT JOIN event_name n ON n.key = s.name
    WHERE to_at >= ${new Date(since)} AND ${ofAudience(people, '(customer_id IS NULL)')} ORDER BY from_at, p.key
  `.execute(db)
  return rows
}
