import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { makeInvited } from '../support/mailbox.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { newMailsTo as mailsSince, publicUrl, ServiceMessages } from './service-messages.ts'
import { type Row, ServiceRows } from './service-rows.ts'

const ID = 'VFFS-2214'
const ENGINEER = 'engineer@packhouse.example'
const OTHER = 'other-engineer@packhouse.example'
const STAFF = 'staff@packhouse.example'
const CUSTOMER = 'customer@packhouse.example'

const app = useTestApp({ environment: { PUBLIC_URL: publicUrl } })
const rows = new ServiceRows(app, () => staff)
let staff: Caller
let customer: Caller
let messages: ServiceMessages
let engineerId = ''
let otherId = ''

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  messages = new ServiceMessages(app)
  engineerId = await makeInvited(app, ENGINEER)
  otherId = await makeInvited(app, OTHER)
  await app.sql(`UPDATE user_account SET language = 'de-DE', timezone = 'Europe/Berlin' WHERE id = $1`, [otherId])
  await app.sql('DELETE FROM service_notice')
})
afterAll(async () => await messages.stop())

const tellNow = () => messages.writeNow()
const newMailsTo = (recipient: string) => mailsSince(app, recipient)

async function visit(body: object = {}): Promise<Row> {
  const made = await staff.post('/v1/service-visits', {
    machineId: await rows.idOf(ID),
    subject: 'Half-yearly service',
    engineerId,
    startsAt: '2031-12-03T08:00:00Z',
    endsAt: '2031-12-03T12:00:00Z',
    ...body,
  })
  expect(made.status, made.text).toBe(201)
  return made.body as Row
}

