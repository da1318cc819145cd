import { customers, itemMasters, users } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { Projects } from '../../src/projects.ts'
import { drawerOf, gridOf, messageOf } from '../../src/record-list.ts'
import type { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

let own: Projects
beforeAll(() => {
  own = new Projects(inject('quiet'))
})
afterAll(async () => void (await own?.removeAll()))

const nothing = { light: [], dark: [] }

const columnOf = (page: Page, status: string) =>
  page.getByRole('region', { name: new RegExp(`^${status}, \\d+ project`) })
const cardsIn = (page: Page, status: string) => columnOf(page, status).getByRole('link')

/** A draft with a line, so that it can be submitted. */
async function makeProject(records: Records, title: string): Promise<void> {
  const [customer] = await records.find(customers, 'Baltic')
  const [owner] = await records.find(users, 'maren')
  const values = { title, customerId: customer?.id, ownerId: owner?.id, validUntil: '2099-12-31' }
  const line = { section: 'Machines', description: 'Bagger', unit: 'pcs', unitPrice: '100', unitCost: '60' }
  await own.make(values, { changes: [{ kind: 'items', op: 'create', values: line }] })
}

test('The board shows projects by status with sums, narrows them by filters that stay in the address, and takes one a step further', async ({
  visit,
  records,
}) => {
  const title = `Line of the board test ${Date.now()}`
  await makeProject(records, title)
  const { page } = await visit({ as: 'staff' })
  await page.goto('/estimator/projects?as=board')
  await cardsIn(page, 'Draft').first().waitFor()
  expect(
    await columnOf(page, 'Sent')
      .getByText(/^EUR [\d,]+\.\d\d$/)
      .count(),
  ).toBeGreaterThan(0)
  expect(await page.getByText(/cost/i).count()).toBe(0)
  await cardsIn(page, 'Draft').first().focus()
  await page.keyboard.press('ArrowRight')
  expect(
    await cardsIn(page, 'Review')
      .first()
      .evaluate((card) => card === document.activeElement),
  ).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await page.getByRole('searchbox', { name: 'Search projects' }).fill(`${title.slice(0, 22)} baltic`)
  await eventually(() => cardsIn(page, 'Review').count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('search')).toContain('baltic')
  await page.reload()
  const card = columnOf(page, 'Draft').getByRole('article').filter({ hasText: title })
  // Alt with an arrow takes the card on, and back with a reason; the focus goes along.
  const linkIn = (status: string) =>
    columnOf(page, status).getByRole('article').filter({ hasText: title }).getByRole('link')
  await card.getByRole('link').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await eventually(() => hasFocus(linkIn('Review'))).toBe(true)
  await page.keyboard.press('Alt+ArrowLeft')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('A line is missing')
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await linkIn('Draft').waitFor()
})

test('A project begins with its customer and a title; the rest is proposed, and its payments may be typed at once', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  const title = `Line of the new project ${Date.now()}`
  await page.goto('/estimator/projects?as=table')
  await page.getByRole('button', { name: 'New project' }).click()
  const form = page.getByRole('form', { name: 'New project' })
  await form.getByRole('combobox', { name: 'Customer' }).fill('Baltic')
  await page
    .getByRole('option', { name: /Baltic/ })
    .first()
    .click()
  await form.getByLabel('Title').fill(title)
  await eventually(() => form.getByRole('combobox', { name: 'Currency' }).inputValue()).toMatch(/[A-Z]{3}$/)
  expect(await form.getByLabel('Valid until').inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
  await form.getByRole('button', { name: 'More', exact: true }).click()
  const payments = form.getByRole('group', { name: 'Payments', exact: true })
  await payments.getByRole('button', { name: 'Add an entry to Payments' }).press('Enter')
  const first = payments.getByRole('group', { name: 'Payments, entry 1' })
  await eventually(() => hasFocus(first.getByLabel('Name'))).toBe(true)
  await page.keyboard.type('with the order')
  await form.getByRole('button', { name: 'Create project' }).click()
  await first.getByText('Share is required').waitFor()
  // At its part, and not once more below the list.
  expect(await form.getByText('Share is required').count()).toBe(1)
  await first.getByLabel('Share').fill('100')
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await form.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL(/\/estimator\/projects\/[0-9a-f-]{36}/)
  await page.getByRole('heading', { name: title }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  own.adopt(id)
  expect((await own.read(id)).milestones).toEqual([{ name: 'with the order', percent: '100' }])
  // A row of the table leads to the same place.
  await page.goto(`/estimator/projects?as=table&search=${encodeURIComponent(title)}`)
  await gridOf(page, 'projects').getByText(title).click()
  await page.waitForURL(new RegExp(`/estimator/projects/${id}`))
})

test('Board or table is remembered, and a phone shows one column at a time', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  await page.goto('/estimator/projects?as=board')
  await cardsIn(page, 'Draft').first().waitFor()
  const [draft, review] = [await columnOf(page, 'Draft').boundingBox(), await columnOf(page, 'Review').boundingBox()]
  expect(draft?.width ?? 0).toBeGreaterThan(300)
  expect((review?.x ?? 0) + (review?.width ?? 0)).toBeGreaterThan(390)
  await page.getByRole('button', { name: /^Lost/ }).click()
  await columnOf(page, 'Lost').waitFor()
  const kept = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await page.getByText('Table', { exact: true }).click()
  await gridOf(page, 'projects').waitFor()
  await kept
  await page.goto('/estimator/projects')
  await gridOf(page, 'projects').waitFor()
})

test('Prices of a category are changed at once after a look at the differences, and taken back', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/estimator/catalogue')
  const tree = page.getByRole('navigation', { name: 'Categories' })
  await tree.getByRole('button', { name: 'Film handling' }).click()
  await page.getByRole('heading', { name: 'Catalogue items' }).locator('..').getByText('32', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change prices of 32 items' })
  await dialog.getByRole('textbox', { name: 'Change in percent' }).fill('10')
  await dialog.getByRole('combobox', { name: 'Round to' }).selectOption('1')
  await dialog.getByRole('button', { name: 'Show differences' }).click()
  await dialog.getByText('32 items change, none stays as now.').waitFor()
  expect(await dialog.getByRole('row').first().textContent()).toMatch(/165.*EUR 182/)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await dialog.getByRole('button', { name: 'Change 32 items' }).click()
  await messageOf(page, 'Prices of 32 items changed.').waitFor()
  const grid = gridOf(page, 'catalogue items')
  const first = grid.getByRole('row').filter({ hasText: 'FLM-D01A' })
  await eventually(() => first.textContent()).toContain('182')
  await page.getByRole('button', { name: 'Take back' }).click()
  await messageOf(page, 'Prices of 32 items are as before.').waitFor()
  await eventually(() => first.textContent()).toContain('165')
})

test('An item shows its prices over time, and takes one that is to come', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const description = `Knife holder ${Date.now()}`
  const draft = { code: `KNH-${Date.now()}`, description, unit: 'pcs', currency: 'EUR', price: '40', cost: '25.5' }
  const { id } = await records.create(itemMasters, draft)
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/estimator/catalogue?open=${id}&view=prices`)
  const drawer = drawerOf(page, description)
  await drawer.getByText('Applies today').waitFor()
  await drawer.getByLabel('Applies from').fill('2099-01-01')
  await drawer.getByRole('textbox', { name: 'New price' }).fill('44,5')
  await drawer.getByRole('button', { name: 'Enter price' }).click()
  await drawer.getByText('To come').waitFor()
  expect(await drawer.getByRole('row').nth(1).textContent()).toMatch(/2099.*EUR 44\.50EUR 25\.50/)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  const { price, nextPrice, nextFrom } = await records.read(itemMasters, id)
  expect({ price, nextPrice, nextFrom }).toEqual({ price: '40', nextPrice: '44.5', nextFrom: '2099-01-01' })
})
