import { acceptanceTests, type PromiseReportData, promises, sampleFleet } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { SpeedSketch } from '../../src/library/area.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { seedFileOfMachines } from '../../src/sample/life/machine-file.ts'
import { seedPromises } from '../../src/sample/life/promises.ts'
import { HOUR_MS } from '../../src/telemetry/index.ts'
import type { Caller } from '../support/caller.ts'
import { dataOfDocument, publishDataTemplate } from '../support/document-data.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const OTHER = 'FLW-1204'
const app = useTestApp()
let staff: Caller
const machines = new Map<string, string>()

beforeAll(async () => {
  staff = await app.as('staff')
  for (const { id, machineID } of await app.sql<{ id: string; machineID: string }>(
    'SELECT id, machine_id AS "machineID" FROM machine',
  ))
    machines.set(machineID, id)
})

/** The machine ran on a day with a recipe for some hours at some speeds. */
async function ran(
  day: string,
  recipe: string,
  speeds: readonly (readonly [speed: number, hours: number])[],
  machine = ID,
) {
  const sketch = new SpeedSketch()
  for (const [speed, hours] of speeds) sketch.add(speed, hours * HOUR_MS)
  const stored = JSON.stringify(sketch.stored())
  await app.sql(
    `INSERT INTO fleet_running (machine_key, recipe, day, sketch) SELECT key, $2, $3::date, $4::json FROM machine WHERE machine_id = $1`,
    [machine, recipe, day, stored],
  )
  await app.sql(
    `INSERT INTO fleet_total (machine_key, recipe, sketch, running_ms, first_day, last_day)
     SELECT key, $2, $4::json, $5, $3::date, $3::date FROM machine WHERE machine_id = $1 ON CONFLICT DO NOTHING`,
    [machine, recipe, day, stored, sketch.knownMs],
  )
}

const dayBefore = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS).toISOString().slice(0, 10)

async function promised(machine: string, draft: Record<string, unknown>) {
  const fields = { name: 'Speed', figure: 90, unit: 'cycles/min', machineId: machines.get(machine), ...draft }
  const made = await staff.post(promises.calls.create.path, fields)
  expect(made.status, made.text).toBe(201)
  return made.body as { id: string; rowVersion: number }
}

const read = async (who: Caller, machine = ID, weeks: '13' | '4' = '13') =>
  await who.call('machinePromises', { params: { id: machine }, query: { weeks } })

let templateId: string | undefined
async function dataOfReport(machine = ID): Promise<PromiseReportData> {
  templateId ??= await publishDataTemplate(staff, 'promiseReport')
  const answer = await staff.post('/v1/pdf/generate', { templateId, id: machine, locale: 'en' })
  expect(answer.status, answer.text.slice(0, 200)).toBe(200)
  return dataOfDocument(answer.text) as PromiseReportData
}

