import { customers, industries } from '@packhouse/contract'
import type { Locator } from 'playwright-core'
import { afterAll, beforeEach, expect, inject } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { violationsInBothThemes } from '../../src/axe.ts'
import { countClicks } from '../../src/click-count.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { newTabOf } from '../../src/new-tabs.ts'
import { forgetPreferences } from '../../src/preferences.ts'
import {
  boxOf,
  drawerOf,
  gridOf,
  linkOf,
  listsNames,
  messageOf,
  openList,
  rowOf,
  searchOf,
} from '../../src/record-list.ts'
import { createCustomer, createCustomers } from '../../src/records.ts'
import { measureTargets } from '../../src/targets.ts'
import { test } from '../../src/test.ts'

// Columns and views are kept in the account, which every test shares.
beforeEach(() => forgetPreferences(inject('quiet'), 'staff'))
afterAll(() => forgetPreferences(inject('quiet'), 'staff'))

function headOf(grid: Locator, label: string): Locator {
  return grid.getByRole('columnheader', { name: label, exact: true })
}

test('A press on a head sorts, the next turns the order round, the third goes back', async ({ visit, records }) => {
  await createCustomer(records, 'Skerry Anchovy', { status: 'prospect' })
  await createCustomer(records, 'Skerry Bream', { status: 'active' })
  await createCustomer(records, 'Skerry Cod', { status: 'hold' })
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Skerry', 'customers')
  await listsNames(grid, ['Skerry Anchovy', 'Skerry Bream', 'Skerry Cod'])
  const status = headOf(grid, 'Status')
  await status.getByRole('button').click()
  await listsNames(grid, ['Skerry Bream', 'Skerry Cod', 'Skerry Anchovy'])
  await arrivesAt(page, '/customers?search=Skerry&sort=status')
  expect(await status.getAttribute('aria-sort')).toBe('ascending')
  await status.getByRole('button').click()
  await listsNames(grid, ['Skerry Anchovy', 'Skerry Cod', 'Skerry Bream'])
  expect(await status.getAttribute('aria-sort')).toBe('descending')
  await page.reload()
  await listsNames(grid, ['Skerry Anchovy', 'Skerry Cod', 'Skerry Bream'])
  await status.getByRole('button').click()
  await listsNames(grid, ['Skerry Anchovy', 'Skerry Bream', 'Skerry Cod'])
  await arrivesAt(page, '/customers?search=Skerry')
  expect(await headOf(grid, 'Name').getAttribute('aria-sort')).toBe('ascending')
})

test('A row is a link: a click opens it here, with Ctrl or the middle button in a new tab, and its text can be selected', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Skerry Eel', { status: 'active' })
  const list = '/customers?search=Skerry&sort=status'
  for (const size of [{}, { width: 390, height: 844 }]) {
    const { page } = await visit({ as: 'staff', ...size })
    const grid = await openList(page, list, 'customers')
    const row = rowOf(grid, 'Skerry Eel')
    const status = row.getByText('Active', { exact: true })
    expect(await linkOf(row).getAttribute('href')).toBe(`${list}&open=${id}`)
    const isPhone = 'width' in size
    expect(await newTabOf(page, () => row.click({ modifiers: ['Control'] }))).toBe(`${list}&open=${id}`)
    // On a phone the link is above the text; elsewhere a press on text does what one on the link does.
    const onText = () => status.click({ button: 'middle', force: isPhone })
    expect(await newTabOf(page, onText)).toBe(`${list}&open=${id}`)
    await boxOf(grid, 'Skerry Eel').click()
    await eventually(() => row.getAttribute('aria-selected')).toBe('true')
    if (!isPhone) {
      await selectByDragging(status)
      expect(await page.evaluate(() => String(getSelection()))).toContain('ctiv')
    }
    expect(await page.getByRole('complementary').count()).toBe(0)
    await row.click()
    await drawerOf(page, 'Skerry Eel').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => hasFocus(linkOf(row))).toBe(true)
    expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  }
})

