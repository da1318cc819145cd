import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDevice } from '../../src/alarms/push/push-devices.ts'
import { Encryption } from '../../src/platform/encryption.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import type { Caller } from '../support/caller.ts'
import { makeInvited } from '../support/mailbox.ts'
import { PushBrowser, PushService } from '../support/push-browser.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { newMailsTo, publicUrl, ServiceMessages } from './service-messages.ts'
import { type Row, ServiceRows } from './service-rows.ts'

const ID = 'VFFS-2214'
const ENGINEER = 'engineer@packhouse.example'
const pushService = new PushService()
const app = useTestApp({
  environment: { ALLOW_PRIVATE_ADDRESSES: 'on', PUSH_SERVICES: '127.0.0.1', PUBLIC_URL: publicUrl },
})
const rows = new ServiceRows(app, () => staff)
let staff: Caller
let customer: Caller
let messages: ServiceMessages
let engineerId = ''
let otherId = ''
let count = 0

beforeAll(async () => {
  await pushService.start()
  staff = await app.as('staff')
  customer = await app.as('customer')
  messages = new ServiceMessages(app)
  engineerId = await makeInvited(app, ENGINEER)
  otherId = await makeInvited(app, 'other-engineer@packhouse.example')
})
beforeEach(async () => {
  await app.sql('DELETE FROM service_visit')
  await app.sql('DELETE FROM service_notice')
  await app.sql('DELETE FROM push_device')
  await app.sql('DELETE FROM push_choice')
  await app.sql('DELETE FROM user_setting')
})
afterAll(() => Promise.all([messages.stop(), pushService.stop()]))

interface Device {
  id: string
  name: string
  browser: PushBrowser
}

/** A device of somebody who wants notifications about service, or has not said so. */
async function deviceOf(userId: string, wantsService = true): Promise<Device> {
  const browser = await PushBrowser.make()
  const name = `browser${++count}`
  const encryption = new Encryption(keysOf('token key of the tests'), 'web push')
  const subscription = { endpoint: pushService.endpoint(name), keys: browser.keys }
  const added = await addDevice(messages.database.system, encryption, { userId, name, subscription })
  if (wantsService) await app.sql('INSERT INTO user_setting (user_id, service_push) VALUES ($1, true)', [userId])
  return { id: added?.id ?? '', name, browser }
}

/** What was sent to a device since the last look, when everything that was queued is sent. */
async function shown({ name, browser }: Device): Promise<Record<string, unknown>[]> {
  await until('an empty queue', async () => (await app.sql(`SELECT FROM job WHERE kind = 'service-push'`)).length === 0)
  const records = pushService.to(name)
  for (const record of records) pushService.pushed.splice(pushService.pushed.indexOf(record), 1)
  return await Promise.all(
    records.map(async ({ body }) => JSON.parse(await browser.decrypt(body)) as Record<string, unknown>),
  )
}

async function visit(body: object = {}): Promise<Row> {
  const times = { startsAt: '2031-12-03T08:00:00Z', endsAt: '2031-12-03T12:00:00Z' }
  const given = { machineId: await rows.idOf(ID), subject: 'Half-yearly service', engineerId, ...times, ...body }
  const made = await staff.post('/v1/service-visits', given)
  expect(made.status, made.text).toBe(201)
  return made.body as Row
}

async function change(path: string, { id }: Pick<Row, 'id'>, body: object): Promise<void> {
  const { rowVersion } = (await staff.get(`${path}/${id}`)).body as Row
  const answer = await staff.request(`${path}/${id}`, { method: 'PUT', body: { rowVersion, ...body } })
  expect(answer.status, answer.text).toBe(200)
}

const idOf = async (caller: Caller) => (await caller.call('me')).user.id

