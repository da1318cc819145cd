import type { ServiceTrigger } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const INTERVALS = [3, 20, 24, 28, 36, 100, 10_000]

/** The hour in which the test begins: it may end in the next one. */
const HOUR = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString()

const app = useTestApp()
let staff: Caller
let customer: Caller
let machineId = ''
let key = 0

interface Row {
  id: string
  rowVersion: number
  nextDue: string | null
  status: string
}

/** So many hours and thousands of cycles on each of some days. */
async function ran(hours: number, from: number, to: number): Promise<void> {
  await app.sql(
    `INSERT INTO hour_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count,
       humidity_sum, humidity_count, running_ms, idle_ms, stopped_ms, faulted_ms)
     SELECT $1, $5::timestamptz - n * interval '1 day', 1, $2 * 1000, 0, 0, 0, 0, 0, 0, $2 * 3600000, 0, 0, 0
     FROM generate_series($3::int, $4) n`,
    [key, hours, from, to, HOUR],
  )
}

const planOf = async (id: string) => (await staff.get(`/v1/service-plans/${id}`)).body as Row
/** What the customer is shown of it. */
const toCustomer = (id: string) => onPageOf(customer).then(({ plans }) => plans.find((plan) => plan.id === id))
const onPageOf = (reader: Caller) => reader.call('machineService', { params: { id: ID } })
const card = async () => (await staff.get(`/v1/machines/${machineId}`)).body as Row

async function change(path: string, body: object): Promise<Row> {
  const answer = await staff.request(path, { method: 'PUT', body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Row
}

/** What staff are shown while they change the interval of a plan, everywhere where it is shown. */
async function measured(plan: Row): Promise<unknown[]> {
  const shown: unknown[] = []
  for (const interval of INTERVALS) {
    const { rowVersion } = await planOf(plan.id)
    const { nextDue, status } = await change(`/v1/service-plans/${plan.id}`, { rowVersion, interval })
    const { plans, nextDue: ofMachine } = await onPageOf(staff)
    const onPage = plans.map((row) => [row.id, row.nextDue, row.status])
    const { items } = (await staff.get(`/v1/service-plans?sort=nextDue&machineId=${machineId}`)).body as {
      items: Row[]
    }
    shown.push({ interval, nextDue, status, onPage, ofMachine, card: (await card()).nextDue })
    shown.push(items.map((row) => [row.id, row.nextDue, row.status]))
  }
  return shown
}

async function make(trigger: ServiceTrigger, interval: number): Promise<Row> {
  const made = await staff.post('/v1/service-plans', { machineId, name: trigger, trigger, interval })
  expect(made.status, made.text).toBe(201)
  return made.body as Row
}

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  const [machine] = await app.sql<{ id: string; key: number }>('SELECT id, key FROM machine WHERE machine_id = $1', [
    ID,
  ])
  machineId = machine?.id ?? ''
  key = machine?.key ?? 0
  await app.sql(`SELECT ensure_day(d::date) FROM generate_series(current_date - 31, current_date, interval '1 day') d`)
  await app.sql('UPDATE machine SET commissioned_at = current_date - 30 WHERE id = $1', [machineId])
  await ran(2, 11, 20)
  await customer.call('decideSharing', { body: { machine_ids: [ID], purpose: 'support', shared: false } })
  // As if that were ten days ago.
  await app.sql(
    `ALTER TABLE machine_sharing DISABLE TRIGGER USER; UPDATE machine_sharing SET shared_through = '${HOUR}'::timestamptz - interval '10 days' WHERE machine_key = ${key};
     ALTER TABLE machine_sharing ENABLE TRIGGER USER`,
  )
})

test('staff find out nothing of what a machine runs since its customer ended sharing, whatever they enter in plans; the customer sees what is due', async () => {
  const plan = await make('runningHours', 30)
  await make('calendar', 45)
  const before = await measured(plan)
  await change(`/v1/service-plans/${plan.id}`, { rowVersion: (await planOf(plan.id)).rowVersion, interval: 24 })
  const dueBefore = await toCustomer(plan.id)
  await ran(5, 1, 9)
  const after = await measured(plan)
  expect(after).toEqual(before)
  await change(`/v1/service-plans/${plan.id}`, { rowVersion: (await planOf(plan.id)).rowVersion, interval: 24 })
  const due = await toCustomer(plan.id)
  expect([dueBefore?.status, due?.status]).toEqual(['dueSoon', 'overdue'])
  // 20 of 24 hours were used when it was shared last. They were of nine days, so that four more take 43.2 hours.
  const [ended] = await app.sql<{ day: string }>(
    `SELECT site_date($1, $2::timestamptz - interval '10 days' + interval '43 hours 12 minutes')::text AS day`,
    [machineId, HOUR],
  )
  expect((await planOf(plan.id)).nextDue).toBe(ended?.day)

  // The date that is hidden is refused as every other one is.
  const hidden = (await onPageOf(customer)).nextDue
  const { rowVersion, nextDue } = await card()
  expect(nextDue).not.toBe(hidden)
  const enter = (date: string | null) =>
    staff.request(`/v1/machines/${machineId}`, { method: 'PUT', body: { rowVersion, nextDue: date } })
  expectProblem(await enter(hidden), 'invalid_request')
  expectProblem(await enter('2031-05-05'), 'invalid_request')
  const answer = await enter(nextDue)
  expect(answer.status, answer.text).toBe(200)
  expect((await onPageOf(customer)).nextDue).toBe(hidden)

  await customer.call('decideSharing', { body: { machine_ids: [ID], purpose: 'support', shared: true } })
  expect(await planOf(plan.id)).toMatchObject({ nextDue: due?.nextDue, status: 'overdue' })
})