async function change(path: string, row: Row, body: object): Promise<Row> {
  const answer = await staff.request(`${path}/${row.id}`, {
    method: 'PUT',
    body: { rowVersion: row.rowVersion, ...body },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Row
}

test('an engineer hears of a visit, of another time, and that somebody else makes it, each once and in their language', async () => {
  const planned = await visit()
  await tellNow()
  const [first, ...more] = await newMailsTo(ENGINEER)
  expect(more).toEqual([])
  expect(first?.subject).toBe(`Your visit: Half-yearly service, ${ID}`)
  expect(first?.text).toContain('Wed, 3 Dec 2031')
  expect(first?.text).toContain(`${publicUrl}/service/visits/${planned.id}`)

  // Several changes within the minute are one mail, of how it is now.
  const later = await change('/v1/service-visits', planned, {
    startsAt: '2031-12-04T08:00:00Z',
    endsAt: '2031-12-04T12:00:00Z',
  })
  const latest = await change('/v1/service-visits', later, {
    startsAt: '2031-12-05T08:00:00Z',
    endsAt: '2031-12-05T12:00:00Z',
  })
  await tellNow()
  const moved = await newMailsTo(ENGINEER)
  expect(moved.map(({ subject }) => subject)).toEqual([`Moved: Half-yearly service, ${ID}`])
  expect(moved[0]?.text).toContain('Fri, 5 Dec 2031')

  const taken = await change('/v1/service-visits', latest, { engineerId: otherId })
  await tellNow()
  expect((await newMailsTo(ENGINEER)).map(({ text }) => text.split('\n')[0])).toEqual([
    `Somebody else makes the visit “Half-yearly service”, ${ID}.`,
  ])
  const [german] = await newMailsTo(OTHER)
  expect(german?.subject).toBe(`Ihr Besuch: Half-yearly service, ${ID}`)
  expect(german?.text).toMatch(/Fr\.?, 5\. Dez\.? 2031.*09:00.*13:00.*MEZ/)

  // What is no time and no person is no news; a note is not told of.
  const noted = await change('/v1/service-visits', taken, { note: 'Ring at the back door' })
  await tellNow()
  expect(await newMailsTo(OTHER)).toEqual([])
  await change('/v1/service-visits', noted, { status: 'cancelled' })
  await tellNow()
  expect((await newMailsTo(OTHER)).map(({ subject }) => subject)).toEqual([
    `Kein Besuch mehr: Half-yearly service, ${ID}`,
  ])
})

test('nobody is told of what they did themselves, or wants not to be told of', async () => {
  const [me] = await app.sql<{ id: string }>('SELECT id FROM user_account WHERE email = $1', [STAFF])
  await visit({ engineerId: me?.id })
  await tellNow()
  expect(await newMailsTo(STAFF)).toEqual([])

  await app.sql('INSERT INTO user_setting (user_id, service_mails) VALUES ($1, false)', [engineerId])
  await visit()
  await tellNow()
  expect(await newMailsTo(ENGINEER)).toEqual([])
  await app.sql('DELETE FROM user_setting WHERE user_id = $1', [engineerId])
})

test('staff hear of what a customer asks for, and the customer of what becomes of it', async () => {
  const body = { subject: 'Film tears at the jaw', urgency: 'standing' as const }
  const asked = await customer.call('askForService', { params: { id: ID }, body })
  const request = { id: asked.requests[0]?.id ?? '', rowVersion: 1 }
  await tellNow()
  const [toStaff, ...others] = await newMailsTo(STAFF)
  expect(others).toEqual([])
  expect(toStaff?.subject).toBe(`Request of a customer: Film tears at the jaw, ${ID}`)
  expect(toStaff?.text).toMatch(/^Jonas Eide, .*, asks for service of VFFS-2214: Film tears at the jaw\.\nUrgency: /)
  // Who may not plan it does not hear of it, and who has asked knows.
  expect(await newMailsTo(ENGINEER)).toEqual([])
  expect(await newMailsTo(CUSTOMER)).toEqual([])

  const planned = await visit({ subject: 'Jaw', startsAt: '2031-12-08T08:00:00Z', endsAt: '2031-12-08T09:00:00Z' })
  const task = { visitId: planned.id, machineId: await rows.idOf(ID), requestId: request.id }
  expect((await staff.post('/v1/visit-tasks', task)).status).toBe(201)
  await tellNow()
  const [comes, ...rest] = await newMailsTo(CUSTOMER)
  expect(rest).toEqual([])
  expect(comes?.subject).toBe(`Your request: Film tears at the jaw, ${ID}`)
  expect(comes?.text).toMatch(/^Your request “Film tears at the jaw” is planned for Mon, 8 Dec 2031\. .* comes\.\n/)
  expect(comes?.text).toContain(`${publicUrl}/machines/${ID}`)

  // The task is a part of the visit, whose version has risen with it.
  const visited = (await staff.get(`/v1/service-visits/${planned.id}`)).body as Row
  await change('/v1/service-visits', visited, { status: 'cancelled' })
  await tellNow()
  const [again, ...nothing] = await newMailsTo(CUSTOMER)
  expect(nothing).toEqual([])
  expect(again?.text).toMatch(/^Your request “Film tears at the jaw” is open and not planned yet\./)

  const current = (await staff.get(`/v1/service-requests/${request.id}`)).body as Row
  await change('/v1/service-requests', current, { status: 'declined', answer: 'The warranty is over.' })
  await tellNow()
  const [declined] = await newMailsTo(CUSTOMER)
  expect(declined?.text).toMatch(/is declined\.\nThe warranty is over\.\n/)
})

test('who has asked hears nothing of a machine that their company has no more', async () => {
  const body = { subject: 'Seal is loose', urgency: 'soon' as const }
  const asked = await customer.call('askForService', { params: { id: ID }, body })
  const id = asked.requests.find(({ subject }) => subject === body.subject)?.id ?? ''
  await tellNow()
  await newMailsTo(STAFF)
  const [{ owner } = { owner: '' }] = await app.sql<{ owner: string }>(
    'SELECT customer_id AS owner FROM machine WHERE machine_id = $1',
    [ID],
  )
  await app.sql('UPDATE machine SET customer_id = NULL, location_id = NULL WHERE machine_id = $1', [ID])
  await change('/v1/service-requests', { id, rowVersion: 1 }, { status: 'done' })
  await tellNow()
  expect(await newMailsTo(CUSTOMER)).toEqual([])
  await app.sql('UPDATE machine SET customer_id = $1 WHERE machine_id = $2', [owner, ID])
})

test('staff get 30 mails about requests of a customer within an hour, and one about all of the others when it is over', async () => {
  await app.sql('TRUNCATE request_mail_limit')
  const machineId = await rows.idOf(ID)
  const [asker] = await app.sql<{ id: string }>('SELECT id FROM user_account WHERE email = $1', [CUSTOMER])
  const ask = (count: number) =>
    app.sql(
      `INSERT INTO service_request (machine_id, kind, subject, urgency, status, created_by, updated_by)
       SELECT $1, 'service', 'Flood ' || n, 'soon', 'open', $2, $2 FROM generate_series(1, $3::int) n`,
      [machineId, asker?.id, count],
    )
  const subjects = async () => (await newMailsTo(STAFF)).map(({ subject }) => subject)
  const own = (count: number) =>
    Array.from({ length: count }, () => expect.stringMatching(/^Request of a customer: Flood/))
  const passMinutes = (minutes: number) =>
    app.sql(
      `UPDATE request_mail_limit SET mailed_at = ARRAY(SELECT at - make_interval(mins => $1) FROM unnest(mailed_at) at)`,
      [minutes],
    )
  await ask(20)
  await tellNow()
  await passMinutes(30)
  await ask(13)
  await tellNow()
  expect(await subjects()).toEqual(own(30))
  // Those of half an hour before do not count any more, but what comes later does not overtake what waits.
  await passMinutes(31)
  await ask(2)
  await tellNow()
  expect(await subjects()).toEqual([])
  const [{ name } = { name: '' }] = await app.sql<{ name: string }>(
    'SELECT c.name FROM customer c JOIN machine m ON m.customer_id = c.id WHERE m.id = $1',
    [machineId],
  )
  await passMinutes(30)
  // Of two processes one writes it.
  await Promise.all([tellNow(), tellNow()])
  expect(await subjects()).toEqual([`5 more requests of ${name}`])
  // It counts as one of the next hour.
  await ask(30)
  await tellNow()
  expect(await subjects()).toEqual(own(29))
  const [{ listed } = { listed: 0 }] = await app.sql<{ listed: number }>(
    `SELECT count(*)::int AS listed FROM service_request WHERE subject LIKE 'Flood %'`,
  )
  expect(listed).toBe(65)
})
