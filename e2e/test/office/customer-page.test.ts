import { contacts, customers, licences } from '@packhouse/contract'
import { expect } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { eventually } from '../../src/eventually.ts'
import { recordRequests } from '../../src/guard.ts'
import { boxOf, drawerOf, listsNames, messageOf, openIdOf, openList, rowOf } from '../../src/record-list.ts'
import { createCustomer, createLocation } from '../../src/records.ts'
import { test } from '../../src/test.ts'

test('The overview shows what is known, and Edit changes it in place', async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Brisling Foods', { legalName: 'Brisling Foods AS', status: 'hold' })
  const contact = { customerId: id, firstName: 'Ada', lastName: 'Brekke', phone: '+47 55 00 00 01' }
  const { id: contactId } = await records.create(contacts, contact)
  await records.setPrimary(contacts, contactId)
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Brisling Foods' }).waitFor()
  await page.getByText('Brisling Foods AS', { exact: true }).waitFor()
  await page.getByText('BRISLING-FOODS', { exact: true }).first().waitFor()
  expect(await page.title()).toBe('Brisling Foods · Packhouse')
  expect(await page.getByRole('link', { name: '+47 55 00 00 01' }).getAttribute('href')).toBe('tel:+4755000001')
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = drawerOf(page, 'Brisling Foods')
  await form.getByRole('textbox', { name: 'Legal name' }).fill('Brisling Holding AS')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await messageOf(page, 'Brisling Foods saved').waitFor()
  await page.getByRole('main').getByText('Brisling Holding AS', { exact: true }).waitFor()
})

test('The bar of a record has its tabs, when it was changed, and the way back to the list and its count', async ({
  visit,
  records,
}) => {
  const { id } = await createCustomer(records, 'Bleak Foods')
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${id}?tab=licences`)
  const bar = page.locator('[data-section-bar]')
  await bar.getByText(/^Changed /).waitFor()
  expect(await bar.getByRole('tab', { selected: true }).textContent()).toMatch(/^Licences/)
  await bar.getByRole('link', { name: 'Customers' }).click()
  await arrivesAt(page, '/customers')
  await bar.getByRole('link', { name: /^Customers \d+$/ }).waitFor()
})

test('A contact is made on the page of its customer, and one of them is the primary one', async ({
  visit,
  records,
}) => {
  const { id: customerId } = await createCustomer(records, 'Saithe Foods')
  const { id: first } = await records.create(contacts, { customerId, firstName: 'Ada', lastName: 'Brekke' })
  await records.setPrimary(contacts, first)
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, `/customers/${customerId}?tab=contacts`, 'contacts')
  await listsNames(grid, ['Ada Brekke'])
  await rowOf(grid, 'Ada Brekke').getByText('Primary', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New contact' }).click()
  const form = drawerOf(page, 'New contact')
  await form.getByRole('textbox', { name: 'First name' }).fill('Bo')
  await form.getByRole('textbox', { name: 'Email' }).fill('bo@saithe.example')
  await form.getByRole('button', { name: 'Create contact' }).click()
  await listsNames(grid, ['Ada Brekke', 'Bo'])
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(contacts, openIdOf(page))
  await drawerOf(page, 'Bo').getByRole('button', { name: 'Make this the primary contact' }).click()
  await messageOf(page, 'Bo: Primary').waitFor()
  await rowOf(grid, 'Bo').getByText('Primary', { exact: true }).waitFor()
  expect(await rowOf(grid, 'Ada Brekke').getByText('Primary', { exact: true }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'bo@saithe.example' }).waitFor()
  await page.getByRole('button', { name: 'All contacts' }).click()
  await arrivesAt(page, `/customers/${customerId}?tab=contacts`)
})

test('Locations stand on a map that comes with the product; pressing one opens it', async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Lumpfish Foods')
  const place = (name: string, rest: object) => createLocation(records, { customerId, name, ...rest })
  await place('Bergen plant', { latitude: 60.39, longitude: 5.32 })
  await place('Gdańsk plant', { latitude: 54.35, longitude: 18.65, countryCode: 'PL', timezone: 'Europe/Warsaw' })
  const office = await place('Office without coordinates', {})
  const { page } = await visit({ as: 'staff' })
  const outline = page.waitForResponse((response) => /world-map-outline/.test(response.url()))
  const grid = await openList(page, `/customers/${customerId}?tab=locations`, 'locations')
  await outline
  const map = page.getByRole('figure', { name: 'Locations on the map' })
  await map.locator('svg path').first().waitFor({ state: 'attached' })
  const marks = map.getByRole('button', { name: /plant/ })
  expect((await marks.allInnerTexts()).sort()).toEqual(['Bergen plant', 'Gdańsk plant'])
  await listsNames(grid, ['Bergen plant', 'Gdańsk plant', 'Office without coordinates'])
  await map.getByRole('button', { name: 'Gdańsk plant' }).click()
  const form = drawerOf(page, 'Gdańsk plant')
  await form.getByRole('combobox', { name: 'Country' }).waitFor()
  expect(await map.getByRole('button', { name: 'Gdańsk plant' }).getAttribute('aria-pressed')).toBe('true')
  await rowOf(grid, 'Office without coordinates').click()
  const half = drawerOf(page, 'Office without coordinates')
  await half.getByRole('textbox', { name: 'Latitude' }).fill('59.91')
  await half.getByRole('textbox', { name: 'Longitude' }).fill('10.75')
  await half.getByRole('button', { name: 'Save changes' }).click()
  await map.getByRole('button', { name: 'Office without coordinates' }).waitFor()
  expect(openIdOf(page)).toBe(office.id)
})

test('Half a place is refused at both of its fields', async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Wrasse Foods')
  const { id } = await createLocation(records, { customerId, name: 'Somewhere' })
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(400, /^\/v1\/customers\/[^/]+\/locations\//)
  await page.goto(`/customers/${customerId}?tab=locations&open=${id}`)
  const form = drawerOf(page, 'Somewhere')
  await form.getByRole('textbox', { name: 'Latitude' }).fill('59.91')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByText('Not saved. Two fields need a change.').waitFor()
  expect(await form.getByText('Latitude and longitude must both be given, or neither').count()).toBe(2)
})

test('A licence is made and terminated, and its state says so', async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Halibut Foods')
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${customerId}?tab=licences`)
  await page.getByRole('heading', { name: 'No licences yet' }).waitFor()
  await page.getByRole('button', { name: 'New licence' }).last().click()
  const form = drawerOf(page, 'New licence')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Line monitor')
  await form.getByRole('textbox', { name: 'Features' }).fill('history, alarms')
  await form.getByRole('textbox', { name: 'Features' }).press('Enter')
  await form.getByRole('button', { name: 'Create licence' }).click()
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(licences, openIdOf(page))
  const grid = page.getByRole('grid', { name: 'licences' })
  await rowOf(grid, 'Line monitor').getByText('Valid', { exact: true }).waitFor()
  await rowOf(grid, 'Line monitor').getByText('history, alarms').waitFor()
  await drawerOf(page, 'Line monitor').getByLabel('Terminated').fill('2026-01-31')
  await drawerOf(page, 'Line monitor').getByRole('button', { name: 'Save changes' }).click()
  await rowOf(grid, 'Line monitor').getByText('Terminated', { exact: true }).waitFor()
  await boxOf(grid, 'Line monitor').waitFor()
})

