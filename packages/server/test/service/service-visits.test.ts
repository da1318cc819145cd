import { itemMasters, machineParts, type ServiceSignatures, servicePlanParts } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { ShownData } from '../documents/shown-data.ts'
import type { Caller } from '../support/caller.ts'
import { makeInvited } from '../support/mailbox.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type Row, ServiceRows } from './service-rows.ts'

const ID = 'VFFS-2214'
/** Of the same customer. */
const NEIGHBOUR = 'VFFS-2215'
const FOREIGN = 'TRS-0912'
const DAY_MS = 86_400_000
const app = useTestApp()
let staff: Caller
let customer: Caller
let engineerId = ''
let engineer = ''
const rows = new ServiceRows(app, () => staff)
const shown = new ShownData(() => staff)
const DRAWING: [number, number][][] = [
  [
    [0, 0],
    [600, 200],
  ],
]

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  const [person] = await app.sql<{ id: string; name: string }>(
    `SELECT id, first_name || ' ' || last_name AS name FROM user_account WHERE email = 'staff@packhouse.example'`,
  )
  engineerId = person?.id ?? ''
  engineer = person?.name ?? ''
})

async function create(path: string, body: object): Promise<Row> {
  const made = await staff.post(path, body)
  expect(made.status, made.text).toBe(201)
  return made.body as Row
}

async function visit(body: object = {}, machine = ID): Promise<Row> {
  return await create('/v1/service-visits', {
    machineId: await rows.idOf(machine),
    subject: 'Half-yearly service',
    engineerId,
    startsAt: '2031-12-03T08:00:00Z',
    endsAt: '2031-12-03T12:00:00Z',
    note: 'Park at gate 2',
    ...body,
  })
}

const formOf = ({ id }: Row) => staff.call('visitForm', { params: { id } })
const records = async ({ id }: Row) =>
  await app.sql<Record<string, unknown>>('SELECT * FROM service_record WHERE visit_id = $1 ORDER BY id', [id])
const newForm = () => crypto.randomUUID()

