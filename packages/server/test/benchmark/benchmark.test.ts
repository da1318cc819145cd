import { type BenchmarkFigure, benchmarkFigures, sampleJoinedFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { takeSnapshot } from '../../src/benchmark/snapshot.ts'
import { SpeedSketch } from '../../src/library/area.ts'
import { type CustomerScope, Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { seedBenchmark } from '../../src/sample/life/benchmark.ts'
import { HOUR_MS } from '../../src/telemetry/index.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MODEL = 'BMK-İ1'
const DAY_MS = 24 * HOUR_MS
/** The day on which the test began, UTC: one that goes on over midnight is still about this day. */
const TODAY = new Date().toISOString().slice(0, 10)
const NOW = Date.parse(TODAY) + 7 * HOUR_MS
const app = useTestApp()
let customer: Caller
/** Customers of this test by their code, the sample customer among them. */
const customers = new Map<string, string>()

/** Hours of a day in which a machine ran, was idle, stopped or had a fault, and how fast. */
interface Day {
  running: number
  idle?: number
  stopped?: number
  speed: number
  rejects?: number
}

beforeAll(async () => {
  customer = await app.as('customer')
  for (const code of ['ONE', 'TWO', 'THREE', 'FOUR']) {
    const [made] = await app.sql<{ id: string }>(
      `INSERT INTO customer (code, name, currency, status) VALUES ($1, $1, 'EUR', 'active') RETURNING id`,
      [code],
    )
    customers.set(code, made?.id ?? '')
  }
  const [own] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'NORDFJELL'`)
  customers.set('NORDFJELL', own?.id ?? '')
})

beforeEach(async () => {
  await app.sql('DELETE FROM latest WHERE machine_key IN (SELECT key FROM machine WHERE configuration_id = $1)', [
    MODEL,
  ])
  await app.sql('DELETE FROM machine WHERE configuration_id = $1', [MODEL])
  await app.sql('DELETE FROM hour_rollup')
  await app.sql('DELETE FROM fleet_running')
  await app.sql('DELETE FROM benchmark_snapshot')
  await app.sql('UPDATE customer SET parent_id = NULL')
})

/** A machine that did the same on each of its last days. It is shared unless said otherwise. */
async function machine(code: string, id: string, day: Day, { days = 90, isShared = true } = {}) {
  const [made] = await app.sql<{ id: string; key: number }>(
    `INSERT INTO machine (machine_id, customer_id, configuration_id, description) VALUES ($1, $2, $3, $1) RETURNING id, key`,
    [id, customers.get(code), MODEL],
  )
  const { running, idle = 0, stopped = 0, speed, rejects = 0 } = day
  const key = made?.key
  await app.sql(`SELECT ensure_day(day::date) FROM generate_series($1::date - 91, $1::date, '1 day') AS day`, [TODAY])
  await app.sql(
    `INSERT INTO hour_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count, humidity_sum, humidity_count,
       running_ms, idle_ms, stopped_ms, faulted_ms, rejects)
     SELECT $1, day + hour * interval '1 hour', 1, $3, 0, 0, 0, 0, 0, 0, ($4::float8 * 3600000 / 24)::int, ($5::float8 * 3600000 / 24)::int,
       ($6::float8 * 3600000 / 24)::int, 0, $7
     FROM generate_series($8::timestamptz - $2 * interval '1 day', $8::timestamptz - interval '1 day', interval '1 day') AS day,
       generate_series(0, 23) AS hour`,
    [key, days, Math.round((speed * 60 * running) / 24), running, idle, stopped, rejects, `${TODAY}T00:00:00Z`],
  )
  const sketch = new SpeedSketch()
  sketch.add(speed, running * HOUR_MS)
  await app.sql(
    `INSERT INTO fleet_running (machine_key, recipe, day, sketch)
     SELECT $1, 'Recipe of ' || $4, $5::date - n, $3::json FROM generate_series(1, $2) AS n`,
    [key, days, JSON.stringify(sketch.stored()), id, TODAY],
  )
  await app.sql(`INSERT INTO latest (machine_key, at, total_rejects, machine_data) VALUES ($1, now(), 1, '{}')`, [key])
  if (isShared) await share(code, id, true)
  return key
}

async function share(code: string, id: string, shared: boolean, until: string | null = null) {
  await app.sql(
    `INSERT INTO sharing_decision (machine_id, customer_id, purpose, shared, until_at) SELECT id, $2, 'benchmark', $3, $4 FROM machine WHERE machine_id = $1`,
    [id, customers.get(code), shared, until],
  )
}

/** Works it out as the job of another process would, whatever day is taken already. */
async function snapshot(now = NOW) {
  await app.sql(`DELETE FROM changed_day`)
  await app.sql(`UPDATE fleet_progress SET next_day = $1::date`, [TODAY])
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    await takeSnapshot(database, now)
  } finally {
    await database.stop()
  }
}

async function retake() {
  await app.sql('DELETE FROM benchmark_snapshot')
  await snapshot()
}

const read = async (days: '7' | '30' | '90' = '30', who = customer) =>
  await who.call('benchmark', { query: { model: MODEL, days } })

/** Machines of others, each with another speed, and two of the reader. */
async function fleetOf(others: readonly (readonly [code: string, id: string])[]) {
  await machine('NORDFJELL', 'BMK-OWN-1', { running: 10, idle: 8, stopped: 6, speed: 60, rejects: 2 })
  await machine('NORDFJELL', 'BMK-OWN-2', { running: 12, idle: 12, speed: 70 }, { isShared: false })
  for (const [place, [code, id]] of others.entries())
    await machine(code, id, {
      running: 8 + place,
      idle: 10 - place,
      stopped: 3 + (place % 3),
      speed: 31.3 + place * 7.1,
      rejects: place,
    })
}

const FIVE = [
  ['ONE', 'BMK-A1'],
  ['ONE', 'BMK-A2'],
  ['TWO', 'BMK-B1'],
  ['TWO', 'BMK-B2'],
  ['THREE', 'BMK-C1'],
] as const

/** The same figures once more, from the rows of hours and days, in another way. */
async function recount(days: number, own: string): Promise<Record<BenchmarkFigure, number[]>> {
  const hours = await app.sql<{ id: string; run: number; idle: number; stop: number; cycles: number; rejects: number }>(
    `SELECT m.machine_id AS id, h.running_ms::int AS run, h.idle_ms::int AS idle, (h.stopped_ms + h.faulted_ms)::int AS stop, h.cycles::int, h.rejects::int
     FROM hour_rollup h JOIN machine m ON m.key = h.machine_key
     WHERE m.configuration_id = $1 AND m.customer_id <> $2 AND h.at >= $4::timestamptz - $3 * interval '1 day' AND h.at < $4::timestamptz`,
    [MODEL, own, days, `${TODAY}T00:00:00Z`],
  )
  const found: Record<BenchmarkFigure, number[]> = {
    ...{ utilization: [], availability: [], speed: [], rejectRate: [], runningHours: [] },
  }
  for (const rows of Map.groupBy(hours, ({ id }) => id).values()) {
    const total = { run: 0, idle: 0, stop: 0, cycles: 0, rejects: 0 }
    for (const row of rows) for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += row[name]
    found.utilization.push(total.run / (total.run + total.idle + total.stop))
    found.availability.push(total.run / (total.run + total.stop))
    found.rejectRate.push(total.rejects / total.cycles)
    found.runningHours.push(total.run / HOUR_MS)
  }
  const sketches = await app.sql<{ made: number; ms: number }>(
    `SELECT DISTINCT ON (m.machine_id) (f.sketch -> 'made' ->> 0)::float8 AS made, (f.sketch -> 'ms' ->> 0)::float8 AS ms
     FROM fleet_running f JOIN machine m ON m.key = f.machine_key WHERE m.configuration_id = $1 AND m.customer_id <> $2`,
    [MODEL, own],
  )
  found.speed = sketches.map(({ made, ms }) => (made / ms) * 60)
  return found
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place % 1)
}

function roundedAs(figure: BenchmarkFigure, value: number): number {
  if (figure === 'rejectRate') return Number(value.toFixed(3))
  if (figure === 'utilization' || figure === 'availability') return Number(value.toFixed(2))
  return Number(value.toPrecision(2))
}

test('own machines stand beside the median of five machines of three others, counted from the rows once more', async () => {
  await fleetOf(FIVE)
  await snapshot()
  for (const days of ['7', '30', '90'] as const) {
    const found = await read(days)
    expect(found.others).toBe('shown')
    const values = await recount(Number(days), customers.get('NORDFJELL') ?? '')
    for (const figure of benchmarkFigures) {
      expect(values[figure]).toHaveLength(5)
      expect(found.medians[figure], figure).toMatchObject({
        median: roundedAs(figure, quantile(values[figure], 0.5)),
        ...{ lower: null, upper: null, machinesFrom: 5 },
      })
    }
    expect(found.machines.map(({ machineID, isShared }) => [machineID, isShared])).toEqual([
      ['BMK-OWN-1', true],
      ['BMK-OWN-2', false],
    ])
    const [first] = found.machines
    expect(first?.figures).toMatchObject({
      utilization: 10 / 24,
      availability: 10 / 16,
      runningHours: 10 * Number(days),
    })
    expect(first?.figures.speed).toBeCloseTo(60, 6)
    expect(first?.recipes).toEqual([{ recipe: 'Recipe of BMK-OWN-1', share: 1, speed: expect.closeTo(60, 6) }])
  }
})

test('quartiles are shown from ten machines on', async () => {
  await fleetOf([
    ...FIVE,
    ...(['THREE', 'THREE', 'FOUR', 'FOUR', 'FOUR'] as const).map((code, place) => [code, `BMK-D${place}`] as const),
  ])
  await snapshot()
  const { medians } = await read('90')
  const values = await recount(90, customers.get('NORDFJELL') ?? '')
  for (const figure of benchmarkFigures)
    expect(medians[figure], figure).toMatchObject({
      lower: roundedAs(figure, quantile(values[figure], 0.25)),
      median: roundedAs(figure, quantile(values[figure], 0.5)),
      upper: roundedAs(figure, quantile(values[figure], 0.75)),
      machinesFrom: 10,
    })
})

test.each([
  ['four machines of three customers', FIVE.slice(1)],
  ['five machines of two customers', FIVE.map(([code, id]) => [code === 'THREE' ? 'TWO' : code, id] as const)],
  [
    'a customer with more than half of the machines',
    [...FIVE, ['ONE', 'BMK-A3'], ['ONE', 'BMK-A4'], ['ONE', 'BMK-A5']] as const,
  ],
])('%s are not enough', async (_, others) => {
  await fleetOf(others)
  await snapshot()
  const found = await read()
  expect(found.others).toBe('notEnough')
  expect(Object.values(found.medians)).toEqual([null, null, null, null, null])
  // Nothing says how many there are, and own machines stay beside each other.
  expect(JSON.stringify(found)).not.toMatch(/BMK-[A-D]/)
  expect(found.machines).toHaveLength(2)
})

test('customers of one concern count as one, and not for each other', async () => {
  await fleetOf([...FIVE, ['FOUR', 'BMK-D1']])
  await app.sql(`UPDATE customer SET parent_id = $1 WHERE code = 'TWO'`, [customers.get('ONE')])
  await snapshot()
  expect((await read()).others).toBe('notEnough')
  await app.sql(
    `UPDATE customer SET parent_id = CASE WHEN code = 'THREE' THEN $1::uuid END WHERE code IN ('TWO', 'THREE')`,
    [customers.get('NORDFJELL')],
  )
  await retake()
  const found = await read()
  expect(found.others).toBe('shown')
  // Without the machine of the own concern: 31.3, 38.4, 45.5, 52.6 and 66.8 a minute.
  expect(found.medians.speed?.median).toBe(46)
})

test('a machine that was heard for too short a time does not count, nor one that is not measured', async () => {
  await fleetOf(FIVE.slice(1))
  await machine('THREE', 'BMK-SHORT', { running: 2, speed: 50 })
  await snapshot()
  expect((await read()).others).toBe('notEnough')
  await machine('NORDFJELL', 'BMK-SILENT', { running: 0, speed: 0 })
  await retake()
  const silent = (await read()).machines.find(({ machineID }) => machineID === 'BMK-SILENT')
  expect(silent).toMatchObject({ knownHours: 0, recipes: [] })
  expect(Object.values(silent?.figures ?? {})).toEqual([null, null, null, null, null])
})

test('a machine that has changed hands counts for its present customer from then on alone', async () => {
  await fleetOf(FIVE)
  await machine('ONE', 'BMK-SOLD', { running: 12, idle: 12, speed: 60 })
  await snapshot()
  const sold = `machine_key = (SELECT key FROM machine WHERE machine_id = 'BMK-SOLD')`
  await app.sql(`UPDATE machine SET customer_id = $1 WHERE machine_id = 'BMK-SOLD'`, [customers.get('NORDFJELL')])
  const seen = async () => (await read('30')).machines.find(({ machineID }) => machineID === 'BMK-SOLD')
  // What was worked out of the time before is gone at once.
  expect(await seen()).toMatchObject({ knownHours: 0, recipes: [], figures: { speed: null } })
  const change = `${new Date(Date.parse(TODAY) - 10 * DAY_MS).toISOString().slice(0, 10)}T12:30:00Z`
  await app.sql(`UPDATE machine SET created_at = now() - interval '1 year' WHERE machine_id = 'BMK-SOLD'`)
  await app.sql(`UPDATE machine_ownership SET until = $1 WHERE ${sold} AND until IS NOT NULL`, [change])
  await app.sql(`UPDATE machine_ownership SET since = $1 WHERE ${sold} AND until IS NULL`, [change])
  await retake()
  // The hour of the change is left out of the hours, and its day of the speeds.
  expect(await seen()).toMatchObject({ knownHours: 9 * 24 + 11, recipes: [expect.objectContaining({ share: 1 })] })
  const [stored] = await app.sql<{ speedHours: number }>(
    `SELECT speed_hours AS "speedHours" FROM benchmark_machine WHERE ${sold} AND days = 30`,
  )
  expect(stored?.speedHours).toBeCloseTo(9 * 12, 6)
})

test('rejects are those of the hours for which they are reported, and a machine that reports them for a day is in no median', async () => {
  await fleetOf(FIVE)
  const ofMachine = `machine_key = (SELECT key FROM machine WHERE machine_id = $1)`
  const reportOnly = async (id: string, daysAgo: number, rejects: number) =>
    await app.sql(
      `UPDATE hour_rollup SET rejects_count = ((at AT TIME ZONE 'UTC')::date = $2::date - $3::int)::int, rejects = CASE WHEN (at AT TIME ZONE 'UTC')::date = $2::date - $3::int THEN $4 ELSE 0 END
       WHERE ${ofMachine}`,
      [id, TODAY, daysAgo, rejects],
    )
  await reportOnly('BMK-OWN-1', 40, 30)
  await snapshot()
  const own = async (days: '7' | '30' | '90') => (await read(days)).machines[0]?.figures.rejectRate
  const [hour] = await app.sql<{ cycles: number }>(`SELECT cycles::int FROM hour_rollup WHERE ${ofMachine} LIMIT 1`, [
    'BMK-OWN-1',
  ])
  expect(await own('90')).toBeCloseTo(30 / (hour?.cycles ?? 0), 9)
  expect([await own('7'), await own('30')]).toEqual([null, null])
  expect((await read('90')).medians.rejectRate).not.toBeNull()
  await reportOnly('BMK-A1', 40, 30)
  await retake()
  const { medians } = await read('90')
  expect([medians.rejectRate, medians.utilization?.machinesFrom]).toEqual([null, 5])
})

test('a snapshot is taken once a day; a machine whose agreement has ended is in no later one', async () => {
  await fleetOf(FIVE)
  await snapshot()
  const before = await read()
  expect(before.others).toBe('shown')
  await share('TWO', 'BMK-B1', false)
  // The same day says the same, so that nobody sees what one machine changes.
  await snapshot()
  expect(await read()).toEqual(before)
  await retake()
  expect((await read()).others).toBe('notEnough')
  await share('TWO', 'BMK-B1', true)
  await retake()
  expect((await read()).medians).toEqual(before.medians)
  // Given to somebody else, deleted, or ended by itself.
  for (const [change, back] of [
    [`customer_id = '${customers.get('FOUR')}'`, `customer_id = '${customers.get('TWO')}'`],
    ['deleted_at = now()', 'deleted_at = NULL'],
  ]) {
    await app.sql(`UPDATE machine SET ${change} WHERE machine_id = 'BMK-B1'`)
    await retake()
    expect((await read()).others).toBe('notEnough')
    await app.sql(`UPDATE machine SET ${back} WHERE machine_id = 'BMK-B1'`)
    await share('TWO', 'BMK-B1', true)
  }
  await app.sql(
    `UPDATE machine_sharing s SET benchmark_until = now() - interval '1 minute' FROM machine m WHERE m.key = s.machine_key AND m.machine_id = 'BMK-B1'`,
  )
  await retake()
  expect((await read()).others).toBe('notEnough')
})

test('only who shares a machine of the model reads the median, and it is gone at once with the agreement', async () => {
  await fleetOf(FIVE)
  await snapshot()
  expect((await read()).others).toBe('shown')
  await customer.call('decideSharing', {
    body: { machine_ids: ['BMK-OWN-1'], purpose: 'benchmark', shared: false, until: null },
  })
  const after = await read()
  expect(after.others).toBe('notSharing')
  expect(Object.values(after.medians)).toEqual([null, null, null, null, null])
  expect(after.machines[0]?.figures.runningHours).toBe(300)
})

/** A customer answers to an agreement on the maker's own use. */
async function answer(code: string, accepted: boolean) {
  await app.sql(
    `WITH agreement AS (INSERT INTO data_use_agreement (customer_id, version, agreed_on, purposes) VALUES ($1, '1', current_date, 'Comparisons') RETURNING *)
     INSERT INTO data_use_answer (agreement_id, customer_id, accepted, version, sha256)
     SELECT id, customer_id, $2, version, data_use_sha256(version, purposes, text, agreed_on, ended_on) FROM agreement`,
    [customers.get(code), accepted],
  )
}

test('who declines the use by the maker is in no comparison and reads none, until it accepts', async () => {
  await fleetOf(FIVE)
  await snapshot()
  const before = await read()
  expect(before.others).toBe('shown')
  await answer('TWO', false)
  await retake()
  expect((await read()).others).toBe('notEnough')
  await answer('TWO', true)
  await retake()
  expect((await read()).medians).toEqual(before.medians)
  await answer('NORDFJELL', false)
  const declined = await read()
  expect(declined.others).toBe('declined')
  expect(Object.values(declined.medians)).toEqual([null, null, null, null, null])
  expect(declined.machines.map(({ isShared }) => isShared)).not.toContain(true)
  expect(declined.machines[0]?.figures).toEqual(before.machines[0]?.figures)
  await answer('NORDFJELL', true)
  await retake()
  expect((await read()).medians).toEqual(before.medians)
})

test('an old snapshot is not shown', async () => {
  await fleetOf(FIVE)
  await snapshot()
  await app.sql(`UPDATE benchmark_snapshot SET through = through - 10`)
  expect(await read()).toMatchObject({ others: 'notYet', from: null, to: null, takenAt: null })
})

test('the first snapshot waits for the speeds of the last day, a later one until six in the morning', async () => {
  await fleetOf(FIVE)
  await snapshot()
  const [first] = await app.sql<{ through: string }>('SELECT through::text FROM benchmark_snapshot')
  const taken = async () =>
    (await app.sql<{ through: string }>('SELECT through::text FROM benchmark_snapshot'))[0]?.through
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    await app.sql(`UPDATE fleet_progress SET next_day = NULL`)
    const tomorrow = Date.parse(TODAY) + DAY_MS
    await takeSnapshot(database, tomorrow + 5 * HOUR_MS)
    expect(await taken()).toBe(first?.through)
    await takeSnapshot(database, tomorrow + 6 * HOUR_MS)
    expect(await taken()).toBe(new Date(tomorrow - DAY_MS).toISOString().slice(0, 10))
    await app.sql('DELETE FROM benchmark_snapshot')
    await takeSnapshot(database, tomorrow + 6 * HOUR_MS)
    expect(await taken()).toBeUndefined()
  } finally {
    await database.stop()
  }
})

test('the database shows a customer its own rows alone, and staff no median', async () => {
  await fleetOf([...FIVE, ['FOUR', 'BMK-D1'], ['FOUR', 'BMK-D2'], ['FOUR', 'BMK-D3']])
  await snapshot()
  const database = new Database(app.databaseUrl, createLog('silent'))
  const seen = async (scope: CustomerScope) =>
    await database.inScope(scope, async (db) => {
      const machines = await sql<{ id: string }>`
        SELECT DISTINCT m.machine_id AS id FROM benchmark_machine b JOIN machine m ON m.key = b.machine_key WHERE b.model = fold_case(${MODEL}) ORDER BY 1
      `.execute(db)
      const medians = await sql<{ id: string }>`SELECT DISTINCT customer_id AS id FROM benchmark_median`.execute(db)
      return { machines: machines.rows.map(({ id }) => id), medians: medians.rows.map(({ id }) => id) }
    })
  try {
    const own = customers.get('NORDFJELL') ?? ''
    expect(await seen({ customerId: own })).toEqual({ machines: ['BMK-OWN-1', 'BMK-OWN-2'], medians: [own] })
    const one = customers.get('ONE') ?? ''
    expect(await seen({ customerId: one })).toEqual({ machines: ['BMK-A1', 'BMK-A2'], medians: [one] })
    expect((await seen('all')).medians).toEqual([])
    for (const statement of [
      'DELETE FROM benchmark_median',
      'UPDATE benchmark_machine SET speed = 1',
      'SELECT publish_benchmark()',
      'SELECT * FROM benchmark_agreed',
    ])
      await expect(
        database.inScope({ customerId: own }, (db) => sql.raw(statement).execute(db)),
        statement,
      ).rejects.toThrow(/permission denied/)
  } finally {
    await database.stop()
  }
})

test('a model or machine of others is answered like one that does not exist, and staff are not answered', async () => {
  await fleetOf(FIVE)
  const other = await app.as('other')
  for (const query of [`model=${MODEL}`, 'model=NONE', 'machineID=BMK-OWN-1', 'machineID=BMK-NONE'])
    expectProblem(await other.get(encodeURI(`/v1/ignition/benchmark?${query}`)), 'not_found')
  expectProblem(await (await app.as('staff')).get('/v1/ignition/benchmark'), 'not_found')
  const found = await customer.call('benchmark', { query: { machineID: 'BMK-OWN-1' } })
  expect(found.model).toBe(MODEL)
  expect(found.models).toContain(MODEL)
  expect(await customer.call('benchmark', { query: { model: 'bmk-i1' } })).toMatchObject({ model: MODEL })
})

test('the sample company has a benchmark of one of its models, once the machines that joined send', async () => {
  const query = { machineID: 'VFFS-2214', days: '90' } as const
  const joined = sampleJoinedFleet.map(({ machineID }) => machineID)
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    for (const _ of ['first', 'again']) await seedBenchmark(database)
    expect(await customer.call('benchmark', { query })).toMatchObject({ others: 'notSharing' })
    await app.sql(
      `INSERT INTO latest (machine_key, at, machine_data) SELECT key, now(), '{}' FROM machine WHERE machine_id = ANY ($1)`,
      [joined],
    )
    for (const _ of ['first', 'again']) await seedBenchmark(database)
  } finally {
    await database.stop()
  }
  await snapshot()
  const found = await customer.call('benchmark', { query })
  expect(found.others).toBe('shown')
  expect(found.medians.utilization).toMatchObject({ machinesFrom: 5 })
  expect(found.machines.map(({ machineID, isShared }) => [machineID, isShared])).toEqual([
    ['VFFS-2214', true],
    ['VFFS-2215', false],
  ])
  const [count] = await app.sql(
    `SELECT count(*)::int AS days FROM fleet_day f JOIN machine m ON m.key = f.machine_key WHERE m.machine_id IN ('VFFS-2410', 'VFFS-2411')`,
  )
  // Of the newest week they send the records themselves.
  expect(count).toEqual({ days: 2 * (90 - 7) })
})
