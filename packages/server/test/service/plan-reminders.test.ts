import type { Draft, orderedMachines, Row } from '@packhouse/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { makeInvited } from '../support/mailbox.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { newMailsTo, publicUrl, ServiceMessages } from './service-messages.ts'

const PLANNER = 'planner@packhouse.example'
const OWNER = 'owner@packhouse.example'
const app = useTestApp({ environment: { PUBLIC_URL: publicUrl } })
let staff: Caller
let messages: ServiceMessages
let customerId = ''
let locationId = ''
let plannerId = ''
let ownerId = ''
let orders = 0

beforeAll(async () => {
  staff = await app.as('staff')
  messages = new ServiceMessages(app)
  const [site] = await app.sql<{ customerId: string; locationId: string }>(
    `SELECT u.customer_id AS "customerId", l.id AS "locationId" FROM user_account u JOIN location l ON l.customer_id = u.customer_id
     WHERE u.email LIKE 'customer@%' AND l.deleted_at IS NULL LIMIT 1`,
  )
  customerId = site?.customerId ?? ''
  locationId = site?.locationId ?? ''
  plannerId = await colleague(PLANNER)
  ownerId = await colleague(OWNER)
})
beforeEach(async () => {
  await app.sql('DELETE FROM ordered_machine')
  await app.sql('DELETE FROM mail')
  await app.sql('DELETE FROM user_setting')
  await app.sql(`UPDATE location SET timezone = 'Europe/Berlin' WHERE id = $1`, [locationId])
})
afterAll(async () => await messages.stop())

/** Somebody of the staff who sees ordered machines. Their clock is that of the installation, UTC. */
async function colleague(email: string): Promise<string> {
  const id = await makeInvited(app, email)
  await app.sql(`INSERT INTO user_permission VALUES ($1, 'orderedMachine.read')`, [id])
  return id
}

/** An ordered machine with its plan, that the planner sees to. */
async function order(values: Partial<Draft<typeof orderedMachines>> = {}): Promise<Row<typeof orderedMachines>> {
  const number = `Q-${++orders}/1`
  const made = await staff.post('/v1/ordered-machines', {
    ...{ number, description: 'Bagger', model: 'VFFS-320', customerId, locationId, responsibleId: plannerId },
    ...values,
  })
  expect(made.status, made.text).toBe(201)
  return made.body as Row<typeof orderedMachines>
}

async function change({ id }: { id: string }, body: object): Promise<void> {
  const { rowVersion } = (await staff.get(`/v1/ordered-machines/${id}`)).body as Row<typeof orderedMachines>
  const answer = await staff.request(`/v1/ordered-machines/${id}`, { method: 'PUT', body: { rowVersion, ...body } })
  expect(answer.status, answer.text).toBe(200)
}

/** What somebody is mailed of a round at that time. */
async function remindedAt(time: string, recipient = PLANNER): Promise<{ subject: string; text: string }[]> {
  await messages.remindOfPlansAt(time)
  return await newMailsTo(app, recipient)
}

const subjectsAt = async (time: string, recipient = PLANNER) =>
  (await remindedAt(time, recipient)).map(({ subject }) => subject)

test('who is responsible gets one mail of all late steps, on the morning after their day, and none of the same steps again', async () => {
  const first = await order({ factoryTestPlanned: '2031-12-01', deliveryPlanned: '2031-12-02' })
  const second = await order({ factoryTestPlanned: '2031-12-02', deliveryPlanned: '2031-12-24' })
  expect(await remindedAt('2031-12-03T07:59:00Z')).toEqual([])
  const [mail, ...more] = await remindedAt('2031-12-03T08:00:00Z')
  expect(more).toEqual([])
  expect(mail?.subject).toBe('3 late steps of ordered machines')
  expect(mail?.text).toContain(`FAT of ${first.number}, Bagger, `)
  expect(mail?.text).toContain('planned for Mon, 1 Dec 2031\n')
  expect(mail?.text).toContain(`Delivery of ${first.number}`)
  expect(mail?.text).toContain(`FAT of ${second.number}`)
  expect(mail?.text).toContain(`${publicUrl}/ordered-machines?isLate=true`)
  expect(await remindedAt('2031-12-03T08:05:00Z')).toEqual([])
  expect(await remindedAt('2031-12-04T08:00:00Z')).toEqual([])
  expect(await newMailsTo(app, OWNER)).toEqual([])
})

