import { readFile } from 'node:fs/promises'
import { api, type SettingKey } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { publishRecords } from '../../src/machine-publisher.ts'
import { valueBeside } from '../../src/overview.ts'
import { keepPermissions } from '../../src/permissions.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { emailOf, signInByApi, signInByForm } from '../../src/sign-in.ts'
import { openSystemPage } from '../../src/system-pages.ts'
import { test } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }
let product: Product

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off', LOGIN_TITLE: 'Welcome aboard' } })
})
afterAll(async () => void (await product?.stop()))

async function open(page: Page, name = 'Product and colours'): Promise<void> {
  await page.goto('/system/settings')
  await page.getByRole('heading', { level: 2, name: 'Product and colours' }).waitFor()
  if (name !== 'Product and colours') await choose(page, name)
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Groups of settings' }).getByRole('link', { name }).click()
}

const row = (page: Page, key: SettingKey) => page.locator(`[data-setting="${key}"]`)
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const group = (page: Page) => page.getByRole('combobox', { name: 'Group' })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()

/** What somebody else does meanwhile. */
async function set(key: SettingKey, value: unknown): Promise<void> {
  const { access_token } = await signInByApi(product, 'staff')
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const address = product.url + api.readSetting.path.replace('{key}', key)
  const { rowVersion } = (await (await fetch(address, { headers })).json()) as { rowVersion: number }
  const answer = await fetch(address, { method: 'PUT', headers, body: JSON.stringify({ value, rowVersion }) })
  expect(answer.status, await answer.text()).toBe(200)
}

test('Settings are changed in groups, show at once, and a refused one loses nothing that was typed', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/system/jobs')
  await openSystemPage(page, 'Setup', 'Settings')
  await page.getByLabel('Title', { exact: true }).fill('Line Watch')
  await page.getByLabel('Colour of the top bar').fill('#103020')
  await page.getByText('Contrast with the text on it: 8.8:1. At least 4.5:1 is needed.').waitFor()
  await page.getByLabel('Accent in the light theme').fill('#ffee00')
  await row(page, 'product.title')
    .getByText(/^Was: Packhouse\. Reaches all \d+ people with their next page\./)
    .waitFor()
  await choose(page, 'Signing in')
  const attempts = page.getByLabel('Wrong passwords before a pause')
  await attempts.fill('2')
  await save(page)
  await page.getByText('4 changes not saved.').waitFor()
  // The first that needs another value is shown.
  const accent = page.getByLabel('Accent in the light theme')
  await row(page, 'product.accent').getByText('has a contrast of 1.2:1 with the panels it marks').waitFor()
  await eventually(() => accent.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await accent.fill('#8a2be2')
  await choose(page, 'Signing in')
  await row(page, 'signIn.attempts').getByText('must be a whole number from 3 to 20').waitFor()
  await attempts.fill('5')
  await save(page)
  await page.getByText('4 settings saved.').waitFor()
  await page.getByRole('banner').getByText('Line Watch').waitFor()
  expect(await page.title()).toMatch(/ · Line Watch$/)
  const styleOf = (name: string) =>
    page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one), name)
  expect(await styleOf('--bar')).toBe('#103020')
  await page.emulateMedia({ colorScheme: 'light' })
  await eventually(() => styleOf('--kraft')).toBe('#8a2be2')
  await row(page, 'signIn.attempts')
    .getByText(/Default: 10\. .*Changed by/)
    .waitFor()

  // A search finds by label, help, choices and variable.
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('login_title')
  const fixed = row(page, 'login.title')
  await fixed.getByText('Fixed by LOGIN_TITLE').waitFor()
  await fixed.getByText('Welcome aboard').waitFor()
  expect(await fixed.getByRole('textbox').count()).toBe(0)
  expect(await page.locator('[data-setting]').count()).toBe(1)

  // Leaving asks.
  await choose(page, 'Login page')
  await page.getByLabel('Banner').fill('Closed on Sunday')
  await openSystemPage(page, 'Operation', 'Jobs')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('checkbox', { name: 'Okta' }).check()
  await page.getByRole('button', { name: 'Move Okta up' }).click()
  await save(page)
  await page.getByText('2 settings saved.').waitFor()
  const { login } = (await (await fetch(product.url + api.publicSettings.path)).json()) as { login: { banner: string } }
  expect(login.banner).toBe('Closed on Sunday')
})

test('Two people on one setting see both values and decide', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff', product })
  guard.expectStatus(409, /^\/v1\/settings$/)
  await open(page, 'Company')
  const footer = page.getByLabel('Footer')
  await field(page, 'Company').fill('Nordfjell Packaging')
  await footer.fill('Mine')
  await set('company.name', 'Nordfjell AS')
  await save(page)
  const conflict = row(page, 'company.name')
  await conflict.getByRole('status').getByText('Nordfjell AS', { exact: true }).waitFor()
  await conflict.getByText('Nordfjell Packaging', { exact: true }).waitFor()
  await page.getByText('1 was changed by somebody else: choose a value.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await save(page)
  await page.getByText('2 settings saved.').waitFor()
  expect(await field(page, 'Company').inputValue()).toBe('Nordfjell Packaging')
  expect(await footer.inputValue()).toBe('Mine')
})

