import { MAX_PROMISES, promises } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { StoredReadingNames } from '../../src/history/index.ts'
import { SpeedSketch } from '../../src/library/area.ts'
import { LiveStore, readMachines } from '../../src/live/index.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { PromiseOutcomes } from '../../src/promises/outcomes.ts'
import { HOUR_MS } from '../../src/telemetry/index.ts'
import { LibraryRows } from '../library/library-rows.ts'
import type { Caller } from '../support/caller.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const rows = new LibraryRows(() => staff)
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})

const yesterday = () => new Date(Date.now() - 24 * HOUR_MS).toISOString().slice(0, 10)

async function ran(machineID: string, speed: number) {
  const sketch = new SpeedSketch()
  sketch.add(speed, 4 * HOUR_MS)
  const stored = [machineID, yesterday(), JSON.stringify(sketch.stored())]
  await app.sql(
    `INSERT INTO fleet_running (machine_key, recipe, day, sketch) SELECT key, '', $2::date, $3::json FROM machine WHERE machine_id = $1
     ON CONFLICT (machine_key, recipe, day) DO UPDATE SET sketch = excluded.sketch`,
    stored,
  )
  return sketch
}

/** As a day is counted again. */
async function ranOtherwise(machineID: string, speed: number) {
  await app.sql('DELETE FROM fleet_running USING machine WHERE key = machine_key AND machine_id = $1', [machineID])
  await ran(machineID, speed)
}

async function promised(machineId: string, figure: number, draft: object = {}) {
  const fields = { name: 'Speed', figure, unit: 'cycles/min', machineId, ...draft }
  return await staff.post(promises.calls.create.path, fields)
}

/** Installed machines of a new model. */
async function installed(count: number) {
  const model = await rows.machine(await rows.type())
  const machines = []
  for (let place = 1; place <= count; place += 1) {
    const machineID = `${String(model.model).slice(0, 20)}-${place}`.toUpperCase()
    const machine = await rows.must('POST', '/v1/machines', { machineID, configurationId: String(model.model) })
    machines.push({ id: String(machine.id), machineID })
  }
  return { model, machines }
}

/** Those of a process that has not heard of any machine yet. */
function outcomesOf(database: Database): PromiseOutcomes {
  const live = new LiveStore()
  const refreshMachines = async () => {
    const { machines } = await readMachines(database.pool, undefined)
    for (const entry of machines) live.register(entry)
  }
  return new PromiseOutcomes(database, { live, names: new StoredReadingNames(() => database.pool), refreshMachines })
}

test('a round judges the promises of so many machines at most, and one that has nothing to do reads none', async () => {
  const { machines } = await installed(3)
  for (const { id, machineID } of machines) {
    await ran(machineID, 80)
    expect((await promised(id, 90)).status).toBe(201)
  }
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    const outcomes = outcomesOf(database)
    const judged = async () =>
      (
        await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM promise_outcome WHERE judged_mark = mark')
      )[0]?.count
    expect([await outcomes.judgeDue(Date.now(), 2), await judged()]).toEqual([2, 2])
    expect([await outcomes.judgeDue(Date.now(), 2), await judged()]).toEqual([1, 3])
    expect(await outcomes.judgeDue(Date.now(), 2)).toBe(0)
    // One machine has run otherwise: its promise alone is judged again.
    await ranOtherwise(machines[0]?.machineID ?? '', 95)
    expect(await outcomes.judgeDue(Date.now(), 2)).toBe(1)
    // The next day all of them are.
    expect(await outcomes.judgeDue(Date.now() + 24 * HOUR_MS, 50)).toBe(3)
  } finally {
    await database.stop()
  }
  const missed = await staff.call('missedPromises')
  expect(missed).toMatchObject({ measured: 3, missed: 2, waiting: 0 })
})

