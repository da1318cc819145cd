import {
  acceptanceTests,
  libraryMachines,
  machines,
  orderedMachines,
  type PublicQuote,
  projects,
  users,
} from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { publishRecords } from '../../src/machine-publisher.ts'
import { openMachineTab } from '../../src/machine-tab.ts'
import { assign, signInNew } from '../../src/people.ts'
import { messageOf } from '../../src/record-list.ts'
import type { Records } from '../../src/records.ts'
import { test, type Visit } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }
const PHONE = { width: 390, height: 844, touch: true }
const EMAIL = 'claims@hallingdal.example'
const DAY_MS = 86_400_000
const PRODUCT = 'Granola, 500 g'

type Made = { id: string; rowVersion: number }

/** A customer with somebody who may claim machines. */
async function makeCustomer(records: Records): Promise<{ customerId: string; token: string; refresh_token: string }> {
  const company = { code: 'E2E-CLAIM', name: 'Hallingdal Meieri', currency: 'EUR' }
  const { id: customerId } = (await records.send('POST', '/v1/customers', company)) as Made
  const user = { email: EMAIL, first_name: 'Siri', last_name: 'Hall', customerId }
  const { id } = (await records.send('POST', users.mounts[0].path, user)) as Made
  await assign(inject('quiet'), { userId: id, permissions: ['customer.access', 'machine.claim'] })
  const { access_token, refresh_token } = await signInNew(inject('quiet'), id, EMAIL)
  return { customerId, token: access_token, refresh_token }
}

