import { itemMasters, machineParts, type ServiceSignatures, type VisitForm } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { ShownData } from '../documents/shown-data.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type Row, ServiceRows } from './service-rows.ts'

const ID = 'VFFS-2214'
/** Of the same customer. */
const NEIGHBOUR = 'VFFS-2215'
const FOREIGN = 'TRS-0912'
const MINUTE_MS = 60_000
const app = useTestApp()
let staff: Caller
let colleague = ''
const rows = new ServiceRows(app, () => staff)
const shown = new ShownData(() => staff)

beforeAll(async () => {
  staff = await app.as('staff')
  const [person] = await app.sql<{ name: string }>(
    `SELECT first_name || ' ' || last_name AS name FROM user_account WHERE email = 'staff@packhouse.example'`,
  )
  colleague = person?.name ?? ''
})

async function visit(tasks?: object[]): Promise<Row> {
  const made = await staff.post('/v1/service-visits', {
    ...{ machineId: await rows.idOf(ID), subject: 'Repair', kind: 'repair' },
    ...{ startsAt: '2031-12-03T08:00:00Z', endsAt: '2031-12-03T12:00:00Z' },
    ...(tasks !== undefined && { tasks }),
  })
  expect(made.status, made.text).toBe(201)
  return made.body as Row
}

const before = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()
const form = (work: object, more: object = {}) => ({
  ...{ formId: crypto.randomUUID(), doneAt: before(1) },
  work: [{ taskId: null, what: 'Belt changed', ...work }],
  ...more,
})
const complete = ({ id }: Row, body: object) => staff.post(`/v1/service-visits/${id}/complete`, body)
const formOf = ({ id }: Row) => staff.call('visitForm', { params: { id } })
const change = async (row: Row, body: object) => {
  const { rowVersion } = await formOf(row)
  const answer = await staff.request(`/v1/service-visits/${row.id}`, { method: 'PUT', body: { rowVersion, ...body } })
  expect(answer.status, answer.text).toBe(200)
}
const recordsOf = async ({ id }: Row) =>
  await app.sql<Record<string, unknown>>('SELECT * FROM service_record WHERE visit_id = $1 ORDER BY id', [id])

test('a signature is stored with the time at which it was drawn, and the report shows that', async () => {
  const planned = await visit()
  const signedAt = before(3)
  const done = form({}, { signature: { name: 'Kari', signedAt } })
  const { records } = (await complete(planned, done)).body as VisitForm
  const read = async (id = records[0]?.id) =>
    (await staff.get(`/v1/service-records/${id}/signature`)).body as ServiceSignatures
  const [signature] = (await read()).signatures
  expect(signature?.signedAt).toBe(signedAt)
  expect(Date.parse(signature?.receivedAt ?? '')).toBeGreaterThan(Date.parse(signedAt))
  // The zones of sites differ from UTC by whole hours here.
  const { signatures } = await shown.of('serviceReport', { id: records[0]?.id })
  expect(signatures).toMatchObject([{ name: 'Kari', at: expect.stringContaining(signedAt.slice(13, 16)) }])

  // An earlier version of the page sends no time: it is signed when it arrives.
  const old = await visit()
  const answer = (await complete(old, form({}, { signature: { name: 'Kari' } }))).body as VisitForm
  const [now] = (await read(answer.records[0]?.id)).signatures
  expect(now?.signedAt).toBe(now?.receivedAt)
})

test('what was signed has the parts as they were called on the device, and each is one of the machine', async () => {
  const draft = { unit: 'pcs', currency: 'EUR', price: '10', cost: '5' }
  const make = async (path: string, body: object) => {
    const made = await staff.post(path, body)
    expect(made.status, made.text).toBe(201)
    return made.body as Row
  }
  const items = itemMasters.calls.create.path
  const jaw = await make(items, { ...draft, code: 'SHOWN-1', description: 'Sealing jaw' })
  const elsewhere = await make(items, { ...draft, code: 'SHOWN-2', description: 'Knife' })
  await make(machineParts.calls.create.path, { machineId: await rows.idOf(ID), position: '9', itemId: jaw.id })
  const planned = await visit()
  const [part] = ((await formOf(planned)).parts[ID] ?? []).filter(({ itemId }) => itemId === jaw.id)
  expect(part).toMatchObject({ number: 'SHOWN-1', name: 'Sealing jaw', unit: 'pcs' })
  // Somebody renames it while the device has no connection.
  const path = itemMasters.calls.update.path.replace('{id}', jaw.id)
  const renamed = { rowVersion: jaw.rowVersion, code: 'SHOWN-9', description: 'Jaw, coated', unit: 'set' }
  expect((await staff.request(path, { method: 'PUT', body: renamed })).status).toBe(200)

  const shownPart = { number: 'SHOWN-1', name: 'Sealing jaw', unit: 'pcs' }
  const used = (itemId: string, more: object = {}) => ({ parts: [{ itemId, quantity: '2', ...more }] })
  const signature = { name: 'Kari', signedAt: before(3) }
  const foreign = form(used(elsewhere.id, { shown: shownPart }), { signature })
  expectProblem(await complete(planned, foreign), 'invalid_request')
  const { records } = (await complete(planned, form(used(jaw.id, { shown: shownPart }), { signature })))
    .body as VisitForm
  const [row] = await app.sql<{ signed: string }>('SELECT signed FROM service_signature WHERE service_record_id = $1', [
    records[0]?.id,
  ])
  expect(JSON.parse(row?.signed ?? '{}').work.parts).toEqual([{ itemId: jaw.id, ...shownPart, quantity: '2' }])
  const read = await staff.get(`/v1/service-records/${records[0]?.id}/signature`)
  expect((read.body as ServiceSignatures).signatures).toMatchObject([{ isChanged: false }])

  // An earlier version of the page does not say what it showed.
  const old = await visit()
  const answer = (await complete(old, form(used(jaw.id)))).body as VisitForm
  expect(answer.records[0]?.parts).toMatchObject([{ number: 'SHOWN-9', name: 'Jaw, coated', unit: 'set' }])
})