test('a day is over by the clock of the site', async () => {
  await app.sql(`UPDATE location SET timezone = 'Pacific/Pago_Pago' WHERE id = $1`, [locationId])
  await order({ factoryTestPlanned: '2031-12-02' })
  expect(await remindedAt('2031-12-03T10:59:00Z')).toEqual([])
  expect(await remindedAt('2031-12-03T11:00:00Z')).toHaveLength(1)
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'a list says by the same clock that a step is late, also where it is another day than in UTC: %s',
  async (zone) => {
    await app.sql('UPDATE location SET timezone = $1 WHERE id = $2', [zone, locationId])
    const dayOf = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
    const [today, yesterday] = [dayOf(Date.now()), dayOf(Date.now() - 86_400_000)]
    const due = await order({ factoryTestPlanned: today })
    expect(due.isLate).toBe(false)
    await change(due, { factoryTestPlanned: yesterday })
    const late = (await staff.get('/v1/ordered-machines?isLate=true')).body as { items: { id: string }[] }
    expect(late.items.map(({ id }) => id)).toEqual([due.id])
  },
)

test('what is late later on a day is in the mail of the next day', async () => {
  const [first, second] = [await order({ factoryTestPlanned: '2031-12-02' }), await order()]
  expect(await remindedAt('2031-12-03T08:00:00Z')).toHaveLength(1)
  await change(second, { deliveryPlanned: '2031-12-02' })
  expect(await remindedAt('2031-12-03T23:55:00Z')).toEqual([])
  const [mail] = await remindedAt('2031-12-04T08:00:00Z')
  expect(mail?.text).toContain(`Delivery of ${second.number}`)
  expect(mail?.text).not.toContain(first.number)
})

test('a step that gets another day is reminded of again when that is over', async () => {
  const moved = await order({ factoryTestPlanned: '2031-12-02' })
  expect(await remindedAt('2031-12-03T08:00:00Z')).toHaveLength(1)
  await change(moved, { factoryTestPlanned: '2031-12-05' })
  expect(await remindedAt('2031-12-05T08:00:00Z')).toEqual([])
  expect(await subjectsAt('2031-12-06T08:00:00Z')).toEqual(['1 late step of ordered machines'])
})

test('steps that are done, left out, late for more than 30 days, of deleted orders or of sample data are no reminders', async () => {
  await order({ factoryTestPlanned: '2031-12-01', deliveryPlanned: '2031-12-02', deliveryDone: '2031-12-02' })
  await order({ factoryTestPlanned: '2031-11-02' })
  const [deleted, sample] = [
    await order({ factoryTestPlanned: '2031-12-02' }),
    await order({ factoryTestPlanned: '2031-12-02' }),
  ]
  expect((await staff.request(`/v1/ordered-machines/${deleted.id}`, { method: 'DELETE' })).status).toBe(204)
  await app.sql('UPDATE ordered_machine SET updated_by = NULL WHERE id = $1', [sample.id])
  expect(await remindedAt('2031-12-03T08:00:00Z')).toEqual([])
  // The same is not missing for another reason.
  await change(sample, { serial: '1' })
  expect(await remindedAt('2031-12-03T08:00:00Z')).toHaveLength(1)
})

test('without a responsible person the owner of the quote is reminded, and without a quote who entered the order', async () => {
  const [project] = await app.sql<{ id: string }>('SELECT id FROM project LIMIT 1')
  const [{ owner } = { owner: '' }] = await app.sql<{ owner: string }>(
    'SELECT owner_id AS owner FROM project WHERE id = $1',
    [project?.id],
  )
  await app.sql('UPDATE project SET owner_id = $2 WHERE id = $1', [project?.id, ownerId])
  const quoted = await order({ factoryTestPlanned: '2031-12-02', responsibleId: null })
  const entered = await order({ factoryTestPlanned: '2031-12-02', responsibleId: null })
  await app.sql('UPDATE ordered_machine SET project_id = $2 WHERE id = $1', [quoted.id, project?.id])
  const [ofOwner] = await remindedAt('2031-12-03T08:00:00Z', OWNER)
  expect(ofOwner?.text).toContain(quoted.number)
  expect(ofOwner?.text).not.toContain(entered.number)
  const [ofStaff] = await newMailsTo(app, 'staff@packhouse.example')
  expect(ofStaff?.text).toContain(entered.number)

  // Somebody who has left is responsible for nothing, and nor is who may not see orders.
  await app.sql('UPDATE user_account SET disabled = true WHERE id = $1', [plannerId])
  const left = await order({ factoryTestPlanned: '2031-12-03' })
  await app.sql('UPDATE ordered_machine SET project_id = $2 WHERE id = $1', [left.id, project?.id])
  expect(await remindedAt('2031-12-04T08:00:00Z', OWNER)).toHaveLength(1)
  await app.sql('UPDATE user_account SET disabled = false WHERE id = $1', [plannerId])
  await app.sql('UPDATE project SET owner_id = $2 WHERE id = $1', [project?.id, owner])
})

test('who wants no mails about service gets none, and a customer cannot be responsible', async () => {
  await app.sql('INSERT INTO user_setting (user_id, service_mails) VALUES ($1, false)', [plannerId])
  await order({ factoryTestPlanned: '2031-12-02' })
  expect(await remindedAt('2031-12-03T08:00:00Z')).toEqual([])
  const [customer] = await app.sql<{ id: string }>(`SELECT id FROM user_account WHERE email LIKE 'customer@%'`)
  const given = { number: 'Q-0/1', description: 'Bagger', model: 'VFFS-320', customerId, responsibleId: customer?.id }
  const refused = await staff.post('/v1/ordered-machines', given)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('must be somebody of the staff')])
})

