import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readNewest } from '../../src/monitoring/counting/newest.queries.ts'
import { type CustomerScope, Database, type Transaction } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { OWN_MACHINE } from '../security/expectations.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let key = 0
let former = ''
let next = ''

/** What comes of some work as the scope sees the database. */
async function within<Result>(scope: CustomerScope, work: (db: Transaction) => Promise<Result>): Promise<Result> {
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    return await database.inScope(scope, work)
  } finally {
    await database.stop()
  }
}

/** What a statement finds as the scope sees the database. */
async function asSeen<Row>(scope: CustomerScope, statement: string): Promise<Row[]> {
  return await within(scope, async (db) => (await sql.raw<Row>(statement).execute(db)).rows)
}

const giveTo = (customerId: string | null) =>
  app.sql('UPDATE machine SET customer_id = $2, location_id = NULL WHERE key = $1', [key, customerId])

type Period = readonly [customerId: string | null, since: string, until: string | null]

/** Writes down who had the machine. */
async function writePeriods(...periods: readonly Period[]): Promise<void> {
  await giveTo(periods.at(-1)?.[0] ?? null)
  await app.sql('DELETE FROM machine_ownership WHERE machine_key = $1', [key])
  await app.sql(`UPDATE machine SET created_at = '2026-01-01' WHERE key = $1`, [key])
  for (const period of periods)
    await app.sql(
      `INSERT INTO machine_ownership (machine_key, customer_id, since, until, present_customer_id)
       SELECT key, $2, $3::timestamptz, $4::timestamptz, customer_id FROM machine WHERE key = $1`,
      [key, ...period],
    )
}

/** When the machine has changed hands. */
const CHANGE = '2026-11-20T10:20:30Z'

beforeAll(async () => {
  const [machine] = await app.sql<{ key: number; customerId: string }>(
    'SELECT key, customer_id AS "customerId" FROM machine WHERE machine_id = $1',
    [OWN_MACHINE],
  )
  const [other] = await app.sql<{ id: string }>('SELECT id FROM customer WHERE id <> $1 ORDER BY id LIMIT 1', [
    machine?.customerId,
  ])
  key = machine?.key ?? 0
  former = machine?.customerId ?? ''
  next = other?.id ?? ''
  await app.sql(`SELECT ensure_day('2026-11-20')`)
  await fillDay()
})

