import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { makeInvited } from '../support/mailbox.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { newMailsTo, publicUrl, ServiceMessages } from './service-messages.ts'
import { type Row, ServiceRows } from './service-rows.ts'

const ID = 'VFFS-2214'
const ENGINEER = 'engineer@packhouse.example'
const CUSTOMER = 'customer@packhouse.example'
const app = useTestApp({ environment: { PUBLIC_URL: publicUrl } })
const rows = new ServiceRows(app, () => staff)
let staff: Caller
let customer: Caller
let messages: ServiceMessages
let engineerId = ''

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  messages = new ServiceMessages(app)
  engineerId = await makeInvited(app, ENGINEER)
})
beforeEach(async () => {
  await app.sql('DELETE FROM service_visit')
  await app.sql('DELETE FROM mail')
  await app.sql('DELETE FROM user_setting')
  await rows.moveTo(ID, 'Europe/Berlin')
})
afterAll(async () => await messages.stop())

/** A visit of the engineer, of an hour. */
async function visit(startsAt: string, body: object = {}): Promise<Row> {
  const times = { startsAt, endsAt: hourAfter(startsAt) }
  const given = { machineId: await rows.idOf(ID), subject: 'New jaws', engineerId, ...times, ...body }
  const made = await staff.post('/v1/service-visits', given)
  expect(made.status, made.text).toBe(201)
  return made.body as Row
}

async function change({ id }: Row, body: object): Promise<void> {
  const { rowVersion } = (await staff.get(`/v1/service-visits/${id}`)).body as Row
  const answer = await staff.request(`/v1/service-visits/${id}`, { method: 'PUT', body: { rowVersion, ...body } })
  expect(answer.status, answer.text).toBe(200)
}

const move = (row: Row, startsAt: string) => change(row, { startsAt, endsAt: hourAfter(startsAt) })
const hourAfter = (time: string) => new Date(Date.parse(time) + 3_600_000).toISOString()
const minuteBefore = (time: string) => new Date(Date.parse(time) - 60_000).toISOString()

/** The reminders of a round at that time, in their order. */
async function remindedAt(time: string, recipient = ENGINEER): Promise<string[]> {
  await messages.remindAt(time)
  return (await newMailsTo(app, recipient))
    .filter(({ subject }) => /^(Reminder|Erinnerung)/.test(subject))
    .map(({ text }) => text)
}

/** What the customer asks for, as the task of a visit. */
async function asked({ id: visitId }: Row, subject: string): Promise<string> {
  const { requests } = await customer.call('askForService', { params: { id: ID }, body: { subject, urgency: 'soon' } })
  const requestId = requests.find((request) => request.subject === subject)?.id ?? ''
  const task = { visitId, machineId: await rows.idOf(ID), requestId }
  expect((await staff.post('/v1/visit-tasks', task)).status).toBe(201)
  return requestId
}

test('engineer and customer are reminded of a visit from 15:00 of the day before, once, each with what they may read', async () => {
  const planned = await visit('2031-12-03T08:00:00Z')
  await asked(planned, 'Film tears at the jaw')
  await asked(planned, 'The knife is blunt')
  expect(await remindedAt('2031-12-02T13:59:59Z')).toEqual([])
  const [own, ...more] = await remindedAt('2031-12-02T14:00:00Z')
  expect(more).toEqual([])
  expect(own).toMatch(/^You have a visit: New jaws, VFFS-2214\. Wed, 3 Dec 2031, 09:00.*10:00.*\.\n/)
  expect(own).toContain(`${publicUrl}/service/visits/${planned.id}`)
  const mails = await newMailsTo(app, CUSTOMER)
  expect(mails.map(({ subject }) => subject)).toEqual([`Reminder of a visit: ${ID}`])
  expect(mails[0]?.text).toMatch(
    /^Ada Berg comes for service: Wed, 3 Dec 2031, 09:00.*\.\n“Film tears at the jaw”, VFFS-2214\n“The knife is blunt”, VFFS-2214\n/,
  )
  expect(mails[0]?.text).toContain(`${publicUrl}/machines/${ID}`)
  expect(mails[0]?.text).not.toContain('New jaws')
  expect(await remindedAt('2031-12-02T14:01:00Z')).toEqual([])
  expect(await remindedAt('2031-12-02T22:59:00Z', CUSTOMER)).toEqual([])
})

