import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ID = 'VFFS-2214'
/** It is about noon there, so that no day ends while the tests run. */
const HOURS_AHEAD = 12 - new Date().getUTCHours()
/** The sign in such a name is the other way round. */
const ZONE = `Etc/GMT${HOURS_AHEAD > 0 ? '-' : '+'}${Math.abs(HOURS_AHEAD)}`
const app = useTestApp({
  hasPeriodicJobs: true,
  // Plans of a machine that was put into operation count from then on; here they count from when they are made.
  prepare: `UPDATE location SET timezone = '${ZONE}' WHERE id = (SELECT location_id FROM machine WHERE machine_id = '${ID}');
    UPDATE machine SET commissioned_at = NULL WHERE machine_id = '${ID}'`,
})
let staff: Caller
let machineId = ''
/** The day at the site. */
const day = (days: number) => new Date(Date.now() + HOURS_AHEAD * HOUR_MS + days * DAY_MS).toISOString().slice(0, 10)
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

interface Row extends Record<string, unknown> {
  id: string
  rowVersion: number
}

beforeAll(async () => {
  staff = await app.as('staff')
  const [machine] = await app.sql<{ id: string; key: number }>('SELECT id, key FROM machine WHERE machine_id = $1', [
    ID,
  ])
  machineId = machine?.id ?? ''
  // Two hours and 3,000 cycles on each of the last ten days.
  await app.sql(`SELECT ensure_day(d::date) FROM generate_series(current_date - 11, current_date, interval '1 day') d`)
  await app.sql(
    `INSERT INTO hour_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count,
       humidity_sum, humidity_count, running_ms, idle_ms, stopped_ms, faulted_ms)
     SELECT $1, date_trunc('hour', now()) - n * interval '1 day', 1, 3000, 0, 0, 0, 0, 0, 0, 7200000, 0, 0, 0
     FROM generate_series(1, 10) n`,
    [machine?.key],
  )
})