async function selectByDragging(text: Locator): Promise<void> {
  const box = await text.boundingBox()
  if (box === null) throw new Error('The text is not shown.')
  const middle = box.y + box.height / 2
  await text.page().mouse.move(box.x + 2, middle)
  await text.page().mouse.down()
  await text.page().mouse.move(box.x + box.width - 2, middle, { steps: 4 })
  await text.page().mouse.up()
}

test('The head of a column stands over its values: of text at their start, of numbers at their end', {
  tags: ['long'],
}, async ({ visit, records }) => {
  await createCustomer(records, 'Skerry Dab')
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Skerry', 'customers')
  const aligned = await grid.evaluate((table) => {
    const alignmentOf = (cell: Element) => getComputedStyle(cell).textAlign
    const values = [...table.querySelectorAll('tbody tr:first-child td')].map(alignmentOf)
    return [...table.querySelectorAll('thead th')].map((head, column) => [alignmentOf(head), values[column]])
  })
  expect(aligned.map(([head]) => head)).toEqual(aligned.map(([, value]) => value))
  expect(new Set(aligned.map(([head]) => head))).toEqual(new Set(['start', 'end']))
})

test('Filters are kept in the address, after a reload, and on the way back from a row', async ({ visit, records }) => {
  const { id: industryId } = await records.create(industries, { code: 'HERRING', name: 'Herring' })
  await createCustomer(records, 'Fjord Held', { status: 'hold', industryId })
  await createCustomer(records, 'Fjord Other', { status: 'hold' })
  await createCustomer(records, 'Fjord Active', { industryId })
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Fjord', 'customers')
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Status: On hold' })
  await listsNames(grid, ['Fjord Held', 'Fjord Other'])
  await page.getByRole('combobox', { name: 'Industry' }).fill('Herr')
  await page.getByRole('option', { name: /^Herring/ }).click()
  await listsNames(grid, ['Fjord Held'])
  const filtered = `/customers?search=Fjord&status=hold&industryId=${industryId}`
  const { searchParams: wanted } = new URL(filtered, page.url())
  await eventually(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(Object.fromEntries(wanted))
  await page.reload()
  await listsNames(grid, ['Fjord Held'])
  expect(await page.getByRole('combobox', { name: 'Industry' }).inputValue()).toBe('Herring')
  await rowOf(grid, 'Fjord Held').click()
  await drawerOf(page, 'Fjord Held').getByRole('link', { name: 'Open the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fjord Held' }).waitFor()
  await page.goBack()
  await listsNames(grid, ['Fjord Held'])
  await page.goBack()
  await drawerOf(page, 'Fjord Held').waitFor({ state: 'hidden' })
  await listsNames(grid, ['Fjord Held'])
})

test('A filter behind More shows as a chip, which takes it away', { tags: ['long'] }, async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Inlet Group')
  await createCustomer(records, 'Inlet Part', { parentId: id })
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Inlet', 'customers')
  await listsNames(grid, ['Inlet Group', 'Inlet Part'])
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'More filters' }).getByRole('combobox', { name: 'Part of' }).fill('Inlet')
  await page.getByRole('option', { name: /^Inlet Group/ }).click()
  await listsNames(grid, ['Inlet Part'])
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Remove the filter Part of: Inlet Group' }).click()
  await listsNames(grid, ['Inlet Group', 'Inlet Part'])
  await arrivesAt(page, '/customers?search=Inlet')
})