test('a mail names 20 steps and counts the others', async () => {
  for (let n = 0; n < 5; n++) {
    await order({
      ...{ factoryTestPlanned: '2031-12-01', deliveryPlanned: '2031-12-01', installationPlanned: '2031-12-01' },
      ...{ siteTestPlanned: '2031-12-01', trainingPlanned: '2031-12-01' },
    })
  }
  const [mail] = await remindedAt('2031-12-02T08:00:00Z')
  expect(mail?.subject).toBe('25 late steps of ordered machines')
  expect(mail?.text.match(/planned for/g)).toHaveLength(20)
  expect(mail?.text).toContain('and 5 more')
})

test('of several processes one writes the mail of a person', async () => {
  for (let n = 0; n < 6; n++)
    await order({ factoryTestPlanned: '2031-12-02', ...(n % 2 && { responsibleId: ownerId }) })
  const others = Array.from({ length: 3 }, () => new ServiceMessages(app))
  const allRemindAt = (time: string) =>
    Promise.all([messages, ...others].map(async (one) => await one.remindOfPlansAt(time)))
  // All of them are connected by the time that there is something to do.
  await allRemindAt('2031-12-01T08:00:00Z')
  await allRemindAt('2031-12-03T08:00:00Z')
  await Promise.all(others.map((one) => one.stop()))
  for (const recipient of [PLANNER, OWNER]) {
    expect((await newMailsTo(app, recipient)).map(({ subject }) => subject)).toEqual([
      '3 late steps of ordered machines',
    ])
  }
})