test('a completed visit writes what was done once, and the forecast of its plan moves on', async () => {
  const plan = await rows.plan(ID, 'calendar', 100)
  await staff.request(`/v1/service-plans/${plan.id}`, {
    method: 'PUT',
    body: { rowVersion: plan.rowVersion, checklist: 'Jaws cleaned\n\nBearings greased ' },
  })
  const [machine] = await app.sql<{ currency: string }>(
    'SELECT c.currency FROM machine m JOIN customer c ON c.id = m.customer_id WHERE m.machine_id = $1',
    [ID],
  )
  const draft = { description: 'Sealing jaw', unit: 'pcs', currency: machine?.currency, price: '10', cost: '5' }
  const kit = await create(itemMasters.calls.create.path, { ...draft, code: 'V-1' })
  const fitted = await create(itemMasters.calls.create.path, { ...draft, code: 'V-2', description: 'Knife' })
  const elsewhere = await create(itemMasters.calls.create.path, { ...draft, code: 'V-3' })
  await create(servicePlanParts.calls.create.path, { planId: plan.id, itemId: kit.id, quantity: '2' })
  await create(machineParts.calls.create.path, { machineId: await rows.idOf(ID), position: '9', itemId: fitted.id })

  const planned = await visit({ tasks: [{ machineId: await rows.idOf(ID), planId: plan.id }] })
  const form = await formOf(planned)
  const [task] = form.tasks
  expect(task).toMatchObject({ machineID: ID, plan: 'Jaws', checklist: ['Jaws cleaned', 'Bearings greased'] })
  expect(task?.planParts).toEqual([{ itemId: kit.id, number: 'V-1', name: 'Sealing jaw', unit: 'pcs', quantity: '2' }])
  expect(form.parts[ID]).toContainEqual({
    itemId: fitted.id,
    number: 'V-2',
    name: 'Knife',
    unit: 'pcs',
    quantity: '1',
  })

  const doneAt = new Date(Date.now() - 60_000).toISOString()
  const done = {
    formId: newForm(),
    doneAt,
    work: [
      {
        taskId: task?.id ?? null,
        what: 'Jaws replaced',
        hours: 3.5,
        notes: 'Left bearing has play.',
        checks: [
          { point: 'Jaws cleaned', result: 'ok', note: null },
          { point: 'Bearings greased', result: 'notOk', note: 'Left one has play' },
        ],
        parts: [
          { itemId: kit.id, quantity: '2' },
          { name: 'Grease', quantity: '0.4375' },
        ],
      },
    ],
    signature: { name: 'Kari Nordmann', drawing: DRAWING },
  }
  const path = `/v1/service-visits/${planned.id}/complete`
  const wrong = { ...done, work: [{ ...done.work[0], parts: [{ itemId: elsewhere.id, quantity: '1' }] }] }
  expectProblem(await staff.post(path, wrong), 'invalid_request')
  expect(await records(planned)).toEqual([])

  // The same form at once, and again: it is written once.
  const answers = await Promise.all([staff.post(path, done), staff.post(path, done)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await staff.post(path, done)).body).toEqual(answers[0]?.body)
  const [record, ...others] = await records(planned)
  expect(others).toEqual([])
  expect(record).toMatchObject({ plan_id: plan.id, what: 'Jaws replaced', done_by_id: engineerId, hours: 3.5 })
  expect(record?.parts).toEqual([
    { itemId: kit.id, number: 'V-1', name: 'Sealing jaw', unit: 'pcs', quantity: '2' },
    { itemId: null, number: null, name: 'Grease', unit: null, quantity: '0.4375' },
  ])
  const another = expectProblem(await staff.post(path, { ...done, formId: newForm() }), 'stale')
  expect(another.detail).toContain('completed already')

  // A hundred days after it was done, at the site.
  const due = await rows.planNow(plan)
  const [expected] = await app.sql<{ day: string }>('SELECT (site_date($1, $2) + 100)::text AS day', [
    await rows.idOf(ID),
    doneAt,
  ])
  expect(due).toMatchObject({ lastDoneAt: doneAt, nextDue: expected?.day })
  expect((await staff.get(`/v1/service-visits/${planned.id}`)).body).toMatchObject({ status: 'done' })

  // The customer has signed what is in the record, and reads it in the report.
  const signed = (await customer.get(`/v1/service-records/${record?.id}/signature`)).body as ServiceSignatures
  expect(signed.signatures).toMatchObject([{ party: 'customer', name: 'Kari Nordmann', isChanged: false }])
  const report = await shown.of('serviceReport', { id: record?.id })
  expect(report).toMatchObject({
    hours: '3.5 h',
    checks: [
      { point: 'Jaws cleaned', result: 'In order', note: null },
      { point: 'Bearings greased', result: 'Not in order', note: 'Left one has play' },
    ],
    parts: [
      { number: 'V-1', name: 'Sealing jaw', quantity: '2 pcs' },
      { number: null, name: 'Grease', quantity: '0.4375' },
    ],
  })
  await app.sql(`UPDATE service_record SET checks = '[]' WHERE id = $1`, [record?.id])
  const changed = (await customer.get(`/v1/service-records/${record?.id}/signature`)).body as ServiceSignatures
  expect(changed.signatures[0]?.isChanged).toBe(true)
})

