import type { AuthLogBuckets, CallsByKey } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { conditionOf, type LogFilter, type LogReader } from './log-filter.ts'

/** Stretches that follow each other: the start of each, and the end of the last; Unix ms. */
export interface Stretches {
  starts: readonly number[]
  end: number
}

const iso = (at: number) => new Date(at).toISOString()

/** Entries and calls in each stretch. */
export async function readBuckets(
  db: Transaction,
  filter: LogFilter,
  reader: LogReader,
  { starts, end }: Stretches,
): Promise<AuthLogBuckets['buckets']> {
  const window = { from: iso(starts[0] ?? end), to: iso(end) }
  const places = sql`${starts.map(iso)}::timestamptz[]`
  const events = await sql<{ place: number; events: number; refused: number }>`
    SELECT width_bucket(e.at, ${places}) - 1 AS place, sum(e.times)::int AS events, coalesce(sum(e.times) FILTER (WHERE e.outcome = 'refused'), 0)::int AS refused
    FROM audit_event e WHERE ${conditionOf({ ...filter, ...window }, reader)} GROUP BY 1
  `.execute(db)
  const whose = sql`${filter.who ? sql`user_id = ${filter.who}` : sql`true`} AND ${filter.key ? sql`api_key_id = ${filter.key}` : sql`true`}`
  const calls = await sql<{ place: number; calls: number; failed: number }>`
    SELECT width_bucket(minute, ${places}) - 1 AS place, sum(calls)::float8 AS calls,
      coalesce(sum(calls) FILTER (WHERE status_class >= 4), 0)::float8 AS failed
    FROM api_count WHERE minute >= ${window.from} AND minute < ${window.to} AND ${whose} GROUP BY 1
  `.execute(db)
  const eventsAt = new Map(events.rows.map((row) => [row.place, row]))
  const callsAt = new Map(calls.rows.map((row) => [row.place, row]))
  return starts.map((start, place) => ({
    start: iso(start),
    events: eventsAt.get(place)?.events ?? 0,
    refused: eventsAt.get(place)?.refused ?? 0,
    calls: callsAt.get(place)?.calls ?? 0,
    failed: callsAt.get(place)?.failed ?? 0,
  }))
}

interface CallRow {
  who: 'key' | 'person' | 'stranger'
  id: string | null
  name: string | null
  place: number
  calls: number
}

/** Calls of each key, of people and of strangers in each stretch; the busiest keys first. */
export async function readCallsByKey(
  db: Transaction,
  { starts, end }: Stretches,
): Promise<Pick<CallsByKey, 'keys' | 'people' | 'strangers'>> {
  const { rows } = await sql<CallRow>`
    SELECT who, id, k.name, place, calls FROM (
      SELECT CASE WHEN api_key_id IS NOT NULL THEN 'key' WHEN user_id IS NOT NULL THEN 'person' ELSE 'stranger' END AS who, api_key_id AS id,
        width_bucket(minute, ${starts.map(iso)}::timestamptz[]) - 1 AS place, sum(calls)::float8 AS calls
      FROM api_count WHERE minute >= ${iso(starts[0] ?? end)} AND minute < ${iso(end)} GROUP BY 1, 2, 3
    ) counted LEFT JOIN api_key k USING (id)
  `.execute(db)
  const amount = (of: readonly CallRow[]) => {
    const calls = starts.map(() => 0)
    for (const { place, calls: more } of of) calls[place] = (calls[place] ?? 0) + more
    return { total: calls.reduce((sum, one) => sum + one, 0), calls }
  }
  const ofKeys = Map.groupBy(
    rows.filter(({ who }) => who === 'key'),
    ({ id }) => id ?? '',
  )
  const keys = [...ofKeys].map(([id, own]) => ({ id, name: own[0]?.name ?? null, ...amount(own) }))
  return {
    keys: keys.sort((one, other) => other.total - one.total),
    people: amount(rows.filter(({ who }) => who === 'person')),
    strangers: amount(rows.filter(({ who }) => who === 'stranger')),
  }
}
