import { pagePatterns, usageActions } from '@packhouse/contract'
import type { Database } from '@packhouse/server'

export interface UsageSize {
  people: number
  weeks: number
  seed: number
}

const DAY_MS = 86_400_000
const MONDAY_MS = 4 * DAY_MS

/**
 * A year of a company's use: people with up to three visits on a working day, each of 20 to 120 events. Single events, roll-ups and spans
 * of activity are those that the product would have stored; the row compares them with the single events afterwards.
 * @returns how many single events there are
 */
export async function fillUsage({ pool }: Database, { people, weeks, seed }: UsageSize): Promise<number> {
  const client = await pool.connect()
  try {
    // A session of its own: what is drawn there follows from the seed.
    await client.query('SELECT setseed($1)', [(seed % 1_000) / 1_000])
    await client.query("SET synchronous_commit = off; SET work_mem = '128MB'")
    await client.query(PEOPLE, [people])
    await client.query(NAMES, [pagePatterns, usageActions])
    // The last day that is filled is yesterday, so that no event lies ahead of a reader.
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const thisMonday = Math.floor((today - MONDAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + MONDAY_MS
    let events = 0
    for (let week = weeks; week >= 0; week--) {
      const monday = new Date(thisMonday - week * 7 * DAY_MS).toISOString()
      await client.query('SELECT ensure_event_week(($1::timestamptz AT TIME ZONE $2)::date)', [monday, 'UTC'])
      const made = await client.query(EVENTS, [monday, new Date(today).toISOString()])
      events += made.rowCount ?? 0
      for (const rollUp of [QUARTERS, NAME_QUARTERS, NAME_DAYS, SPANS]) await client.query(rollUp, [monday])
    }
    return events
  } finally {
    client.release(true)
  }
}

/** Four in ten are staff; the others belong to 100 customers. */
const PEOPLE = `
  WITH company AS (
    INSERT INTO customer (code, name, currency, status)
    SELECT 'USE-' || n, 'Customer ' || n, 'EUR', 'active' FROM generate_series(1, 100) n RETURNING id),
  numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM company),
  person AS (
    INSERT INTO user_account (email, first_name, last_name, customer_id)
    SELECT 'use-' || p || '@bench.example', 'Person', p::text, CASE WHEN p % 10 >= 4 THEN c.id END
    FROM generate_series(1, $1::int) p JOIN numbered c ON c.n = 1 + p % 100 RETURNING id, customer_id)
  INSERT INTO event_person (user_id, customer_id) SELECT id, customer_id FROM person ORDER BY id`

const NAMES = `
  INSERT INTO event_name (kind, app, name)
  SELECT kind, CASE kind WHEN 'api_call' THEN 'api' ELSE 'web' END, name FROM (
    SELECT 'page_view' AS kind, unnest($1::text[]) AS name UNION ALL SELECT 'page_time', unnest($1::text[])
    UNION ALL SELECT 'action', unnest($2::text[] || '*'::text)
    UNION ALL SELECT 'api_call', name FROM unnest(ARRAY['*', 'GET /v1/me', 'GET /v1/customers', 'GET /v1/projects']) name) given
  ORDER BY kind, name
  -- The migrations have named one already.
  ON CONFLICT (kind, name) DO NOTHING`

/** Some pages are viewed far more than others. */
const EVENTS = `
  WITH visit AS MATERIALIZED (
    SELECT key AS person, day + make_interval(mins => 300 + floor(random() * 780)::int) AS starts,
      20 + floor(random() * 100)::int AS events, 10 + random() * 30 AS gap, (random() * 1e15)::bigint AS session
    FROM event_person, generate_series($1::timestamptz, $1::timestamptz + interval '6 days', interval '1 day') day, generate_series(1, 3)
    WHERE day < $2::timestamptz AND random() < CASE WHEN extract(isodow FROM day) < 6 THEN 0.55 ELSE 0.12 END),
  drawn AS MATERIALIZED (
    SELECT starts + make_interval(secs => gap * i) AS at, person, session, random() AS r, random() ^ 3 AS q, (1000 + random() * 60000)::int AS ms
    FROM visit, generate_series(1, events) i),
  keys AS (SELECT kind, array_agg(key ORDER BY key) AS list FROM event_name WHERE name <> '*' GROUP BY kind)
  INSERT INTO app_event (at, person, name, n, session, duration_ms)
  SELECT at, person, list[1 + floor(q * cardinality(list))], 1, session, CASE kind WHEN 'page_time' THEN ms ELSE 0 END
  FROM drawn JOIN keys ON kind = CASE WHEN r < 0.45 THEN 'page_view' WHEN r < 0.85 THEN 'page_time' WHEN r < 0.9 THEN 'action' ELSE 'api_call' END`

const OF_WEEK = "at >= $1::timestamptz AND at < $1::timestamptz + interval '7 days'"

const QUARTERS = `
  INSERT INTO event_quarter (quarter, person, name, n, duration_ms)
  SELECT floor(extract(epoch FROM at) / 900)::int, person, name, sum(n), sum(duration_ms) FROM app_event WHERE ${OF_WEEK} GROUP BY 1, 2, 3`

/** By each name, and by all views and actions together; calls of the API only together. */
const NAME_QUARTERS = `
  INSERT INTO name_quarter (quarter, name, staff, n, duration_ms)
  SELECT quarter, counted, customer_id IS NULL, sum(n), sum(CASE WHEN counted = e.key THEN duration_ms ELSE 0 END)
  FROM event_quarter q JOIN event_name e ON e.key = q.name JOIN event_person p ON p.key = q.person
    JOIN LATERAL (
      SELECT e.key AS counted WHERE e.kind <> 'api_call'
      UNION ALL SELECT a.key FROM event_name a WHERE a.name = '*' AND a.kind = CASE WHEN e.kind = 'page_view' THEN 'action' ELSE e.kind END
    ) counted ON true
  WHERE quarter >= floor(extract(epoch FROM $1::timestamptz) / 900)::int
    AND quarter < floor(extract(epoch FROM $1::timestamptz + interval '7 days') / 900)::int
  GROUP BY 1, 2, 3`

const NAME_DAYS = `
  INSERT INTO name_day (day, name, staff, n, duration_ms)
  SELECT quarter / 96, name, staff, sum(n), sum(duration_ms) FROM name_quarter
  WHERE quarter >= floor(extract(epoch FROM $1::timestamptz) / 900)::int
    AND quarter < floor(extract(epoch FROM $1::timestamptz + interval '7 days') / 900)::int
  GROUP BY 1, 2, 3`

/** No visit goes on over midnight, so that no span goes on over a week. */
const SPANS = `
  WITH activity AS (
    SELECT person, at, a.name, kind, lag(at) OVER (PARTITION BY person ORDER BY at) AS before
    FROM app_event a JOIN event_name e ON e.key = a.name WHERE ${OF_WEEK} AND kind IN ('page_view', 'action')),
  numbered AS (
    SELECT *, count(*) FILTER (WHERE before IS NULL OR at - before > interval '30 minutes') OVER (PARTITION BY person ORDER BY at) AS island
    FROM activity)
  INSERT INTO activity_span (person, from_at, to_at, name)
  SELECT person, min(at), max(at), (array_agg(name ORDER BY at DESC) FILTER (WHERE kind = 'page_view'))[1]
  FROM numbered GROUP BY person, island`
