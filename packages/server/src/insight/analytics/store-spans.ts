import { usageDefinitions } from '@packhouse/contract'
import type pg from 'pg'
import { type ActivitySpan, joinSpans, spansOf } from './activity-spans.ts'
import { keyOfName } from './event-keys.ts'
import type { StoredEvent } from './usage-event.ts'

/** A span that the new ones touch, as it is stored. */
interface TakenSpan {
  person: number
  from: number
  to: number
  page: string | null
}

/** Joins what people did with the spans stored before: those that it touches are replaced. */
export async function storeSpans(
  client: pg.ClientBase,
  events: readonly StoredEvent[],
  persons: ReadonlyMap<string, number>,
  names: ReadonlyMap<string, number>,
): Promise<void> {
  const fresh = spansOf(events)
  if (fresh.length === 0) return
  const taken = await takeTouched(client, fresh, persons)
  const userOf = new Map([...persons].map(([userId, key]) => [key, userId]))
  const before = taken.map(({ person, from, to, page }): ActivitySpan => {
    // When its page was viewed is not stored: the end of the span is as late as that can be.
    const pageAt = page === null ? Number.NEGATIVE_INFINITY : to
    return { userId: userOf.get(person) ?? '', from, to, page: page ?? undefined, pageAt }
  })
  const spans = joinSpans([...before, ...fresh])
  await client.query(
    `INSERT INTO activity_span (person, from_at, to_at, name)
     SELECT person, to_timestamp(from_ms / 1000), to_timestamp(to_ms / 1000), name
     FROM unnest($1::int[], $2::float8[], $3::float8[], $4::int[]) AS s (person, from_ms, to_ms, name)`,
    [
      spans.map(({ userId }) => persons.get(userId)),
      spans.map(({ from }) => from),
      spans.map(({ to }) => to),
      spans.map(({ page }) => (page === undefined ? null : names.get(keyOfName({ kind: 'page_view', name: page })))),
    ],
  )
}

async function takeTouched(
  client: pg.ClientBase,
  fresh: readonly ActivitySpan[],
  persons: ReadonlyMap<string, number>,
): Promise<TakenSpan[]> {
  const { rows } = await client.query<TakenSpan>(
    `WITH fresh AS (
       SELECT person, to_timestamp(from_ms / 1000) - idle AS from_at, to_timestamp(to_ms / 1000) + idle AS to_at
       FROM unnest($1::int[], $2::float8[], $3::float8[]) AS f (person, from_ms, to_ms), make_interval(mins => $4) AS idle),
     taken AS (
       DELETE FROM activity_span s USING fresh f
       WHERE s.person = f.person AND s.to_at >= f.from_at AND s.from_at <= f.to_at
       RETURNING s.person, s.from_at, s.to_at, s.name)
     SELECT taken.person, extract(epoch FROM from_at)::float8 * 1000 AS "from", extract(epoch FROM to_at)::float8 * 1000 AS "to",
       event_name.name AS page
     FROM taken LEFT JOIN event_name ON key = taken.name`,
    [
      fresh.map(({ userId }) => persons.get(userId)),
      fresh.map(({ from }) => from),
      fresh.map(({ to }) => to),
      usageDefinitions.idleMinutes,
    ],
  )
  return rows.map((row) => ({ ...row, from: Math.round(row.from), to: Math.round(row.to) }))
}
