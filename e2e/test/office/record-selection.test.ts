import { areas, contacts, licences, machines } from '@packhouse/contract'
import { expect } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { eventually } from '../../src/eventually.ts'
import { boxOf, drawerOf, listsNames, messageOf, openList, questionOf, rowOf } from '../../src/record-list.ts'
import { createCustomer, createCustomers, createLocation } from '../../src/records.ts'
import { SettledScreen } from '../../src/settled-screen.ts'
import { test } from '../../src/test.ts'

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

test('What is in use is named with the way there before anything is asked; the rest goes, with its contacts', async ({
  visit,
  records,
}) => {
  const { id: customerId } = await createCustomer(records, 'Mooring Used')
  const { id: freeId } = await createCustomer(records, 'Mooring Free')
  await createCustomer(records, 'Mooring Daughter', { parentId: customerId })
  await records.create(contacts, { customerId: freeId, firstName: 'Ada', lastName: 'Brekke' })
  await records.create(licences, { customerId, name: 'Line monitor' })
  await records.create(licences, { customerId, name: 'Archive' })
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Mooring', 'customers')
  await boxOf(grid, 'Mooring Used').click()
  await boxOf(grid, 'Mooring Free').click()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  const question = questionOf(page, 'Delete 2 customers?')
  await question.getByText('Contacts (1): Ada').waitFor()
  const stays = question.getByRole('listitem').filter({ hasText: 'Mooring Used' })
  expect((await stays.getByRole('listitem').allInnerTexts()).sort()).toEqual([
    'Customers (1): Mooring Daughter',
    expect.stringMatching(/^Licences \(2\): (Archive, Line monitor|Line monitor, Archive)$/),
  ])
  await question.getByRole('button', { name: 'Delete 1 customer' }).click()
  await messageOf(page, 'Mooring Free deleted').waitFor()
  await listsNames(grid, ['Mooring Daughter', 'Mooring Used'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await listsNames(grid, ['Mooring Daughter', 'Mooring Free', 'Mooring Used'])
  expect((await records.find(contacts, 'Brekke')).length).toBe(1)
  // One that cannot go has no button that would be refused, but the way to what is in the way: three clicks.
  await boxOf(grid, 'Mooring Used').click()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  const stuck = questionOf(page, 'Mooring Used cannot be deleted yet')
  await stuck.getByRole('button', { name: 'OK' }).waitFor()
  expect(await stuck.getByRole('button').count()).toBe(1)
  await stuck.getByRole('link', { name: 'Licences (2)' }).click()
  await arrivesAt(page, `/customers/${customerId}?tab=licences`)
})

test('A field of all found rows is set with one dialog, in seven clicks for 27 customers, and set back with one', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const names = Array.from({ length: 27 }, (_, n) => `Halyard ${String(n).padStart(2, '0')}`)
  await createCustomers(records, names)
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Halyard', 'customers')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await grid.getByRole('checkbox', { name: 'Select all rows' }).click()
  await bar.getByText('25 selected').waitFor()
  await bar.getByRole('button', { name: 'Select all 27 found' }).click()
  await bar.getByText('All 27 found are selected').waitFor()
  await bar.getByRole('button', { name: 'Set' }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set Status of 27 customers' })
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption('hold')
  await dialog.getByRole('button', { name: 'Set for 27 customers' }).click()
  await messageOf(page, 'Status set: 27 customers').waitFor()
  const statuses = async () =>
    (await records.find(areas.customers.resources.customers, 'Halyard')).map((row) => row.status)
  await eventually(async () => new Set(await statuses())).toEqual(new Set(['hold']))
  await page.getByRole('button', { name: 'Undo' }).click()
  await messageOf(page, 'Status set back: 27 customers').waitFor()
  await eventually(async () => new Set(await statuses())).toEqual(new Set(['active']))
})

test('All found machines of a customer get a location and a time with one dialog each, and Undo takes it back; of several customers the dialog says what to do', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Topmast Foods')
  await createLocation(records, { customerId, name: 'Topmast plant' })
  const { id: otherId } = await createCustomer(records, 'Topsail Foods')
  await createLocation(records, { customerId: otherId, name: 'Topsail plant' })
  const names = Array.from({ length: 26 }, (_, n) => `TOPMAST-${String(n).padStart(2, '0')}`)
  await Promise.all(names.map((machineID) => records.create(machines, { machineID, customerId })))
  await records.create(machines, { machineID: 'TOPMAST-OTHER', customerId: otherId })
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, `/installed-machines?customerId=${customerId}`, 'installed machines')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await grid.getByRole('checkbox', { name: 'Select all rows' }).click()
  await bar.getByRole('button', { name: 'Select all 26 found' }).click()
  await bar.getByRole('button', { name: 'Set' }).click()
  await page.getByRole('menuitem', { name: 'Location' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set Location of 26 installed machines' })
  await dialog.getByRole('combobox', { name: 'Location' }).fill('Tops')
  await dialog.getByText('Nothing matches. Check the spelling.').waitFor()
  await dialog.getByRole('combobox', { name: 'Location' }).fill('Topm')
  await dialog.getByRole('option', { name: /^Topmast plant/ }).click()
  await dialog.getByRole('button', { name: 'Set for 26 installed machines' }).click()
  await messageOf(page, 'Location set: 26 installed machines').waitFor()
  await rowOf(grid, 'TOPMAST-00').getByText('Topmast plant').waitFor()
  const valuesOf = async (field: 'locationId' | 'staleAfterSeconds') =>
    new Set((await records.find(machines, 'TOPMAST-')).map((row) => row[field]))
  await page.getByRole('button', { name: 'Undo' }).click()
  await messageOf(page, 'Location set back: 26 installed machines').waitFor()
  await eventually(() => valuesOf('locationId')).toEqual(new Set([null]))

  await page.goto('/installed-machines?search=TOPMAST&pageSize=50')
  await rowOf(grid, 'TOPMAST-OTHER').waitFor()
  await grid.getByRole('checkbox', { name: 'Select all rows' }).click()
  await bar.getByRole('button', { name: 'Set' }).click()
  await page.getByRole('menuitem', { name: 'Location' }).click()
  const differing = page.getByRole('dialog', { name: 'Set Location of 27 installed machines' })
  await differing
    .getByText('This can be set only if all installed machines have the same “Customer”: filter by it first.')
    .waitFor()
  expect(await differing.getByRole('button', { name: 'Set for 27 installed machines' }).isDisabled()).toBe(true)
  await differing.getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Set' }).click()
  await page.getByRole('menuitem', { name: 'Offline after' }).click()
  const seconds = page.getByRole('dialog', { name: 'Set Offline after of 27 installed machines' })
  const field = seconds.getByRole('textbox', { name: 'Offline after, seconds' })
  await field.fill('90')
  await seconds.getByRole('button', { name: 'Set for 27 installed machines' }).click()
  await messageOf(page, 'Offline after set: 27 installed machines').waitFor()
  expect(await valuesOf('staleAfterSeconds')).toEqual(new Set([90]))
})

test('Delete in the drawer asks, closes it, and can be undone', { tags: ['long'] }, async ({ visit, records }) => {
  await createCustomers(records, ['Buoy Gone', 'Buoy Stays'])
  const { page } = await visit({ as: 'staff' })
  const screen = new SettledScreen(page)
  const grid = await openList(page, '/customers?search=Buoy', 'customers')
  await rowOf(grid, 'Buoy Gone').click()
  // What the drawer asks for of the customer is refused once it is gone.
  await screen.settled()
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

test('What was deleted earlier is found among the deleted and restored from there', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
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
