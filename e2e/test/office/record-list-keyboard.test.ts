import { sharedViews } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, inject } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { forgetPreferences } from '../../src/preferences.ts'
import { boxOf, drawerOf, gridOf, linkOf, listsNames, openList, questionOf, rowOf } from '../../src/record-list.ts'
import { createCustomer, createCustomers } from '../../src/records.ts'
import { test } from '../../src/test.ts'
import { textOf } from '../../src/text.ts'

// Columns and views are kept in the account, which every test shares.
beforeEach(() => forgetPreferences(inject('quiet'), 'staff'))
afterAll(() => forgetPreferences(inject('quiet'), 'staff'))

test('Arrows move in the table, Enter opens the row, Escape closes it and returns to it', async ({
  visit,
  records,
}) => {
  await createCustomers(records, ['Quay One', 'Quay Three', 'Quay Two'])
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Quay', 'customers')
  await listsNames(grid, ['Quay One', 'Quay Three', 'Quay Two'])
  await page.getByRole('button', { name: 'Columns' }).focus()
  await page.keyboard.press('Tab')
  await eventually(() => hasFocus(linkOf(rowOf(grid, 'Quay One')))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await eventually(() => hasFocus(linkOf(rowOf(grid, 'Quay Three')))).toBe(true)
  await page.keyboard.press('End')
  await eventually(() => hasFocus(linkOf(rowOf(grid, 'Quay Two')))).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const drawer = drawerOf(page, 'Quay Three')
  await eventually(() => hasFocus(drawer.getByRole('heading', { name: 'Quay Three' }))).toBe(true)
  await drawer.getByRole('button', { name: 'Next customer' }).click()
  await drawerOf(page, 'Quay Two').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(linkOf(rowOf(grid, 'Quay Two')))).toBe(true)
  expect(await page.getByRole('complementary').count()).toBe(0)
})

test('Space selects, Shift extends, Ctrl-A takes all, Escape clears', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  await createCustomers(records, ['Wharf A', 'Wharf B', 'Wharf C', 'Wharf D'])
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Wharf', 'customers')
  await listsNames(grid, ['Wharf A', 'Wharf B', 'Wharf C', 'Wharf D'])
  const selected = async () => {
    const words = page.getByRole('region', { name: 'Selected rows' }).getByRole('status')
    return (await words.count()) === 0 ? '' : await textOf(words)
  }
  await linkOf(rowOf(grid, 'Wharf B')).focus()
  await page.keyboard.press('Space')
  await eventually(selected).toBe('1 selected')
  expect(await rowOf(grid, 'Wharf B').getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Shift+ArrowDown')
  await eventually(selected).toBe('2 selected')
  expect(await boxOf(grid, 'Wharf C').isChecked()).toBe(true)
  await page.keyboard.press('Control+a')
  await eventually(selected).toBe('4 selected')
  await page.keyboard.press('Escape')
  await eventually(selected).toBe('')
  await boxOf(grid, 'Wharf A').click()
  await boxOf(grid, 'Wharf C').click({ modifiers: ['Shift'] })
  await eventually(selected).toBe('3 selected')
})

test('Up from the first row leads to the heads, where Enter sorts and Down leads back', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  await createCustomers(records, ['Jetty Alpha', 'Jetty Beta'])
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Jetty', 'customers')
  await listsNames(grid, ['Jetty Alpha', 'Jetty Beta'])
  await linkOf(rowOf(grid, 'Jetty Alpha')).focus()
  await page.keyboard.press('ArrowUp')
  await eventually(() => hasFocus(grid.getByRole('checkbox', { name: 'Select all rows' }))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await eventually(() => hasFocus(grid.getByRole('button', { name: 'Name' }))).toBe(true)
  await page.keyboard.press('Enter')
  await listsNames(grid, ['Jetty Beta', 'Jetty Alpha'])
  await page.keyboard.press('ArrowDown')
  await eventually(() => page.evaluate(() => document.activeElement?.closest('tbody tr') !== null)).toBe(true)
})

