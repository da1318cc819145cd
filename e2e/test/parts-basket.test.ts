import { api, serviceRequests } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { arrivesAt } from '../src/addresses.ts'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { holdAnswers } from '../src/hold-answers.ts'
import { openMachineTab } from '../src/machine-tab.ts'
import { fitParts } from '../src/parts-of-machine.ts'
import { messageOf } from '../src/record-list.ts'
import { Records } from '../src/records.ts'
import { emailOf, signInByForm } from '../src/sign-in.ts'
import { test } from '../src/test.ts'

const ID = 'CRT-1162'
const ASK = /\/v1\/ignition\/machines\/CRT-1162\/parts-requests$/

let own: Records

beforeAll(async () => {
  own = new Records(inject('quiet'))
  await fitParts(own, ID, { 4: 'FLM-R05B', 17: 'KNF-S05B' })
})
afterAll(async () => void (await own?.removeAll()))

async function openParts(page: Page) {
  await page.goto(`/machines/${ID}`)
  return await showParts(page)
}

async function showParts(page: Page) {
  await openMachineTab(page, 'Spare parts')
  const panel = page.getByRole('tabpanel', { name: 'Spare parts' })
  await panel.getByText('2 of 2 parts').waitFor()
  return panel
}

const basketOf = (page: Page) => page.getByRole('form', { name: 'Basket' })
const quantityOf = (page: Page, number: string) =>
  basketOf(page).getByRole('textbox', { name: `Quantity of ${number} (pcs)` })

/** The requests that name a note, which are removed afterwards. */
async function requestsWith(note: string): Promise<number> {
  const found = (await own.find(serviceRequests, 'KNF-S05B')).filter(({ details }) => details === note)
  for (const { id } of found) own.keep(serviceRequests, id)
  return found.length
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await arrivesAt(page, '/login')
}

test('The basket is there after a reload and a sign-out, for the same account alone', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page, context, product } = await visit({ as: 'customer' })
  const panel = await openParts(page)
  await panel.getByRole('button', { name: 'Add KNF-S05B to the basket' }).click()
  await quantityOf(page, 'KNF-S05B').fill('2,5')
  await basketOf(page).getByLabel('Note').pressSequentially('For the stop in May')
  await page.reload()
  await showParts(page)
  await eventually(() => quantityOf(page, 'KNF-S05B').inputValue()).toBe('2,5')
  expect(await basketOf(page).getByLabel('Note').inputValue()).toBe('For the stop in May')

  // Another tab of this browser shows the same, and what changes in one changes in the other.
  const other = await context.newPage()
  await openParts(other)
  await eventually(() => quantityOf(other, 'KNF-S05B').inputValue()).toBe('2,5')
  await quantityOf(other, 'KNF-S05B').fill('3')
  await eventually(() => quantityOf(page, 'KNF-S05B').inputValue()).toBe('3')
  await other.close()

  await signOut(page)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await signInByForm(page, emailOf('staff'), product.password)
  await arrivesAt(page, '/')
  await openParts(page)
  expect(await basketOf(page).count()).toBe(0)
  await signOut(page)
  await signInByForm(page, emailOf('customer'), product.password)
  await arrivesAt(page, '/')
  await openParts(page)
  await eventually(() => quantityOf(page, 'KNF-S05B').inputValue()).toBe('3')
  await basketOf(page).getByRole('button', { name: 'Empty the basket' }).click()
  await basketOf(page).waitFor({ state: 'detached' })
  await page.reload()
  await showParts(page)
  expect(await basketOf(page).count()).toBe(0)
})

test('Parts whose answer was lost are asked for once, however often somebody asks', async ({ visit }) => {
  const { page, guard } = await visit({ as: 'customer' })
  const panel = await openParts(page)
  await panel.getByRole('button', { name: 'Add KNF-S05B to the basket' }).click()
  const note = `Lost answer ${crypto.randomUUID()}`
  await basketOf(page).getByLabel('Note').fill(note)
  guard.expectLost(ASK)
  // The server does it, and the connection is lost before the answer.
  await page.route(ASK, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const ask = basketOf(page).getByRole('button', { name: 'Send request' })
  await ask.click()
  await basketOf(page)
    .getByText(/could not be reached/)
    .waitFor()
  expect(await requestsWith(note)).toBe(1)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.unroute(ASK)
  await page.reload()
  await showParts(page)
  await ask.click()
  await messageOf(page, 'Spare parts requested.').waitFor()
  await basketOf(page).waitFor({ state: 'detached' })
  expect(await requestsWith(note)).toBe(1)
})

test('What is put into the basket while a request is on its way stays in it, and Enter asks once', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  const panel = await openParts(page)
  const add = (number: string) => panel.getByRole('button', { name: `Add ${number} to the basket` })
  await add('KNF-S05B').click()
  const note = `Late answer ${crypto.randomUUID()}`
  await basketOf(page).getByLabel('Note').fill(note)
  const release = await holdAnswers(page, ASK)
  let asked = 0
  page.on('request', (request) => {
    if (ASK.test(request.url()) && request.method() === api.askForParts.method) asked += 1
  })
  await quantityOf(page, 'KNF-S05B').press('Enter')
  await quantityOf(page, 'KNF-S05B').press('Enter')
  await add('KNF-S05B').click()
  await add('FLM-R05B').click()
  await basketOf(page).getByLabel('Note').fill('For the next one')
  await release()
  await messageOf(page, 'Spare parts requested.').waitFor()
  await eventually(() => quantityOf(page, 'KNF-S05B').inputValue()).toBe('1')
  expect(await quantityOf(page, 'FLM-R05B').inputValue()).toBe('1')
  expect(await basketOf(page).getByLabel('Note').inputValue()).toBe('For the next one')
  expect([asked, await requestsWith(note)]).toEqual([1, 1])
})
