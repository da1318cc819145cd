import { type UsageKind, type UsageQuery, usageDefinitions } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { OffsetSpan } from './zone-days.ts'

/** What was counted of one name on a weekday in an hour of the clock, as far as groups of five and more did it. */
export interface GroupCount {
  kind: UsageKind
  /** `*` for actions and for calls, which no answer tells apart. */
  name: string
  /** Days since the epoch on the calendar of the zone, modulo 7: 0 is Thursday. */
  weekday: number
  hour: number
  n: number
  ms: number
  /** What of `n` may be shown by hour. */
  byHour: number
  /** Whether something is left out of `n`. */
  hides: boolean
}

/**
 * What people did, without what fewer than five of them did. All answers of the mode `aggregate` are sums of the same parts: a name on
 * one day, done by staff or by customers. A part counts if at least five people stand behind it. Its hours are given one by one if those
 * with fewer than five people are none or together have five people again. So whatever answers are taken from each other, what remains
 * is a sum of parts with five people or more.
 */
export async function readGroupCounts(
  db: Db,
  people: UsageQuery['people'],
  spans: readonly OffsetSpan[],
): Promise<GroupCount[]> {
  const { smallestGroup } = usageDefinitions
  const audience = people === 'all' ? sql`true` : sql`(p.customer_id IS NULL) = ${people === 'staff'}`
  const { rows } = await sql<GroupCount>`
    WITH counted AS (
      SELECT (q.quarter + s.shift) / 96 AS day, (q.quarter + s.shift) % 96 / 4 AS hour, p.customer_id IS NULL AS staff, e.kind,
        CASE WHEN e.kind IN ('page_view', 'page_time') THEN e.name ELSE '*' END AS name, q.person,
        sum(q.n) AS n, sum(q.duration_ms) AS ms
      FROM unnest(${spans.map((s) => s.from)}::int[], ${spans.map((s) => s.to)}::int[], ${spans.map((s) => s.offset)}::int[])
        AS s (low, high, shift) JOIN event_quarter q ON q.quarter >= s.low AND q.quarter < s.high
        JOIN event_person p ON p.key = q.person JOIN event_name e ON e.key = q.name
      WHERE ${audience} GROUP BY 1, 2, 3, 4, 5, 6),
    hours AS (
      SELECT *, count(*) OVER (PARTITION BY day, hour, staff, kind, name) >= ${smallestGroup} AS is_large FROM counted),
    parts AS (
      SELECT day, staff, kind, name, count(DISTINCT person) >= ${smallestGroup} AS is_large,
        count(DISTINCT person) FILTER (WHERE NOT is_large) AS rest
      FROM hours GROUP BY 1, 2, 3, 4)
    SELECT kind, name, day % 7 AS weekday, hour,
      coalesce(sum(n) FILTER (WHERE p.is_large), 0)::int AS n, coalesce(sum(ms) FILTER (WHERE p.is_large), 0)::float8 AS ms,
      coalesce(sum(n) FILTER (WHERE p.is_large AND h.is_large AND (rest = 0 OR rest >= ${smallestGroup})), 0)::int AS "byHour",
      bool_or(NOT p.is_large) AS hides
    FROM hours h JOIN parts p USING (day, staff, kind, name) GROUP BY 1, 2, 3, 4
  `.execute(db)
  return rows
}
