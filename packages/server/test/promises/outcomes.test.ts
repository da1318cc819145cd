import { MAX_PROMISES, promises } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { SpeedSketch } from '../../src/library/area.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { PromiseOutcomes } from '../../src/promises/outcomes.ts'
import { HOUR_MS } from '../../src/telemetry/index.ts'
import { LibraryRows } from '../library/library-rows.ts'
import type { Caller } from '../support/caller.ts'
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

async function promised(machineId: string, figure: number) {
  const fields = { name: 'Speed', figure, unit: 'cycles/min', machineId }
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

test('a round judges the promises of so many machines at most, and one that has nothing to do reads none', async () => {
  const { machines } = await installed(3)
  for (const { id, machineID } of machines) {
    await ran(machineID, 80)
    expect((await promised(id, 90)).status).toBe(201)
  }
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    const outcomes = new PromiseOutcomes(database)
    const judged = async () =>
      (
        await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM promise_outcome WHERE judged_mark = mark')
      )[0]?.count
    expect([await outcomes.judgeDue(Date.now(), 2), await judged()]).toEqual([2, 2])
    expect([await outcomes.judgeDue(Date.now(), 2), await judged()]).toEqual([1, 3])
    expect(await outcomes.judgeDue(Date.now(), 2)).toBe(0)
    // One machine has run otherwise: its promise alone is judged again.
    await app.sql(
      `DELETE FROM fleet_running USING machine WHERE key = machine_key AND machine_id = '${machines[0]?.machineID}'`,
    )
    await ran(machines[0]?.machineID ?? '', 95)
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
  expect(await of()).toEqual({ kept: 1, missed: 1, notMeasured: 1, median: 0.8 })
  await app.sql(
    `INSERT INTO machine_sharing (machine_key, support) SELECT key, false FROM machine WHERE machine_id = $1
     ON CONFLICT (machine_key) DO UPDATE SET support = false`,
    [slow?.machineID],
  )
  expect(await of()).toEqual({ kept: 1, missed: 0, notMeasured: 1, median: 1.1 })
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
