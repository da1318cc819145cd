import { api, compatibilities, libraryMachines, machineTypes, packagingStyles } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { recordRequests } from '../../src/guard.ts'
import { keepPermissions } from '../../src/permissions.ts'
import { messageOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }
const MATRIX = api.compatibilityMatrix.path
const CELLS = /\/compatibility-cells$/

let own: Records
let machines: string[]
let styles: string[]

/** Three machines of two types and four styles of two families, which a search for `qx` finds. Nobody has answered anything. */
beforeAll(async () => {
  own = new Records(inject('quiet'))
  machines = []
  styles = []
  for (const [code, category, models] of [
    ['QX-A', 'vffs', ['QX-1', 'QX-2']],
    ['QX-B', 'flowWrapper', ['QX-3']],
  ] as const) {
    const type = await own.create(machineTypes, { code, name: `${code} machines`, category })
    for (const model of models) {
      const machine = await own.create(libraryMachines, {
        model,
        name: `Machine ${model}`,
        typeId: type.id,
        designSpeed: 60,
      })
      machines.push(machine.id)
    }
  }
  for (const [name, family] of [
    ['qx pillow', 'bag'],
    ['qx gusset', 'bag'],
    ['qx flat tray', 'tray'],
    ['qx deep tray', 'tray'],
  ] as const) {
    const style = await own.create(packagingStyles, { code: `QX-S${styles.length + 1}`, name, family })
    styles.push(style.id)
  }
})
afterAll(async () => void (await own?.removeAll()))

async function openMatrix(page: Page, more = ''): Promise<Locator> {
  await page.goto(`/library/compatibility?q=qx${more}`)
  const grid = page.getByRole('grid', { name: 'Packaging styles by machine' })
  await grid.waitFor()
  await grid.focus()
  return grid
}

/** What a screen reader says of the cell with the cursor. */
async function said(grid: Locator): Promise<string | null> {
  const id = await grid.getAttribute('aria-activedescendant')
  return await grid.page().locator(`[id="${id}"]`).getAttribute('aria-label')
}

const says = (grid: Locator, words: string) => eventually(() => said(grid)).toBe(words)

/** Presses keys one after the other, each when the one before has moved the cursor. */
async function press(grid: Locator, keys: readonly (readonly [key: string, words: string])[]): Promise<void> {
  for (const [key, words] of keys) {
    await grid.page().keyboard.press(key)
    await says(grid, words)
  }
}

const drawerOf = (page: Page) => page.getByRole('complementary', { name: 'Selected pair' })