test('a promise stands beside its acceptance tests and what the machine does, for staff and for its customer', async () => {
  const speed = await promised(ID, { reference: 'Q-1 v4, section 1', promisedOn: '2023-03-14' })
  await promised(ID, {
    name: 'Noise',
    kind: 'other',
    direction: 'atMost',
    figure: 76,
    unit: 'dB(A)',
    source: 'declaration',
  })
  const [style] = await app.sql<{ id: string }>('SELECT id FROM packaging_style ORDER BY code LIMIT 1')
  await promised(ID, { name: 'Speed of the style', figure: 60, styleId: style?.id })
  await ran(dayBefore(1), 'tray', [[80, 6]])
  await ran(dayBefore(2), 'skin', [[60, 2]])
  // Too long ago to count.
  await ran(dayBefore(300), 'tray', [[10, 500]])
  await app.sql(
    `INSERT INTO recipe_style (recipe, style_id, machine_id) SELECT 'skin', $1, id FROM machine WHERE machine_id = $2`,
    [style?.id, ID],
  )
  for (const [kind, testedOn, value] of [
    ['factory', '2023-09-08', 88],
    ['site', '2023-10-02', 70],
    ['site', '2023-10-20', 85],
  ] as const) {
    const results = [{ promiseId: speed.id, value }]
    const fields = { machineId: machines.get(ID), kind, testedOn, product: 'Salmon', hours: 2, accepted: true, results }
    const made = await staff.post(acceptanceTests.calls.create.path, fields)
    expect(made.status, made.text).toBe(201)
  }
  const found = await read(staff)
  expect(found.promises.map(({ name, result }) => [name, result])).toEqual([
    ['Speed', 'missed'],
    ['Noise', 'notMeasured'],
    ['Speed of the style', 'kept'],
  ])
  const [first] = found.promises
  expect(first).toMatchObject({
    tests: { factory: { value: 88, on: '2023-09-08' }, site: { value: 85, on: '2023-10-20', accepted: true } },
    live: { value: 80, hours: 8 },
    difference: -10,
  })
  expect(first?.gap.map(({ kind, value }) => [kind, value])).toEqual([
    ['factoryTest', 2],
    ['siteTest', 3],
    ['recipe', 5],
  ])
  expect(first?.gap.reduce((sum, { value }) => sum + value, 0)).toBe(10)
  expect(found.promises[2]?.live).toMatchObject({ value: 60, hours: 2 })
  const missed = await staff.call('missedPromises')
  expect(missed.measured).toBe(2)
  expect(missed.items).toEqual([expect.objectContaining({ machineID: ID, name: 'Speed', live: 80, figure: 90 })])

  // Its customer sees the same; the customer of another machine, nothing.
  const customer = await app.as('customer')
  expect(await read(customer)).toEqual(found)
  expectProblem(await (await app.as('other')).get(`/v1/ignition/machines/${ID}/promises`), 'not_found')
  expectProblem(await customer.get('/v1/promises/missed'), 'permission_missing')
  expectProblem(await customer.post(promises.calls.create.path, {}), 'permission_missing')

  // The report says the same.
  const report = await dataOfReport()
  expect(report).toMatchObject({ machineID: ID, counts: '1 kept, 1 missed, 1 not measured' })
  const [written] = report.promises
  expect(written).toMatchObject({ promised: '90 cycles/min', live: '80 cycles/min', difference: '−10 cycles/min' })
  expect(written?.tests.map(({ day, value }) => [day, value])).toEqual([
    ['8 September 2023', '88 cycles/min'],
    ['20 October 2023', '85 cycles/min'],
  ])
  expect(written?.gap?.parts.map(({ value }) => value)).toEqual(['−2', '−3', '−5'])
  expect(written?.gap?.total).toBe('−10')
  expect(written?.chart?.points).toHaveLength(first?.weeks.length ?? 0)
  const made = await customer.post('/v1/pdf/generate', { type: 'promiseReport', id: ID, locale: 'de' })
  expect([made.status, made.text.slice(0, 5)]).toEqual([200, '%PDF-'])

  // The answer for the whole fleet is shared for a minute, yet a promise that is new is judged at once.
  await promised(ID, { name: 'Higher speed', figure: 160 })
  const renewed = await staff.call('missedPromises')
  expect(renewed.items.map(({ name, share }) => [name, share])).toEqual([
    ['Higher speed', 0.5],
    ['Speed', 80 / 90],
  ])
})

