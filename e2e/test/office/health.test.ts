import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { mqttSubscribers, users } from '@packhouse/contract'
import { makeCertificate, SmtpServer } from '@packhouse/server/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { sendInvitation } from '../../src/mails.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { copyReadyData } from '../../src/ready-data.ts'
import { questionOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { pinnedNode, repository } from '../../src/repository.ts'
import { openSystemPage } from '../../src/system-pages.ts'
import { volatileFolder } from '../../src/temporary-folder.ts'
import { test } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }
/** A backup and a restore are made with the lowest priority. */
const LONG_MS = 240_000
let dataDir: string
let product: Product
let mailServer: SmtpServer | undefined

beforeAll(async () => {
  dataDir = await volatileFolder()
  await copyReadyData(dataDir)
  product = await startProduct({ dataDir, environment: { SIMULATOR: 'off', NODE_NAME: 'plant-office-1' } })
})
afterAll(async () => {
  await product?.stop()
  await mailServer?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const tileOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Services' }).getByRole('listitem').filter({ hasText: name })

test('Health shows a tile for each service, pictures that the arrows read, and the servers that report', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/system/jobs')
  await openSystemPage(page, 'Operation', 'Health')
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  await page.getByRole('rowheader', { name: /plant-office-1/ }).waitFor()
  await tileOf(page, 'MQTT ingest: OK').waitFor()
  await tileOf(page, 'Backup: Not set up').getByText('No backup is set up').waitFor()
  await tileOf(page, 'Mail: Not set up').getByText('No mail server: mails are only stored').waitFor()
  await page.getByText('target 50 ms', { exact: true }).waitFor()

  // Before the server ran nothing is known: the picture is hatched there and says so.
  const picture = page.getByRole('slider', { name: 'Memory' })
  expect(await picture.locator('[data-gap]').count()).toBeGreaterThan(0)
  await picture.focus()
  await page.keyboard.press('Home')
  await eventually(() => picture.getAttribute('aria-valuetext')).toMatch(/ · Unknown$/)
  await page.keyboard.press('End')
  await eventually(() => picture.getAttribute('aria-valuetext')).toMatch(/ · [\d.]+ [MG]B$/)
  expect(await page.getByRole('slider', { name: 'PUBACK, p99' }).locator('[data-target]').count()).toBe(1)

  await page.getByText('1 h', { exact: true }).click()
  await eventually(() => page.url()).toMatch(/window=1h/)
  await eventually(() => picture.getAttribute('aria-valuemax')).toBe('239')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Metrics' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('metrics.txt')
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.setViewportSize({ width: 390, height: 844 })
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
})

test('A certificate that ends is on its tile, among the alerts and on the home of staff', { tags: ['long'] }, async ({
  visit,
}) => {
  await new Records(product).create(mqttSubscribers, {
    name: 'Plant broker',
    enabled: true,
    brokerUrl: 'mqtts://127.0.0.1:9',
    clientId: 'packhouse-plant',
    topicFilter: 'plant/#',
    caCertificate: makeCertificate().cert,
  })
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/system/health')
  const tile = tileOf(page, 'Certificates: Needs a look')
  await tile.getByText(/The certificate of MQTT CA: Plant broker is valid until/).waitFor()
  await page.getByText('1 needs a look', { exact: true }).waitFor()
  expect(await page.getByText(/The certificate of MQTT CA: Plant broker/).count()).toBe(2)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.goto('/home')
  await page
    .getByRole('link', { name: /^1\s*Alerts/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
})

test('Without the permission system health names the permission that it needs', async ({ visit }) => {
  const { page } = await visit({ as: 'denied', product })
  await page.goto('/system/health')
  await page.getByText('customer.access').waitFor()
})

test('Backups are made and tested by the keyboard, with their progress, and have a schedule', {
  tags: ['long'],
  timeout: 4 * LONG_MS,
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/system/jobs')
  await openSystemPage(page, 'Operation', 'Backups')
  await page.getByRole('heading', { level: 2, name: 'No backups yet' }).waitFor()
  const missing = page.getByRole('list', { name: 'What is missing' })
  await missing.getByText(/^Backups are not scheduled\./).waitFor()
  const drill = page.getByRole('button', { name: 'Test the restore' })
  expect(await drill.isDisabled()).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)

  await page.getByRole('button', { name: 'Back up now' }).press('Enter')
  await page.getByRole('progressbar', { name: 'Backup' }).waitFor()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await row.getByText('Not tested', { exact: true }).waitFor({ timeout: LONG_MS })
  await page.getByText('1 backup', { exact: true }).waitFor()
  await drill.press('Enter')
  await page.getByRole('progressbar', { name: 'Restore test' }).waitFor()

  await page.getByRole('link', { name: 'Change the schedule' }).press('Enter')
  await page.getByRole('radio', { name: 'Every day' }).press('Space')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await page.getByText('Setting saved.').waitFor()
  await page.goto('/system/backups')
  await page.getByText(/^Next: /).waitFor()
  expect(await missing.getByText(/^Backups are not scheduled\./).count()).toBe(0)
  await row.getByText('Succeeded', { exact: true }).waitFor({ timeout: LONG_MS })
  expect(await row.count()).toBe(1)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.setViewportSize({ width: 390, height: 844 })
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  // What is wider than the screen is scrolled by the arrows.
  const stored = page.getByRole('region', { name: 'Stored backups' })
  await stored.focus()
  await page.keyboard.press('ArrowRight')
  await eventually(() => stored.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  expect(await violations(page)).toEqual([])
})

test('A restored copy sends nothing until staff release it, by the keyboard', { tags: ['long'] }, async ({ visit }) => {
  // The backup of the test before, restored as an operator does.
  await product.stop()
  await promisify(execFile)(pinnedNode, ['packages/server/src/restore.ts'], {
    cwd: repository,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  mailServer = await new SmtpServer().start()
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'Packhouse <packhouse@nordfjell.example>' }
  product = await startProduct({ dataDir, environment: { SIMULATOR: 'off', ...mail } })
  const draft = { email: 'held@packhouse.example', first_name: 'Held', last_name: 'Back' }
  await sendInvitation(product, ((await new Records(product).create(users, draft)) as { id: string }).id)

  const { page } = await visit({ as: 'staff', product })
  await page.goto('/home')
  await page.getByRole('link', { name: /^1\s*Paused copy/ }).press('Enter')
  const notice = page.getByRole('region', { name: 'Paused copy' })
  await notice.getByText(/^It was restored from a backup of /).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  const opener = notice.getByRole('button', { name: 'Release' })
  await opener.press('Enter')
  const question = questionOf(page, 'Release this copy?')
  await question.getByText(/^Release it only if the original no longer runs\./).waitFor()
  const discard = question.getByRole('checkbox', { name: 'Discard the 1 message that waits' })
  expect(await discard.isChecked()).toBe(false)
  await page.setViewportSize({ width: 390, height: 844 })
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await eventually(() => hasFocus(opener)).toBe(true)
  expect(mailServer.received).toEqual([])

  await opener.press('Enter')
  await question.getByRole('button', { name: 'Release' }).press('Enter')
  await page.getByText('The copy is released').waitFor()
  await notice.waitFor({ state: 'hidden' })
  await eventually(() => mailServer?.received.map(({ to }) => to)).toEqual(['held@packhouse.example'])
})
