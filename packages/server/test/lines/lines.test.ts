import { type LineFlow, lineMachines, productionLines } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { seedLines } from '../../src/sample/life/lines.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const HOUR_MS = 3_600_000
const LINE = ['VFFS-2214', 'CRT-1130', 'PAL-0219']
const app = useTestApp()
let lineId = ''

interface Machine {
  id: string
  key: number
  customer: string
}

async function machineNamed(machineID: string): Promise<Machine> {
  const [machine] = await app.sql<Machine>(
    'SELECT id, key, customer_id AS customer FROM machine WHERE machine_id = $1',
    [machineID],
  )
  if (machine === undefined) throw new Error(`There is no ${machineID}.`)
  return machine
}

/** @param hours ago, each with the state from then to the next one */
async function states(machineID: string, hours: readonly (readonly [ago: number, state: string])[]): Promise<void> {
  const { key } = await machineNamed(machineID)
  await app.sql('DELETE FROM state_interval WHERE machine_key = $1', [key])
  for (const [place, [ago, state]] of hours.entries()) {
    const to = hours[place + 1]?.[0] ?? 1
    await app.sql(
      `INSERT INTO state_interval (machine_key, state, from_at, to_at) VALUES ($1, $2, now() - make_interval(hours => $3), now() - make_interval(hours => $4))`,
      [key, state, ago, to],
    )
  }
}

beforeAll(async () => {
  const staff = await app.as('staff')
  const { customer } = await machineNamed('VFFS-2214')
  const [location] = await app.sql<{ id: string }>('SELECT id FROM location WHERE customer_id = $1 LIMIT 1', [customer])
  const line = await staff.post(productionLines.calls.create.path, { locationId: location?.id, name: 'Line 3' })
  expect(line.status, line.text).toBe(201)
  lineId = (line.body as { id: string }).id
  for (const [place, machineID] of LINE.entries()) {
    const { id } = await machineNamed(machineID)
    const made = await staff.post(lineMachines.calls.create.path, { lineId, machineId: id, place: place + 1 })
    expect(made.status, made.text).toBe(201)
  }
  await states('VFFS-2214', [
    [7, 'Running'],
    [4, 'Stopped'],
    [2, 'Running'],
  ])
  await states('CRT-1130', [
    [7, 'Running'],
    [4, 'Idle'],
    [2, 'Running'],
  ])
  await states('PAL-0219', [
    [7, 'Running'],
    [3, 'Idle'],
    [2, 'Running'],
  ])
})

test('a customer sees which machine of a line the others wait for', async () => {
  const customer = await app.as('customer')
  const { lines } = await customer.call('myLines')
  expect(lines).toEqual([expect.objectContaining({ id: lineId, name: 'Line 3', machines: 3 })])
  const flow = await customer.call('lineFlow', { params: { id: lineId }, query: { hours: '8' } })
  const hours = flow.machines.map(({ machineID, runningMs, starvedMs, blockedMs, stoppedMs }) => [
    machineID,
    ...[runningMs, starvedMs, blockedMs, stoppedMs].map((ms) => Math.round(ms / HOUR_MS)),
  ])
  expect(hours).toEqual([
    ['VFFS-2214', 4, 0, 0, 2],
    ['CRT-1130', 4, 2, 0, 0],
    ['PAL-0219', 5, 1, 0, 0],
  ])
  expect(flow.bottleneck).toBe('VFFS-2214')
  const length = Date.parse(flow.to) - Date.parse(flow.from)
  for (const machine of flow.machines) expect(lengthOf(machine)).toBe(length)
})

function lengthOf({
  machineID: _id,
  hiddenBefore: _before,
  hiddenBehind: _behind,
  ...times
}: LineFlow['machines'][number]) {
  return Object.values(times).reduce((sum, ms) => sum + ms, 0)
}

