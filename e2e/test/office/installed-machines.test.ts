import { machines } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { countClicks } from '../../src/click-count.ts'
import { eventually } from '../../src/eventually.ts'
import { recordRequests } from '../../src/guard.ts'
import { publishRecords } from '../../src/machine-publisher.ts'
import { cardOf, cardsOf, openOverview } from '../../src/overview.ts'
import {
  drawerOf,
  gridOf,
  listsNames,
  messageOf,
  openIdOf,
  openList,
  questionOf,
  rowOf,
} from '../../src/record-list.ts'
import { createCustomer, createLocation } from '../../src/records.ts'
import { test } from '../../src/test.ts'
import { textOf } from '../../src/text.ts'

const running = { machineState: 'Running', cyclesPerMin: 20 } as const

/** The screen listens from here on: what is published later comes without a reload. */
async function listening(page: Page, open: () => Promise<unknown>): Promise<void> {
  const streaming = page.waitForResponse((response) => response.url().endsWith('/machines/me/stream'))
  await open()
  await streaming
}

test("A customer's machines show their live state, which follows what they publish", { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const { id: customerId } = await createCustomer(records, 'Whiting Foods')
  await records.create(machines, { machineID: 'E2E-LIVE-1', customerId, serial: 'S-1' })
  const { page, product } = await visit({ as: 'staff' })
  await page.clock.install()
  const grid = await openList(page, `/customers/${customerId}?tab=machines`, 'machines')
  const row = rowOf(grid, 'E2E-LIVE-1')
  await row.getByText('No live data', { exact: true }).waitFor()
  await publishRecords(product, { 'E2E-LIVE-1': running })
  await page.clock.fastForward(30_000)
  await row.getByText('Running', { exact: true }).waitFor()
})

