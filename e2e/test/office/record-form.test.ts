import { areas } from '@packhouse/contract'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../../src/addresses.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
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
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'
import { textOf } from '../../src/text.ts'

const LEAVE = 'Leave without saving?'

function field(form: Locator, label: string): Locator {
  return form.getByRole('textbox', { name: label, exact: true })
}

test('A form is checked as it is filled in, each fault at its field', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openList(page, '/customers', 'customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  const form = drawerOf(page, 'New customer')
  await eventually(() => hasFocus(field(form, 'Name'))).toBe(true)
  // A field that nobody has filled in is not checked yet: a message would move the button from under the pointer.
  const more = form.getByRole('button', { name: 'More', exact: true })
  const box = await more.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + (box?.height ?? 0) - 2)
  await page.mouse.down()
  await page.mouse.up()
  await field(form, 'Website').waitFor()
  expect(await form.getByText('Name is required', { exact: true }).count()).toBe(0)
  await field(form, 'Name').fill('S')
  await field(form, 'Name').fill('')
  await page.keyboard.press('Tab')
  await form.getByText('Name is required', { exact: true }).waitFor()
  expect(await field(form, 'Name').getAttribute('aria-invalid')).toBe('true')
  const description = await field(form, 'Name').getAttribute('aria-describedby')
  expect(await textOf(page.locator(`[id="${description}"]`))).toBe('Name is required')
  await field(form, 'Name').fill('Sandbank Foods')
  await form.getByText('Name is required', { exact: true }).waitFor({ state: 'hidden' })
  await field(form, 'Website').fill('sandbank')
  await field(form, 'Credit limit').fill('a lot')
  await field(form, 'Website').focus()
  await form.getByText('Website must be an address that starts with http:// or https://').waitFor()
  await form.getByText('Credit limit must be a number with at most 4 decimals, not negative').waitFor()
  await form.getByRole('button', { name: 'Create customer' }).click()
  await form.getByText('Not saved. Three fields need a change.').waitFor()
  await eventually(() => hasFocus(form.getByRole('combobox', { name: 'Currency' }))).toBe(true)
  expect(await field(form, 'Code').inputValue()).toBe('SANDBANK-FOODS')
  expect(await form.getByRole('alert').getByRole('button').allInnerTexts()).toEqual([
    'Currency',
    'Credit limit',
    'Website',
  ])
  await form.getByRole('alert').getByRole('button', { name: 'Website' }).click()
  await eventually(() => hasFocus(field(form, 'Website'))).toBe(true)
  await field(form, 'Name').fill('')
  await form.getByRole('button', { name: 'Create customer' }).click()
  await eventually(() => hasFocus(field(form, 'Name'))).toBe(true)
  expect(addressOf(page)).toBe('/customers?open=new')
})