test('Keys reach every cell, answer pairs and blocks in one call, and take it back; the drawer holds the evidence', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  const grid = await openMatrix(page)
  await page.getByText('0 of 12 pairs answered').waitFor()
  expect([await grid.getAttribute('aria-rowcount'), await grid.getAttribute('aria-colcount')]).toEqual(['8', '4'])
  await press(grid, [
    ['ArrowRight', 'QX-2, qx pillow: Unknown'],
    ['ArrowDown', 'QX-2, qx gusset: Unknown'],
    ['End', 'QX-3, qx gusset: Unknown'],
    ['Home', 'QX-1, qx gusset: Unknown'],
    ['Control+End', 'QX-3, qx deep tray: Unknown'],
    ['ArrowRight', 'QX-3, qx deep tray: Unknown'],
    ['Control+Home', 'QX-1, qx pillow: Unknown'],
    ['PageDown', 'QX-1, qx deep tray: Unknown'],
    ['PageUp', 'QX-1, qx pillow: Unknown'],
    ['Control+ArrowRight', 'QX-3, qx pillow: Unknown'],
    ['Control+ArrowDown', 'QX-3, qx deep tray: Unknown'],
    ['Control+Home', 'QX-1, qx pillow: Unknown'],
    ['y', 'QX-1, qx pillow: Yes'],
  ])
  await messageOf(page, '1 pair set to Yes').waitFor()
  await page.getByText('1 of 12 pairs answered').waitFor()

  const calls = recordRequests(page, CELLS)
  await press(grid, [
    ['ArrowDown', 'QX-1, qx gusset: Unknown'],
    ['Shift+ArrowRight', 'QX-2, qx gusset: Unknown'],
    ['Shift+ArrowDown', 'QX-2, qx flat tray: Unknown'],
  ])
  await page.getByText('4 pairs selected').waitFor()
  expect(await grid.locator('[aria-selected=true]').count()).toBe(4)
  await page.keyboard.press('n')
  await messageOf(page, '4 pairs set to No').waitFor()
  expect(calls.map((request) => request.postDataJSON().cells.length)).toEqual([4])
  await page.getByText('5 of 12 pairs answered').waitFor()
  await press(grid, [['Control+z', 'QX-2, qx flat tray: Unknown']])
  await messageOf(page, 'Took 4 pairs back').waitFor()
  await press(grid, [['Control+Shift+z', 'QX-2, qx flat tray: No']])
  await page.getByText('5 of 12 pairs answered').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => grid.locator('[aria-selected=true]').count()).toBe(1)
  await press(grid, [
    ['?', 'QX-3, qx flat tray: Unknown'],
    ['Control+Home', 'QX-1, qx pillow: Yes'],
    ['u', 'QX-1, qx pillow: Unknown'],
    ['Control+z', 'QX-1, qx pillow: Yes'],
    ['?', 'QX-2, qx pillow: Unknown'],
  ])

  await page.keyboard.press('c')
  const drawer = drawerOf(page)
  await drawer.getByRole('heading', { name: 'qx pillow' }).waitFor()
  await drawer.getByText(/^Conditional needs at least one condition/).waitFor()
  const save = drawer.getByRole('button', { name: 'Save' })
  expect(await save.isDisabled()).toBe(true)
  await drawer.getByLabel('Speed to, per min').fill('45')
  await drawer.getByRole('button', { name: 'Add evidence' }).click()
  await drawer.getByRole('combobox', { name: 'Evidence' }).selectOption('acceptanceTest')
  await drawer.getByLabel('Confirmed on').fill('2020-05-12')
  await save.click()
  await messageOf(page, 'Answer saved').waitFor()
  await drawer.getByText('Speed up to 45 per minute, against 60 as designed').waitFor()
  await drawer.getByText('Stale: older than 24 months').waitFor()
  await drawer.getByText('No machine of this model is installed').waitFor()
  await drawer.getByRole('button', { name: 'Add a material' }).click()
  await drawer.getByLabel('Another material').selectOption({ label: 'Mono-PE' })
  await drawer.getByRole('group', { name: 'Mono-PE' }).getByLabel('Answer').selectOption('no')
  await save.click()
  await drawer.getByRole('listitem').filter({ hasText: 'Mono-PE' }).getByText('No', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Show the history' }).click()
  await drawer.getByText('Largest speed: 45').waitFor()
  await drawer.getByText('Evidence: Acceptance test', { exact: true }).waitFor()
  // An answer for a material names it: without that 'Answer: No' would be the cell's own.
  const trial = drawer.getByRole('listitem').filter({ hasText: 'Of the material Mono-PE' })
  await trial.getByText('Answer: No', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await drawer.getByRole('heading', { name: 'qx pillow' }).focus()
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(grid)).toBe(true)
  await says(grid, 'QX-2, qx pillow: Conditional, 2 conditions, stale')
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(drawer.getByRole('heading', { name: 'qx pillow' }))).toBe(true)

  await page.getByRole('combobox', { name: 'Material' }).selectOption('mono-PE')
  await grid.focus()
  await says(grid, 'QX-2, qx pillow: No')
  await page.getByRole('combobox', { name: 'Material' }).selectOption('')
})