test('devices of an engineer get a visit, another time, its reminder and its end, with the machine and nothing more', async () => {
  const [device, other, silent] = [
    await deviceOf(engineerId),
    await deviceOf(await idOf(await app.as('other'))),
    await deviceOf(otherId, false),
  ]
  const planned = await visit()
  await visit({ engineerId: otherId })
  await messages.writeNow()
  const about = {
    body: expect.stringContaining(ID),
    tag: planned.id,
    url: `/service/visits/${planned.id}`,
    open: 'Open',
  }
  const [first, ...more] = await shown(device)
  expect(more).toEqual([])
  expect(first).toEqual({ title: 'Your visit', ...about })
  expect(pushService.to(silent.name)).toEqual([])
  await change('/v1/service-visits', planned, { startsAt: '2031-12-05T08:00:00Z', endsAt: '2031-12-05T12:00:00Z' })
  await messages.writeNow()
  expect(await shown(device)).toEqual([{ title: 'Your visit was moved', ...about }])
  await messages.remindAt('2031-12-04T18:00:00Z')
  expect(await shown(device)).toEqual([{ title: 'Reminder of a visit', ...about }])
  await change('/v1/service-visits', planned, { status: 'cancelled' })
  await messages.writeNow()
  expect(await shown(device)).toEqual([{ title: 'No visit any more', ...about, url: '/service/calendar' }])
  expect(await shown(other)).toEqual([])
})

test('staff get new requests, and who has asked what becomes of them, on the page of the machine', async () => {
  const [planner, asker] = [await deviceOf(await idOf(staff)), await deviceOf(await idOf(customer))]
  const other = await deviceOf(await idOf(await app.as('other')))
  const body = { subject: 'Film tears at the jaw', urgency: 'soon' as const }
  const { requests } = await customer.call('askForService', { params: { id: ID }, body })
  const request = { id: requests.find(({ subject }) => subject === body.subject)?.id ?? '' }
  await messages.writeNow()
  expect(await shown(planner)).toMatchObject([{ title: 'Request of a customer', url: '/service/requests?status=open' }])
  expect(await shown(asker)).toEqual([])

  const planned = await visit()
  const task = { visitId: planned.id, machineId: await rows.idOf(ID), requestId: request.id }
  expect((await staff.post('/v1/visit-tasks', task)).status).toBe(201)
  await messages.writeNow()
  const ofMachine = { body: expect.stringContaining(ID), url: `/machines/${ID}` }
  expect(await shown(asker)).toMatchObject([{ title: 'News of your request', tag: request.id, ...ofMachine }])
  await messages.remindAt('2031-12-02T20:00:00Z')
  expect(await shown(asker)).toMatchObject([{ title: 'Reminder of a visit', tag: planned.id, ...ofMachine }])
  expect(await shown(planner)).toEqual([])
  expect(await shown(other)).toEqual([])
})

test('all late steps of a person are one notification, with the order that is late for longest', async () => {
  const device = await deviceOf(await idOf(staff))
  const [site] = await app.sql<{ customerId: string }>(
    'SELECT customer_id AS "customerId" FROM machine WHERE machine_id = $1',
    [ID],
  )
  for (const [number, deliveryPlanned] of [
    ['Q-2/1', '2031-12-02'],
    ['Q-1/1', '2031-12-01'],
  ]) {
    const given = { number, description: 'Bagger', model: 'VFFS-320', deliveryPlanned, ...site }
    expect((await staff.post('/v1/ordered-machines', given)).status).toBe(201)
  }
  await messages.remindOfPlansAt('2031-12-03T08:00:00Z')
  expect(await shown(device)).toMatchObject([
    { title: 'Late steps of your plans', body: 'Q-1/1, Bagger', url: '/ordered-machines?isLate=true' },
  ])
})

