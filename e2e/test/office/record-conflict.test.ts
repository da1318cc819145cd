import { customers } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../../src/eventually.ts'
import { drawerOf, gridOf, messageOf } from '../../src/record-list.ts'
import { createCustomer } from '../../src/records.ts'
import { type OpenVisit, test, type Visit } from '../../src/test.ts'
import { textOf } from '../../src/text.ts'

const CUSTOMER = /^\/v1\/customers\/[^/]+$/
const TITLE = 'Someone else has changed this customer in the meantime'

function field(form: Locator, label: string): Locator {
  return form.getByRole('textbox', { name: label, exact: true })
}

/** Opens the form of a customer in a browser of its own. */
async function openForm(
  visit: OpenVisit,
  { id, name }: { id: string; name: string },
): Promise<Visit & { form: Locator }> {
  const opened = await visit({ as: 'staff' })
  await opened.page.goto(`/customers?search=${encodeURIComponent(name)}&open=${id}`)
  const form = drawerOf(opened.page, name)
  await field(form, 'Name').waitFor()
  await gridOf(opened.page, 'customers').waitFor()
  return { ...opened, form }
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
}

/** The two versions of a field, as the dialog shows them. */
function versionsOf(dialog: Locator, label: string): Locator {
  return dialog.getByRole('group', { name: label }).getByRole('radio')
}

test.for([
  ['Keep all of mine', { legalName: 'Mine AS', taxId: 'MINE' }],
  ['Take all of theirs', { legalName: 'Theirs AS', taxId: null }],
] as const)('Two people change one row: %s', { tags: ['long'] }, async ([choice, outcome], { visit, records }) => {
  const customer = await createCustomer(records, 'Osprey Foods')
  const one = await openForm(visit, customer)
  const other = await openForm(visit, customer)
  one.guard.expectStatus(409, CUSTOMER)
  await field(one.form, 'Legal name').fill('Mine AS')
  await field(one.form, 'Tax number').fill('MINE')
  await field(other.form, 'Legal name').fill('Theirs AS')
  await field(other.form, 'Payment terms').fill('30 days')
  await save(other.page)
  await messageOf(other.page, 'Osprey Foods saved').waitFor()
  await save(one.page)
  const dialog = one.page.getByRole('dialog', { name: TITLE })
  expect(await textOf(dialog.getByRole('group', { name: 'Legal name' }))).toMatch(/Mine\s+Mine AS\s+Theirs\s+Theirs AS/)
  // What only one of them has changed is chosen already; the rest waits for a decision.
  await dialog.getByText('1 left to choose', { exact: true }).waitFor()
  expect(await versionsOf(dialog, 'Tax number').first().isChecked()).toBe(true)
  expect(await versionsOf(dialog, 'Payment terms').last().isChecked()).toBe(true)
  expect(await dialog.getByRole('button', { name: 'Save this version' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: choice }).click()
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const paymentTerms = choice === 'Keep all of mine' ? null : '30 days'
  await eventually(() => records.read(customers, customer.id)).toMatchObject({ ...outcome, paymentTerms })
  await eventually(() => field(one.form, 'Legal name').inputValue()).toBe(outcome.legalName)
  await eventually(() => one.form.getByText(/unsaved change/).count()).toBe(0)
})

test('Two people change one row: field by field, the best of both', async ({ visit, records }) => {
  const customer = await createCustomer(records, 'Gannet Foods')
  const { page, guard, form } = await openForm(visit, customer)
  guard.expectStatus(409, CUSTOMER)
  await field(form, 'Legal name').fill('Mine AS')
  await field(form, 'Notes').fill('My note')
  await records.update(customers, customer.id, { rowVersion: 1, legalName: 'Theirs AS', taxId: 'THEIRS', notes: 'No' })
  await save(page)
  const dialog = page.getByRole('dialog', { name: TITLE })
  await dialog.getByText('2 left to choose', { exact: true }).waitFor()
  await versionsOf(dialog, 'Legal name').last().check()
  await versionsOf(dialog, 'Notes').first().check()
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await messageOf(page, 'Gannet Foods saved').waitFor()
  expect(await records.read(customers, customer.id)).toMatchObject({
    legalName: 'Theirs AS',
    taxId: 'THEIRS',
    notes: 'My note',
  })
})

test('Back to the form leaves everything typed where it was, also when the other version comes a second time', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const customer = await createCustomer(records, 'Petrel Foods')
  const { page, guard, form } = await openForm(visit, customer)
  guard.expectStatus(409, CUSTOMER)
  await field(form, 'Legal name').fill('Mine AS')
  await field(form, 'Notes').fill('My note')
  await records.update(customers, customer.id, { rowVersion: 1, legalName: 'Theirs AS' })
  await save(page)
  const dialog = page.getByRole('dialog', { name: TITLE })
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await field(form, 'Legal name').inputValue()).toBe('Mine AS')
  expect(await field(form, 'Notes').inputValue()).toBe('My note')
  await records.update(customers, customer.id, { rowVersion: 2, legalName: 'Theirs again AS' })
  await save(page)
  await dialog.getByText('Theirs again AS', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await field(form, 'Notes').inputValue()).toBe('My note')
  expect(await records.read(customers, customer.id)).toMatchObject({ legalName: 'Theirs again AS', notes: null })
})

test('A newer version shows to who comes back to the window and has typed nothing', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const customer = await createCustomer(records, 'Fulmar Foods')
  const { page, form } = await openForm(visit, customer)
  await records.update(customers, customer.id, { rowVersion: 1, legalName: 'Fulmar Foods AS' })
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await eventually(() => field(form, 'Legal name').inputValue()).toBe('Fulmar Foods AS')
})