test('Two people on one cell see both answers and lose nothing; what others change arrives by itself', async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'staff' })
  const old = page.waitForResponse((response) => new URL(response.url()).pathname === MATRIX)
  const grid = await openMatrix(page)
  const body = await (await old).text()
  await page.keyboard.press('Control+End')
  await says(grid, 'QX-3, qx deep tray: Unknown')
  // The page knows nothing of the other's answer yet.
  await page.route(`**${MATRIX}`, (route) => route.fulfill({ body, contentType: 'application/json' }))
  const pair = { machineId: machines[2] ?? '', styleId: styles[3] ?? '' }
  const theirs = await own.create(compatibilities, { ...pair, result: 'no' })
  await page.keyboard.press('y')
  const question = page.getByRole('dialog', { name: 'Somebody else has answered meanwhile' })
  await question.getByRole('row', { name: /QX-3 qx deep tray Yes No/ }).waitFor()
  expect((await own.read(compatibilities, theirs.id)).result).toBe('no')
  await question.getByRole('button', { name: 'Set mine' }).click()
  await eventually(async () => (await own.read(compatibilities, theirs.id)).result).toBe('yes')
  await page.unroute(`**${MATRIX}`)
  await says(grid, 'QX-3, qx deep tray: Yes')

  const drawer = drawerOf(page)
  // What is typed belongs to the answer that the drawer shows then.
  await eventually(() => drawer.getByRole('button', { name: 'Yes', exact: true }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await drawer.getByRole('button', { name: 'Add evidence' }).click()
  await drawer.getByLabel('Notes').fill('Seen at the trial')
  const { rowVersion } = await own.read(compatibilities, theirs.id)
  await own.update(compatibilities, theirs.id, { rowVersion, result: 'no' })
  await says(grid, 'QX-3, qx deep tray: No')
  guard.expectStatus(409, /\/compatibility\//)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText(/they say No, you say Yes/).waitFor()
  expect((await own.read(compatibilities, theirs.id)).notes).toBeNull()
  await drawer.getByRole('button', { name: 'Set mine' }).click()
  await eventually(async () => (await own.read(compatibilities, theirs.id)).notes).toBe('Seen at the trial')
  expect((await own.read(compatibilities, theirs.id)).result).toBe('yes')
})

test('Filters stand in the address; the matrix leaves as CSV and XLSX, and a grid comes in after a preview', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const grid = await openMatrix(page, '&answer=yes')
  await page.getByText(/^2 of \d+ pairs? answered$|^\d+ of \d+ pairs? answered$/).waitFor()
  await page.getByRole('combobox', { name: 'Family' }).selectOption('tray')
  await eventually(() => new URL(page.url()).search).toBe('?q=qx&answer=yes&family=tray')
  await eventually(() => grid.getAttribute('aria-rowcount')).toBe('4')
  await page.reload()
  await eventually(() => grid.getAttribute('aria-rowcount')).toBe('4')
  await page.getByLabel('Running live only').check()
  await page.getByText('No machine and style match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await eventually(() => new URL(page.url()).search).toBe('')
  for (const [name, file] of [
    ['As CSV', 'compatibility.csv'],
    ['As an Excel workbook', 'compatibility.xlsx'],
  ]) {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
  const choose = async (text: string) =>
    await page
      .getByLabel('File with a grid of answers')
      .setInputFiles({ name: 'grid.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('model,QX-S3,QX-NONE\r\nQX-3,yes,no\r\n')
  const preview = page.getByRole('dialog', { name: 'What the file changes' })
  await preview.getByText(/cannot be read/).waitFor()
  expect(await preview.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true)
  await preview.getByRole('button', { name: 'Cancel' }).click()
  await choose('model,QX-S3\r\nQX-3,yes\r\n')
  await preview.getByRole('row', { name: /QX-3 QX-S3 Unknown Yes/ }).waitFor()
  await preview.getByRole('button', { name: 'Import 1 change' }).click()
  await messageOf(page, '1 answer imported').waitFor()
})

test('On a phone the names stay, a tap selects, buttons answer, and the evidence is a sheet', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', ...PHONE })
  const grid = await openMatrix(page, `&machine=${machines[2]}&style=${styles[3]}`)
  await says(grid, 'QX-3, qx deep tray: Yes')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  const box = await grid.boundingBox()
  // The second machine of the first style, below the head and the name of its family.
  await page.touchscreen.tap((box?.x ?? 0) + 148 + 46 + 20, (box?.y ?? 0) + 72 + 25 + 44 + 20)
  await says(grid, 'QX-2, qx gusset: No')
  const bar = page.getByRole('toolbar', { name: 'Answer of the selected pairs' })
  await bar.getByRole('button', { name: 'Unknown' }).tap()
  await says(grid, 'QX-2, qx gusset: Unknown')
  await messageOf(page, '1 pair set to Unknown').waitFor()
  await bar.getByRole('button', { name: 'Evidence' }).tap()
  const drawer = drawerOf(page)
  await drawer.getByRole('heading', { name: 'qx gusset' }).waitFor()
  expect((await drawer.boundingBox())?.width).toBe(PHONE.width)
  expect(await violations(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Close' }).tap()
  await drawer.waitFor({ state: 'detached' })
  await page.evaluate(() => document.querySelector('[role=grid]')?.scrollBy(200, 0))
  expect(await violations(page)).toEqual([])
})

test('Who may only read sees the answers and the evidence, and nothing to change them with', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await keepPermissions(page, /\.read$|^customer\.access$/)
  const calls = recordRequests(page, CELLS)
  const grid = await openMatrix(page)
  await says(grid, 'QX-1, qx pillow: Yes')
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  const drawer = drawerOf(page)
  await drawer.getByRole('heading', { name: 'qx pillow' }).waitFor()
  expect(await drawer.getByRole('button', { name: 'No', exact: true }).isDisabled()).toBe(true)
  expect(await drawer.getByRole('button', { name: 'Add a condition' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0)
  await says(grid, 'QX-1, qx pillow: Yes')
  // The first cell is below the head and the name of its family; the mouse drags over two machines and two styles.
  const box = await grid.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 232 + 20, (box?.y ?? 0) + 72 + 25 + 14]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 52, y + 29)
  await page.mouse.up()
  await page.getByText('4 pairs selected').waitFor()
  expect(calls).toEqual([])
})