test('A view keeps filters, order and columns under a name, until it is removed', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  await createCustomer(records, 'Pier Held', { status: 'hold' })
  await createCustomer(records, 'Pier Open')
  const { page } = await visit({ as: 'staff' })
  const kept = '/customers?sort=-name&search=Pier&status=hold'
  const grid = await openList(page, kept, 'customers')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Website' }).click()
  await page.keyboard.press('Escape')
  await openViews(page)
  await page.getByRole('menuitem', { name: 'Save this view …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('On hold at the pier')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.goto('/customers?search=Pier')
  await listsNames(grid, ['Pier Held', 'Pier Open'])
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Reset to default columns' }).click()
  await openViews(page)
  await page.getByRole('menuitem', { name: 'On hold at the pier', exact: true }).click()
  await listsNames(grid, ['Pier Held'])
  const wanted = Object.fromEntries(new URL(kept, page.url()).searchParams)
  const own = { ...wanted, saved: 'own:On hold at the pier' }
  await eventually(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(own)
  await grid.getByRole('columnheader', { name: 'Website' }).waitFor()
  const shown = page.getByRole('region', { name: 'View', exact: true })
  await shown.getByText('On hold at the pier').waitFor()
  expect(await shown.getByRole('button').count()).toBe(0)
  await grid.getByRole('button', { name: 'Name' }).click()
  await shown.getByText('Changed').waitFor()
  await shown.getByRole('button', { name: 'Reset' }).click()
  await eventually(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(own)
  await openViews(page)
  await page.getByRole('menuitem', { name: 'Remove the view On hold at the pier' }).click()
  await page.getByText('Save the filters, sorting and columns you use often under a name.').waitFor()
})

test('A view for all is saved in five clicks and a name, is named in the head, and a list opens with the default of all', {
  tags: ['long'],
}, async ({ visit, records }) => {
  await createCustomer(records, 'Jetty Held', { status: 'hold' })
  await createCustomer(records, 'Jetty Open')
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Jetty', 'customers')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('hold')
  await listsNames(grid, ['Jetty Held'])
  await openViews(page)
  await page.getByRole('menuitem', { name: 'Save this view …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('Held at the jetty')
  await dialog.getByRole('checkbox', { name: 'Share with all staff' }).check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  const shown = page.getByRole('region', { name: 'View', exact: true })
  await shown.getByText('Held at the jetty').waitFor()
  const saved = new URL(page.url()).searchParams.get('saved') ?? ''
  records.keep(sharedViews, saved)
  // A change that others may like too is saved for all.
  await page.goto(`/customers?saved=${saved}&search=Jetty`)
  await shown.getByRole('button', { name: 'Save', exact: true }).click()
  await shown.getByText('Changed').waitFor({ state: 'hidden' })
  await eventually(async () => (await records.read(sharedViews, saved)).query).toBe('search=Jetty')
  await openViews(page)
  await page.getByRole('menuitem', { name: 'Remove the view Held at the jetty' }).click()
  const question = questionOf(page, 'Delete the view “Held at the jetty” of all staff?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await shown.waitFor({ state: 'hidden' })
  const nordic = { list: 'country', name: 'Nordic', query: 'search=Norway', columns: ['iso3'] }
  const { id } = await records.create(sharedViews, nordic)
  await records.setPrimary(sharedViews, id)
  await page.goto('/reference/countries')
  await listsNames(gridOf(page, 'countries'), ['Norway'])
  await shown.getByText('Nordic').waitFor()
  await openViews(page)
  await page.getByRole('menuitem', { name: 'All countries, without a view' }).click()
  await shown.waitFor({ state: 'hidden' })
  // What opens the list for all can be taken back.
  await page.goto(`/reference/countries?saved=${id}&search=Norway`)
  await shown.getByText('Nordic').waitFor()
  await openViews(page)
  await page.getByRole('menuitemcheckbox', { name: 'Open the list like this for all' }).click()
  await eventually(async () => (await records.read(sharedViews, id)).isDefault).toBe(false)
  await page.goto('/reference/countries')
  await rowOf(gridOf(page, 'countries'), 'Albania').waitFor()
  expect(await shown.count()).toBe(0)
})

async function openViews(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menu').waitFor()
}

test('An empty list says what to do next, and does it', { tags: ['long'] }, async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Berth Empty')
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${id}?tab=contacts`)
  await page.getByRole('heading', { name: 'No contacts yet' }).waitFor()
  await page.getByText('Create the first contact; it will appear here right away.').waitFor()
  expect(await gridOf(page, 'contacts').count()).toBe(0)
  await page.getByRole('button', { name: 'New contact' }).last().click()
  await arrivesAt(page, `/customers/${id}?tab=contacts&open=new`)
  const first = drawerOf(page, 'New contact').getByRole('textbox', { name: 'First name' })
  await eventually(() => hasFocus(first)).toBe(true)
})