test('A machine is registered for a customer and a location, changed, and retired', async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Pollock Foods')
  await createLocation(records, { customerId, name: 'Pollock plant' })
  const { page, product } = await visit({ as: 'staff' })
  const grid = await openList(page, '/installed-machines', 'installed machines')
  await page.getByRole('button', { name: 'New machine' }).click()
  const form = drawerOf(page, 'New machine')
  await form.getByRole('textbox', { name: 'Machine ID' }).fill('E2E 1')
  await form.getByRole('textbox', { name: 'Description' }).fill('Flow wrapper')
  await form
    .getByText('Machine ID must start with a letter or digit, followed by letters, digits, dots, dashes or underscores')
    .waitFor()
  await form.getByRole('textbox', { name: 'Machine ID' }).fill('E2E-REG-1')
  await form.getByRole('combobox', { name: 'Customer' }).fill('Pollock')
  await form.getByRole('option', { name: /^Pollock Foods/ }).click()
  await form.getByRole('combobox', { name: 'Location' }).fill('Pollock')
  await form.getByRole('option', { name: /^Pollock plant/ }).click()
  await form.getByRole('button', { name: 'Create machine' }).click()
  const drawer = drawerOf(page, 'E2E-REG-1')
  await drawer.getByRole('textbox', { name: 'Serial number' }).waitFor()
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(machines, openIdOf(page))
  expect(await drawer.getByRole('textbox', { name: 'Machine ID' }).count()).toBe(0)
  await drawer.getByRole('textbox', { name: 'Serial number' }).fill('2026-114')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await messageOf(page, 'E2E-REG-1 saved').waitFor()
  await page.getByRole('searchbox').fill('2026-114')
  await listsNames(grid, ['E2E-REG-1'])
  await rowOf(grid, 'E2E-REG-1').getByText('Pollock Foods').waitFor()
  await publishRecords(product, { 'E2E-REG-1': running })
  await drawer.getByRole('button', { name: 'Retire this machine' }).click()
  await questionOf(page, 'Retire E2E-REG-1?').getByRole('button', { name: 'Retire' }).click()
  await messageOf(page, 'E2E-REG-1 retired').waitFor()
  await page.getByRole('heading', { name: 'No machine matches “2026-114”' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await listsNames(grid, ['E2E-REG-1'])
})

test("A machine that publishes unregistered is claimed in four presses, one of them in vain, and shows live on its customer's overview until it is retired", async ({
  visit,
  records,
}) => {
  const { page, context, product } = await visit({ as: 'staff' })
  const clicks = await countClicks(context)
  const customer = await visit({ as: 'other' })
  await customer.page.clock.install()
  await openOverview(customer.page)
  const before = await cardsOf(customer.page).count()
  await listening(page, () => openList(page, '/installed-machines?tab=all', 'installed machines'))
  await publishRecords(product, { 'E2E-NEW-1': running })
  const [found] = await records.find(machines, 'E2E-NEW-1')
  records.keep(machines, found?.id ?? '')
  expect(found).toMatchObject({ machineID: 'E2E-NEW-1', customerId: null })
  await clicks()
  await page.getByRole('tab', { name: /^Unclaimed/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Unclaimed machines' }).waitFor()
  await page.getByRole('button', { name: 'Claim E2E-NEW-1' }).click()
  const form = page.getByRole('complementary', { name: 'Claim a machine' })
  await form.getByText('Running', { exact: false }).first().waitFor()
  await form.getByRole('button', { name: 'Claim 1 machine' }).click()
  await form.getByText('Choose the customer who operates this machine.').waitFor()
  // Enter in an open list chooses and never submits; in a closed one, and in any other field, it submits.
  const choice = form.getByRole('combobox', { name: 'Customer' })
  await choice.fill('Nobody of this name')
  await form.getByText('Nothing matches').waitFor()
  await choice.press('Enter')
  await choice.fill('Baltic')
  await form.getByRole('option', { name: /^Baltic Bakeries/ }).waitFor()
  await choice.press('Enter')
  await eventually(() => choice.inputValue()).toMatch(/^Baltic Bakeries/)
  await form.getByRole('textbox', { name: 'Place' }).fill('Gdańsk, Poland · Hall 9')
  await choice.press('Enter')
  await messageOf(page, 'E2E-NEW-1 claimed').waitFor()
  expect(await clicks()).toBe(4)
  await eventually(() => page.getByRole('button', { name: 'Claim E2E-NEW-1' }).count()).toBe(0)
  await publishRecords(product, { 'E2E-NEW-1': running })
  const card = cardOf(customer.page, 'E2E-NEW-1')
  const afterRefresh = async () => {
    await customer.page.clock.fastForward(30_000)
    return await card.count()
  }
  await eventually(afterRefresh).toBe(1)
  await card.scrollIntoViewIfNeeded()
  await card.getByText('Running', { exact: true }).waitFor()
  await card.getByText('Gdańsk, Poland · Hall 9').waitFor()
  expect(await cardsOf(customer.page).count()).toBe(before + 1)
  await records.remove(machines, found?.id ?? '')
  await eventually(afterRefresh).toBe(0)
})

test('The register follows live changes without a reload, also of a machine nobody knew', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const { page, product } = await visit({ as: 'staff' })
  await records.create(machines, { machineID: 'E2E-STREAM-1' })
  await listening(page, () => openList(page, '/installed-machines?search=E2E-STREAM', 'installed machines'))
  const row = rowOf(gridOf(page, 'installed machines'), 'E2E-STREAM-1')
  await row.waitFor()
  expect(await row.getByText('Running').count()).toBe(0)
  await publishRecords(product, { 'E2E-STREAM-1': running })
  await row.getByText('Running').waitFor()
  const tab = page.getByRole('tab', { name: /^Unclaimed/ })
  const unclaimed = async () => Number((await textOf(tab)).match(/\d+/)?.[0])
  const known = await unclaimed()
  await publishRecords(product, { 'E2E-STREAM-2': running })
  await eventually(unclaimed).toBe(known + 1)
  for (const { id } of await records.find(machines, 'E2E-STREAM-2')) records.keep(machines, id)
})

test('What leads from the unclaimed machines to a new one asks for no machine of the name new', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/installed-machines?tab=unclaimed')
  await page.getByRole('heading', { name: 'Unclaimed machines' }).waitFor()
  const asked = recordRequests(page, /^\/v1\/machines$/)
  // As a link inside of the page does, such as one of the command palette.
  await page.evaluate(() => history.pushState({}, '', '/installed-machines?open=new'))
  await drawerOf(page, 'New machine').waitFor()
  const ids = asked.flatMap((request) => new URL(request.url()).searchParams.getAll('id'))
  expect(ids).toEqual([])
})