test('What the server finds wrong stands at its field; once it is right the row is in the list', async ({
  visit,
  records,
}) => {
  await createCustomer(records, 'Tern Taken')
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(409, /^\/v1\/customers$/)
  const grid = await openList(page, '/customers?search=Tern', 'customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  const form = drawerOf(page, 'New customer')
  await field(form, 'Name').fill('Tern New')
  await field(form, 'Code').fill('tern-taken')
  await page.keyboard.press('Control+s')
  await form.getByText('Currency is required', { exact: true }).waitFor()
  const currency = form.getByRole('combobox', { name: 'Currency' })
  await eventually(() => hasFocus(currency)).toBe(true)
  await currency.fill('NOK')
  await form.getByRole('option', { name: /, NOK$/ }).click()
  await page.keyboard.press('Control+s')
  await form.getByText('Code is used by another customer', { exact: true }).waitFor()
  await form.getByText('Not saved. One field needs a change.').waitFor()
  await eventually(() => hasFocus(field(form, 'Code'))).toBe(true)
  expect(await field(form, 'Name').inputValue()).toBe('Tern New')
  await field(form, 'Code').fill('TERN-NEW')
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await form.getByRole('button', { name: 'Create customer' }).click()
  expect((await answer).status()).toBe(201)
  await messageOf(page, 'Tern New created').waitFor()
  await drawerOf(page, 'Tern New').waitFor()
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(areas.customers.resources.customers, openIdOf(page))
  await listsNames(grid, ['Tern New', 'Tern Taken'])
  expect(await rowOf(grid, 'Tern New').getAttribute('aria-current')).toBe('true')
  expect(await records.read(areas.customers.resources.customers, openIdOf(page))).toMatchObject({
    code: 'TERN-NEW',
    currency: 'NOK',
    status: 'active',
  })
})

test('Unsaved changes are kept until somebody says that they may go: Escape, a link, the back button', async ({
  visit,
  records,
}) => {
  const { id } = await createCustomer(records, 'Plover Foods')
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Plover', 'customers')
  await rowOf(grid, 'Plover Foods').click()
  const form = drawerOf(page, 'Plover Foods')
  await field(form, 'Tax number').fill('NO 914')
  await form.getByText('1 unsaved change', { exact: true }).waitFor()
  const question = questionOf(page, LEAVE)
  const attempts: [string, () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the button', () => form.getByRole('button', { name: 'Close' }).click()],
    [
      'a link',
      () => page.getByRole('navigation', { name: 'Customers' }).getByRole('link', { name: 'Suppliers' }).click(),
    ],
    ['the back button', () => page.evaluate(() => history.back())],
  ]
  for (const [way, leave] of attempts) {
    await leave()
    await question.getByText('One change has not been saved yet.').waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    expect([way, await field(form, 'Tax number').inputValue()]).toEqual([way, 'NO 914'])
    expect(addressOf(page)).toBe(`/customers?search=Plover&open=${id}`)
  }
  await page.getByRole('navigation', { name: 'Customers' }).getByRole('link', { name: 'Suppliers' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await arrivesAt(page, '/suppliers')
  expect(await records.read(areas.customers.resources.customers, id)).toMatchObject({ taxId: null, rowVersion: 1 })
})

test('A change of the list behind the form loses nothing that was typed', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  await createCustomer(records, 'Curlew Foods')
  await createCustomer(records, 'Curlew Other', { status: 'hold' })
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Curlew', 'customers')
  await rowOf(grid, 'Curlew Foods').click()
  const form = drawerOf(page, 'Curlew Foods')
  await field(form, 'Notes').fill('Call before noon')
  await grid.getByRole('button', { name: 'Status' }).click()
  await arrivesAt(page, `/customers?search=Curlew&open=${openIdOf(page)}&sort=status`)
  await form.getByRole('tab', { name: 'History' }).click()
  await form.getByRole('tab', { name: 'Details' }).click()
  await eventually(() => field(form, 'Notes').inputValue()).toBe('Call before noon')
  await form.getByRole('button', { name: 'Discard' }).click()
  await eventually(() => field(form, 'Notes').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  expect(await gridOf(page, 'customers').count()).toBe(1)
})

test('Saving sends what has changed, says so, and shows it in the list', async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Dunlin Foods')
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Dunlin', 'customers')
  await rowOf(grid, 'Dunlin Foods').click()
  const form = drawerOf(page, 'Dunlin Foods')
  await form.getByRole('combobox', { name: 'Status' }).selectOption('hold')
  const change = page.waitForRequest((request) => request.method() === 'PUT')
  await form.getByRole('button', { name: 'Save changes' }).click()
  expect((await change).postDataJSON()).toEqual({ status: 'hold', rowVersion: 1 })
  await messageOf(page, 'Dunlin Foods saved').waitFor()
  await rowOf(grid, 'Dunlin Foods').getByText('On hold').waitFor()
  expect(await records.read(areas.customers.resources.customers, id)).toMatchObject({ status: 'hold', rowVersion: 2 })
})