test('an availability is not measured while nothing is known of the machine, then as OEE counts it', async () => {
  await promised(OTHER, { name: 'Availability', kind: 'availability', figure: 94, unit: '%' })
  const staff = await app.as('staff')
  const unknown = await read(staff, OTHER, '4')
  expect(unknown.promises).toEqual([
    expect.objectContaining({ name: 'Availability', live: null, result: 'notMeasured', gap: [] }),
  ])
  // Every day it ran for 18 hours and stood still for 6.
  await app.sql(
    `INSERT INTO state_interval (machine_key, state, from_at, to_at)
     SELECT key, part.state, day + part.after, day + part.until
     FROM machine, generate_series(date_trunc('day', now()) - interval '40 days', now() - interval '1 day', interval '1 day') AS day,
       (VALUES ('Running', interval '0 h', interval '18 h'), ('Stopped', interval '18 h', interval '24 h')) AS part (state, after, until)
     WHERE machine_id = $1`,
    [OTHER],
  )
  const known = await read(staff, OTHER, '4')
  expect(known.promises[0]).toMatchObject({ result: 'missed' })
  expect(Math.abs((known.promises[0]?.live?.value ?? 0) - 75)).toBeLessThan(2)

  // Half of each stop is a jam of the film, a quarter has another reason below the same one, and of the rest nobody said anything.
  const reasons = await app.sql<{ id: string; name: string }>(
    `WITH top AS (INSERT INTO downtime_reason (code, name, kind, sort, active) VALUES ('FILM', 'Film', 'unplanned', 1, true) RETURNING id)
     INSERT INTO downtime_reason (code, name, parent_id, kind, sort, active)
     SELECT code, name, top.id, kind, 1, true FROM top, (VALUES ('FILM-JAM', 'Jam', 'unplanned'), ('FILM-ROLL', 'New roll', 'changeover')) AS one (code, name, kind)
     RETURNING id, name`,
  )
  for (const { id, name } of reasons) {
    const [from, hours] = name === 'Jam' ? [0, 3] : [3, 1.5]
    await app.sql(
      `INSERT INTO downtime (machine_key, from_at, to_at, reason_id)
       SELECT machine_key, from_at + make_interval(secs => $2::float8 * 3600), from_at + make_interval(secs => ($2::float8 + $3::float8) * 3600), $4
       FROM state_interval JOIN machine ON key = machine_key WHERE machine_id = $1 AND state = 'Stopped'`,
      [OTHER, from, hours, id],
    )
  }
  const [explained] = (await read(staff, OTHER, '4')).promises
  const parts = new Map(explained?.gap.map(({ kind, name, value }) => [name ?? kind, value]))
  const missing = 94 - (explained?.live?.value ?? 0)
  const stopped = 100 - (explained?.live?.value ?? 0)
  expect([...parts.keys()]).toEqual(['Film', 'allowed', 'unexplained'])
  expect(parts.get('allowed')).toBe(-6)
  // The last stop is of yesterday and may reach over the end of the stretch.
  expect(Math.abs((parts.get('Film') ?? 0) - stopped * 0.75)).toBeLessThan(0.5)
  expect(Math.abs((parts.get('unexplained') ?? 0) - stopped * 0.25)).toBeLessThan(0.5)
  expect([...parts.values()].reduce((sum, value) => sum + value, 0)).toBeCloseTo(missing, 6)
})

test('rejects that a machine never reports are not measured, and those that it reports are missed by parts that add up', async () => {
  const machine = 'COUNTS-1'
  const registered = await staff.post('/v1/machines', { machineID: machine })
  expect(registered.status, registered.text).toBe(201)
  machines.set(machine, (registered.body as { id: string }).id)
  const promise = await promised(machine, {
    name: 'Rejects',
    kind: 'rejectRate',
    direction: 'atMost',
    figure: 0.8,
    unit: '%',
  })
  const device = await app.device()
  const start = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 48 * HOUR_MS
  /** Ten thousand cycles in three hours of a day. */
  const counts = (at: number, countsOf: (share: number) => object) =>
    device.publishAll(
      machine,
      Array.from({ length: 181 }, (_, minute) => ({
        lastSeen: new Date(at + minute * 60_000).toISOString(),
        machineState: minute < 180 ? 'Execute' : 'Stopped',
        ...countsOf(minute / 180),
      })),
    )
  const rejects = async () => (await read(staff, machine, '4')).promises.find(({ kind }) => kind === 'rejectRate')
  await counts(start, (share) => ({ totalCycles: Math.round(10_000 * share) }))
  expect(await rejects()).toMatchObject({ live: null, result: 'notMeasured' })
  await counts(start + 12 * HOUR_MS, (share) => ({
    totalCycles: 10_000 + Math.round(10_000 * share),
    totalRejects: Math.round(300 * share),
  }))
  // Of the first ten thousand nobody knows how many were rejected.
  expect(await rejects()).toMatchObject({ live: { value: 3 }, result: 'missed', difference: 2.2 })

  // The next day it ran another recipe, of which a tenth was rejected.
  await counts(start + 24 * HOUR_MS, (share) => ({
    totalCycles: 20_000 + Math.round(10_000 * share),
    totalRejects: 300 + Math.round(1_000 * share),
  }))
  await ran(dayBefore(2), 'tray', [[60, 6]], machine)
  await ran(dayBefore(1), 'skin', [[60, 3]], machine)
  const results = [{ promiseId: promise.id, value: 0.9 }]
  const tested = { machineId: machines.get(machine), kind: 'factory', testedOn: '2023-09-08', product: 'Salmon' }
  const made = await staff.post(acceptanceTests.calls.create.path, { ...tested, accepted: true, results })
  expect(made.status, made.text).toBe(201)
  const parts = async () => (await rejects())?.gap.map(({ kind, name, value, rate }) => [kind, name, value, rate])
  expect(await rejects()).toMatchObject({ live: { value: 6.5 }, difference: 5.7 })
  expect(await parts()).toEqual([
    ['factoryTest', null, 0.1, null],
    ['recipe', 'skin', 3.5, 10],
    ['unexplained', null, 2.1, null],
  ])
  const [written] = (await dataOfReport(machine)).promises
  expect(written?.gap).toMatchObject({ title: 'Where 5.7 % come from', total: '+5.7' })
  expect(written?.gap?.parts.map(({ name, value }) => [name, value])).toEqual([
    ['More at the factory than promised', '+0.1'],
    ['Recipe skin has more rejects', '+3.5'],
    ['Not explained', '+2.1'],
  ])
  // Of a day with several recipes it is not known which one made the rejects.
  await ran(dayBefore(1), 'tray', [[60, 1]], machine)
  expect(await parts()).toEqual([
    ['factoryTest', null, 0.1, null],
    ['unexplained', null, 5.6, null],
  ])
})