// Starts of visits and when their reminders are due: nights of changed clocks, and zones that are no whole hours from UTC or the farthest from it.
test.each([
  ['Europe/Berlin', '2031-03-30T06:00:00Z', '2031-03-29T14:00:00Z'],
  ['Europe/Berlin', '2031-03-31T06:00:00Z', '2031-03-30T13:00:00Z'],
  ['Europe/Berlin', '2031-10-26T07:00:00Z', '2031-10-25T13:00:00Z'],
  ['America/Havana', '2031-03-09T05:30:00Z', '2031-03-08T20:00:00Z'],
  ['Australia/Lord_Howe', '2031-04-06T22:30:00Z', '2031-04-06T04:30:00Z'],
  ['Pacific/Chatham', '2031-12-03T09:45:00Z', '2031-12-02T01:15:00Z'],
  ['Pacific/Kiritimati', '2031-12-02T10:30:00Z', '2031-12-02T01:00:00Z'],
  ['America/St_Johns', '2031-12-03T11:30:00Z', '2031-12-02T18:30:00Z'],
  ['Pacific/Pago_Pago', '2031-12-03T11:00:00Z', '2031-12-03T02:00:00Z'],
])('in %s a visit at %s is reminded of at %s', async (zone, startsAt, due) => {
  await rows.moveTo(ID, zone)
  await visit(startsAt)
  expect(await remindedAt(minuteBefore(due))).toEqual([])
  expect(await remindedAt(due)).toHaveLength(1)
})

test('a visit that was moved is reminded of for its new day, and a day is reminded of once', async () => {
  const planned = await visit('2031-12-03T08:00:00Z')
  await move(planned, '2031-12-05T08:00:00Z')
  expect(await remindedAt('2031-12-02T15:00:00Z')).toEqual([])
  expect(await remindedAt('2031-12-04T15:00:00Z')).toHaveLength(1)
  await move(planned, '2031-12-05T13:00:00Z')
  expect(await remindedAt('2031-12-04T15:01:00Z')).toEqual([])
  await move(planned, '2031-12-09T08:00:00Z')
  expect(await remindedAt('2031-12-04T15:02:00Z')).toEqual([])
  expect((await remindedAt('2031-12-08T15:00:00Z')).map((text) => text.includes('9 Dec'))).toEqual([true])
  // The site gets another zone, and with it the visit another day, and the one of before again.
  await move(planned, '2031-12-15T22:30:00Z')
  expect(await remindedAt('2031-12-14T15:00:00Z')).toHaveLength(1)
  await rows.moveTo(ID, 'Asia/Tokyo')
  expect(await remindedAt('2031-12-15T07:00:00Z')).toHaveLength(1)
  await rows.moveTo(ID, 'Europe/Berlin')
  expect(await remindedAt('2031-12-14T16:00:00Z')).toEqual([])
})

test('nobody is reminded of what was planned after the time of the reminder, also when it came back from elsewhere', async () => {
  const planned = await visit('2031-12-03T08:00:00Z')
  const plannedAt = (time: string) => app.sql('UPDATE visit_reminder SET planned_at = $1', [time])
  await plannedAt('2031-12-02T14:00:00Z')
  expect(await remindedAt('2031-12-02T15:00:00Z')).toEqual([])
  // A note and another hour of that day change nothing of it. A visit that is taken back is planned from then on.
  await change(planned, { note: 'Ring at the back door' })
  await move(planned, '2031-12-03T09:00:00Z')
  expect(await remindedAt('2031-12-02T15:00:00Z')).toEqual([])
  await change(planned, { status: 'cancelled' })
  await change(planned, { status: 'planned' })
  expect(await remindedAt('2031-12-02T15:00:00Z')).toHaveLength(1)
})