test('a request says who comes and when, follows a visit that is moved, and is over with it', async () => {
  const asked = await customer.call('askForService', { params: { id: ID }, body: { subject: 'Film tears' } })
  const { id: requestId = '' } = asked.requests[0] ?? {}
  const machineId = await rows.idOf(ID)
  const before = await calendar()
  expect(before.openRequests.map(({ id }) => id)).toContain(requestId)
  const planned = await visit({ kind: 'repair', tasks: [{ machineId, requestId }] })
  const follow = async () =>
    (await customer.call('machineRequests', { params: { id: ID } })).requests.find(({ id }) => id === requestId)
  const comes = { kind: 'repair', startsAt: '2031-12-03T08:00:00.000Z', engineer }
  const first = await follow()
  expect(first).toMatchObject({ status: 'planned', plannedOn: '2031-12-03', visit: { ...comes, status: 'planned' } })
  expect(first?.engineer).toBe(first?.visit?.engineer)
  const seen = await customer.call('machineVisits', { params: { id: ID } })
  expect(seen.visits.find(({ id }) => id === planned.id)).toEqual(first?.visit)
  // Notes and subjects are for staff.
  expect(JSON.stringify(seen)).not.toContain('gate')
  expect(JSON.stringify(seen)).not.toContain('Half-yearly')

  const moved = { rowVersion: planned.rowVersion, startsAt: '2031-12-05T08:00:00Z', endsAt: '2031-12-05T09:00:00Z' }
  const change = await staff.request(`/v1/service-visits/${planned.id}`, { method: 'PUT', body: moved })
  expect(change.status, change.text).toBe(200)
  expect(await follow()).toMatchObject({ plannedOn: '2031-12-05' })
  const { tasks } = await formOf(planned)
  const body = {
    formId: newForm(),
    doneAt: new Date(Date.now() - 60_000).toISOString(),
    work: [{ taskId: tasks[0]?.id ?? null, what: 'Reel brake set' }],
  }
  await staff.call('completeVisit', { params: { id: planned.id }, body })
  expect(await follow()).toMatchObject({ status: 'done', visit: { status: 'done' } })
})