/** Rows of one day before the change, over it and after it. */
async function fillDay(): Promise<void> {
  const instants = `(VALUES ('2026-11-20T09:00:00Z'::timestamptz), ('2026-11-20T10:20:30Z'), ('2026-11-20T12:00:00Z')) AS t (at)`
  const spans = `(VALUES ('2026-11-20T08:00:00Z'::timestamptz, '2026-11-20T09:00:00Z'::timestamptz),
    ('2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z'), ('2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z')) AS t (from_at, to_at)`
  const names = await app.sql<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'minute_rollup'::regclass AND attnum > 0 AND attnotnull
       AND NOT attisdropped AND NOT atthasdef AND attname NOT IN ('machine_key', 'at')`,
  )
  const [counters, zeros] = [names.map(({ name }) => name).join(', '), names.map(() => 0).join(', ')]
  const statements = [
    `INSERT INTO record (machine_key, at, received_at) SELECT $1, at, at FROM ${instants}`,
    `INSERT INTO record_block (machine_key, from_at, to_at, records, data) SELECT $1, from_at, to_at, 1, '' FROM ${spans}`,
    `INSERT INTO minute_rollup (machine_key, at, ${counters}) SELECT $1, date_trunc('minute', at), ${zeros} FROM ${instants}`,
    `INSERT INTO hour_rollup (machine_key, at, ${counters}) SELECT $1, date_trunc('hour', at), ${zeros} FROM ${instants}`,
    `INSERT INTO state_interval (machine_key, from_at, to_at, state) SELECT $1, from_at, to_at, 'Execute' FROM ${spans}`,
    `INSERT INTO downtime (machine_key, from_at, to_at, reason_id) SELECT $1, from_at, to_at, (SELECT id FROM downtime_reason LIMIT 1) FROM ${spans}`,
    `INSERT INTO alarm (id, machine_key, code, severity, message, started_at, raised_at, told) SELECT uuidv7(), $1, 'x', 'major', 'x', at, at, false FROM ${instants}`,
    `INSERT INTO alarm_event (alarm_id, at, kind) SELECT id, raised_at, 'raised' FROM alarm WHERE machine_key = $1`,
    `INSERT INTO machine_command (machine_key, at, tag, value) SELECT $1, at, 'x', '1' FROM ${instants}`,
    `INSERT INTO production_order (machine_key, number, product, target, planned_from, planned_to, created_at)
     SELECT $1, at::text, 'x', 1, at, at + interval '1 minute', at FROM ${instants}`,
    `INSERT INTO service_request (machine_id, subject, urgency, status, kind, created_at) SELECT m.id, 'x', 'soon', 'open', 'service', at FROM machine m, ${instants} WHERE m.key = $1`,
    `INSERT INTO service_visit (machine_id, subject, kind, status, starts_at, ends_at) SELECT m.id, 'x', 'service', 'planned', at, at + interval '1 hour' FROM machine m, ${instants} WHERE m.key = $1`,
  ]
  for (const statement of statements) await app.sql(statement, [key])
}

/** How many rows of each table the customer reads. */
async function countsFor(customerId: string): Promise<unknown> {
  const byKey = ['record', 'record_block', 'minute_rollup', 'hour_rollup', 'state_interval', 'downtime', 'alarm']
  const of = (table: string) => `(SELECT count(*)::int FROM ${table} WHERE machine_key = ${key}) AS ${table}`
  const own = `(SELECT id FROM machine WHERE key = ${key})`
  const [row] = await asSeen(
    { customerId },
    `SELECT ${[...byKey, 'machine_command', 'production_order'].map(of).join(', ')},
      (SELECT count(*)::int FROM alarm_event WHERE at < '2026-11-21') AS alarm_event,
      (SELECT count(*)::int FROM service_request WHERE machine_id = ${own}) AS service_request,
      (SELECT count(*)::int FROM service_visit WHERE machine_id = ${own}) AS service_visit`,
  )
  return row
}

const all = {
  ...{ record: 3, record_block: 3, minute_rollup: 3, hour_rollup: 3, state_interval: 3, downtime: 3, alarm: 3 },
  ...{ machine_command: 3, production_order: 3, alarm_event: 3, service_request: 3, service_visit: 3 },
}

test('the database shows a new owner no row of the time of the one before, and no sum with a part of it', async () => {
  await writePeriods([former, '-infinity', CHANGE], [next, CHANGE, null])
  expect(await countsFor(next)).toEqual({
    // At the moment of the change the machine is the next one's.
    ...{ record: 2, alarm: 2, alarm_event: 2, machine_command: 2, production_order: 2, service_request: 2 },
    ...{ record_block: 1, minute_rollup: 1, hour_rollup: 1, state_interval: 1, downtime: 1, service_visit: 2 },
  })
})

test('staff who view as a user of the new owner see no more than that user', async () => {
  await writePeriods([former, '-infinity', CHANGE], [next, CHANGE, null])
  const count = `SELECT count(*)::int AS n FROM record WHERE machine_key = ${key}`
  expect(await asSeen({ customerId: next, isViewed: true }, count)).toEqual([{ n: 2 }])
  expect(await asSeen('all', count)).toEqual([{ n: 3 }])
})

test('a customer that gets a machine back sees again what it did for it, and not what it did between', async () => {
  await writePeriods(
    [former, '-infinity', '2026-11-20T09:30:00Z'],
    [next, '2026-11-20T09:30:00Z', '2026-11-20T11:30:00Z'],
    [former, '2026-11-20T11:30:00Z', null],
  )
  expect(await countsFor(former)).toMatchObject({ record: 2, hour_rollup: 1, service_request: 2, state_interval: 1 })
})

test('a customer that was entered by mistake, for less than an hour, hides nothing from the right one', async () => {
  await writePeriods(
    [former, '-infinity', '2026-11-20T10:00:00Z'],
    [next, '2026-11-20T10:00:00Z', '2026-11-20T10:59:59Z'],
    [former, '2026-11-20T10:59:59Z', null],
  )
  expect(await countsFor(former)).toEqual(all)
})

test('a first customer that was entered by mistake hides nothing either', async () => {
  await writePeriods([former, '-infinity', CHANGE], [next, CHANGE, null])
  await app.sql('UPDATE machine SET created_at = $2 WHERE key = $1', [key, '2026-11-20T10:15:00Z'])
  expect(await countsFor(next)).toEqual(all)
})

test('a state that goes on is the next one’s from the change on', async () => {
  await writePeriods([former, '-infinity', CHANGE], [next, CHANGE, null])
  await app.sql(
    `INSERT INTO latest (machine_key, at, machine_state, state_since, machine_data)
     VALUES ($1, '2026-11-20T12:00:00Z', 'Stopped', '2026-11-20T08:00:00Z', '{}')
     ON CONFLICT (machine_key) DO UPDATE SET at = excluded.at, machine_state = excluded.machine_state, state_since = excluded.state_since`,
    [key],
  )
  const sinceFor = async (scope: CustomerScope) =>
    (await within(scope, (db) => readNewest(db, [key]))).get(key)?.stateSince
  expect(await sinceFor({ customerId: next })).toBe(Date.parse(CHANGE))
  expect(await sinceFor('all')).toBe(Date.parse('2026-11-20T08:00:00Z'))
})

test('a time in which a machine was nobody’s is nobody’s secret', async () => {
  await writePeriods([former, '-infinity', '2026-11-20T08:30:00Z'], [next, CHANGE, null])
  expect(await countsFor(next)).toMatchObject({ record: 3, alarm: 3, service_request: 3, state_interval: 2 })
})

test('what a customer did stays hidden when the customer itself is gone', async () => {
  await writePeriods([null, '-infinity', CHANGE], [next, CHANGE, null])
  expect(await countsFor(next)).toMatchObject({ record: 2 })
})

test('periods follow the customer of a machine; of two changes at one moment the last one counts', async () => {
  const periods = async () =>
    await app.sql<{ of: string; isOver: boolean; present: string | null }>(
      `SELECT customer_id AS of, until IS NOT NULL AS "isOver", present_customer_id AS present
       FROM machine_ownership WHERE machine_key = $1 ORDER BY since`,
      [key],
    )
  await writePeriods([former, '-infinity', null])
  await giveTo(null)
  expect(await periods()).toEqual([{ of: former, isOver: true, present: null }])
  await giveTo(next)
  const handedOver = [
    { of: former, isOver: true, present: next },
    { of: next, isOver: false, present: next },
  ]
  expect(await periods()).toEqual(handedOver)
  await writePeriods([former, '-infinity', null])
  await app.sql(
    `DO $$ BEGIN
       UPDATE machine SET customer_id = NULL, location_id = NULL WHERE key = ${key};
       UPDATE machine SET customer_id = '${former}' WHERE key = ${key};
       UPDATE machine SET customer_id = '${next}' WHERE key = ${key};
     END $$`,
  )
  expect(await periods()).toEqual(handedOver)
})

test('what a machine reports of before it was entered is of the first customer', async () => {
  const [first] = await app.sql<{ key: number }>(
    `INSERT INTO machine (machine_id, customer_id) VALUES ('Entered for a customer', $1) RETURNING key`,
    [former],
  )
  const since = await app.sql('SELECT since::text FROM machine_ownership WHERE machine_key = $1', [first?.key])
  expect(since).toEqual([{ since: '-infinity' }])
})

test('shelved alarms are heard again by the next customer', async () => {
  await writePeriods([former, '-infinity', null])
  await app.sql(
    `WITH rule AS (INSERT INTO alarm_rule (name, severity, enabled, kind, states, silence_seconds, on_delay_seconds, off_delay_seconds, notify_emails, remedy_for_customers)
       VALUES ('Shelved', 'minor', true, 'state', '{Faulted}', 60, 0, 0, '{}', true) RETURNING id)
     INSERT INTO alarm_shelf (rule_id, machine_key, until, reason) SELECT id, $1, now() + interval '1 day', 'x' FROM rule`,
    [key],
  )
  await giveTo(next)
  expect(await app.sql('SELECT until > now() AS "isShelved" FROM alarm_shelf WHERE machine_key = $1', [key])).toEqual([
    { isShelved: false },
  ])
})

test('a webhook of a customer gets no change of what was asked or done for the one before', async () => {
  await writePeriods([former, '-infinity', CHANGE], [next, CHANGE, null])
  const isOf = async (resource: string, id: string, values: object) => {
    const [row] = await app.sql<{ customer: string | null }>('SELECT customer_of_values($1, $2, $3) AS customer', [
      resource,
      id,
      JSON.stringify(values),
    ])
    return row?.customer
  }
  const requests = await app.sql<{ id: string; machineId: string }>(
    'SELECT id, machine_id AS "machineId" FROM service_request WHERE machine_id = (SELECT id FROM machine WHERE key = $1) ORDER BY created_at',
    [key],
  )
  const [before, , after] = requests
  const machineId = before?.machineId ?? ''
  expect(await isOf('serviceRequest', before?.id ?? '', { machineId })).toBeNull()
  expect(await isOf('serviceRequest', after?.id ?? '', { machineId })).toBe(next)
  const times = ['2026-11-20T09:00:00Z', '2026-11-20T12:00:00Z']
  const done = times.map((doneAt) => isOf('serviceRecord', crypto.randomUUID(), { machineId, doneAt }))
  expect(await Promise.all(done)).toEqual([null, next])
  const visited = times.map((startsAt) => isOf('serviceVisit', crypto.randomUUID(), { machineId, startsAt }))
  expect(await Promise.all(visited)).toEqual([null, next])
  // What has no time is the machine's.
  expect(await isOf('servicePlan', crypto.randomUUID(), { machineId })).toBe(next)
})

/** Tables with rows of a machine that customers read whoever had it then, and why. */
const OF_ANY_PERIOD = {
  acceptance_test: 'tests go with the machine (decision 0153)',
  alarm_shelf: 'those of a customer end with its period',
  api_key_machine: 'of a key of the present customer',
  benchmark_machine: 'counted over days of the present customer',
  downtime_version: 'how often reasons were entered',
  line_machine: 'of a line of the present customer',
  machine_document: 'manuals and certificates, which staff enter',
  machine_page: 'the label of the machine',
  machine_part: 'parts of the machine',
  machine_sharing: 'what is shared now',
  partner_access_machine: 'of an access that the present customer has granted',
  promise: 'of the machine, and counted for the present customer from its first day on',
  service_plan: 'what is due',
  service_record: 'what was done to the machine',
  visit_task: 'read with its visit',
}

test('every table with rows of a machine that customers read is held to the periods of its owners', async () => {
  const tables = await app.sql<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname IN ('machine_key', 'machine_id') AND NOT a.attisdropped
       JOIN pg_policy p ON p.polrelid = c.oid AND p.polpermissive AND p.polcmd IN ('r', '*') AND 'packhouse_app'::regrole = ANY (p.polroles)
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_policy o WHERE o.polrelid = c.oid AND o.polname = 'of_own_period' AND NOT o.polpermissive)
       -- Of the customer itself, whatever becomes of the machine; who reads everything is staff.
       AND pg_get_expr(p.polqual, c.oid) !~ '^\\(?customer_id = |scope_is_all'
     ORDER BY 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(OF_ANY_PERIOD))
})

test('a read of machines that have never changed hands looks for those that have once, and for no period', async () => {
  await writePeriods([former, '-infinity', null])
  const plan = await asSeen<{ 'QUERY PLAN': string }>(
    { customerId: former },
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)
     SELECT at FROM record WHERE machine_key = ${key} AND at >= '2026-11-20' AND at < '2026-11-21'`,
  )
  const lines = plan.map((row) => row['QUERY PLAN'].trim())
  const looks = lines.flatMap((line, place) => (line.startsWith('InitPlan') ? [lines[place + 1]] : []))
  // The scope, what is shared and what has changed hands; the periods and which of them it is are for machines that have.
  expect(looks.filter((look) => look?.includes('never executed'))).toHaveLength(3)
  expect(looks.filter((look) => look?.includes('loops=1'))).toHaveLength(3)
})
