import {
  machines,
  type ServiceSignatures,
  servicePlans,
  serviceRecords,
  serviceVisits,
  type VisitForm,
  visitTasks,
} from '@packhouse/contract'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { drawSignature } from '../../src/draw-signature.ts'
import { eventually } from '../../src/eventually.ts'
import { messageOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { takePhoto } from '../../src/take-photo.ts'
import { test } from '../../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }
const MACHINE = 'CRT-1130'
const PLAN = 'Gannet service'

let own: Records
let nextDue = ''

/** A plan that falls due in three days. */
beforeAll(async () => {
  own = new Records(inject('quiet'))
  const found = (await own.find(machines, MACHINE)) as { id: string; machineID: string }[]
  const machineId = found.find((one) => one.machineID === MACHINE)?.id ?? ''
  const plan = await own.create(servicePlans, {
    machineId,
    name: PLAN,
    interval: 3,
    checklist: 'Gannet jaws cleaned\nGannet bearings greased',
  })
  const doneAt = new Date(Date.now() - 60_000).toISOString()
  await own.create(serviceRecords, { machineId, planId: plan.id, what: PLAN, doneAt })
  nextDue = (await own.read(servicePlans, plan.id)).nextDue ?? ''
})
afterAll(async () => {
  // What was made on the screens.
  for (const { id } of await own.find(serviceVisits, PLAN)) own.keep(serviceVisits, id)
  for (const { id } of await own.find(serviceRecords, 'Gannet')) own.keep(serviceRecords, id)
  await own.removeAll()
})

test('A visit whose day has passed comes up whatever week is shown, until somebody cancels it', {
  tags: ['long'],
}, async ({ visit }) => {
  const found = (await own.find(machines, MACHINE)) as { id: string; machineID: string }[]
  const machineId = found.find((one) => one.machineID === MACHINE)?.id ?? ''
  await own.create(serviceVisits, {
    ...{ machineId, subject: 'Gannet forgotten', kind: 'repair' },
    ...{ startsAt: '2024-05-06T08:00:00Z', endsAt: '2024-05-06T10:00:00Z' },
  })
  const { page: customer } = await visit({ as: 'customer' })
  await customer.goto(`/machines/${MACHINE}`)
  await customer.getByRole('region', { name: 'Service visits' }).getByText('Overdue', { exact: true }).waitFor()

  const { page } = await visit({ as: 'staff' })
  await page.goto('/service/calendar')
  const overdue = page.getByRole('list', { name: 'Overdue visits' })
  await overdue.getByRole('link', { name: 'Gannet forgotten' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await overdue.getByRole('button', { name: 'Change the visit: Gannet forgotten' }).click()
  const form = page.getByRole('form', { name: 'Change the visit: Gannet forgotten' })
  await form.getByLabel('Status').selectOption('Cancelled')
  await form.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Visit changed.').waitFor()
  await eventually(() => overdue.getByRole('link', { name: 'Gannet forgotten' }).count()).toBe(0)
})

test('A visit is planned from the calendar and moved by keyboard, done on a phone beside the machine, and followed by the customer', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', width: 1440, height: 900 })
  await page.goto(`/service/calendar?week=${nextDue}`)
  await page.getByRole('button', { name: new RegExp(`^Plan a visit: ${MACHINE}.*${PLAN}`) }).press('Enter')
  const form = page.getByRole('form', { name: 'Plan a visit' })
  expect(await form.getByLabel('What for').inputValue()).toBe(PLAN)
  expect(await form.getByLabel('Start', { exact: true }).inputValue()).toBe(`${nextDue}T08:00`)
  await eventually(() => form.getByRole('checkbox', { name: PLAN }).isChecked()).toBe(true)
  const engineer = form.getByLabel('Engineer', { exact: true })
  const name = (await engineer.locator('option').nth(1).textContent()) ?? ''
  await engineer.selectOption(name)
  await form.getByLabel('End', { exact: true }).fill(`${nextDue}T07:00`)
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await form.getByText('Enter a start and an end that is not before it.').waitFor()
  await form.getByLabel('End', { exact: true }).fill(`${nextDue}T10:00`)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await messageOf(page, 'Visit planned.').waitFor()

  // It is in the row of the engineer, no longer among what is due, and moves with its length.
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  const entry = row.getByRole('button', { name: new RegExp(PLAN) })
  await entry.waitFor()
  await eventually(() =>
    page.getByRole('button', { name: new RegExp(`^Plan a visit: ${MACHINE}.*${PLAN}`) }).count(),
  ).toBe(0)
  await entry.press('Enter')
  const change = page.getByRole('form', { name: `Change the visit: ${PLAN}` })
  await change.getByLabel('Start', { exact: true }).fill(`${nextDue}T13:30`)
  await eventually(() => change.getByLabel('End', { exact: true }).inputValue()).toBe(`${nextDue}T15:30`)
  await change.getByRole('button', { name: 'Save' }).press('Enter')
  await messageOf(page, 'Visit changed.').waitFor()
  await eventually(() => entry.textContent()).toMatch(/13:30.15:30|0?1:30 PM.0?3:30 PM/)

  const { page: customer } = await visit({ as: 'customer' })
  await customer.goto(`/machines/${MACHINE}`)
  const coming = customer.getByRole('region', { name: 'Service visits' })
  await coming.getByText('Planned', { exact: true }).waitFor()
  await coming.getByText(name).waitFor()
  expect(await coming.getByRole('link').count()).toBe(0)

  const { page: phone, guard } = await visit({ as: 'staff', ...PHONE })
  await phone.goto(`/service/calendar?week=${nextDue}`)
  await phone.getByRole('button', { name: new RegExp(`${name}.*${PLAN}`) }).tap()
  await eventually(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await phone.getByRole('link', { name: 'Open the form of the visit' }).tap()
  await phone.getByRole('button', { name: 'Begin the visit' }).tap()
  await phone.getByText('Under way', { exact: true }).waitFor()
  const paper = phone.getByRole('form', { name: 'Form of the visit' })
  const point = (what: string) => paper.getByRole('group', { name: what })
  await point('Gannet jaws cleaned').getByText('In order', { exact: true }).tap()
  await point('Gannet bearings greased').getByText('Not in order').tap()
  await paper.getByLabel('Note on “Gannet bearings greased”').fill('Left one has play')
  await paper.getByRole('button', { name: 'Add', exact: true }).tap()
  await paper.getByLabel('Another part').first().fill('Cable ties')
  await paper.getByLabel('Working hours').fill('1,5')
  const device = await phone.context().newCDPSession(phone)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await paper.getByLabel('Work done').fill('')
  await paper.getByLabel('Work done').pressSequentially('Gannet jaws replaced')

  // What is typed outlives the page to the last letter, also on a slow device.
  await phone.reload()
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await eventually(() => paper.getByLabel('Work done').inputValue()).toBe('Gannet jaws replaced')
  await paper.getByLabel('Name of the person who signs').fill('Kari Nordmann')
  await eventually(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(phone)).toEqual({ light: [], dark: [] })
  // The answer of the first try is lost: the second one writes nothing more.
  guard.expectLost(/\/complete$/)
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  }
  await phone.route('**/v1/service-visits/*/complete', loseAnswer, { times: 1 })
  await paper.getByRole('button', { name: 'Complete the visit' }).tap()
  await phone.getByText('Kept on this device, will be sent').waitFor()
  const address = phone.url()
  // Whoever comes back to the page sends what waits.
  await phone.goto('/not-sent')
  await phone.getByText('Nothing waits on this device').waitFor()
  await phone.goto(address)
  await phone.getByRole('region', { name: 'Gannet jaws replaced' }).getByText('Kari Nordmann').waitFor()
  expect(await violationsInBothThemes(phone)).toEqual({ light: [], dark: [] })

  await customer.reload()
  await coming.getByText('Done', { exact: true }).waitFor()
  const [record, ...others] = await own.find(serviceRecords, 'Gannet jaws replaced')
  expect(others).toEqual([])
  expect(record).toMatchObject({
    hours: 1.5,
    checks: [
      { point: 'Gannet jaws cleaned', result: 'ok', note: null },
      { point: 'Gannet bearings greased', result: 'notOk', note: 'Left one has play' },
    ],
    parts: [{ itemId: null, name: 'Cable ties', quantity: '1' }],
  })
})

test('A form that was opened before opens without a connection, and what was completed is sent when there is one again', {
  tags: ['long'],
}, async ({ visit }) => {
  const { id } = await planRepair()
  const { page, context, guard } = await visit({ as: 'staff', ...PHONE })
  await page.goto(`/service/visits/${id}`)
  await page.getByText('This form opens without a connection too.').waitFor()

  guard.expectLost(/./)
  await context.setOffline(true)
  await page.reload()
  const paper = page.getByRole('form', { name: 'Form of the visit' })
  await paper.getByLabel('Work done').fill('Gannet gearbox changed')
  await page.getByText('The files of the visit are shown when there is a connection again.').waitFor()
  await takePhoto(paper, 'Gannet repair')
  await paper.getByRole('img', { name: 'Gannet repair 1.jpg' }).waitFor()
  // A photo stays with what was entered.
  await page.reload()
  await paper.getByRole('img', { name: 'Gannet repair 1.jpg' }).waitFor()
  await takePhoto(paper, 'Gannet repair')
  await paper.getByRole('img', { name: 'Gannet repair 2.jpg' }).waitFor()
  await paper.getByRole('button', { name: 'Remove Gannet repair 1.jpg' }).tap()
  await eventually(() => paper.getByRole('img', { name: 'Gannet repair 1.jpg' }).count()).toBe(0)
  await paper.getByRole('button', { name: 'Complete the visit' }).tap()
  await page.getByText('Kept on this device, will be sent').waitFor()
  expect(await paper.count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })

  await context.setOffline(false)
  await page.getByRole('region', { name: 'Gannet gearbox changed' }).waitFor()
  expect(await own.find(serviceRecords, 'Gannet gearbox changed')).toHaveLength(1)
  const files = page.getByRole('region', { name: 'Photos and files' })
  await files.getByText('Gannet repair 2.jpg').waitFor()
  expect(await files.getByText('Gannet repair 1.jpg').count()).toBe(0)
})

test('What is changed after the form was signed takes the signature off it, and it is signed again', async ({
  visit,
}) => {
  const { id } = await planRepair()
  const { page, context, guard } = await visit({ as: 'staff', ...PHONE })
  await page.goto(`/service/visits/${id}`)
  await page.getByText('This form opens without a connection too.').waitFor()
  const paper = page.getByRole('form', { name: 'Form of the visit' })
  const removed = paper.getByText('so the signature was removed')
  const clear = paper.getByRole('button', { name: 'Clear the drawing' })
  await paper.getByLabel('Work done').fill('Gannet valve set')
  await paper.getByLabel('Name of the person who signs').fill('Kari Nordmann')
  await drawSignature(page, paper)
  await clear.waitFor()
  const done = paper.getByText('when the form was signed')
  await done.waitFor()
  await paper.getByLabel('Notes').fill('Looked at it twice')
  await removed.waitFor()
  expect(await done.count()).toBe(0)
  expect(await clear.count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await paper.getByRole('button', { name: 'Complete the visit' }).tap()
  await paper.getByRole('alert').getByText('The form was changed after it was signed.').waitFor()
  await drawSignature(page, paper)
  await removed.waitFor({ state: 'detached' })

  // The same without a connection, and after the page was opened again.
  guard.expectLost(/./)
  await context.setOffline(true)
  await page.reload()
  await clear.waitFor()
  await paper.getByLabel('Working hours').fill('2')
  await removed.waitFor()
  await page.reload()
  await removed.waitFor()
  expect(await paper.getByLabel('Name of the person who signs').inputValue()).toBe('Kari Nordmann')
  expect(await paper.getByLabel('Notes').inputValue()).toBe('Looked at it twice')
  await drawSignature(page, paper)
  await removed.waitFor({ state: 'detached' })
  const signed = Date.now()
  await paper.getByRole('button', { name: 'Complete the visit' }).tap()
  await page.getByText('Kept on this device, will be sent').waitFor()
  await context.setOffline(false)
  await page.getByRole('region', { name: 'Gannet valve set' }).getByText('Kari Nordmann').waitFor()
  const [record] = (await own.find(serviceRecords, 'Gannet valve set')) as {
    id: string
    hours: number
    doneAt: string
  }[]
  expect(record?.hours).toBe(2)
  const [signature] = (await own.get<ServiceSignatures>(`/v1/service-records/${record?.id}/signature`)).signatures
  expect(signature).toMatchObject({ name: 'Kari Nordmann', isChanged: false })
  expect(Date.parse(signature?.signedAt ?? '')).toBeLessThanOrEqual(signed)
  expect(record?.doneAt).toBe(signature?.signedAt)
})

test('The second of two who complete a visit sees what the first has stored, and loses nothing', {
  tags: ['long'],
}, async ({ visit }) => {
  const { id } = await planRepair()
  const { page, context, guard } = await visit({ as: 'staff', ...PHONE })
  await page.goto(`/service/visits/${id}`)
  await page.getByText('This form opens without a connection too.').waitFor()
  guard.expectLost(/./)
  guard.expectStatus(409, /complete$/)
  await context.setOffline(true)
  const paper = page.getByRole('form', { name: 'Form of the visit' })
  await paper.getByLabel('Work done').fill('Gannet chain tightened')
  await paper.getByLabel('Notes').fill('It was too long')
  await paper.getByRole('button', { name: 'Complete the visit' }).tap()
  await page.getByText('Kept on this device, will be sent').waitFor()

  const { page: first } = await visit({ as: 'staff' })
  await first.goto(`/service/visits/${id}`)
  const other = first.getByRole('form', { name: 'Form of the visit' })
  await other.getByLabel('Work done').fill('Gannet chain replaced')
  await other.getByRole('button', { name: 'Complete the visit' }).click()
  await first.getByRole('region', { name: 'Gannet chain replaced' }).waitFor()

  await context.setOffline(false)
  await page.getByRole('link', { name: 'you have to decide' }).click()
  await page.getByText('This visit was completed already').waitFor()
  await page.getByText('Gannet chain replaced', { exact: true }).waitFor()
  await page.getByText('Gannet chain tightened', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  // It can be changed before: the form is there with all that was entered, though the visit is done.
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.getByRole('main').getByText('This visit was completed already').waitFor()
  expect(await paper.getByLabel('Notes').inputValue()).toBe('It was too long')
  await paper.getByRole('button', { name: 'Complete the visit' }).tap()
  await page.getByRole('button', { name: 'Add to the visit' }).click()
  await page.getByText('Nothing waits on this device').waitFor()
  await first.reload()
  await first.getByRole('region', { name: 'Gannet chain tightened' }).waitFor()
  expect(await own.find(serviceRecords, 'Gannet chain')).toHaveLength(2)
})

test('Work at a visit that was cancelled meanwhile is added once that was seen', { tags: ['long'] }, async ({
  visit,
}) => {
  const { id, rowVersion } = await planRepair()
  const { page, guard } = await visit({ as: 'staff', ...PHONE })
  await page.goto(`/service/visits/${id}`)
  const paper = page.getByRole('form', { name: 'Form of the visit' })
  await paper.getByLabel('Work done').fill('Gannet roller cleaned')
  await own.update(serviceVisits, id, { rowVersion, status: 'cancelled' })
  guard.expectStatus(409, /complete$/)
  await paper.getByRole('button', { name: 'Complete the visit' }).tap()
  await page.getByText('This visit was cancelled').waitFor()
  await page.getByText('Gannet roller cleaned', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add to the visit' }).click()
  await page.getByText('Nothing waits on this device').waitFor()
  await page.goto(`/service/visits/${id}`)
  await page.getByRole('region', { name: 'Gannet roller cleaned' }).waitFor()
})

test('What was entered of a task that staff have removed since stays in the form, and is stored', {
  tags: ['long'],
}, async ({ visit }) => {
  const [machine] = (await own.find(machines, MACHINE)) as { id: string; machineID: string }[]
  const [plan] = (await own.find(servicePlans, PLAN)) as { id: string }[]
  const tasks = [{ machineId: machine?.id }, { machineId: machine?.id, planId: plan?.id }]
  const { id } = await planRepair({ tasks })
  const { page } = await visit({ as: 'staff', ...PHONE })
  await page.goto(`/service/visits/${id}`)
  const paper = page.getByRole('form', { name: 'Form of the visit' })
  const ofPlan = paper.getByRole('region', { name: `${PLAN} · ${MACHINE}` })
  await ofPlan.getByLabel('Notes').fill('Gannet bearing has play')
  const { tasks: made } = await own.get<VisitForm>(`/v1/service-visits/${id}/form`)
  await own.remove(visitTasks, made.find((task) => task.plan === PLAN)?.id ?? '')
  await page.reload()
  await ofPlan.getByText('This is no longer part of the visit.').waitFor()
  expect(await ofPlan.getByLabel('Notes').inputValue()).toBe('Gannet bearing has play')
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await ofPlan.getByLabel('Work done').fill('Gannet bearing looked at')
  await paper.getByLabel('Work done').first().fill('Gannet frame cleaned')
  await paper.getByRole('button', { name: 'Complete the visit' }).tap()
  await page.getByRole('region', { name: 'Gannet bearing looked at' }).waitFor()
  const [record] = await own.find(serviceRecords, 'Gannet bearing looked at')
  expect(record).toMatchObject({ planId: null, notes: 'Gannet bearing has play' })
})

test('The forms of one’s own visits of today open without a connection once the calendar was shown', {
  tags: ['long'],
}, async ({ visit }) => {
  const { user } = await own.get<{ user: { id: string } }>('/v1/auth/me')
  await planRepair({ engineerId: user.id, subject: 'Gannet round' })
  const { page, context, guard } = await visit({ as: 'staff', ...PHONE })
  await page.goto('/service/calendar')
  await page
    .getByText('Your own visits and acceptance tests of today and tomorrow in this week open without a connection too.')
    .waitFor()
  guard.expectLost(/./)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: /Gannet round/ }).tap()
  await page.getByRole('link', { name: 'Open the form of the visit' }).tap()
  await page.getByRole('form', { name: 'Form of the visit' }).getByLabel('Work done').fill('Gannet round made')
  await page.reload()
  await page.getByRole('form', { name: 'Form of the visit' }).waitFor()
})

test('A device without room says so at the form, and what was entered is sent all the same', {
  tags: ['long'],
}, async ({ visit }) => {
  const { id } = await planRepair()
  const { page } = await visit({ as: 'staff', ...PHONE })
  // What is written succeeds, and its transaction ends without being stored, as where the last byte is taken meanwhile.
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBTransaction.prototype.commit = () => undefined
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given)
      request.addEventListener('success', () => this.transaction.abort())
      return request
    }
  })
  await page.goto(`/service/visits/${id}`)
  const paper = page.getByRole('form', { name: 'Form of the visit' })
  await paper.getByLabel('Work done').fill('Gannet belt changed')
  await paper.getByText('This browser cannot store what you enter. Do not leave the page before it is sent.').waitFor()
  await paper.getByRole('button', { name: 'Complete the visit' }).tap()
  await page.getByRole('region', { name: 'Gannet belt changed' }).waitFor()
  expect(await own.find(serviceRecords, 'Gannet belt changed')).toHaveLength(1)
})

async function planRepair(values: object = {}): Promise<{ id: string; rowVersion: number }> {
  const [machine] = (await own.find(machines, MACHINE)) as { id: string; machineID: string }[]
  return await own.create(serviceVisits, {
    machineId: machine?.id ?? '',
    subject: 'Gannet repair',
    kind: 'repair',
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 7_200_000).toISOString(),
    ...values,
  })
}
