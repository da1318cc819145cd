import { alarmRules, type Draft } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { publishRecords } from '../../src/machine-publisher.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { messageOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }
const phone = { width: 390, height: 844 } as const
let product: Product

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off' } })
})
afterAll(async () => {
  await product.stop()
})

async function rule(name: string, tag: string, more: Partial<Draft<typeof alarmRules>> = {}): Promise<void> {
  const value = { kind: 'value', tag, comparison: 'above', limit: '40' } as const
  await new Records(product).create(alarmRules, { name, ...value, ...more } as Draft<typeof alarmRules>)
}

const listOf = (page: Page, name = 'Active alarms') => page.getByRole('list', { name, exact: true })
const rowOf = (page: Page, text: string) => listOf(page).getByRole('listitem').filter({ hasText: text })
const countOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Alarms/ })

test('Alarms appear by themselves, the gravest first; they are acknowledged, assigned and shelved, and go when they clear', async ({
  visit,
}) => {
  await rule('Film low', 'film', { severity: 'warning' })
  await rule('Jaw too hot', 'jaw', { severity: 'critical', message: 'Let it cool down.' })
  await rule('Knife worn', 'knife', { severity: 'minor' })
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/alarms')
  await page.getByText('No active alarms').waitFor()
  await publishRecords(product, { 'VFFS-2214': { machineData: { film: 50, jaw: 50, knife: 50 } } })
  await eventually(async () => (await listOf(page).getByRole('listitem').allInnerTexts()).map(firstLine)).toEqual([
    'Critical',
    'Minor',
    'Warning',
  ])
  await eventually(() => countOf(page).textContent()).toContain('3')
  await rowOf(page, 'Jaw too hot').getByRole('button', { name: 'Acknowledge' }).click()
  await messageOf(page, 'Alarm acknowledged').waitFor()
  await eventually(() => countOf(page).textContent()).toContain('2')
  await page.getByRole('checkbox', { name: 'Select all unacknowledged alarms' }).check()
  await page.getByRole('button', { name: 'Acknowledge 2' }).click()
  await messageOf(page, '2 alarms acknowledged').waitFor()
  await page.getByRole('combobox', { name: 'Acknowledged' }).selectOption('No')
  await page.getByText('No alarms match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await rowOf(page, 'Jaw too hot')
    .getByRole('button', { name: /Jaw too hot/ })
    .click()
  const drawer = page.getByRole('complementary', { name: 'Jaw too hot' })
  await eventually(() => hasFocus(drawer.getByRole('heading', { name: 'Jaw too hot' }))).toBe(true)
  await drawer.getByText('Let it cool down.').waitFor()
  await drawer.getByLabel('Assign to').selectOption({ index: 1 })
  await messageOf(page, 'Alarm assigned').waitFor()
  await drawer.getByText('Shelve …').click()
  await drawer.getByRole('button', { name: 'Shelve', exact: true }).click()
  await drawer.getByText('Enter a reason so that others know').waitFor()
  await drawer.getByRole('textbox', { name: 'Reason' }).fill('Part on order')
  await drawer.getByRole('button', { name: 'Shelve', exact: true }).click()
  await drawer.getByRole('button', { name: 'End shelving' }).waitFor()
  const course = drawer.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await eventually(async () => (await course.allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual([
    'Raised',
    'Acknowledged',
    'Assigned',
    'Shelved',
  ])
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(
    await hasFocus(
      rowOf(page, 'Jaw too hot')
        .getByRole('button', { name: /Jaw too hot/ })
        .first(),
    ),
  ).toBe(true)

  await publishRecords(product, { 'VFFS-2214': { machineData: { film: 1, jaw: 1, knife: 50 } } })
  await eventually(() => listOf(page).getByRole('listitem').count()).toBe(1)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('region', { name: 'Most frequent alarms' }).getByText('Jaw too hot').waitFor()
  await eventually(() => listOf(page, 'Cleared alarms').getByRole('listitem').count()).toBe(2)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.setViewportSize(phone)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  expect(await violations(page)).toEqual([])
})

test('A rule is made in its drawer, which shows what its kind needs; customers see alarms and no rules', async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'staff', product })
  await page.goto('/alarms?tab=rules&open=new')
  const form = page.getByRole('form', { name: 'New alarm rule' })
  await form.getByLabel('Name').fill('Too humid')
  await form.getByLabel('Subject').selectOption('Machine state')
  await form.getByLabel('States').waitFor()
  expect(await form.getByLabel('Limit').count()).toBe(0)
  await form.getByLabel('Subject').selectOption('A value')
  await form.getByLabel('Tag').fill('humidity')
  await form.getByLabel('Alarm when value is').selectOption('Above the limit')
  await form.getByLabel('Raise delay').fill('')
  await form.getByRole('button', { name: 'Create alarm rule' }).click()
  await form.getByText('Raise delay must be a whole number from 0 to 86400').first().waitFor()
  await form.getByLabel('Raise delay').fill('0')
  guard.expectStatus(400, /^\/v1\/alarm-rules$/)
  await form.getByRole('button', { name: 'Create alarm rule' }).click()
  await form.getByRole('button', { name: 'Limit' }).waitFor()
  await form.getByRole('textbox', { name: 'Limit' }).fill('60')
  await form.getByRole('button', { name: 'Create alarm rule' }).click()
  await messageOf(page, 'Too humid created').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await publishRecords(product, { 'VFFS-2214': { humidity: 75 } })
  const own = await visit({ as: 'customer', product })
  await own.page.goto('/machines/VFFS-2214')
  await own.page.getByRole('list', { name: 'Active alarms of this machine' }).getByText('Too humid').click()
  const drawer = own.page.getByRole('complementary', { name: 'Too humid' })
  await drawer.getByRole('button', { name: 'Acknowledge' }).click()
  await messageOf(own.page, 'Alarm acknowledged').waitFor()
  expect(await drawer.getByLabel('Assign to').count()).toBe(0)
  expect(await own.page.getByRole('tab').allInnerTexts()).toEqual(['Active', 'History'])
  await own.page.setViewportSize(phone)
  expect(await own.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
})

function firstLine(text: string): string | undefined {
  return text.trim().split('\n')[0]
}