async function make(path: string, body: object): Promise<Row> {
  const answer = await staff.request(path, { method: 'POST', body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Row
}

const plan = (body: object) => make(`/v1/machines/${machineId}/service-plans`, { name: 'Jaws', ...body })
const done = (body: object) => make('/v1/service-records', { machineId, what: 'New jaws', ...body })
const planNow = async ({ id }: Row) => (await staff.request(`/v1/service-plans/${id}`)).body as Row
const card = async () => (await staff.request(`/v1/machines/${machineId}`)).body as Row
const remove = async (path: string, { id }: Row) => await staff.request(`${path}/${id}`, { method: 'DELETE' })

describe('a service plan', () => {
  test('by the calendar is due so many days after it was done', async () => {
    const made = await plan({ trigger: 'calendar', interval: 30, leadDays: 5 })
    expect(made).toMatchObject({ remaining: 30, nextDue: day(30), status: 'ok', lastDoneAt: null })
    const record = await done({ planId: made.id, doneAt: ago(26) })
    expect(await planNow(made)).toMatchObject({ remaining: 4, nextDue: day(4), status: 'dueSoon' })
    expect(await card()).toMatchObject({ lastService: day(-26), nextDue: day(4) })
    await remove('/v1/service-records', record)
    await done({ planId: made.id, doneAt: ago(40) })
    expect(await planNow(made)).toMatchObject({ remaining: -10, nextDue: day(-10), status: 'overdue' })
    await remove('/v1/service-plans', made)
    expect(await card()).toMatchObject({ nextDue: null })
  })

  test('by running hours and by cycles reports what is left, and when that is used up', async () => {
    const hours = await plan({ trigger: 'runningHours', interval: 100, leadDays: 0 })
    const cycles = await plan({ trigger: 'cycles', interval: 20_000, leadDays: 30 })
    expect(hours).toMatchObject({ remaining: 100 })
    const record = { doneAt: ago(8.5), doneBy: 'A fitter' }
    await done({ ...record, planId: hours.id })
    await done({ ...record, planId: cycles.id })
    // Eight days since: 16 hours and 24,000 cycles. 20 hours in the nine days and the begun hour before in which anything was heard: of today nothing is known.
    const daysKnown = 9 + (Date.now() % 3_600_000) / DAY_MS
    const daysLeft = 84 / (20 / daysKnown)
    expect(await planNow(hours)).toMatchObject({
      remaining: 84,
      nextDue: day(daysLeft),
      status: 'ok',
      lastDoneHours: 4,
    })
    expect(await planNow(cycles)).toMatchObject({ remaining: -4_000, nextDue: day(0), status: 'overdue' })
    expect(await card()).toMatchObject({ nextDue: day(0) })
    const found = await (await app.as('customer')).call('machineService', { params: { id: ID } })
    expect(found).toMatchObject({ machineID: ID, machineId, nextDue: day(0) })
    expect(found.plans.map(({ id }) => id)).toEqual([cycles.id, hours.id])
    expect(found.records.map(({ what, doneBy }) => [what, doneBy])).toContainEqual(['New jaws', 'A fitter'])
    for (const one of [hours, cycles]) await remove('/v1/service-plans', one)
  })

  test('is worked out again when the product starts, and then every hour', async () => {
    const made = await plan({ trigger: 'runningHours', interval: 50 })
    await app.sql('ALTER TABLE service_plan DISABLE TRIGGER service_plan_due')
    await app.sql(`UPDATE service_plan SET created_at = now() - interval '30 days' WHERE id = $1`, [made.id])
    await app.sql('ALTER TABLE service_plan ENABLE TRIGGER service_plan_due')
    await app.stopProduct()
    await app.startProduct()
    staff = await app.as('staff')
    await until('what is left', async () => (await planNow(made)).remaining === 30 || undefined)
    await remove('/v1/service-plans', made)
  })
})

describe('by hand', () => {
  const change = async (values: object) => {
    const { rowVersion } = await card()
    return await staff.request(`/v1/machines/${machineId}`, { method: 'PUT', body: { ...values, rowVersion } })
  }

  test('the next service is set as long as there is no plan', async () => {
    expect((await change({ nextDue: day(9) })).status).toBe(200)
    const made = await plan({ trigger: 'calendar', interval: 10 })
    const refused = await change({ nextDue: day(50) })
    expectProblem(refused, 'invalid_request')
    expect(refused.text).toContain('body.nextDue')
    expect((await change({ nextDue: day(10), description: 'As it is' })).status).toBe(200)
    await remove('/v1/service-plans', made)
  })

  test('the last service is that of the records', async () => {
    const refused = await change({ lastService: day(-300) })
    expectProblem(refused, 'invalid_request')
    expect(refused.text).toContain('body.lastService')
  })
})

describe('a service record', () => {
  const refusal = async (body: object) =>
    await staff.request('/v1/service-records', { method: 'POST', body: { machineId, what: 'x', ...body } })

  test('is refused for a plan of another machine', async () => {
    const [other] = await app.sql<{ id: string }>(`SELECT id FROM machine WHERE machine_id = 'FLW-1204'`)
    const made = await make('/v1/service-plans', { machineId: other?.id, name: 'Film path', interval: 5 })
    const answer = await refusal({ planId: made.id, doneAt: ago(1) })
    expectProblem(answer, 'invalid_request')
    expect(answer.text).toContain('body.planId')
  })

  test('is refused for a time to come, and taken from a clock that is a little ahead', async () => {
    const answer = await refusal({ doneAt: ago(-3) })
    expectProblem(answer, 'invalid_request')
    expect(answer.body).toMatchObject({ errors: [{ path: 'body.doneAt', message: 'must not be in the future' }] })
    const record = await done({ doneAt: ago(-1 / 1440) })
    const put = { method: 'PUT', body: { doneAt: ago(-3), rowVersion: record.rowVersion } } as const
    expectProblem(await staff.request(`/v1/service-records/${record.id}`, put), 'invalid_request')
  })
})