test('The search finds while typing, says when nothing matches, and suggests the nearest name', {
  tags: ['long'],
}, async ({ visit, records }) => {
  await createCustomers(records, ['Lofoten Kipper', 'Lofoten Caviar'])
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers', 'customers')
  await searchOf(page, 'customers').pressSequentially('lofoten c')
  await listsNames(grid, ['Lofoten Caviar'])
  await arrivesAt(page, '/customers?search=lofoten%20c')
  await searchOf(page, 'customers').fill('Lofoten Kiper')
  await page.getByRole('heading', { name: 'No customer matches “Lofoten Kiper”' }).waitFor()
  await page.getByRole('button', { name: 'Lofoten Kipper', exact: true }).click()
  await listsNames(grid, ['Lofoten Kipper'])
  expect(await searchOf(page, 'customers').inputValue()).toBe('Lofoten Kipper')
  await searchOf(page, 'customers').fill('zzz')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await arrivesAt(page, '/customers')
  await eventually(() => searchOf(page, 'customers').inputValue()).toBe('')
})

test('More rows than a page come page by page, or more at once', async ({ visit, records }) => {
  const names = Array.from({ length: 27 }, (_, index) => `Archipelago ${String(index + 1).padStart(2, '0')}`)
  await createCustomers(records, names)
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Archipelago', 'customers')
  await listsNames(grid, names.slice(0, 25))
  await page.getByText('1 to 25 of 27', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Next page' }).click()
  await listsNames(grid, names.slice(25))
  await arrivesAt(page, '/customers?search=Archipelago&page=2')
  expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
  await page.reload()
  await listsNames(grid, names.slice(25))
  await page.getByText('26 to 27 of 27', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  await listsNames(grid, names)
  await arrivesAt(page, '/customers?search=Archipelago&pageSize=50')
  // A change of what is listed leads back to the first page.
  await page.goto('/customers?search=Archipelago&page=2')
  await listsNames(grid, names.slice(25))
  await headOf(grid, 'Name').getByRole('button').click()
  await listsNames(grid, names.toReversed().slice(0, 25))
})

test('The columns are chosen by the reader and stay chosen', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers', 'customers')
  const heads = () => grid.getByRole('columnheader').allInnerTexts()
  const first = ['', 'Name', 'Industry', 'Status', 'Sites', 'Machines', 'Owner', 'Changed']
  expect(await heads()).toEqual(first)
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Legal name', 'Owner']) {
    const kept = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    await page.getByRole('menuitemcheckbox', { name }).click()
    await kept
  }
  const chosen = ['', 'Name', 'Industry', 'Status', 'Sites', 'Machines', 'Changed', 'Legal name']
  await eventually(heads).toEqual(chosen)
  await page.reload()
  await gridOf(page, 'customers').waitFor()
  expect(await heads()).toEqual(chosen)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Reset to default columns' }).click()
  await eventually(heads).toEqual(first)
})

test('Columns that have no room are left out, until the reader chooses columns', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const { id: industryId } = await records.create(industries, {
    code: 'E2E-FULMAR',
    name: 'Frozen vegetables and ready meals of the north',
  })
  await createCustomer(records, 'Fulmar Frozen Foods of the North', { industryId })
  const { page } = await visit({ as: 'staff', width: 768, height: 1024 })
  const grid = await openList(page, '/customers?search=Fulmar', 'customers')
  const heads = () => grid.getByRole('columnheader').allInnerTexts()
  const room = grid.locator('xpath=..')
  const isCut = () => room.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  expect(await isCut()).toBe(false)
  expect((await heads()).slice(0, 4)).toEqual(['', 'Name', 'Industry', 'Status'])
  expect(await heads()).not.toContain('Changed')
  await page.setViewportSize({ width: 1440, height: 900 })
  await eventually(heads).toContain('Changed')
  await page.setViewportSize({ width: 768, height: 1024 })
  await eventually(heads).not.toContain('Changed')
  await page.getByRole('button', { name: 'Columns' }).click()
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
  const isTicked = async (name: string) => (await choice(name).getAttribute('aria-checked')) === 'true'
  // What is left out is not ticked; whoever ticks it sees it, however wide the table is then.
  expect([await isTicked('Status'), await isTicked('Changed')]).toEqual([true, false])
  await choice('Changed').click()
  await choice('Legal name').click()
  await eventually(heads).toContain('Legal name')
  expect((await heads()).slice(-2)).toEqual(['Changed', 'Legal name'])
  expect(await isTicked('Changed')).toBe(true)
  expect(await isCut()).toBe(true)
  await page.getByRole('menuitem', { name: 'Reset to default columns' }).click()
  await eventually(isCut).toBe(false)
})