test('nobody has signed in the future, or before the visit was planned', async () => {
  const planned = await visit()
  const sign = (signedAt: string) => complete(planned, form({}, { signature: { name: 'Kari', signedAt } }))
  expectProblem(await sign(before(-10)), 'invalid_request')
  const early = expectProblem(await sign(before(24 * 60)), 'invalid_request')
  expect(early.detail).toContain('before the visit was planned')
  expect(await recordsOf(planned)).toEqual([])
  // Clocks may be a little apart.
  expect((await sign(before(-2))).status).toBe(200)
})

test('what was done of a task that staff removed meanwhile is a record of its machine, without the plan', async () => {
  const [machineId, neighbour] = [await rows.idOf(ID), await rows.idOf(NEIGHBOUR)]
  const plan = await rows.plan(NEIGHBOUR, 'calendar', 90)
  const planned = await visit([{ machineId }, { machineId: neighbour, planId: plan.id }])
  const { tasks } = await formOf(planned)
  const [first, second] = [tasks.find(({ plan: name }) => name === null), tasks.find(({ plan: name }) => name !== null)]
  const removed = await staff.request(`/v1/visit-tasks/${second?.id}`, { method: 'DELETE' })
  expect(removed.status, removed.text).toBeLessThan(300)
  const work = [
    { taskId: first?.id, machineID: ID, what: 'Belt changed' },
    { taskId: second?.id, machineID: NEIGHBOUR, what: 'Jaws replaced', notes: 'Left bearing has play' },
  ]
  const send = (more: object) => complete(planned, { ...form({}), work: [work[0], { ...work[1], ...more }] })
  expectProblem(await send({ machineID: FOREIGN }), 'invalid_request')
  expectProblem(await send({ machineID: undefined }), 'invalid_request')
  expect((await send({})).status).toBe(200)
  expect(await recordsOf(planned)).toMatchObject([
    { machine_id: machineId, what: 'Belt changed' },
    { machine_id: neighbour, plan_id: null, what: 'Jaws replaced', notes: 'Left bearing has play' },
  ])
})

test('a visit that was cancelled meanwhile is completed once its sender has confirmed it', async () => {
  const planned = await visit()
  await change(planned, { status: 'cancelled' })
  const done = form({})
  const refused = await complete(planned, done)
  expect(expectProblem(refused, 'stale').detail).toContain(`cancelled; ${colleague}`)
  expect((refused.body as { current: VisitForm }).current).toMatchObject({ status: 'cancelled', changedBy: colleague })
  expect(await recordsOf(planned)).toEqual([])
  expect((await complete(planned, { ...done, confirmed: true })).body).toMatchObject({ status: 'done' })
  expect(await recordsOf(planned)).toHaveLength(1)
})

test('the second of two who complete a visit sees what the first has stored, and adds theirs once', async () => {
  const planned = await visit()
  const first = form({ hours: 2, notes: 'Left one', parts: [{ name: 'Grease', quantity: '1' }] })
  expect((await complete(planned, first)).status).toBe(200)
  const second = form({ what: 'Belt set' }, { signature: { name: 'Kari', signedAt: before(0) } })
  const refused = await complete(planned, second)
  expectProblem(refused, 'stale')
  expect((refused.body as { current: VisitForm }).current.records).toMatchObject([
    { what: 'Belt changed', doneBy: colleague, hours: 2, notes: 'Left one', parts: [{ name: 'Grease' }] },
  ])
  const answers = await Promise.all([1, 2].map(() => complete(planned, { ...second, confirmed: true })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  // The answer to the first was lost: it is the same form still.
  expect((await complete(planned, first)).status).toBe(200)
  expect((await recordsOf(planned)).map(({ what }) => what)).toEqual(['Belt changed', 'Belt set'])
})
