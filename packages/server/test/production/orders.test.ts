import { type MachineOrders, MOST_OPEN_ORDERS } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { seedProduction } from '../../src/sample/life/production.ts'
import type { Caller } from '../support/caller.ts'
import { makeDue } from '../support/periodic-jobs.ts'
import { expectProblem } from '../support/problem.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const BY_RECIPE = 'CRT-1130'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const path = `/v1/ignition/machines/${ID}/orders`
const app = useTestApp()
let customer: Caller

/** An order from some hours after now, negative for before. */
function draft(number: string, from: number, to: number, more: object = {}) {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  return { number, product: 'Coffee 500 g', target: 1_000, plannedFrom: at(from), plannedTo: at(to), ...more }
}

const orders = async (): Promise<MachineOrders> => await customer.call('machineOrders', { params: { id: ID } })
const idOf = async (number: string) => {
  const { underWay, planned, ended } = await orders()
  return [underWay, ...planned, ...ended].find((one) => one?.number === number)?.id ?? ''
}
const step = async (number: string, what: 'start' | 'end') =>
  await customer.post(`${path}/${await idOf(number)}/${what}`, {})

beforeAll(async () => {
  customer = await app.as('customer')
})

test('people of the customer plan, change, start, end and remove orders, and the audit says so', async () => {
  const planned = await customer.post(path, draft('PO-1', 1, 3))
  expect(planned.status, planned.text).toBe(201)
  const overlap = await customer.post(path, draft('PO-2', 2, 4))
  expectProblem(overlap, 'invalid_request')
  expect(overlap.text).toContain('overlaps with order PO-1')
  expect((await customer.post(path, draft('PO-2', 3, 4))).status).toBe(201)
  const second = (await orders()).planned.find(({ number }) => number === 'PO-2')
  const change = (rowVersion: number, from: number) =>
    customer.request(`${path}/${second?.id}`, {
      method: 'PUT',
      body: { rowVersion, order: draft('PO-2b', from, from + 2) },
    })
  expectProblem(await change(1, 2), 'invalid_request')
  expect((await change(1, 3)).status).toBe(200)
  expectProblem(await change(1, 3), 'stale')

  expectProblem(await step('PO-1', 'end'), 'not_usable')
  expect((await step('PO-1', 'start')).status).toBe(200)
  expectProblem(await step('PO-1', 'start'), 'not_usable')
  const second2 = await step('PO-2b', 'start')
  expectProblem(second2, 'not_usable')
  expect(second2.text).toContain('Order PO-1 is under way')
  expectProblem(await customer.request(`${path}/${await idOf('PO-1')}`, { method: 'DELETE' }), 'not_usable')
  expect((await step('PO-1', 'end')).status).toBe(200)
  // What has ended is in nobody's way.
  expect((await customer.post(path, draft('PO-3', 1, 2))).status).toBe(201)
  expect((await customer.request(`${path}/${await idOf('PO-3')}`, { method: 'DELETE' })).status).toBe(200)
  expect((await orders()).ended.map(({ number }) => number)).toEqual(['PO-1'])
  const audit = await app.sql<{ action: string; email: string }>(
    `SELECT a.action, u.email FROM audit_event a JOIN user_account u ON u.id = a.actor_id WHERE a.resource = 'productionOrder' ORDER BY a.id`,
  )
  expect(audit.map(({ action }) => action)).toEqual([
    ...['create', 'create', 'update', 'update', 'update', 'create', 'delete'],
  ])
  expect(new Set(audit.map(({ email }) => email))).toEqual(new Set(['customer@packhouse.example']))

  const other = await app.as('other')
  expectProblem(await other.get(path), 'not_found')
  expectProblem(await other.post(path, draft('PO-9', 9, 10)), 'not_found')
  expectProblem(await customer.post(path, draft('PO-9', 10, 9)), 'invalid_request')
  expectProblem(await customer.post(path, draft('PO-9', 9, 9 + 32 * 24)), 'invalid_request')
})

test('so many orders of a machine may be open, and of two that overlap one is refused, however many are sent at once', async () => {
  const others = '/v1/ignition/machines/PAL-0219/orders'
  const same = await Promise.all(Array.from({ length: 6 }, (_, n) => customer.post(others, draft(`S-${n}`, 1, 2))))
  expect(same.filter(({ status }) => status === 201)).toHaveLength(1)
  const many = await Promise.all(
    Array.from({ length: MOST_OPEN_ORDERS + 3 }, (_, n) => customer.post(others, draft(`M-${n}`, 10 + n, 11 + n))),
  )
  const refused = many.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(4)
  for (const answer of refused) expectProblem(answer, 'not_usable')
})

