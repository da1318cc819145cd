import { areas } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { type Library, makeLibrary } from '../../src/library-records.ts'
import { drawerOf, gridOf, messageOf, questionOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { SettledScreen } from '../../src/settled-screen.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }

let records: Records
let library: Library

beforeAll(async () => {
  records = new Records(inject('quiet'))
  library = await makeLibrary(records, 'QTY')
})
afterAll(async () => {
  await records.removeAll()
})

const tableOf = (page: Page) => gridOf(page, 'fields of machine types')
const fieldOf = (page: Page, label: string) => tableOf(page).getByRole('link', { name: label, exact: true })

async function openType(page: Page, id: string): Promise<Locator> {
  await page.goto(`/library/types?type=${id}`)
  await fieldOf(page, 'Film width').waitFor()
  return tableOf(page)
}

/** The fields from the first to the last. */
async function labelsIn(page: Page): Promise<string[]> {
  return await tableOf(page).locator('[data-field]').allInnerTexts()
}

const atFirst = ['Pack length', 'Film width', 'Splice', 'Gas flush', 'Control']

test('Fields are moved by Alt and arrows, by their menu and by the handle; each move is read out and can be undone', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const screen = new SettledScreen(page)
  await openType(page, library.flow.id)
  const said = page.getByRole('status').filter({ hasText: /moved|undone/ })
  await fieldOf(page, 'Pack length').focus()
  await page.keyboard.press('ArrowDown')
  await eventually(() => hasFocus(fieldOf(page, 'Film width'))).toBe(true)
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(() => labelsIn(page)).toEqual(['Pack length', 'Splice', 'Gas flush', 'Film width', 'Control'])
  await eventually(() => said.textContent()).toBe('Film width moved from 3 to 4.')
  await eventually(() => hasFocus(fieldOf(page, 'Film width'))).toBe(true)
  // A move is shown before it is stored.
  await screen.settled()
  await page.reload()
  await eventually(() => labelsIn(page)).toEqual(['Pack length', 'Splice', 'Gas flush', 'Film width', 'Control'])

  await tableOf(page).getByRole('button', { name: 'More of Control' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await eventually(() => labelsIn(page)).toEqual(['Pack length', 'Splice', 'Gas flush', 'Control', 'Film width'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => said.textContent()).toBe('The move was undone.')
  await eventually(() => labelsIn(page)).toEqual(['Pack length', 'Splice', 'Gas flush', 'Film width', 'Control'])

  const handle = await tableOf(page).getByTitle('Drag to move Film width').boundingBox()
  const target = await fieldOf(page, 'Splice').boundingBox()
  await page.mouse.move((handle?.x ?? 0) + 10, (handle?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((handle?.x ?? 0) + 10, (target?.y ?? 0) + 2, { steps: 5 })
  await page.mouse.up()
  await eventually(() => labelsIn(page)).toEqual(atFirst)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  // The next tests begin with this order.
  await screen.settled()
})

test('A field: key and kind are fixed once used, limits and names are checked while typing, and the drawer shows what becomes of it', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  await openType(page, library.bagger.id)
  await fieldOf(page, 'Film width').focus()
  await page.keyboard.press('Enter')
  const drawer = drawerOf(page, 'Film width')
  const save = drawer.getByRole('button', { name: /^Save changes/ })
  expect(await drawer.getByRole('combobox', { name: 'Kind' }).isDisabled()).toBe(true)
  expect(await drawer.getByRole('textbox', { name: 'Key' }).isDisabled()).toBe(true)
  expect(await drawer.getByText('Fixed: 1 machine has a value. Add a new field to change it.').count()).toBe(2)
  await drawer.getByRole('textbox', { name: 'Largest value' }).fill('60')
  await drawer.getByText('The largest value must not be below the smallest, 80 mm.').waitFor()
  await eventually(() => save.isDisabled()).toBe(true)
  await drawer.getByText('1 field needs a change').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await drawer.getByRole('textbox', { name: 'Largest value' }).fill('700')
  await drawer.getByRole('region', { name: 'How it appears' }).getByText('Film width 700 mm').waitFor()
  await save.click()
  await messageOf(page, 'Film width saved').waitFor()
  await tableOf(page).getByText('80 to 700 mm').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await eventually(() => hasFocus(fieldOf(page, 'Film width'))).toBe(true)

  await page.getByRole('button', { name: 'Add field' }).click()
  const adding = drawerOf(page, 'New field')
  await adding.getByRole('textbox', { name: 'Label' }).fill('Noise')
  await adding.getByRole('textbox', { name: 'Key' }).fill('filmwidth')
  await adding.getByText('Film width has this key already. Choose another one.').waitFor()
  await adding.getByRole('textbox', { name: 'Key' }).fill('noise')
  await adding.getByRole('combobox', { name: 'Kind' }).selectOption('number')
  await adding.getByRole('button', { name: /^Create/ }).click()
  await messageOf(page, 'Noise saved').waitFor()
  await eventually(() => labelsIn(page)).toEqual([...atFirst, 'Noise'])
  await page.keyboard.press('Escape')
  await fieldOf(page, 'Noise').focus()
  await page.keyboard.press('Delete')
  const question = questionOf(page, 'Delete Noise?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await eventually(() => labelsIn(page)).toEqual(atFirst)
})

test('A type without fields offers three, and on a phone buttons move them', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/library/types?open=new')
  const drawer = drawerOf(page, 'New machine type')
  await drawer.getByRole('textbox', { name: 'Code' }).fill('QTY-EMPTY')
  await drawer.getByRole('textbox', { name: 'Name' }).fill('QTY Empty')
  await drawer.getByRole('combobox', { name: 'Category' }).selectOption('weigher')
  await drawer.getByRole('button', { name: /^Create/ }).click()
  await page.getByRole('heading', { level: 2, name: 'QTY Empty has no fields yet' }).waitFor()
  const id = new URL(page.url()).searchParams.get('type') ?? ''
  records.keep(areas.library.resources.machineTypes, id)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.getByRole('button', { name: 'Heads' }).click()
  await fieldOf(page, 'Heads').waitFor()

  await page.getByRole('button', { name: 'Copy from another type' }).click()
  const copying = page.getByRole('dialog', { name: 'Copy fields to QTY Empty' })
  await copying.getByRole('combobox', { name: 'From' }).selectOption({ label: 'QTY Flow wrapper' })
  await copying.getByRole('checkbox', { name: /^Control/ }).uncheck()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await copying.getByRole('button', { name: 'Copy 4 fields' }).click()
  await messageOf(page, '4 fields copied').waitFor()
  await eventually(() => labelsIn(page)).toEqual(['Heads', 'Pack length', 'Film width', 'Splice', 'Gas flush'])
  await tableOf(page).getByText('80 to 600 mm').waitFor()
  // What the type has by now is not offered again.
  await page.getByRole('button', { name: 'Copy from another type' }).click()
  await copying.getByRole('combobox', { name: 'From' }).selectOption({ label: 'QTY Flow wrapper' })
  await eventually(() => copying.getByRole('checkbox').count()).toBe(1)
  await copying.getByRole('button', { name: 'Cancel' }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await openType(page, library.flow.id)
  await page.getByRole('button', { name: 'Move Film width up' }).click()
  await eventually(async () => (await labelsIn(page))[0]).toBe('Film width')
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await labelsIn(page))[0]).toBe('Pack length')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
})