test('mails and notifications are chosen apart, and quiet hours are held to', async () => {
  const device = await deviceOf(engineerId)
  await app.sql('UPDATE user_setting SET service_mails = false WHERE user_id = $1', [engineerId])
  await newMailsTo(app, ENGINEER)
  await visit()
  await messages.writeNow()
  expect(await shown(device)).toHaveLength(1)
  expect(await newMailsTo(app, ENGINEER)).toEqual([])
  await app.sql(
    `INSERT INTO push_choice (user_id, severities, quiet_from, quiet_to, critical_through)
     SELECT $1, '{}', (utc - interval '6 hours')::time, (utc + interval '6 hours')::time, true FROM (SELECT now() AT TIME ZONE 'UTC' AS utc) t`,
    [engineerId],
  )
  await app.sql('UPDATE user_setting SET service_mails = true WHERE user_id = $1', [engineerId])
  await visit()
  await messages.writeNow()
  expect(await shown(device)).toEqual([])
  expect(await newMailsTo(app, ENGINEER)).toHaveLength(1)
})

test('what waits for a device is not sent where it does not concern its owner any more', async () => {
  const [device, asker] = [await deviceOf(engineerId), await deviceOf(await idOf(customer))]
  const wait = `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.next_attempt_at := now() + interval '1 day'; RETURN NEW; END $$;
    CREATE TRIGGER waits BEFORE INSERT ON job FOR EACH ROW WHEN (NEW.kind = 'service-push') EXECUTE FUNCTION wait()`
  await app.sql(wait)
  const [planned, cancelled] = [await visit(), await visit()]
  const body = { subject: 'Seal is loose', urgency: 'soon' as const }
  const { requests } = await customer.call('askForService', { params: { id: ID }, body })
  const request = { id: requests.find(({ subject }) => subject === body.subject)?.id ?? '' }
  await change('/v1/service-requests', request, { status: 'done' })
  await messages.writeNow()
  await app.sql('DROP TRIGGER waits ON job')
  await app.sql('DROP FUNCTION wait')
  expect(await app.sql(`SELECT FROM job WHERE kind = 'service-push'`)).toHaveLength(3)
  await app.sql(`UPDATE service_visit SET status = 'cancelled' WHERE id = $1`, [cancelled.id])
  const [{ owner } = { owner: '' }] = await app.sql<{ owner: string }>(
    'SELECT customer_id AS owner FROM machine WHERE machine_id = $1',
    [ID],
  )
  const [theirs] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'BALTIC'`)
  await app.sql('UPDATE machine SET customer_id = $1, location_id = NULL WHERE machine_id = $2', [theirs?.id, ID])
  await app.sql(`UPDATE job SET next_attempt_at = now() WHERE kind = 'service-push'`)
  expect((await shown(device)).map(({ tag }) => tag)).toEqual([planned.id])
  expect(await shown(asker)).toEqual([])
  await app.sql('UPDATE machine SET customer_id = $1 WHERE machine_id = $2', [owner, ID])
})

test('notifications about service are off until somebody switches them on, each account for itself', async () => {
  const other = await app.as('other')
  expect(await other.call('mySettings')).toMatchObject({ servicePush: false })
  expect(await customer.call('changeMySettings', { body: { servicePush: true } })).toMatchObject({
    servicePush: true,
    mails: { service: true },
  })
  expect(await customer.call('changeMySettings', { body: { mails: { service: false } } })).toMatchObject({
    servicePush: true,
    mails: { service: false },
  })
  expect(await other.call('mySettings')).toMatchObject({ servicePush: false, mails: { service: true } })
})

test('who decides on sharing is notified that staff ask for access', async () => {
  const [owner] = await app.sql<{ id: string }>(
    `SELECT id FROM user_account WHERE email = 'customer@packhouse.example'`,
  )
  const device = await deviceOf(owner?.id ?? '')
  const decision = { machine_ids: [ID], purpose: 'support' as const, shared: false }
  await customer.call('decideSharing', { body: decision })
  await staff.call('askForSupportAccess', { params: { id: ID }, body: { reason: 'Film tears', hours: 4 } })
  expect(await shown(device)).toMatchObject([
    { title: 'Support asks for access', body: expect.stringContaining(ID), url: '/data/sharing' },
  ])
  await customer.call('decideSharing', { body: { ...decision, shared: true } })
})
