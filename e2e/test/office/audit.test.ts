import { industries } from '@packhouse/contract'
import { expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { newTabOf } from '../../src/new-tabs.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }

test('The audit is read by keys: details with before and after, the same person and record, and a window of the picture', async ({
  visit,
  records,
}) => {
  const name = `Confectionery ${Date.now()}`
  const made = await records.create(industries, { code: `A${Date.now()}`, name })
  await records.update(industries, made.id, { name: `${name} B`, rowVersion: made.rowVersion })
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/system/audit?q=${encodeURIComponent(name)}`)
  const entries = page.getByRole('table', { name: 'Entries of the audit' })
  const newest = entries.getByRole('row').nth(1)
  await newest.getByText(`${name} B, industry`).waitFor()
  await newest.getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Details of the entry' })
  await details.locator('del').getByText(name, { exact: true }).waitFor()
  await details.locator('ins').getByText(`${name} B`, { exact: true }).waitFor()
  await details.getByText('industry.update', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
  await eventually(() => newest.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true)

  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Remove Same record' }).waitFor()
  await page.getByRole('button', { name: `Remove what: ${name}` }).click()
  await page.getByText('2 of 2', { exact: true }).waitFor()
  await entries.getByRole('row').nth(2).getByRole('link').focus()
  await page.keyboard.press('p')
  await page.getByRole('button', { name: 'Remove Same person' }).click()

  await page.getByText('Minute', { exact: true }).click()
  const picture = page.getByRole('application', { name: /Choose a window/ })
  await picture.focus()
  await page.keyboard.press('ArrowLeft')
  await eventually(() => new URL(page.url()).searchParams.has('from')).toBe(true)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Escape')
  await eventually(() => new URL(page.url()).searchParams.has('from')).toBe(false)
})

test('Refusals in a row are one entry with what followed, keys and months have pictures, and the entries go into a file', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, product } = await visit({ as: 'staff' })
  for (let times = 0; times < 2; times++) {
    const body = JSON.stringify({ email: 'other@packhouse.example', password: 'a wrong guess' })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${product.url}/v1/auth/login`, { method: 'POST', headers, body })).status).toBe(401)
  }
  await visit({ as: 'other' })
  await page.goto('/system/audit?kind=sign-ins&outcome=refused&q=other@packhouse.example')
  const entries = page.getByRole('table', { name: 'Entries of the audit' })
  const refused = entries.getByRole('row').nth(1)
  await refused.getByText(/^\d+ times in a row$/).waitFor()
  // The whole row leads there, not its time alone, here and in a new tab.
  const words = refused.getByText(/^\d+ times in a row$/)
  const address = await refused.getByRole('link').getAttribute('href')
  expect(await newTabOf(page, () => words.click({ modifiers: ['Control'] }))).toBe(address)
  await refused.click()
  const details = page.getByRole('complementary', { name: 'Details of the entry' })
  await details.getByText(/^\d\d:\d\d:\d\d Signed in$/).waitFor()
  await details.getByRole('button', { name: 'Close' }).click()

  await page.getByText('Key', { exact: true }).click()
  await page.getByRole('rowheader', { name: 'All people' }).waitFor()
  await page.getByText('Month', { exact: true }).click()
  await page
    .getByText(/: keys \d+, people [\d,]+\./)
    .first()
    .waitFor({ state: 'attached' })
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.getByRole('button', { name: 'Export' }).click()
  const given = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV file' }).click()
  expect((await given).suggestedFilename()).toBe('audit.csv')
})

test('On a phone the audit is one column, its details cover it, and an empty search says what to do', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  await page.goto('/system/audit')
  const first = page.getByRole('table', { name: 'Entries of the audit' }).getByRole('row').nth(1)
  await first.waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
  const address = (await first.getByRole('link').getAttribute('href')) ?? ''
  expect(address).toContain('/system/audit?entry=')
  expect(await newTabOf(page, () => first.click({ modifiers: ['Control'] }))).toBe(address)
  expect(await newTabOf(page, () => first.click({ button: 'middle' }))).toBe(address)
  expect(await page.getByRole('complementary', { name: 'Details of the entry' }).count()).toBe(0)
  await first.click()
  await page.getByRole('complementary', { name: 'Details of the entry' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto('/system/audit?q=nothing-of-this-name')
  await page.getByText('Choose a longer time, or remove a filter.').waitFor()
})

test('Without the permission the audit names the permission that it needs', async ({ visit }) => {
  const { page } = await visit({ as: 'denied' })
  await page.goto('/system/audit')
  await page.getByText('customer.access').waitFor()
})
