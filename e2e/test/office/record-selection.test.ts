import { areas, contacts, licences } from '@packhouse/contract'
import { expect } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { eventually } from '../../src/eventually.ts'
import { boxOf, drawerOf, listsNames, messageOf, openList, questionOf, rowOf } from '../../src/record-list.ts'
import { createCustomer, createCustomers } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const CUSTOMER = /^\/v1\/customers\/[^/]+$/

test('Selected rows are deleted after a question, and Undo brings all of them back', async ({ visit, records }) => {
  const names = ['Drift A', 'Drift B', 'Drift C']
  await createCustomers(records, names)
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Drift', 'customers')
  await listsNames(grid, names)
  await boxOf(grid, 'Drift A').click()
  await boxOf(grid, 'Drift C').click()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  const question = questionOf(page, 'Delete 2 customers?')
  await question.getByText('You can undo it right away, or later from the deleted customers.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await listsNames(grid, names)
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await messageOf(page, '2 customers deleted').waitFor()
  await listsNames(grid, ['Drift B'])
  expect(await page.getByRole('region', { name: 'Selected rows' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await messageOf(page, '2 customers restored').waitFor()
  await listsNames(grid, names)
})

test('What others refer to stays, and what hangs on it is named; the rest goes', async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Mooring Used')
  await createCustomer(records, 'Mooring Free')
  await createCustomer(records, 'Mooring Daughter', { parentId: customerId })
  await records.create(contacts, { customerId, firstName: 'Ada', lastName: 'Brekke' })
  await records.create(licences, { customerId, name: 'Line monitor' })
  await records.create(licences, { customerId, name: 'Archive' })
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(409, CUSTOMER)
  const grid = await openList(page, '/customers?search=Mooring', 'customers')
  await boxOf(grid, 'Mooring Used').click()
  await boxOf(grid, 'Mooring Free').click()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  await questionOf(page, 'Delete 2 customers?').getByRole('button', { name: 'Delete' }).click()
  const refusal = questionOf(page, 'This could not be deleted')
  await refusal.getByText('Mooring Used', { exact: true }).waitFor()
  const reasons = await refusal.getByRole('listitem').getByRole('listitem').allInnerTexts()
  expect(reasons.sort()).toEqual([
    'Contacts (1): Ada',
    'Customers (1): Mooring Daughter',
    expect.stringMatching(/^Licences \(2\): (Archive, Line monitor|Line monitor, Archive)$/),
  ])
  await refusal.getByRole('button', { name: 'OK' }).click()
  await listsNames(grid, ['Mooring Daughter', 'Mooring Used'])
  await messageOf(page, 'Mooring Free deleted').waitFor()
})

test('Delete in the drawer asks, closes it, and can be undone', async ({ visit, records }) => {
  await createCustomers(records, ['Buoy Gone', 'Buoy Stays'])
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Buoy', 'customers')
  await rowOf(grid, 'Buoy Gone').click()
  await drawerOf(page, 'Buoy Gone').getByRole('button', { name: 'Delete this customer' }).click()
  const question = questionOf(page, 'Delete Buoy Gone?')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await drawerOf(page, 'Buoy Gone').getByRole('button', { name: 'Delete this customer' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await listsNames(grid, ['Buoy Stays'])
  await arrivesAt(page, '/customers?search=Buoy')
  await page.getByRole('button', { name: 'Undo' }).click()
  await listsNames(grid, ['Buoy Gone', 'Buoy Stays'])
})

test('What was deleted earlier is found among the deleted and restored from there', async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Capstan Lost')
  await records.remove(areas.customers.resources.customers, id)
  const { page } = await visit({ as: 'staff' })
  await page.goto('/customers?search=Capstan')
  await page.getByRole('heading', { name: 'No customer matches “Capstan”' }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('checkbox', { name: 'Show deleted only' }).check()
  const grid = page.getByRole('grid', { name: 'customers', exact: true })
  await listsNames(grid, ['Capstan Lost'])
  await page.getByText('Deleted only', { exact: true }).waitFor()
  await boxOf(grid, 'Capstan Lost').click()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Restore' }).click()
  await messageOf(page, 'Capstan Lost restored').waitFor()
  await page.getByRole('button', { name: 'Remove the filter Deleted only' }).click()
  await listsNames(grid, ['Capstan Lost'])
  await eventually(async () => (await records.find(areas.customers.resources.customers, 'Capstan')).length).toBe(1)
})