test('a figure in another unit is not comparable, on the page, in the list of the fleet and in the report', async () => {
  const hourly = await promised(ID, { name: 'Packs', figure: 1_800, unit: 'packs/h' })
  const share = await promised(ID, { name: 'Uptime', kind: 'availability', figure: 0.94, unit: 'share' })
  const found = (await read(staff)).promises.filter(({ id }) => id === hourly.id || id === share.id)
  expect(found).toEqual(
    ['Packs', 'Uptime'].map((name) =>
      expect.objectContaining({ name, live: null, difference: null, result: 'notComparable', gap: [], weeks: [] }),
    ),
  )
  expect((await staff.call('missedPromises')).items.map(({ name }) => name)).not.toContain('Packs')
  const report = await dataOfReport()
  expect(report.counts).toContain(', 2 not comparable')
  expect(report.promises.find(({ name }) => name === 'Packs')?.liveAbout).toContain('cycles per minute')
  const changed = { rowVersion: hourly.rowVersion, figure: 160, unit: 'cycles/min' }
  const put = await staff.request(`${promises.calls.create.path}/${hourly.id}`, { method: 'PUT', body: changed })
  expect(put.status, put.text).toBe(200)
  expect((await staff.call('missedPromises')).items.map(({ name }) => name)).toContain('Packs')

  // With as many packs as a cycle makes, packs a minute are comparable.
  const packs = await promised(ID, { name: 'Trays', figure: 320, unit: 'trays/min' })
  const ofTrays = async () => (await read(staff)).promises.find(({ id }) => id === packs.id)
  expect(await ofTrays()).toMatchObject({ packsPerCycle: null, result: 'notComparable' })
  const known = { rowVersion: packs.rowVersion, packsPerCycle: 2 }
  const added = await staff.request(`${promises.calls.create.path}/${packs.id}`, { method: 'PUT', body: known })
  expect(added.status, added.text).toBe(200)
  const trays = await ofTrays()
  expect(trays).toMatchObject({ live: { value: 160 }, difference: -160, result: 'missed' })
  expect(trays?.gap.reduce((sum, { value }) => sum + value, 0)).toBe(160)
  expect(trays?.weeks.at(-1)?.p90).toBe(trays?.live?.p90)
  expect((await staff.call('missedPromises')).items.find(({ name }) => name === 'Trays')).toMatchObject({ live: 160 })
  expect((await dataOfReport()).promises.find(({ name }) => name === 'Trays')?.conditions).toContain('Packs a cycle: 2')
})