test('A secret is write-only, contradictions are shown at their field, and the history has both changes without the secret', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff', product })
  guard.expectStatus(400, /^\/v1\/settings$/)
  await open(page, 'Mail server')
  await field(page, 'Mail server').fill('mail.example')
  await page.getByLabel('User name').fill('packhouse')
  await page.getByLabel('Password', { exact: true }).fill('a planted secret')
  await save(page)
  await row(page, 'mail.from').getByText('Sender must be set where there is a mail server.').waitFor()
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('a planted secret')
  await page.getByLabel('Sender').fill('Packhouse <packhouse@mail.example>')
  await save(page)
  await page.getByText('4 settings saved.').waitFor()
  const secret = row(page, 'mail.password')
  await secret.getByText('Is set', { exact: true }).waitFor()
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  expect(await page.content()).not.toContain('a planted secret')

  await set('mail.user', 'another')
  await choose(page, 'History')
  const changes = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await changes.filter({ hasText: 'Password' }).getByText('not shown').first().waitFor()
  const user = changes.filter({ hasText: 'another' }).first()
  await user.getByRole('button', { name: 'Take back the change of User name' }).click()
  const question = page.getByRole('alertdialog', { name: 'Take back the change of User name?' })
  await question.getByText('packhouse', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Take back' }).click()
  await changes.filter({ hasText: 'Taken back' }).getByText('User name').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await choose(page, 'Mail server')
  expect(await page.getByLabel('User name').inputValue()).toBe('packhouse')
})

test('Settings leave as a file, and one that comes is compared before it is applied; on a phone too', {
  tags: ['long'],
}, async ({ visit }) => {
  await set('limits.refusedMachines', 7)
  const { page } = await visit({ as: 'staff', product })
  await open(page, 'Export and import')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^settings-\d{4}-\d\d-\d\d\.json$/)
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as { settings: Record<string, unknown> }
  expect(file.settings['limits.refusedMachines']).toBe(7)
  expect(JSON.stringify(file)).not.toContain('planted')

  const chooseFile = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await chooseFile('letter.json', '{"format":"another"}')
  await page.getByRole('alert').getByText('letter.json is not a settings file, or it is larger than 1 MiB.').waitFor()
  const others = { 'limits.refusedMachines': 4, 'region.temperature': 'fahrenheit', 'login.title': 'Hi', 'no.such': 1 }
  await chooseFile('other.json', JSON.stringify({ ...file, settings: { ...file.settings, ...others } }))
  const comparison = page.getByRole('region', { name: 'Comparison with other.json' })
  await comparison.getByText('Heading is fixed by the environment variable LOGIN_TITLE.').waitFor()
  await comparison.getByText('no.such is not known to this version.').waitFor()
  await comparison.getByRole('checkbox', { name: 'Temperatures' }).uncheck()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.setViewportSize({ width: 390, height: 844 })
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
  await comparison.getByRole('button', { name: 'Apply 1 change' }).click()
  await page.getByText('Setting saved.').waitFor()

  await group(page).selectOption('Limits')
  await eventually(() => page.getByLabel('Refused machines that need attention').inputValue()).toBe('4')
  await group(page).selectOption('Product and colours')
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})

test('Who may only read settings sees them without controls, and who may not has no page', async ({ visit }) => {
  const { page } = await visit({ as: 'staff', product })
  await keepPermissions(page, /^(customer\.access|settings\.read|operation\.read)$/)
  await open(page)
  await row(page, 'product.docsUrl').getByText('/docs', { exact: true }).last().waitFor()
  expect(await page.locator('[data-setting]').getByRole('textbox').count()).toBe(0)
  await choose(page, 'Export and import')
  await page.getByRole('button', { name: 'Save as a file' }).waitFor()
  expect(await page.locator('input[type=file]').count()).toBe(0)

  const { page: other } = await visit({ as: 'staff', product })
  await keepPermissions(other, /^(customer\.access|operation\.read)$/)
  await other.goto('/system/settings')
  await other.getByText('settings.read', { exact: true }).waitFor()
  const system = other.getByRole('navigation', { name: 'System' })
  expect(await system.getByRole('link', { name: 'Settings' }).count()).toBe(0)
})

test('Everybody chooses a unit, a start page and mails: temperatures follow, and signing in leads there', {
  tags: ['long'],
}, async ({ visit }) => {
  await publishRecords(product, { 'VFFS-2214': { machineState: 'Running', totalCycles: 1000, temperature: 20 } })
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/settings')
  await page.getByLabel('Temperatures').selectOption('°F')
  await page.getByLabel('Start page').selectOption('Health')
  await page.getByRole('checkbox', { name: 'Monthly reports' }).uncheck()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await page.getByText('Your choices are saved.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.reload()
  await page.getByRole('heading', { name: 'Units, start page and mails' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Monthly reports' }).isChecked()).toBe(false)
  expect(await page.getByRole('checkbox', { name: 'Alarms', exact: true }).isChecked()).toBe(true)

  await page.goto('/machines/VFFS-2214')
  await page.getByRole('heading', { level: 3, name: 'Temperature, °F' }).waitFor()
  await page
    .getByText(/^Temperature .* 68\.00 °F/)
    .first()
    .waitFor({ state: 'attached' })
  await eventually(() => valueBeside(page.getByRole('main'), 'Temp').textContent()).toMatch(/^68\.00\s*°F$/)

  const { page: next } = await visit({ product })
  await next.goto('/')
  await signInByForm(next, emailOf('staff'), product.password)
  await next.waitForURL(/\/system\/health$/)
  await next.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  // What was wanted goes before it.
  const { page: wanted } = await visit({ product })
  await wanted.goto('/system/jobs')
  await signInByForm(wanted, emailOf('staff'), product.password)
  await wanted.waitForURL(/\/system\/jobs$/)
})
