import { readFile } from 'node:fs/promises'
import { contacts, customers } from '@packhouse/contract'
import { expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }
const NAME = 'Mackerel Foods'

test('All data of a customer is exported and downloaded, and removed once its name is typed', async ({
  visit,
  records,
}) => {
  const { id } = await createCustomer(records, NAME)
  await records.create(contacts, { customerId: id, firstName: 'Ada', email: 'ada@mackerel.example' })
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${id}`)
  const opener = page.getByRole('button', { name: 'Customer data' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: `All data of ${NAME}` })
  await dialog.getByText('Company, contacts, locations and licences').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)

  await dialog.getByRole('button', { name: 'Export all data' }).press('Enter')
  const runs = dialog.getByRole('region', { name: 'Exports and removals' })
  await runs.getByText('Export, done').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    runs.getByRole('button', { name: /^Download \(/ }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^customer-data-\d{4}-\d{2}-\d{2}\.zip$/)
  const archive = await readFile(await download.path())
  expect(archive.includes('contact.csv')).toBe(true)

  await page.setViewportSize({ width: 390, height: 844 })
  await dialog.getByRole('button', { name: 'Remove all data' }).press('Enter')
  const last = dialog.getByRole('button', { name: 'Remove for good' })
  const name = dialog.getByRole('textbox', { name: `Type the name of the customer: ${NAME}` })
  await name.fill('Mackerel')
  expect(await last.isDisabled()).toBe(true)
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
  await name.fill(NAME)
  await last.press('Enter')
  await runs.getByText('Removal, done').waitFor()
  expect(await records.find(customers, NAME)).toEqual([])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await eventually(() => hasFocus(opener)).toBe(true)
})
