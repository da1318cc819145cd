import { lineMachines, productionLines } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { seedLines } from '../../src/sample/life/lines.ts'
import { expectProblem } from '../support/problem.ts'
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
  for (const { machineID: _, ...times } of flow.machines)
    expect(Object.values(times).reduce((sum, ms) => sum + ms, 0)).toBe(length)
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