test('a request is open again where its visit is cancelled, deleted or made without it, and follows another visit', async () => {
  const machineId = await rows.idOf(ID)
  const asked = await customer.call('askForService', { params: { id: ID }, body: { subject: 'Belt slips' } })
  const requestId = asked.requests.find(({ subject }) => subject === 'Belt slips')?.id ?? ''
  const follow = async () =>
    (await customer.call('machineRequests', { params: { id: ID } })).requests.find(({ id }) => id === requestId)
  const isListed = async () => (await calendar()).openRequests.some(({ id }) => id === requestId)
  const planned = async (body: object = {}) => await visit({ ...body, tasks: [{ machineId, requestId }] })
  const change = async (row: Row, method: 'PUT' | 'DELETE', body: object = {}) => {
    const sent = method === 'PUT' ? { body: { rowVersion: row.rowVersion, ...body } } : {}
    const answer = await staff.request(`/v1/service-visits/${row.id}`, { method, ...sent })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  const isOpen = { status: 'open', plannedOn: null, engineer: null }

  const first = await planned()
  const second = await planned({ startsAt: '2031-12-10T08:00:00Z', endsAt: '2031-12-10T09:00:00Z' })
  expect(await isListed()).toBe(false)
  await change(second, 'PUT', { status: 'cancelled' })
  expect(await follow()).toMatchObject({ status: 'planned', plannedOn: '2031-12-03' })
  await change(first, 'PUT', { status: 'cancelled' })
  expect(await follow()).toMatchObject(isOpen)
  expect(await isListed()).toBe(true)

  const third = await planned()
  expect(await follow()).toMatchObject({ status: 'planned' })
  await change(third, 'DELETE')
  expect(await follow()).toMatchObject(isOpen)

  const fourth = await visit({ tasks: [{ machineId }, { machineId, requestId }] })
  const { tasks } = await formOf(fourth)
  const other = tasks.find((task) => task.request === null)
  const body = {
    formId: newForm(),
    doneAt: new Date(Date.now() - 60_000).toISOString(),
    work: [{ taskId: other?.id ?? null, what: 'Cleaned' }],
  }
  await staff.call('completeVisit', { params: { id: fourth.id }, body })
  expect(await follow()).toMatchObject(isOpen)
})

test('a visit whose day has passed is overdue, and so is its request, until it is moved, completed or cancelled', async () => {
  const machineId = await rows.idOf(ID)
  const asked = await customer.call('askForService', { params: { id: ID }, body: { subject: 'Knife blunt' } })
  const requestId = asked.requests.find(({ subject }) => subject === 'Knife blunt')?.id ?? ''
  const follow = async () =>
    (await customer.call('machineRequests', { params: { id: ID } })).requests.find(({ id }) => id === requestId)
  const change = async (row: Row, body: object) => {
    const { rowVersion } = await formOf(row)
    const path = `/v1/service-visits/${row.id}`
    const answer = await staff.request(path, { method: 'PUT', body: { rowVersion, ...body } })
    expect(answer.status, answer.text).toBe(200)
  }
  const filtered = async (path: string) =>
    ((await staff.get(`${path}?isOverdue=true&pageSize=100`)).body as { items: Row[] }).items.map(({ id }) => id)
  const isUp = async (row: Row) => ({
    ofMachine: (await customer.call('machineVisits', { params: { id: ID } })).visits.find(({ id }) => id === row.id)
      ?.isOverdue,
    form: (await formOf(row)).isOverdue,
    calendar: (await calendar()).overdueVisits.some(({ id }) => id === row.id),
    list: (await filtered('/v1/service-visits')).includes(row.id),
    request: (await follow())?.isOverdue,
    requests: (await filtered('/v1/service-requests')).includes(requestId),
    toPlan: (await calendar()).openRequests.some(({ id }) => id === requestId),
  })
  const all = (is: boolean) => ({
    ...{ ofMachine: is, form: is, calendar: is, list: is, request: is, requests: is, toPlan: is },
  })

  // It ended with the midnight on which the present day of the site began: its day is the one before.
  const [site] = await app.sql<{ today: Date }>(
    `SELECT site_date(m.id, now())::timestamp AT TIME ZONE coalesce(l.timezone, c.timezone, 'UTC') AS today
     FROM machine m LEFT JOIN location l ON l.id = m.location_id LEFT JOIN customer c ON c.id = m.customer_id WHERE m.id = $1`,
    [machineId],
  )
  const today = site?.today.getTime() ?? 0
  const times = (from: number, to: number) => ({
    startsAt: new Date(today + from * DAY_MS).toISOString(),
    endsAt: new Date(today + to * DAY_MS).toISOString(),
  })
  const forgotten = await visit({ ...times(-0.25, 0), tasks: [{ machineId, requestId }] })
  expect(await isUp(forgotten)).toEqual(all(true))
  await change(forgotten, { status: 'underWay' })
  expect(await isUp(forgotten)).toEqual(all(true))

  await change(forgotten, { status: 'planned', ...times(1, 2) })
  expect(await isUp(forgotten)).toEqual(all(false))
  expect(await follow()).toMatchObject({ status: 'planned' })

  await change(forgotten, times(-2, -1))
  expect(await isUp(forgotten)).toEqual(all(true))
  // Somebody comes for it with another visit: this one stays overdue, the request is not.
  const second = await visit({ ...times(3, 3.25), tasks: [{ machineId, requestId }] })
  const { request, requests, toPlan, ...ofVisit } = await isUp(forgotten)
  expect([request, requests, toPlan, new Set(Object.values(ofVisit))]).toEqual([false, false, false, new Set([true])])
  await change(second, { status: 'cancelled' })
  expect(await isUp(forgotten)).toEqual(all(true))

  const { tasks } = await formOf(forgotten)
  const body = {
    formId: newForm(),
    doneAt: new Date(Date.now() - 60_000).toISOString(),
    work: [{ taskId: tasks[0]?.id ?? null, what: 'Knife replaced' }],
  }
  await staff.call('completeVisit', { params: { id: forgotten.id }, body })
  expect(await isUp(forgotten)).toEqual(all(false))
  expect(await follow()).toMatchObject({ status: 'done', isOverdue: false })
})

test('a request that is planned for a day without a visit is overdue after that day', async () => {
  const asked = await customer.call('askForService', { params: { id: NEIGHBOUR }, body: { subject: 'Belt worn' } })
  const requestId = asked.requests.find(({ subject }) => subject === 'Belt worn')?.id ?? ''
  const path = `/v1/service-requests/${requestId}`
  const plan = async (plannedOn: string | null, status = 'planned') => {
    const { rowVersion } = (await staff.get(path)).body as Row
    const answer = await staff.request(path, { method: 'PUT', body: { rowVersion, status, plannedOn } })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { isOverdue: boolean }).isOverdue
  }
  expect(await plan('2020-01-02')).toBe(true)
  expect((await calendar()).openRequests.map(({ id }) => id)).toContain(requestId)
  expect(await plan('2031-01-02')).toBe(false)
  expect(await plan(null)).toBe(false)
  expect(await plan('2020-01-02', 'declined')).toBe(false)
})