/** A quote for two machines that its customer has accepted. @returns the id of its project, and its number */
async function acceptedQuote(records: Records, customerId: string): Promise<{ id: string; number: string }> {
  const [model] = await records.find(libraryMachines, 'VFFS')
  const [owner] = await records.find(users, 'staff@')
  const draft = {
    ...{
      title: 'Two baggers',
      customerId,
      ownerId: owner?.id,
      currency: 'EUR',
      milestones: [{ name: 'on order', percent: '100' }],
    },
    validUntil: new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10),
  }
  const { id, number } = (await records.send('POST', projects.mounts[0].path, draft)) as Made & { number: string }
  const path = `/v1/estimator/projects/${id}`
  const { token } = (await records.send('POST', `${path}/lock/acquire`, { session: crypto.randomUUID() })) as {
    token: string
  }
  const line = {
    section: 'Machines',
    unit: 'pcs',
    quantity: '2',
    description: 'Bagger',
    unitPrice: '1000',
    unitCost: '600',
  }
  const held = { 'edit-lock': token }
  await records.send(
    'POST',
    '/v1/estimator/project-items',
    { ...line, projectId: id, libraryMachineId: model?.id },
    held,
  )
  const criterion = { name: 'Changeover', kind: 'other', direction: 'atMost', figure: 15, unit: 'min' }
  await records.send(
    'POST',
    '/v1/estimator/project-commissioning',
    {
      ...{ projectId: id, kind: 'FAT', description: 'At the factory', dayRate: '100', dayCost: '60' },
      criteria: [criterion],
    },
    held,
  )
  const { rowVersion } = await records.read(projects, id)
  const submitted = (await records.send('POST', `${path}/transitions/submit`, { rowVersion }, held)) as Made
  await records.send('POST', `${path}/transitions/approve`, { rowVersion: submitted.rowVersion }, held)
  const to = { recipientName: 'Siri Hall', recipientEmail: EMAIL }
  const { address } = (await records.send('POST', `${path}/quote-links`, to)) as { address: string }
  const quotePath = `${inject('quiet').url}/v1/quotes/${new URL(address).pathname.split('/').at(-1)}`
  const { quote } = (await (await fetch(quotePath)).json()) as PublicQuote
  const signed = { name: 'Siri Hall', mayOrder: true, choices: quote?.choices, sha256: quote?.sha256 }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${quotePath}/accept`, { method: 'POST', headers, body: JSON.stringify(signed) })
  expect(answer.status, await answer.text()).toBe(200)
  return { id, number }
}

/** Records the factory test of an ordered machine from its plan, on a phone that has lost its connection meanwhile. */
async function testAtFactory({ page, context }: Visit, orderId: string): Promise<void> {
  await page.goto(`/ordered-machines?open=${orderId}`)
  await page.getByRole('tab', { name: 'Plan' }).tap()
  await page.getByRole('link', { name: 'FAT protocol' }).tap()
  await page.getByText('Changeover: at most 15 min').waitFor()
  await page.getByText(/^With the claim of the machine/).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.getByRole('button', { name: 'Record a test' }).tap()
  const form = page.getByRole('form', { name: 'Record a test' })
  await form.getByText('This form opens without a connection too.').waitFor()
  expect(await form.getByLabel('Test', { exact: true }).count()).toBe(0)
  await context.setOffline(true)
  await page.reload()
  await form.getByText('There is no connection. What you enter is kept on this device').waitFor()
  await form.getByLabel('Tested with').fill(PRODUCT)
  await form.getByRole('button', { name: 'Save' }).tap()
  await form.getByText('Enter at least one measured value.').waitFor()
  await form.getByLabel('Changeover, promised at most 15 min').fill('12,5')
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await form.getByRole('button', { name: 'Save' }).tap()
  await messageOf(page, 'Kept on this device, will be sent').waitFor()
  await context.setOffline(false)
  await page.getByRole('listitem').filter({ hasText: PRODUCT }).getByText('Changeover: 12.5 min').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
}

/** The form of a test that is planned for today opens on a phone that has not shown it before and has no connection. @param number of the order */
async function opensUnseen({ page, context }: Visit, number: string): Promise<void> {
  await page.goto('/service/calendar')
  const link = page
    .getByRole('list', { name: 'Acceptance tests' })
    .getByRole('link', { name: `Factory acceptance test · ${number}` })
  await link.waitFor()
  await page.getByText('Your own visits and acceptance tests of today and tomorrow').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await context.setOffline(true)
  await page.reload()
  await link.tap()
  const form = page.getByRole('form', { name: 'Record a test' })
  await form.getByText('There is no connection. What you enter is kept on this device').waitFor()
  await form.getByLabel('Changeover, promised at most 15 min').waitFor()
  await context.setOffline(false)
}

/** The next claim of the page arrives, and its answer does not. */
async function loseNextClaim(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { fetch } = window
    let isLost = false
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      if (isLost || !String(request[0]).includes('/v1/claims/')) return answer
      isLost = true
      throw new TypeError('Failed to fetch')
    }
  })
}

test('An accepted quote is followed to the machine that reports: label, claim by phone, live beside the quote', async ({
  visit,
  records,
}) => {
  const { customerId, ...storage } = await makeCustomer(records)
  const { id, number } = await acceptedQuote(records, customerId)

  // Staff see what was ordered beside the project, mark a step and make the label.
  const { page: staff } = await visit({ as: 'staff' })
  await staff.goto(`/estimator/projects/${id}?tab=quote`)
  const ordered = staff.getByRole('list', { name: 'Ordered machines' })
  await eventually(() => ordered.getByText('Not claimed yet').count()).toBe(2)
  expect(await violationsInBothThemes(staff)).toEqual(NOTHING)
  await ordered.getByRole('link', { name: `${number}/1` }).click()
  const drawer = staff.getByRole('complementary')
  await drawer.getByRole('tab', { name: 'Plan' }).click()
  await drawer.getByRole('button', { name: 'FAT: done today' }).click()
  await drawer.getByText(/^done /).waitFor()
  expect(await violationsInBothThemes(staff)).toEqual(NOTHING)
  const [first] = await records.find(orderedMachines, `${number}/1`)
  const [second] = await records.find(orderedMachines, `${number}/2`)
  const planned = { factoryTestPlanned: new Date().toISOString().slice(0, 10) }
  await records.update(orderedMachines, second?.id ?? '', { rowVersion: second?.rowVersion ?? 1, ...planned })
  const office = await visit({ ...PHONE, as: 'staff' })
  // Both are without a connection for a while.
  office.guard.expectLost(/./)
  await opensUnseen(office, `${number}/2`)
  await testAtFactory(office, first?.id ?? '')
  const [tested] = await records.find(acceptanceTests, PRODUCT)
  records.keep(acceptanceTests, tested?.id ?? '')
  await drawer.getByRole('tab', { name: 'Claim' }).click()
  const made = staff.waitForResponse((response) => response.url().endsWith('/label'))
  await drawer.getByRole('button', { name: 'Make a new label' }).click()
  const { address } = (await (await made).json()) as { address: string }
  await drawer.getByRole('img', { name: `QR code to claim ${number}/1` }).waitFor()
  // Another one would end it: that is asked first, and whoever stays has the label as it is.
  await drawer.getByRole('button', { name: 'Make a new label' }).click()
  const question = staff.getByRole('alertdialog', { name: 'Make a new label?' })
  await question.getByText(/^The printed label, made .+, stops working\./).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await violationsInBothThemes(staff)).toEqual(NOTHING)

  // Somebody of the customer claims it at the machine.
  const { page: phone } = await visit({ ...PHONE, storage })
  await phone.goto(new URL(address).pathname)
  await phone.getByRole('heading', { level: 1, name: 'Claim a machine' }).waitFor()
  const field = phone.getByLabel('Machine ID')
  const machineID = await field.inputValue()
  expect(machineID).toMatch(/^VFFS/)
  expect(await violationsInBothThemes(phone)).toEqual(NOTHING)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await field.fill('')
  await phone.getByRole('button', { name: 'Claim the machine' }).tap()
  await phone.getByText(/^Enter the machine ID/).waitFor()
  await field.fill(machineID)
  const serial = phone.getByLabel('Serial number')
  await serial.fill('TH-26-117')
  await eventually(async () => {
    // The page is loaded again before it is sent.
    await phone.reload()
    return await serial.inputValue()
  }).toBe('TH-26-117')
  await loseNextClaim(phone)
  await phone.getByRole('button', { name: 'Claim the machine' }).tap()
  await phone.getByText(/^No answer came/).waitFor()
  expect(await serial.inputValue()).toBe('TH-26-117')
  expect(await violationsInBothThemes(phone)).toEqual(NOTHING)
  await phone.getByRole('button', { name: 'Claim the machine' }).tap()
  await phone.getByText(`You have already claimed this machine: it is ${machineID}.`).waitFor()
  expect(await violationsInBothThemes(phone)).toEqual(NOTHING)

  // From then on its quote shows it live, and its page shows the quote.
  await publishRecords(inject('quiet'), { [machineID]: { machineState: 'Running', cyclesPerMin: 60 } })
  await phone.goto(`/quotes?quote=${id}`)
  const own = phone.getByRole('list', { name: 'Ordered machines' })
  await own.getByRole('link', { name: `Running: live page of ${machineID}` }).waitFor()
  expect(await violationsInBothThemes(phone)).toEqual(NOTHING)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await staff.goto(`/estimator/projects/${id}?tab=quote`)
  await ordered.getByRole('link', { name: `Running: live page of ${machineID}` }).waitFor()
  await phone.goto(`/machines/${machineID}`)
  await openMachineTab(phone, 'Details')
  const origin = phone.getByRole('region', { name: 'Order and quote' })
  await origin.getByText('TH-26-117').waitFor()
  await origin.getByRole('link', { name: `${number} · Two baggers` }).tap()
  await phone.getByRole('heading', { level: 1, name: 'Two baggers' }).waitFor()

  // What was measured at the factory is beside the promises of the machine.
  await staff.goto(`/machines/${machineID}/promises`)
  await staff
    .getByRole('row', { name: /Changeover/ })
    .getByText('12.5 min')
    .waitFor()
  await staff.getByRole('listitem').filter({ hasText: PRODUCT }).getByText('Changeover: 12.5 min').waitFor()

  // A wrong claim is undone by staff, and the order still has its test.
  const claimed = await records.read(orderedMachines, first?.id ?? '')
  expect(claimed).toMatchObject({ serial: 'TH-26-117', nextStep: 'delivery' })
  records.keep(machines, claimed.machineId ?? '')
  await staff.goto(`/ordered-machines?open=${first?.id}`)
  await drawer.getByRole('tab', { name: 'Claim' }).click()
  await drawer.getByRole('button', { name: 'Release the machine' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Release the machine' }).click()
  await drawer.getByRole('button', { name: 'Make a new label' }).waitFor()
  expect((await records.read(orderedMachines, first?.id ?? '')).machineId).toBeNull()
  await drawer.getByRole('tab', { name: 'Plan' }).click()
  await drawer.getByRole('link', { name: 'FAT protocol' }).click()
  await staff.getByRole('listitem').filter({ hasText: PRODUCT }).getByText('Changeover: 12.5 min').waitFor()
})

test('A label that leads nowhere says so, also on a phone', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit({ ...PHONE, as: 'staff' })
  guard.expectStatus(404, /claims\/wrong/)
  await page.goto('/claim/wrong')
  await page.getByText(/^This label is not valid/).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})