test('On a phone a customer is found as a card of two lines, read and changed in 4 presses', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id: industryId } = await records.create(industries, { code: 'SKREI', name: 'Winter cod' })
  const { id } = await createCustomer(records, 'Lofoten Skrei', { status: 'hold', industryId, legalName: 'Skrei AS' })
  await createCustomer(records, `Lofoten ${'W'.repeat(80)}`, { code: 'LOFOTEN-W', status: 'inactive' })
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  const clicks = await countClicks(page.context())
  const nothing = { light: [], dark: [] }
  const isSideways = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].some(
        ({ scrollWidth, clientWidth, tagName }) =>
          ['HTML', 'MAIN', 'TABLE', 'ASIDE', 'FORM'].includes(tagName) && scrollWidth > clientWidth,
      ),
    )
  const grid = await openList(page, '/customers', 'customers')
  await searchOf(page, 'customers').tap()
  await searchOf(page, 'customers').fill('Lofoten')
  await listsNames(grid, ['Lofoten Skrei', `Lofoten ${'W'.repeat(80)}`])
  const row = rowOf(grid, 'Lofoten Skrei')
  const cells = row.getByRole('gridcell')
  await eventually(() => cells.allInnerTexts()).toEqual([
    '',
    'Lofoten SkreiLOFOTEN-SKREI',
    'On hold',
    'Winter cod',
    'Sites 0',
  ])
  const tops = await Promise.all([1, 2, 3, 4].map(async (cell) => (await cells.nth(cell).boundingBox())?.y ?? 0))
  expect(Math.max(...tops.slice(0, 2))).toBeLessThan(Math.min(...tops.slice(2)))
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await isSideways()).toBe(false)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  const targets = (await measureTargets(page)).filter(({ name }) => /^(Select |Name$|Status$)/.test(name))
  expect(targets.map(({ name }) => name)).toContain('Select Lofoten Skrei')
  expect(targets.filter(({ width, height }) => width < 44 || height < 44)).toEqual([])
  await row.tap({ position: { x: 200, y: 8 } })
  const drawer = drawerOf(page, 'Lofoten Skrei')
  await drawer.getByRole('definition').getByText('Skrei AS', { exact: true }).waitFor()
  expect(await drawer.getByRole('textbox').count()).toBe(0)
  expect(await isSideways()).toBe(false)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await drawer.getByRole('button', { name: 'Edit', exact: true }).tap()
  const name = drawer.getByRole('textbox', { name: 'Name', exact: true })
  await eventually(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await drawer.getByRole('textbox', { name: 'Legal name' }).fill('Skrei Holding AS')
  await drawer.getByRole('button', { name: 'Save changes' }).tap()
  await messageOf(page, 'Lofoten Skrei saved').waitFor()
  await drawer.getByRole('definition').getByText('Skrei Holding AS', { exact: true }).waitFor()
  // The search, the card, Edit, Save.
  expect(await clicks()).toBe(4)
  expect((await records.read(customers, id)).legalName).toBe('Skrei Holding AS')

  const edit = drawer.getByRole('button', { name: 'Edit', exact: true })
  await eventually(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
  await edit.tap()
  await drawer.getByRole('textbox', { name: 'Legal name' }).fill('Typed')
  await drawer.getByRole('button', { name: 'Cancel' }).tap()
  await drawer.getByRole('definition').getByText('Skrei Holding AS', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await eventually(() => hasFocus(linkOf(row))).toBe(true)
  await boxOf(grid, 'Lofoten Skrei').tap()
  await eventually(() => row.getAttribute('aria-selected')).toBe('true')
})