test('The history names who changed what, from what to what', async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Monkfish Foods')
  await records.update(customers, id, { rowVersion: 1, status: 'hold', notes: 'Owes us two invoices' })
  await records.update(customers, id, { rowVersion: 2, status: 'active' })
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${id}?tab=history`)
  const entries = page.getByRole('tabpanel').getByRole('listitem')
  await eventually(() => entries.count()).toBe(3)
  const told = (await entries.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(told[0]).toMatch(/^Maren Holm changed it .*Status On hold → Active$/)
  expect(told[1]).toMatch(/^Maren Holm changed it .*Status Active → On hold/)
  expect(told[1]).toContain('Owes us two invoices')
  expect(told[2]).toMatch(/^Maren Holm created it .*Monkfish Foods/)
})

test('What leads from a tab to a row of another one asks for that row in its own list alone', async ({
  visit,
  records,
}) => {
  const { id: customerId } = await createCustomer(records, 'Garfish Foods')
  const ada = await records.create(contacts, { customerId, firstName: 'Ada' })
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${customerId}?tab=locations`)
  await page.getByRole('heading', { level: 2, name: 'Locations', exact: true }).waitFor()
  const asked = recordRequests(page, new RegExp(`/${ada.id}$`))
  // As a link inside of the page does, such as one of the command palette.
  await page.evaluate((to) => history.pushState({}, '', to), `/customers/${customerId}?tab=contacts&open=${ada.id}`)
  await drawerOf(page, 'Ada').waitFor()
  expect(asked.filter((request) => request.url().includes('location'))).toEqual([])
})