test('the page of a model shows how promises of its machines turned out, without those that are not shared', async () => {
  const { model, machines } = await installed(3)
  const [fast, slow, idle] = machines
  await ran(fast?.machineID ?? '', 99)
  await ran(slow?.machineID ?? '', 45)
  for (const machine of [fast, slow, idle]) expect((await promised(machine?.id ?? '', 90)).status).toBe(201)
  const of = async () => (await staff.call('libraryMachineFleet', { params: { id: String(model.id) } })).promises
  await staff.call('missedPromises')
  expect(await of()).toEqual({ kept: 1, missed: 1, notMeasured: 1, waiting: 0, median: 0.8 })
  await app.sql(
    `INSERT INTO machine_sharing (machine_key, support) SELECT key, false FROM machine WHERE machine_id = $1
     ON CONFLICT (machine_key) DO UPDATE SET support = false`,
    [slow?.machineID],
  )
  expect(await of()).toEqual({ kept: 1, missed: 0, notMeasured: 1, waiting: 0, median: 1.1 })
})

test('the page of a model leaves out how promises turned out while they are to be judged by figures that have changed', async () => {
  const { model, machines } = await installed(2)
  const [fast, slow] = machines
  const of = async () => (await staff.call('libraryMachineFleet', { params: { id: String(model.id) } })).promises
  await ran(fast?.machineID ?? '', 99)
  await ran(slow?.machineID ?? '', 45)
  for (const machine of machines) expect((await promised(machine.id, 90)).status).toBe(201)
  expect(await of()).toEqual({ kept: 0, missed: 0, notMeasured: 0, waiting: 2, median: null })
  await staff.call('missedPromises')
  expect(await of()).toEqual({ kept: 1, missed: 1, notMeasured: 0, waiting: 0, median: 0.8 })
  await ranOtherwise(slow?.machineID ?? '', 95)
  expect(await of()).toEqual({ kept: 1, missed: 0, notMeasured: 0, waiting: 1, median: 1.1 })
})

const MINUTES = 400

/** It ran and stood on a day, and counted cycles and rejects. */
async function produced(machineID: string, rejected: number, random: () => number) {
  const start = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 48 * HOUR_MS
  let [state, totalCycles, totalRejects] = ['Execute', 0, 0]
  const records = Array.from({ length: MINUTES }, (_, minute) => {
    if (random() < 0.1) state = state === 'Execute' ? 'Stopped' : 'Execute'
    const cycles = state === 'Execute' ? 50 : 0
    totalCycles += cycles
    totalRejects += Math.round(cycles * rejected * random() * 2)
    const lastSeen = new Date(start + minute * 60_000).toISOString()
    return { lastSeen, machineState: state, totalCycles, totalRejects }
  })
  await (await app.device()).publishAll(machineID, records)
}

