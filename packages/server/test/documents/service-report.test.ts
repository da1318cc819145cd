import { beforeAll, describe, expect, test } from 'vitest'
import { ServiceRows } from '../service/service-rows.ts'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { ShownData } from './shown-data.ts'

const MACHINE = 'VFFS-2214'
const FOREIGN = 'FLW-1204'
const DAY_MS = 86_400_000
const app = useTestApp({
  prepare: `UPDATE location SET timezone = 'Asia/Tokyo' WHERE id = (SELECT location_id FROM machine WHERE machine_id = '${MACHINE}')`,
})
let staff: Caller
let customer: Caller
const rows = new ServiceRows(app, () => staff)
const shown = new ShownData(() => staff)

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
})

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const written = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(
    new Date(at),
  )
const generate = (body: object, caller = staff) => caller.post('/v1/pdf/generate', { type: 'serviceReport', ...body })

async function recordOf(machineID: string, values: object = {}): Promise<{ id: string; rowVersion: number }> {
  const machineId = await rows.idOf(machineID)
  const answer = await staff.post('/v1/service-records', { machineId, what: 'New jaws', doneAt: ago(3), ...values })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as { id: string; rowVersion: number }
}

describe('a service report', () => {
  test('says what the page of the machine says, in the time of the site', async () => {
    const plan = await rows.plan(MACHINE, 'calendar', 30)
    const before = ago(40)
    await rows.done(MACHINE, plan, before)
    const record = await recordOf(MACHINE, { planId: plan.id, doneBy: 'Ωμέγα Привет', notes: 'One\nTwo' })
    const data = await shown.of('serviceReport', { id: record.id })
    const service = await staff.call('machineService', { params: { id: MACHINE } })
    const entry = service.records.find(({ id }) => id === record.id)
    const { what, doneBy, notes, doneAt = '' } = entry ?? {}
    expect(data).toMatchObject({ what, doneBy, notes, doneAt: written(doneAt), files: [], signatures: [] })
    const nextDue = service.plans.find(({ id }) => id === plan.id)?.nextDue ?? ''
    const day = (at: number) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Tokyo' }).format(at)
    expect(data.plan).toEqual({
      name: 'Jaws',
      interval: 'every 30 days',
      before: written(before),
      due: day(Date.parse(before) + 30 * DAY_MS),
      next: day(Date.parse(`${nextDue}T00:00:00+09:00`)),
    })
    expect(data.unsigned).toEqual(['For the service', 'For the customer'])
  })

  test('of a plan by running hours says how many there were since the service before', async () => {
    const [machine] = await app.sql<{ key: number }>('SELECT key FROM machine WHERE machine_id = $1', [FOREIGN])
    await app.sql(`SELECT ensure_day(d::date) FROM generate_series(current_date - 4, current_date, interval '1 day') d`)
    await app.sql(
      `INSERT INTO hour_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count,
         humidity_sum, humidity_count, running_ms, idle_ms, stopped_ms, faulted_ms)
       SELECT $1, date_trunc('hour', now()) - n * interval '1 day', 1, 900, 0, 0, 0, 0, 0, 0, 3600000, 0, 0, 0
       FROM generate_series(1, 3) n ON CONFLICT (machine_key, at) DO UPDATE SET running_ms = 3600000`,
      [machine?.key],
    )
    const plan = await rows.plan(FOREIGN, 'runningHours', 500)
    await rows.done(FOREIGN, plan, ago(3.5))
    const record = await recordOf(FOREIGN, { planId: plan.id, doneAt: ago(0) })
    const used = await app.sql<{ hours: number }>('SELECT hours FROM machine_usage($1, $2::timestamptz, now())', [
      await rows.idOf(FOREIGN),
      ago(3.5),
    ])
    const hours = Math.round(used[0]?.hours ?? -1)
    expect(hours).toBeGreaterThan(1)
    expect((await shown.of('serviceReport', { id: record.id })).plan).toMatchObject({
      due: `After ${hours} running hours since the service before`,
    })
    // Staff read no use of a machine that is not shared.
    const share = (shared: boolean) =>
      app.sql(
        `INSERT INTO sharing_decision (machine_id, customer_id, purpose, shared) SELECT id, customer_id, 'support', $2 FROM machine WHERE machine_id = $1`,
        [FOREIGN, shared],
      )
    await share(false)
    await until('the end of sharing', async () => (await staff.get(`/v1/ignition/machines/${FOREIGN}`)).status !== 200)
    expect((await shown.of('serviceReport', { id: record.id })).plan).toMatchObject({ name: 'Jaws', due: null })
    await share(true)
    await until('sharing again', async () => (await staff.get(`/v1/ignition/machines/${FOREIGN}`)).status === 200)
  })

  test('is for whoever sees the machine, and names files to whoever may read records', async () => {
    const own = await recordOf(MACHINE)
    const foreign = await recordOf(FOREIGN)
    expect((await generate({ id: own.id }, customer)).status).toBe(200)
    expectProblem(await generate({ id: foreign.id }, customer), 'not_found')
    expectProblem(await generate({ id: crypto.randomUUID() }), 'not_found')
    expectProblem(await generate({ id: 'none' }), 'not_found')
    await sendFile(app, staff, `/v1/service-records/${own.id}/files`, 'jaws.txt', Buffer.from('The jaws'))
    expect((await shown.of('serviceReport', { id: own.id })).files).toEqual(['jaws.txt'])
  })
})

describe('keeping a document with its record', () => {
  const filesOf = async (id: string) =>
    (await staff.get(`/v1/service-records/${id}/files`)).body as {
      items: { id: string; name: string; sha256: string }[]
    }

  test('attaches the PDF and names the file', async () => {
    const { id } = await recordOf(MACHINE)
    const answer = await generate({ id, keep: true })
    expect(answer.status, answer.text).toBe(200)
    const { items } = await filesOf(id)
    expect(items).toEqual([
      expect.objectContaining({
        id: answer.headers['x-file-id'],
        name: expect.stringMatching(/^service-VFFS-2214-[\d-]+\.pdf$/),
        contentType: 'application/pdf',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    ])
    const file = await staff.get(`/v1/service-records/${id}/files/${items[0]?.id}`)
    expect(file.text).toBe(answer.text)
    expect(await shown.of('serviceReport', { id })).toMatchObject({ files: [items[0]?.name] })
  })

  test('is for those who may change the record, and stores nothing else', async () => {
    const { id } = await recordOf(MACHINE)
    expectProblem(await generate({ id, keep: true }, customer), 'permission_missing')
    const foreign = await recordOf(FOREIGN)
    expectProblem(await generate({ id: foreign.id, keep: true }, customer), 'not_found')
    const history = { type: 'audit', id, parameters: { resource: 'serviceRecord' }, keep: true }
    expectProblem(await generate(history), 'invalid_request')
    expect((await filesOf(id)).items).toEqual([])
  })
})