test('who makes a visit in the place of somebody else is named, and a visit that nobody made plans nothing', async () => {
  const engineerOf = await makeInvited(app, 'planned@packhouse.example')
  const machineId = await rows.idOf(NEIGHBOUR)
  const plan = await rows.plan(NEIGHBOUR, 'calendar', 20)
  const past = {
    startsAt: new Date(Date.now() - 2 * DAY_MS).toISOString(),
    endsAt: new Date(Date.now() - DAY_MS).toISOString(),
  }
  const forgotten = await visit({ ...past, engineerId: engineerOf, tasks: [{ machineId, planId: plan.id }] }, NEIGHBOUR)
  const { nextDue } = (await rows.planNow(plan)) as Row & { nextDue: string }
  const around = { firstDay: dayAfter(nextDue, -3), lastDay: dayAfter(nextDue, 3) }
  expect((await calendar(around)).duePlans.map(({ id }) => id)).toContain(plan.id)

  const { tasks } = await formOf(forgotten)
  const body = {
    formId: newForm(),
    doneAt: new Date(Date.now() - 60_000).toISOString(),
    work: [{ taskId: tasks[0]?.id ?? null, what: 'Jaws replaced' }],
  }
  await staff.call('completeVisit', { params: { id: forgotten.id }, body })
  expect((await records(forgotten)).map(({ done_by_id }) => done_by_id)).toEqual([engineerId])
})

test('the calendar has visits, and what falls due in the week and is in no visit', async () => {
  const plan = await rows.plan(NEIGHBOUR, 'calendar', 30)
  const { nextDue } = (await rows.planNow(plan)) as Row & { nextDue: string }
  const around = { firstDay: dayAfter(nextDue, -3), lastDay: dayAfter(nextDue, 3) }
  const dueIn = async (window: object) => (await calendar(window)).duePlans.filter(({ id }) => id === plan.id)
  expect(await dueIn(around)).toMatchObject([{ name: 'Jaws', nextDue, machineID: NEIGHBOUR }])
  expect(await dueIn({ firstDay: dayAfter(nextDue, 1), lastDay: dayAfter(nextDue, 5) })).toEqual([])
  // What is overdue is among what falls due in the present week.
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString())
  expect(await dueIn({ from, to, firstDay: dayAfter(nextDue, 1), lastDay: dayAfter(nextDue, 5) })).toHaveLength(1)
  const machineId = await rows.idOf(NEIGHBOUR)
  const planned = await visit({ tasks: [{ machineId, planId: plan.id }] }, NEIGHBOUR)
  expect(await dueIn(around)).toEqual([])
  const week = await calendar()
  expect(week.engineers).toContainEqual({ id: engineerId, name: engineer })
  expect(week.visits.find(({ id }) => id === planned.id)).toMatchObject({
    engineerId,
    machineID: NEIGHBOUR,
    machines: 1,
  })
  // A second one at the same time is shown, not refused.
  const other = await visit({ subject: 'Second' }, NEIGHBOUR)
  expect((await calendar()).visits.map(({ id }) => id)).toEqual(expect.arrayContaining([planned.id, other.id]))
  const cancelled = { rowVersion: planned.rowVersion, status: 'cancelled' }
  await staff.request(`/v1/service-visits/${planned.id}`, { method: 'PUT', body: cancelled })
  expect((await calendar()).visits.map(({ id }) => id)).not.toContain(planned.id)
  expect(await dueIn(around)).toHaveLength(1)
  expectProblem(await staff.get(calendarPath({ to: '2032-12-07T00:00:00.000Z' })), 'invalid_request')
})