test('availability and rejects become what the page of the machine says, in the list of the fleet and on the page of the model', async () => {
  const random = randomNumbers(seed)
  const { model, machines } = await installed(3)
  const [first, second] = machines
  await produced(first?.machineID ?? '', 0.03, random)
  await produced(second?.machineID ?? '', 0, random)
  for (const { id } of machines) {
    const availability = { name: 'Availability', kind: 'availability', unit: '%' }
    expect((await promised(id, 99.5, availability)).status).toBe(201)
    const rejects = { name: 'Rejects', kind: 'rejectRate', direction: 'atMost', unit: '%' }
    expect((await promised(id, 0.8, rejects)).status).toBe(201)
  }
  const ofMachines = `machine m ON m.key = o.machine_key WHERE m.machine_id = ANY ($1)`
  const names = machines.map(({ machineID }) => machineID)
  const onPages = async () => {
    const pages = []
    for (const id of names) pages.push(await staff.call('machinePromises', { params: { id }, query: { weeks: '13' } }))
    return pages.flatMap(({ machineID, promises: all }) =>
      all.map(({ id, live, result }) => ({ id, machineID, live: live?.value ?? null, result })),
    )
  }
  const judged = async () => {
    const { items, ...counts } = await staff.call('missedPromises')
    const outcomes = await app.sql<{ id: string }>(
      `SELECT o.promise_id AS id, m.machine_id AS "machineID", o.live, o.result FROM every_promise_outcome o JOIN ${ofMachines} ORDER BY m.machine_id, o.promise_id`,
      [names],
    )
    return { outcomes, items: items.filter(({ machineID }) => names.includes(machineID)), counts }
  }
  const compare = async () => {
    const [pages, { outcomes, items, counts }] = [await onPages(), await judged()]
    expect(outcomes).toEqual(pages)
    const missed = pages.filter(({ result }) => result === 'missed')
    expect(items.map(({ promiseId, live }) => [promiseId, live]).toSorted()).toEqual(
      missed.map(({ id, live }) => [id, live]).toSorted(),
    )
    expect(counts.waiting).toBe(0)
    return pages
  }
  const before = await compare()
  expect(before.map(({ result }) => result)).toEqual([
    ...['missed', 'missed', 'missed', 'kept'],
    ...['notMeasured', 'notMeasured'],
  ])
  const { promises: ofModel } = await staff.call('libraryMachineFleet', { params: { id: String(model.id) } })
  expect(ofModel).toEqual({ kept: 1, missed: 3, notMeasured: 2, waiting: 0, median: null })
  // Rejects are several times what was promised, which is the largest gap.
  const { items } = await staff.call('missedPromises')
  expect(items[0]).toMatchObject({ name: 'Rejects', kind: 'rejectRate', direction: 'atMost' })

  // Stops that were planned are no loss of availability.
  await app.sql(
    `WITH reason AS (INSERT INTO downtime_reason (code, name, kind, sort, active) VALUES ('CLEAN', 'Cleaning', 'planned', 1, true) RETURNING id)
     INSERT INTO downtime (machine_key, from_at, to_at, reason_id)
     SELECT machine_key, from_at, to_at, reason.id FROM reason, state_interval JOIN machine ON key = machine_key
     WHERE machine_id = $1 AND state = 'Stopped' AND to_at - from_at > interval '2 minutes'`,
    [first?.machineID],
  )
  const after = await compare()
  expect(after[0]?.live).toBeGreaterThan(before[0]?.live ?? 100)
  // Another figure of the promise is judged at once.
  const [availability] = before
  await app.sql('UPDATE promise SET figure = 1.5 WHERE id = $1', [availability?.id])
  expect((await compare())[0]?.result).toBe('kept')
  // One that is deleted has no outcome, nor has one that is about something else from now on.
  await app.sql('UPDATE promise SET deleted_at = now() WHERE id = $1', [availability?.id])
  await app.sql(`UPDATE promise SET kind = 'other' WHERE id = $1`, [before[1]?.id])
  expect((await judged()).outcomes.map(({ id }) => id)).toEqual(before.slice(2).map(({ id }) => id))
})

test('a round works out the OEE of so many machines at most, also of those that the process has not heard of', async () => {
  const { machines } = await installed(3)
  for (const { id, machineID } of machines) {
    await produced(machineID, 0, randomNumbers(seed))
    expect((await promised(id, 99.5, { name: 'Availability', kind: 'availability', unit: '%' })).status).toBe(201)
  }
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    const outcomes = outcomesOf(database)
    while ((await outcomes.judgeDue(Date.now())) > 0);
    const names = machines.map(({ machineID }) => machineID)
    const ofMachines = `machine_key IN (SELECT key FROM machine WHERE machine_id = ANY ($1))`
    await app.sql(`UPDATE promise_share_outcome SET judged_to = NULL, result = NULL WHERE ${ofMachines}`, [names])
    expect(await outcomes.judgeDue(Date.now(), 2)).toBe(2)
    expect(await outcomes.judgeDue(Date.now(), 2)).toBe(1)
    expect(await outcomes.judgeDue(Date.now(), 2)).toBe(0)
    expect(await app.sql(`SELECT result FROM promise_share_outcome WHERE ${ofMachines}`, [names])).toEqual(
      names.map(() => ({ result: 'missed' })),
    )
  } finally {
    await database.stop()
  }
})

test('a machine has so many promises at most', async () => {
  const { machines } = await installed(1)
  const id = machines[0]?.id ?? ''
  await app.sql(
    `INSERT INTO promise (machine_id, name, kind, direction, figure, unit, source)
     SELECT $1, 'Noise ' || n, 'other', 'atMost', n, 'dB(A)', 'declaration' FROM generate_series(1, ${MAX_PROMISES}) AS n`,
    [id],
  )
  const refused = await promised(id, 90)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('has as many promises as it may have')])
  // One that is deleted makes room, and is not taken back while there is none.
  await app.sql(`UPDATE promise SET deleted_at = now() WHERE machine_id = $1 AND name = 'Noise 1'`, [id])
  expect((await promised(id, 90)).status).toBe(201)
  await expect(
    app.sql(`UPDATE promise SET deleted_at = NULL WHERE machine_id = $1 AND name = 'Noise 1'`, [id]),
  ).rejects.toThrow('as many promises')
})