test('time before the accepted site test or under another customer does not count, and a test that was not accepted explains nothing', async () => {
  const machine = 'VFFS-2215'
  const speed = await promised(machine, { figure: 90 })
  const test = async (testedOn: string, value: number, accepted: boolean) => {
    const results = [{ promiseId: speed.id, value }]
    const fields = { machineId: machines.get(machine), kind: 'site', testedOn, product: 'Salmon', accepted, results }
    const made = await staff.post(acceptanceTests.calls.create.path, fields)
    expect(made.status, made.text).toBe(201)
  }
  const actual = async () => (await read(staff, machine, '4')).promises.find(({ id }) => id === speed.id)
  const judged = async () => {
    await staff.call('missedPromises')
    return await app.sql('SELECT live, result FROM promise_outcome WHERE promise_id = $1', [speed.id])
  }
  await ran(dayBefore(9), 'trial', [[20, 40]], machine)
  await ran(dayBefore(5), 'tray', [[80, 6]], machine)
  expect(await judged()).toEqual([{ live: 20, result: 'missed' }])
  await test(dayBefore(6), 85, true)
  await test(dayBefore(1), 30, false)
  expect(await actual()).toMatchObject({
    live: { value: 80, hours: 6 },
    tests: { site: { value: 30, accepted: false } },
  })
  expect((await actual())?.gap.map(({ kind, value }) => [kind, value])).toEqual([
    ['siteTest', 5],
    ['unexplained', 5],
  ])
  expect(await judged()).toEqual([{ live: 80, result: 'missed' }])
  // It was the first customer's for longer than a slip lasts.
  await app.sql(`UPDATE machine SET created_at = now() - interval '1 year' WHERE machine_id = $1`, [machine])
  await app.sql(
    `UPDATE machine SET location_id = NULL, customer_id = (SELECT customer_id FROM user_account WHERE email LIKE 'other@%') WHERE machine_id = $1`,
    [machine],
  )
  expect(await judged()).toEqual([{ live: null, result: 'notMeasured' }])
})

test('the sample company has promised something of each of its machines, and tested it twice', async () => {
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    await app.sql(
      'TRUNCATE promise, claimed_promise, promise_outcome, promise_share_outcome, acceptance_entry, acceptance_test, acceptance_result',
    )
    await database.system.transaction().execute((db) => seedFileOfMachines(db))
    for (const _ of ['first', 'again']) await database.system.transaction().execute((db) => seedPromises(db))
    const [counts] = await app.sql(
      `SELECT (SELECT count(*)::int FROM promise) AS promises, (SELECT count(*)::int FROM acceptance_test) AS tests,
         (SELECT count(*)::int FROM acceptance_result) AS results`,
    )
    const [orders] = await app.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM ordered_machine WHERE machine_id IS NOT NULL',
    )
    // A quote promises the speed of its line, and asks for it as an acceptance criterion, which both tests measure.
    const [machines, ordered] = [sampleFleet.length, orders?.count ?? 0]
    expect(ordered).toBe(14)
    const results = 5 * machines + 2 * ordered
    expect(counts).toEqual({ promises: 4 * machines + ordered, tests: 2 * machines, results })
  } finally {
    await database.stop()
  }
})

test('a measured value belongs to a promise of the tested machine, once in a test', async () => {
  const own = await promised(ID, { name: 'Changeover', kind: 'other', figure: 60, unit: 's' })
  const foreign = await promised(OTHER, { name: 'Changeover', kind: 'other', figure: 60, unit: 's' })
  const fields = { machineId: machines.get(ID), testedOn: '2023-09-08', product: 'Salmon' }
  const post = async (results: object[]) => await staff.post(acceptanceTests.calls.create.path, { ...fields, results })
  expect((await post([{ promiseId: foreign.id, value: 1 }])).text).toContain(
    'must be a promise of the machine that was tested',
  )
  const twice = [
    { promiseId: own.id, value: 1 },
    { promiseId: own.id, value: 2 },
  ]
  expect((await post(twice)).text).toContain('has a value in this test already')
  const [count] = await app.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM acceptance_result WHERE promise_id = ANY ($1)',
    [[own.id, foreign.id]],
  )
  expect(count).toEqual({ count: 0 })
})
