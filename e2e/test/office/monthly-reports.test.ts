import { api, type CallResult } from '@packhouse/contract'
import { type DatabaseServer, runOn, SAMPLE_PASSWORD, startDatabaseServer } from '@packhouse/server/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { linkTo } from '../../src/mails.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { drawerOf, messageOf, openList } from '../../src/record-list.ts'
import { signInByApi } from '../../src/sign-in.ts'
import { test } from '../../src/test.ts'

const CLEAN = { light: [], dark: [] }
const PHONE = { width: 390, height: 844 }
const NAME = 'Herring report'
let server: DatabaseServer
let databaseUrl = ''
let product: Product

beforeAll(async () => {
  server = await startDatabaseServer()
  await runOn(server.url, 'CREATE DATABASE reports TEMPLATE packhouse_template')
  databaseUrl = Object.assign(new URL(server.url), { pathname: '/reports' }).toString()
  const environment = { SIMULATOR: 'off', DATABASE_URL: databaseUrl, SAMPLE_PASSWORD }
  product = await startProduct({ environment })
})
afterAll(async () => {
  await product?.stop()
  await server?.stop()
})

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** As if the hour of the schedule had come. */
async function makeDue(): Promise<void> {
  await runOn(databaseUrl, `UPDATE report_schedule SET next_run_at = now() - interval '1 minute'`)
  await runOn(
    databaseUrl,
    // A run that is under way would count as the next one.
    `DO $$ BEGIN FOR look IN 1..600 LOOP
       UPDATE periodic_job SET last_success_at = now() - interval '1 day' WHERE name = 'Send monthly reports' AND lease IS NULL;
       EXIT WHEN FOUND; PERFORM pg_sleep(0.1);
     END LOOP; END $$`,
  )
}

test('A monthly report is set up, tried, sent to a recipient, and ended by the link of its mail', async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff', product })
  guard.expectStatus(400, /\/recipients\/attach$/)
  await openList(page, '/customers', 'customers')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('monthly reports')
  await page.getByRole('option', { name: /^Monthly reports/ }).click()
  await page.getByRole('button', { name: 'New monthly report' }).first().click()
  const adding = drawerOf(page, 'New monthly report')
  await adding.getByRole('combobox', { name: 'Customer' }).fill('Nordfjell')
  await adding.getByRole('option', { name: /Nordfjell/ }).click()
  await adding.getByRole('textbox', { name: 'Name' }).fill(NAME)
  await adding.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Oslo')
  await adding.getByRole('option', { name: 'Europe/Oslo' }).click()
  await page.keyboard.press('Control+s')
  const drawer = drawerOf(page, NAME)
  await drawer.getByRole('tab', { name: 'Recipients' }).click()
  await drawer.getByText('No recipients are attached.').waitFor()
  for (const [person, outcome] of [
    ['Zofia', 'Recipients must be staff or users of the customer.'],
    ['Jonas', 'Jonas Eide attached'],
  ] as const) {
    await drawer.getByRole('combobox', { name: 'Attach recipient' }).fill(person)
    await drawer.getByRole('option', { name: new RegExp(`^${person}`) }).click()
    await messageOf(page, outcome).waitFor()
  }
  await drawer.getByText('Nothing sent yet').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(CLEAN)
  await drawer.getByRole('tab', { name: 'Send now' }).click()
  await drawer.getByRole('button', { name: 'Send it to me' }).click()
  await messageOf(page, 'The report is in the mails of the product. There is no mail server to send it.').waitFor()

  await makeDue()
  const link = await linkTo(product, 'customer@packhouse.example')
  const { page: reader } = await visit({ product })
  for (const _ of ['opened by a scanner', 'opened by its reader']) {
    await reader.goto(link)
    await reader.getByText(`You get the monthly report “${NAME}” of Nordfjell Seafood AS by mail.`).waitFor()
  }
  expect(await violationsInBothThemes(reader)).toEqual(CLEAN)
  await reader.setViewportSize(PHONE)
  expect([await widthOf(reader), await violations(reader)]).toEqual([390, []])
  await page.goto(page.url())
  await drawer.getByRole('tab', { name: 'Recipients' }).click()
  await drawer.getByText('Stored, no mail server').waitFor()

  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await reader.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
  await reader.goto(link)
  await reader.getByText('You will get no more mails').waitFor()
  await page.reload()
  await drawer.getByText('Unsubscribed', { exact: true }).waitFor()
  await page.setViewportSize(PHONE)
  expect([await widthOf(page), await violations(page)]).toEqual([390, []])
  await page.setViewportSize({ width: 1440, height: 900 })
  const grid = await openList(page, '/monthly-reports', 'monthly reports')
  await grid.getByText('Stored, no mail server').waitFor()
})

test('A link that is not valid says so, and a report that was too large for its mail is had in the product', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page: reader, guard } = await visit({ product, ...PHONE })
  guard.expectStatus(410, /^\/v1\/unsubscribe\//)
  await reader.goto('/unsubscribe?token=phu_unknown')
  await reader.getByRole('heading', { level: 1, name: 'This link is not valid any more' }).waitFor()
  const { page } = await visit({ as: 'customer', product })
  const { access_token } = await signInByApi(product, 'customer')
  const me = await fetch(product.url + api.me.path, { headers: { authorization: `Bearer ${access_token}` } })
  const { user } = (await me.json()) as CallResult<typeof api.me>
  await page.goto(`/customer-reports/${user.customer?.id}?month=2026-10`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the report' }).click(),
  ])
  expect(file.suggestedFilename()).toContain('2026-10.pdf')
  expect(await violationsInBothThemes(page)).toEqual(CLEAN)
})
