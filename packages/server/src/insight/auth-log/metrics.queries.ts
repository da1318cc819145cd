import { type AuthLogBuckets, type CallsByKey, filtersOfEntriesOnly } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { conditionOf, type LogFilter, type LogReader, REFRESHED } from './log-filter.ts'

/** Stretches that follow each other: the start of each, and the end of the last; Unix ms. */
export interface Stretches {
  starts: readonly number[]
  end: number
}

const iso = (at: number) => new Date(at).toISOString()

/** Entries and calls in each stretch, and what of the question they leave out. */
export async function readBuckets(
  db: Transaction,
  filter: LogFilter,
  reader: LogReader,
  { starts, end }: Stretches,
): Promise<Pick<AuthLogBuckets, 'leftOut' | 'keptFrom' | 'buckets'>> {
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
  const isGiven = (name: (typeof filtersOfEntriesOnly)[number]) =>
    filter[name] !== undefined && filter[name] !== 'everything'
  const leftOut = {
    refreshes: await countRefreshes(db, { ...filter, ...window }, reader),
    callFilters: filtersOfEntriesOnly.filter(isGiven),
  }
  const eventsAt = new Map(events.rows.map((row) => [row.place, row]))
  const callsAt = new Map(calls.rows.map((row) => [row.place, row]))
  const buckets = starts.map((start, place) => ({
    start: iso(start),
    events: eventsAt.get(place)?.events ?? 0,
    refused: eventsAt.get(place)?.refused ?? 0,
    calls: callsAt.get(place)?.calls ?? 0,
    failed: callsAt.get(place)?.failed ?? 0,
  }))
  return { leftOut, keptFrom: await readKeptFrom(db), buckets }
}

/** Refreshes that fit but for not being listed. */
async function countRefreshes(db: Transaction, filter: LogFilter, reader: LogReader): Promise<number> {
  if (filter.action !== undefined) return 0
  const { rows } = await sql<{ refreshes: number }>`
    SELECT coalesce(sum(e.times), 0)::int AS refreshes FROM audit_event e WHERE ${conditionOf({ ...filter, action: REFRESHED }, reader)}
  `.execute(db)
  return rows[0]?.refreshes ?? 0
}

/** The first minute of which calls are kept: old months are removed, and before the first start nobody counted. */
async function readKeptFrom(db: Transaction): Promise<string | null> {
  const { rows } = await sql<{ first: Date | null }>`SELECT min(minute) AS first FROM api_count`.execute(db)
  return rows[0]?.first?.toISOString() ?? null
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
): Promise<Pick<CallsByKey, 'keptFrom' | 'keys' | 'people' | 'strangers'>> {
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
    keptFrom: await readKeptFrom(db),
    keys: keys.sort((one, other) => other.total - one.total),
    people: amount(rows.filter(({ who }) => who === 'person')),
    strangers: amount(rows.filter(({ who }) => who === 'stranger')),
  }
}