test('counts and OEE of an order are those of the window, and its times add up', async () => {
  // Three hours, a record a minute; cycles and rejects are made up by a seed.
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS
  const start = end - 3 * HOUR_MS
  const isRunning = (minute: number) => minute % 30 < 22
  const random = randomNumbers(seed)
  const made = Array.from({ length: 180 }, (_, minute) => {
    const cycles = minute > 0 && isRunning(minute - 1) ? Math.floor(random() * 20) : 0
    return { cycles, rejects: Math.floor(random() * (cycles / 5)) }
  })
  let [totalCycles, totalRejects] = [5_000, 100]
  await (await app.device()).publishAll(
    ID,
    made.map(({ cycles, rejects }, minute) => {
      totalCycles += cycles
      totalRejects += rejects
      return {
        ...{ lastSeen: new Date(start + minute * MINUTE_MS).toISOString(), totalCycles, totalRejects },
        machineState: isRunning(minute) ? 'Execute' : 'Stopped',
      }
    }),
  )
  const [machine] = await app.sql<{ key: number }>('SELECT key FROM machine WHERE machine_id = $1', [ID])
  const key = machine?.key
  const [from, to] = [start + 15 * MINUTE_MS, start + 2 * HOUR_MS + 40 * MINUTE_MS]
  await app.sql(
    `INSERT INTO production_order (machine_key, number, product, target, ideal_rate, planned_from, planned_to, started_at, ended_at)
     VALUES ($1, 'PO-7', 'Tea', 1000, 12, $2, $3, $2, $3)`,
    [key, new Date(from), new Date(to)],
  )
  const order = (await orders()).ended.find(({ number }) => number === 'PO-7')
  // Minute by minute, without the code of the product.
  const minutes = Array.from({ length: 180 }, (_, minute) => minute).filter((minute) => minute >= 15 && minute < 160)
  const running = minutes.filter(isRunning).length
  const cycles = minutes.reduce((sum, minute) => sum + (made[minute]?.cycles ?? 0), 0)
  const good = cycles - minutes.reduce((sum, minute) => sum + (made[minute]?.rejects ?? 0), 0)
  expect(order?.figures).toMatchObject({
    ...{ lengthMs: to - from, runningMs: running * MINUTE_MS, stoppedMs: (145 - running) * MINUTE_MS, unknownMs: 0 },
    ...{ cycles, goodCycles: good, idealRate: 12 },
  })
  expect(order?.figures?.oee).toBeCloseTo(good / 12 / 145, 10)
  expect(order?.figures?.quality).toBeCloseTo(good / cycles, 10)
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const window = await customer.call('machineOee', { params: { id: ID }, query })
  expect([window.cycles, window.goodCycles, window.availability]).toEqual([
    ...[order?.figures?.cycles, order?.figures?.goodCycles, order?.figures?.availability],
  ])
})

test('an order with a recipe starts and ends by what the machine reports', async () => {
  const device = await app.device()
  const report = async (recipe: string, ago: number) =>
    await device.publishAll(BY_RECIPE, [
      { lastSeen: new Date(Date.now() - ago * MINUTE_MS).toISOString(), machineData: { Recipe: recipe } },
    ])
  const plan = async (...order: Parameters<typeof draft>) => {
    const planned = await customer.post(`/v1/ignition/machines/${BY_RECIPE}/orders`, draft(...order))
    expect(planned.status, planned.text).toBe(201)
  }
  await plan('R-1', -1, 1, { recipe: 'ESPRESSO' })
  await plan('R-2', 1, 2, { recipe: 'Decaf' })
  await report('Other', 50)
  await report('Espresso', 40)
  const job = 'Start and end production orders by recipe'
  const underWay = async (number: string) =>
    await until(`${number} is under way`, async () => {
      const found = await customer.call('machineOrders', { params: { id: BY_RECIPE } })
      return found.underWay?.number === number && found
    })
  await makeDue(app, job)
  const { underWay: first } = await underWay('R-1')
  expect(Math.round((Date.now() - Date.parse(first?.startedAt ?? '')) / MINUTE_MS)).toBe(40)
  await report('Decaf', 5)
  await makeDue(app, job)
  const { underWay: second, ended } = await underWay('R-2')
  expect(ended.map(({ number, endedAt }) => [number, endedAt])).toEqual([['R-1', second?.startedAt]])
})

test('the sample company has shifts and orders, entered once', async () => {
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    await app.sql('DELETE FROM production_order')
    for (const _ of ['first', 'again']) await database.system.transaction().execute((db) => seedProduction(db))
    const found = await orders()
    expect([found.underWay?.number, found.planned.length, found.ended.length]).toEqual(['PO-4712', 1, 1])
    expect((await customer.call('machineShifts', { params: { id: ID } })).shifts.length).toBeGreaterThan(0)
  } finally {
    await database.stop()
  }
})