test('only planned time counts, so that a night names no bottleneck', async () => {
  const clock = (ago: number) => new Date(Date.now() - ago * HOUR_MS).toISOString().slice(11, 16)
  await app.sql(`UPDATE location SET timezone = 'UTC'`)
  // From five hours ago to two hours ago.
  await app.sql(
    `INSERT INTO shift (location_id, name, starts_at, ends_at, monday, tuesday, wednesday, thursday, friday, saturday, sunday)
     SELECT DISTINCT location_id, 'Short', $1, $2, true, true, true, true, true, true, true FROM machine WHERE machine_id = ANY ($3)`,
    [clock(5), clock(2), LINE],
  )
  const read = async () =>
    await (await app.as('customer')).call('lineFlow', { params: { id: lineId }, query: { hours: '8' } })
  const flow = await read()
  const length = Date.parse(flow.to) - Date.parse(flow.from)
  // A shift begins with a minute: up to one of each time is another one.
  const tenths = (ms: number) => Math.round(ms / HOUR_MS / 0.1) / 10
  const hours = flow.machines.map(({ runningMs, starvedMs, stoppedMs, unplannedMs }) =>
    [runningMs, starvedMs, stoppedMs, unplannedMs].map(tenths),
  )
  expect(hours).toEqual([
    [1, 0, 2, 5],
    [1, 2, 0, 5],
    [2, 1, 0, 5],
  ])
  expect(flow.bottleneck).toBe('VFFS-2214')
  for (const machine of flow.machines) expect(lengthOf(machine)).toBe(length)
  // A plan that begins in two hours: nothing of the window counts.
  await app.sql('UPDATE shift SET starts_at = $1, ends_at = $2', [clock(-2), clock(-3)])
  const idle = await read()
  expect(idle.bottleneck).toBeNull()
  expect(idle.machines.map(({ unplannedMs }) => unplannedMs)).toEqual(
    LINE.map(() => Date.parse(idle.to) - Date.parse(idle.from)),
  )
  await app.sql('DELETE FROM shift')
})

test('a machine that is not shared with staff is a gap: its neighbours are no neighbours, and no bottleneck is named', async () => {
  const customer = await app.as('customer')
  const staff = await app.as('staff')
  const query = { hours: '8' }
  const read = async (caller: typeof staff) => await caller.call('lineFlow', { params: { id: lineId }, query })
  const decide = async (shared: boolean) =>
    await customer.call('decideSharing', { body: { machine_ids: ['CRT-1130'], purpose: 'support', shared } })
  await decide(false)
  await until('staff do not see it', async () => (await read(staff)).hidden === 1)
  const seen = await read(staff)
  expect(
    seen.machines.map(({ machineID, hiddenBefore, hiddenBehind }) => [machineID, hiddenBefore, hiddenBehind]),
  ).toEqual([
    ['VFFS-2214', false, true],
    ['PAL-0219', true, false],
  ])
  expect(JSON.stringify(seen)).not.toContain('CRT-1130')
  // The palletizer was idle while the first machine stood still: it is not next to it.
  expect(seen.machines[1]).toMatchObject({ starvedMs: 0, blockedMs: 0 })
  expect(Math.round((seen.machines[1]?.idleMs ?? 0) / HOUR_MS)).toBe(1)
  expect(seen.bottleneck).toBeNull()
  expect(await read(customer)).toMatchObject({ hidden: 0, bottleneck: 'VFFS-2214' })
  await decide(true)
  await until('staff see it', async () => (await read(staff)).hidden === 0)
})

test('another customer sees nothing of it, and a machine is in one line', async () => {
  const other = await app.as('other')
  expect(await other.call('myLines')).toEqual({ lines: [] })
  expectProblem(await other.get(`/v1/ignition/lines/${lineId}/flow`), 'not_found')
  const { id } = await machineNamed('VFFS-2214')
  const again = await (await app.as('staff')).post(lineMachines.calls.create.path, { lineId, machineId: id, place: 9 })
  expectProblem(again, 'duplicate')
})

test('the sample company has a line at each site with several machines', async () => {
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    await app.sql('DELETE FROM production_line')
    for (const _ of ['first', 'again']) await database.system.transaction().execute((db) => seedLines(db))
    const [counts] = await app.sql<{ lines: number; sites: number }>(
      `SELECT (SELECT count(*)::int FROM production_line) AS lines, (SELECT count(*)::int FROM (
         SELECT FROM machine WHERE deleted_at IS NULL AND location_id IS NOT NULL GROUP BY location_id HAVING count(*) > 1) s) AS sites`,
    )
    expect(counts?.lines).toBeGreaterThan(0)
    expect(counts?.lines).toBe(counts?.sites)
  } finally {
    await database.stop()
  }
})