test('a visit has machines of one customer and its plans, is done by its form alone, and is shown to no other customer', async () => {
  const machineId = await rows.idOf(ID)
  const base = { machineId, subject: 'x', startsAt: '2031-12-03T08:00:00Z', endsAt: '2031-12-03T09:00:00Z' }
  const post = (more: object) => staff.post('/v1/service-visits', { ...base, ...more })
  const foreign = await rows.idOf(FOREIGN)
  const neighbour = await rows.idOf(NEIGHBOUR)
  expectProblem(await post({ tasks: [{ machineId: foreign }] }), 'invalid_request')
  const plan = await rows.plan(NEIGHBOUR, 'calendar', 50)
  expectProblem(await post({ tasks: [{ machineId, planId: plan.id }] }), 'invalid_request')
  expectProblem(await post({ status: 'done' }), 'invalid_request')
  expectProblem(await post({ endsAt: '2031-12-03T07:00:00Z' }), 'invalid_request')
  expectProblem(
    await post({ endsAt: new Date(Date.parse(base.startsAt) + 32 * DAY_MS).toISOString() }),
    'invalid_request',
  )
  const [stranger] = await app.sql<{ id: string }>('SELECT id FROM user_account WHERE customer_id IS NOT NULL LIMIT 1')
  expectProblem(await post({ engineerId: stranger?.id }), 'invalid_request')

  const both = await visit({ tasks: [{ machineId }, { machineId: neighbour, planId: plan.id }] })
  const seenAt = async (id: string) =>
    (await customer.call('machineVisits', { params: { id } })).visits.map((one) => one.id)
  expect(await seenAt(NEIGHBOUR)).toContain(both.id)
  expectProblem(await (await app.as('other')).get(`/v1/ignition/machines/${ID}/service-visits`), 'not_found')
  expectProblem(await customer.get(`/v1/service-visits/${both.id}/form`), 'permission_missing')
  const { tasks } = await formOf(both)
  const work = tasks.map(({ id }) => ({ taskId: id, what: 'Looked after' }))
  const complete = (body: object) =>
    staff.post(`/v1/service-visits/${both.id}/complete`, {
      formId: newForm(),
      doneAt: new Date().toISOString(),
      ...body,
    })
  expectProblem(await complete({ work: [{ taskId: newForm(), what: 'x' }] }), 'invalid_request')
  expectProblem(await complete({ work: [...work, ...work] }), 'invalid_request')
  expectProblem(await complete({ work, doneAt: new Date(Date.now() + DAY_MS).toISOString() }), 'invalid_request')
  expect((await complete({ work })).status).toBe(200)
  expect((await records(both)).map(({ machine_id }) => machine_id)).toEqual(
    tasks.map(({ machineID }) => (machineID === ID ? machineId : neighbour)),
  )
  const back = { rowVersion: (await formOf(both)).rowVersion, status: 'planned' }
  expectProblem(await staff.request(`/v1/service-visits/${both.id}`, { method: 'PUT', body: back }), 'invalid_request')
})

const WEEK = {
  from: '2031-12-01T00:00:00.000Z',
  to: '2031-12-08T00:00:00.000Z',
  firstDay: '2031-12-01',
  lastDay: '2031-12-07',
}
const calendarPath = (window: object) =>
  `/v1/service-calendar?${new URLSearchParams({ ...WEEK, ...window } as Record<string, string>)}`
const calendar = (window: object = {}) => staff.call('serviceCalendar', { query: { ...WEEK, ...window } })
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
