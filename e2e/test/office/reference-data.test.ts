import { contacts, exchangeRates, industries, locationTypes, suppliers } from '@packhouse/contract'
import { expect } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { countClicks } from '../../src/click-count.ts'
import { eventually } from '../../src/eventually.ts'
import {
  boxOf,
  drawerOf,
  listsNames,
  messageOf,
  openIdOf,
  openList,
  questionOf,
  rowOf,
  searchOf,
} from '../../src/record-list.ts'
import { createLocation } from '../../src/records.ts'
import { test } from '../../src/test.ts'

test('Countries and currencies come filled, with their codes', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const countries = await openList(page, '/reference/countries', 'countries')
  await page.getByText('1 to 25 of 249', { exact: true }).waitFor()
  await searchOf(page, 'countries').fill('NOR')
  await rowOf(countries, 'Norway').getByText('+47', { exact: true }).waitFor()
  await page.getByRole('navigation', { name: 'Reference data' }).getByRole('link', { name: 'Currencies' }).click()
  await arrivesAt(page, '/reference/currencies')
  await searchOf(page, 'currencies').fill('JPY')
  const yen = rowOf(page.getByRole('grid', { name: 'currencies' }), 'Yen')
  await yen.waitFor()
  expect((await yen.getByRole('gridcell').allInnerTexts()).join(' ')).toMatch(/JPY.* ¥ 0/)
})

test('Location types are added, changed, put in an order and switched off', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  await records.create(locationTypes, { code: 'COLD-A', name: 'Cold store A', sort: 10 })
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/reference/location-types?search=Cold', 'location types')
  await page.getByRole('button', { name: 'New location type' }).click()
  const form = drawerOf(page, 'New location type')
  await form.getByRole('textbox', { name: 'Code' }).fill('COLD-B')
  await form.getByRole('textbox', { name: 'Name' }).fill('Cold store B')
  await form.getByRole('textbox', { name: 'Order' }).fill('20')
  await form.getByRole('button', { name: 'Create location type' }).click()
  await listsNames(grid, ['Cold store A', 'Cold store B'])
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(locationTypes, openIdOf(page))
  const drawer = drawerOf(page, 'Cold store B')
  await drawer.getByRole('textbox', { name: 'Order' }).fill('5')
  await drawer.getByRole('switch', { name: 'Active' }).uncheck()
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await listsNames(grid, ['Cold store B', 'Cold store A'])
  await rowOf(grid, 'Cold store B').getByText('No', { exact: true }).waitFor()
})

test('An industry is part of another, which cannot be deleted for that, and never part of itself', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id: parentId } = await records.create(industries, { code: 'FISH', name: 'Fish' })
  const { id } = await records.create(industries, { code: 'CANNED', name: 'Fish, canned', parentId })
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(400, /^\/v1\/industries\//)
  const grid = await openList(page, '/reference/industries?search=Fish', 'industries')
  await rowOf(grid, 'Fish').click()
  const form = drawerOf(page, 'Fish')
  await form.getByRole('combobox', { name: 'Part of' }).fill('Fish, c')
  await form.getByRole('option', { name: /^Fish, canned/ }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByText('Part of must not be the industry itself or a part of it', { exact: true }).waitFor()
  await form.getByRole('button', { name: 'Discard' }).click()
  await form.getByRole('button', { name: 'Delete this industry' }).click()
  const stays = questionOf(page, 'Fish cannot be deleted yet')
  await stays.getByText('Industries (1): Fish, canned').waitFor()
  expect(await stays.getByRole('button').allInnerTexts()).toEqual(['OK'])
  expect(await records.read(industries, id)).toMatchObject({ parentId })
})

test('An exchange rate is entered in six clicks, one of them in vain, never changed, and deleted for good', async ({
  visit,
  records,
}) => {
  const { page, context, guard } = await visit({ as: 'staff' })
  const clicks = await countClicks(context)
  guard.expectStatus(400, /^\/v1\/exchange-rates$/)
  await page.goto('/reference/exchange-rates')
  await page.getByRole('button', { name: 'New exchange rate' }).first().click()
  const form = drawerOf(page, 'New exchange rate')
  const choose = async (label: string, code: string) => {
    await form.getByRole('combobox', { name: label, exact: true }).fill(code)
    await form.getByRole('option', { name: new RegExp(`, ${code}$`) }).click()
  }
  await choose('From', 'NOK')
  await choose('To', 'NOK')
  await form.getByRole('textbox', { name: 'Rate' }).fill('0.0854')
  await form.getByLabel('Valid on').fill('2026-11-02')
  await form.getByRole('button', { name: 'Create exchange rate' }).click()
  await form.getByText('To must be another currency than From', { exact: true }).waitFor()
  await choose('To', 'BRL')
  await form.getByRole('button', { name: 'Create exchange rate' }).click()
  const drawer = drawerOf(page, 'NOK → BRL')
  await drawer.getByText('Exchange rates cannot be changed, only created and deleted.').waitFor()
  expect(await clicks()).toBe(6)
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(exchangeRates, openIdOf(page))
  const grid = page.getByRole('grid', { name: 'exchange rates' })
  await rowOf(grid, 'NOK → BRL').getByText('0.0854').waitFor()
  await drawer.getByRole('button', { name: 'Delete this exchange rate' }).click()
  await questionOf(page, 'Delete NOK → BRL?').getByText('This cannot be undone.').waitFor()
  await questionOf(page, 'Delete NOK → BRL?').getByRole('button', { name: 'Delete' }).click()
  await messageOf(page, 'NOK → BRL deleted').waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await eventually(() => boxOf(page, 'NOK → BRL').count()).toBe(0)
})

test('A supplier is found, and its page shows its contacts and its places', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const { id: supplierId } = await records.create(suppliers, {
    code: 'CAPELIN',
    name: 'Capelin Parts',
    currency: 'EUR',
    rating: 4,
    incoterm: 'DAP',
    leadDays: 21,
  })
  await records.create(contacts, { supplierId, firstName: 'Ines', email: 'ines@capelin.example' })
  await createLocation(records, { supplierId, name: 'Capelin store', latitude: 43.3, longitude: 5.4 })
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/suppliers?rating=4&search=Capelin', 'suppliers')
  await rowOf(grid, 'Capelin Parts').getByText('DAP').waitFor()
  await rowOf(grid, 'Capelin Parts').click()
  await drawerOf(page, 'Capelin Parts')
    .getByRole('tab', { name: /^Contacts/ })
    .click()
  await drawerOf(page, 'Capelin Parts').getByText('Ines', { exact: true }).waitFor()
  await drawerOf(page, 'Capelin Parts').getByRole('link', { name: 'All contacts on the page' }).click()
  await arrivesAt(page, `/suppliers/${supplierId}?tab=contacts`)
  await listsNames(page.getByRole('grid', { name: 'contacts' }), ['Ines'])
  await page.getByRole('tab', { name: /^Locations/ }).click()
  await page
    .getByRole('figure', { name: 'Locations on the map' })
    .getByRole('button', { name: 'Capelin store' })
    .waitFor()
})