test('a reminder comes on the day before or not at all', async () => {
  await visit('2031-12-03T08:00:00Z')
  expect(await remindedAt('2031-12-02T23:00:00Z')).toEqual([])
  expect(await remindedAt('2031-12-01T15:00:00Z')).toEqual([])
  expect(await remindedAt('2031-12-02T22:59:59Z')).toHaveLength(1)
})

test('nobody is reminded of visits that are cancelled, deleted, begun or done, nor of sample data', async () => {
  const [cancelled, deleted, begun, done, sample] = [
    await visit('2031-12-03T08:00:00Z'),
    await visit('2031-12-03T08:00:00Z'),
    await visit('2031-12-03T08:00:00Z'),
    await visit('2031-12-03T08:00:00Z'),
    await visit('2031-12-03T08:00:00Z'),
  ]
  await change(cancelled, { status: 'cancelled' })
  expect((await staff.request(`/v1/service-visits/${deleted.id}`, { method: 'DELETE' })).status).toBe(204)
  await change(begun, { status: 'underWay' })
  await app.sql(`UPDATE service_visit SET status = 'done', completed_at = now() WHERE id = $1`, [done.id])
  await app.sql('UPDATE service_visit SET updated_by = NULL WHERE id = $1', [sample.id])
  expect(await remindedAt('2031-12-02T15:00:00Z')).toEqual([])
  // The same is not missing for another reason.
  await change(sample, { note: 'Of somebody by now' })
  expect(await remindedAt('2031-12-02T15:00:00Z')).toHaveLength(1)
})

test('of several processes each visit is reminded of by one', async () => {
  for (let n = 0; n < 12; n++) await visit('2031-12-03T08:00:00Z', { subject: `Visit ${n}` })
  const others = Array.from({ length: 3 }, () => new ServiceMessages(app))
  await Promise.all([messages, ...others].map((one) => one.remindAt('2031-12-02T15:00:00Z')))
  await Promise.all(others.map((one) => one.stop()))
  const subjects = (await newMailsTo(app, ENGINEER)).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual(
    Array.from({ length: 12 }, (_, n) => `Reminder of your visit: Visit ${n}, ${ID}`).sort(),
  )
})

test('who wants no mails, whose request is closed, and whose company has the machine no more are not reminded', async () => {
  const planned = await visit('2031-12-03T08:00:00Z')
  await asked(planned, 'Seal is loose')
  await app.sql('INSERT INTO user_setting (user_id, service_mails) VALUES ($1, false)', [engineerId])
  expect(await remindedAt('2031-12-02T15:00:00Z')).toEqual([])
  expect(await newMailsTo(app, CUSTOMER)).toHaveLength(1)

  const second = await visit('2031-12-10T08:00:00Z')
  const declined = await asked(second, 'Noise at the drive')
  await app.sql(`UPDATE service_request SET status = 'declined' WHERE id = $1`, [declined])
  expect(await remindedAt('2031-12-09T15:00:00Z', CUSTOMER)).toEqual([])

  const third = await visit('2031-12-17T08:00:00Z')
  await asked(third, 'Oil below the drive')
  const [machine] = await app.sql<{ owner: string; site: string }>(
    'SELECT customer_id AS owner, location_id AS site FROM machine WHERE machine_id = $1',
    [ID],
  )
  await app.sql('UPDATE machine SET customer_id = NULL, location_id = NULL WHERE machine_id = $1', [ID])
  expect(await remindedAt('2031-12-16T15:00:00Z', CUSTOMER)).toEqual([])
  await app.sql('UPDATE machine SET customer_id = $1, location_id = $2 WHERE machine_id = $3', [
    machine?.owner,
    machine?.site,
    ID,
  ])
})
