import { areas } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { type Library, makeLibrary } from '../../src/library-records.ts'
import { keepPermissions } from '../../src/permissions.ts'
import { drawerOf, gridOf, linkOf, listsNames, messageOf, questionOf, rowOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { signInByApi } from '../../src/sign-in.ts'
import { test } from '../../src/test.ts'

const { machineDocuments, recipeStyles } = areas.library.resources
const nothing = { light: [], dark: [] }
const LIST = '/library/machines?search=QLB'

let records: Records
let library: Library

beforeAll(async () => {
  records = new Records(inject('quiet'))
  library = await makeLibrary(records, 'QLB')
})
afterAll(async () => {
  await records.removeAll()
})

const filtersOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
const groupOf = (page: Page, name: string) => filtersOf(page).getByRole('group', { name })
const chipOf = (page: Page, words: string) => page.getByRole('button', { name: `Remove the filter ${words}` })
const machineId = (model: string) => library.machines[model]?.id ?? ''

/** A picture of a single pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

async function attachImages(id: string, names: readonly string[]): Promise<void> {
  const { access_token } = await signInByApi(inject('quiet'), 'staff')
  for (const name of names) {
    const body = new FormData()
    body.append('file', new File([Buffer.from(PIXEL, 'base64')], name))
    const headers = { authorization: `Bearer ${access_token}` }
    const path = `${inject('quiet').url}/v1/machine-library/machines/${id}/files`
    const answer = await fetch(path, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
  }
}

/** Whether the browser has drawn it. */
const isDrawn = async (image: Locator) => await image.evaluate((node: HTMLImageElement) => node.naturalWidth > 0)

/** How often each choice of a group of filters would be found. */
async function countsIn(group: Locator): Promise<string[]> {
  return (await group.locator('label').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
}

async function openMachines(page: Page): Promise<Locator> {
  await page.goto(LIST)
  const grid = gridOf(page, 'machines')
  await listsNames(grid, ['QLB-0870', 'QLB-0930', 'QLB-1980'])
  return grid
}

test('Machines: F goes to the filters; fields come with their type, counts respect each other, and all is in the address', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  const grid = await openMachines(page)
  expect(await groupOf(page, 'Film width').count()).toBe(0)
  await rowOf(grid, 'QLB-0930').getByText('not installed yet').waitFor()
  await page.keyboard.press('f')
  await eventually(() => hasFocus(filtersOf(page).getByRole('checkbox').first())).toBe(true)

  await groupOf(page, 'Type').getByRole('checkbox', { name: 'QLB Flow wrapper' }).press(' ')
  await listsNames(grid, ['QLB-0870', 'QLB-0930'])
  await eventually(() => countsIn(groupOf(page, 'Splice'))).toEqual(['Automatic 2', 'By hand 0'])
  await groupOf(page, 'Film width').getByRole('textbox', { name: 'Film width, from' }).fill('400')
  await listsNames(grid, ['QLB-0930'])
  await chipOf(page, 'Film width from 400 mm').waitFor()
  await eventually(() => countsIn(groupOf(page, 'Gas flush'))).toEqual(['Yes 1', 'No 0'])
  // What is no number is said at once, and asks for nothing.
  await groupOf(page, 'Film width').getByRole('textbox', { name: 'Film width, to' }).fill('wide')
  await groupOf(page, 'Film width').getByRole('alert').waitFor()
  await groupOf(page, 'Film width').getByRole('textbox', { name: 'Film width, to' }).fill('')
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  const address = new URL(page.url())
  expect(address.searchParams.getAll('spec')).toEqual(['filmWidth:400..'])
  expect(address.searchParams.get('typeId')).toBe(library.flow.id)
  await page.reload()
  await listsNames(grid, ['QLB-0930'])
  await chipOf(page, 'Film width from 400 mm').click()
  await listsNames(grid, ['QLB-0870', 'QLB-0930'])
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('machines.csv')

  await filtersOf(page).getByRole('button', { name: 'Clear 1' }).click()
  await listsNames(grid, ['QLB-0870', 'QLB-0930', 'QLB-1980'])
  await filtersOf(page).getByRole('combobox', { name: 'Fits the packaging style' }).fill('QLB flow')
  await page.getByRole('option', { name: /QLB flow pack/ }).click()
  await filtersOf(page).getByText('1 machine is unknown for it and stays listed').waitFor()
  await listsNames(grid, ['QLB-0870', 'QLB-0930', 'QLB-1980'])
  await filtersOf(page).getByRole('textbox', { name: 'Design speed, to' }).fill('100')
  await listsNames(grid, ['QLB-0870', 'QLB-1980'])

  await linkOf(rowOf(grid, 'QLB-0870')).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await arrivesAt(page, `/library/machines/${machineId('QLB-1980')}`)
})

test('Machines: all columns up to price and lead time are in view, rows lead to the configurator, and selected ones are compared', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const grid = await openMachines(page)
  const heads = await grid.getByRole('columnheader').allInnerTexts()
  expect(heads.slice(-2)).toEqual(['Base price', 'Lead'])
  await rowOf(grid, 'QLB-0930').getByText('91,130').waitFor()
  await rowOf(grid, 'QLB-0930').getByText('16 wk').waitFor()
  expect(await grid.evaluate((node) => node.scrollWidth - (node.parentElement?.clientWidth ?? 0))).toBe(0)
  await rowOf(grid, 'QLB-0930').getByRole('link', { name: 'Configure QLB-0930' }).click()
  await arrivesAt(page, `/library/configurator?machine=${machineId('QLB-0930')}`)
  const configured = page.getByRole('region', { name: 'Options' })
  await configured.getByRole('heading', { name: /QLB-0930/ }).waitFor()
  await page.getByText('1 of 4 options').waitFor()

  await page.goBack()
  const compare = page.getByRole('button', { name: /^Compare/ })
  expect(await compare.isDisabled()).toBe(true)
  for (const model of ['QLB-0930', 'QLB-0870']) {
    await rowOf(grid, model).getByRole('checkbox').click()
  }
  await page.getByRole('button', { name: 'Compare 2' }).click()
  const table = page.getByRole('table', { name: 'Compare machines' })
  const lineOf = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await eventually(() => lineOf('Base price').getByRole('cell').allInnerTexts()).toEqual([
    '58,400.00 EUR',
    '91,130.00 EUR',
  ])
  expect(await lineOf('Options').getByRole('cell').allInnerTexts()).toEqual(['0', '4'])
  expect(await lineOf('Film width').getByRole('cell').allInnerTexts()).toEqual(['380 mm', '450 mm'])
  await lineOf('Voltage').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.getByRole('button', { name: 'Only differences' }).click()
  await lineOf('Voltage').waitFor({ state: 'detached' })
  await lineOf('IP rating').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Back to the machines' }).click()
  await page.getByRole('heading', { level: 1, name: 'Machines' }).waitFor()
})

test('Costs of machines and options are shown to whoever may see costs, and to nobody else', async ({ visit }) => {
  const { libraryMachines, machineOptions } = areas.library.resources
  const option = library.options['SPL-AUT']
  const machine = await records.read(libraryMachines, machineId('QLB-0930'))
  await records.update(libraryMachines, machine.id, { rowVersion: machine.rowVersion, baseCost: '64250' })
  const { rowVersion } = await records.read(machineOptions, option?.id ?? '')
  await records.update(machineOptions, option?.id ?? '', { rowVersion, cost: '3980' })
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/library/machines/${machine.id}`)
  const price = page.getByRole('region', { name: 'Price and lead time' })
  await price.getByText('EUR 64,250.00').waitFor()
  const options = page.getByRole('region', { name: 'Options' })
  await options.getByText('EUR 3,980.00').waitFor()
  await options.getByRole('rowheader', { name: 'Film 4' }).waitFor()
  await keepPermissions(page, /^(?!cost\.read$)/)
  await page.reload()
  await price.getByText('EUR 91,130.00').waitFor()
  await options.getByText('EUR 5,690.00').waitFor()
  expect(await price.getByText('Base cost').count()).toBe(0)
  expect(await options.getByRole('columnheader', { name: 'Cost' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Base price' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Base cost' }).count()).toBe(0)
})

test('Recipes: one is given its packaging style, and the screen of those without a style opens beside', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/library/recipes?search=QLB')
  await page.getByRole('button', { name: 'New recipe' }).first().click()
  const drawer = drawerOf(page, 'New recipe')
  await drawer.getByRole('textbox', { name: 'Recipe' }).fill('QLB pillow 400 g')
  await drawer.getByRole('combobox', { name: 'Packaging style' }).fill('QLB flow')
  await page.getByRole('option', { name: /QLB flow pack/ }).click()
  await drawer.getByRole('button', { name: 'Create recipe' }).click()
  const grid = gridOf(page, 'recipes')
  await rowOf(grid, 'QLB pillow 400 g').getByText('QLB flow pack').waitFor()
  for (const { id } of await records.find(recipeStyles, 'QLB pillow')) records.keep(recipeStyles, id)
  await page.keyboard.press('Escape')
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await page.getByRole('link', { name: 'Recipes without a style' }).click()
  await arrivesAt(page, '/library/recipes/without-style')
  await page.getByRole('heading', { name: 'Recipes without a style' }).waitFor()
  await page.getByRole('heading', { name: 'Every recipe has a packaging style' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.setViewportSize({ width: 390, height: 844 })
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('Machines on a phone are cards, and the filters a sheet', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  await page.goto(LIST)
  const cards = page.getByRole('list', { name: 'Machines' })
  await cards.getByText('120 packs/min, not installed yet').waitFor()
  expect(await cards.getByRole('link').count()).toBe(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: 'QLB Vertical bagger' }).click()
  await sheet.getByRole('button', { name: 'Show 1 machine' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await eventually(() => cards.getByRole('link').count()).toBe(1)
  await cards.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /QLB-1980/ }).waitFor()
  await page.getByText('No machine of this model is installed at a customer yet').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
})

test('A machine: values are checked and saved in place, and an option that cannot be had says why', async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(409, /\/specs$/)
  await page.goto(`/library/machines/${machineId('QLB-0930')}`)
  const specs = page.getByRole('region', { name: 'Specifications' })
  await specs.getByText('4 of 5 fields of type QLB Flow wrapper').waitFor()
  const options = page.getByRole('region', { name: 'Options' })
  await options.getByText('Not with Twin infeed with phase control, standard here').waitFor()
  expect(await options.locator('s').allInnerTexts()).toEqual(['Four-head rotary jaw'])
  await options.getByText('Requires Reel holder').waitFor()
  await page.getByRole('list', { name: 'Packaging styles' }).getByText('QLB flow pack, fin seal').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await specs.getByRole('button', { name: 'Edit values' }).click()
  const form = page.getByRole('form', { name: 'Edit the specifications' })
  await form.getByRole('textbox', { name: 'Film width' }).fill('30')
  await form.getByRole('textbox', { name: 'Control' }).fill('PackML 2022')
  await form.getByText('Film width must not be below 80 mm.').waitFor()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByRole('alert').getByRole('button', { name: 'Film width' }).click()
  await eventually(() => hasFocus(form.getByRole('textbox', { name: 'Film width' }))).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  // Somebody else saves meanwhile: what was typed stays, and the next attempt counts.
  const { libraryMachines } = areas.library.resources
  const { rowVersion } = await records.read(libraryMachines, machineId('QLB-0930'))
  await records.update(libraryMachines, machineId('QLB-0930'), { rowVersion, leadWeeks: 17 })
  await form.getByRole('textbox', { name: 'Film width' }).fill('430')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByText('Somebody else has saved this machine meanwhile.').waitFor()
  expect(await form.getByRole('textbox', { name: 'Control' }).inputValue()).toBe('PackML 2022')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await messageOf(page, 'QLB-0930 saved').waitFor()
  await specs.getByText('PackML 2022').waitFor()
  await specs.getByText('430').waitFor()
})

test('A machine with images shows the newest, the others small, and each large with the arrows', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/library/machines/${machineId('QLB-1980')}`)
  await page.getByRole('region', { name: 'Price and lead time' }).waitFor()
  const images = page.getByRole('region', { name: 'Images' })
  expect(await images.count()).toBe(0)
  await attachImages(machineId('QLB-1980'), ['side.png', 'front.png'])
  await page.reload()
  for (const name of ['front.png', 'side.png']) {
    await eventually(() => isDrawn(images.getByAltText(name))).toBe(true)
  }
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await images.getByRole('button', { name: 'Enlarge front.png' }).click()
  await eventually(() => isDrawn(page.getByRole('dialog', { name: 'front.png' }).getByAltText('front.png'))).toBe(true)
  await page.keyboard.press('ArrowRight')
  const side = page.getByRole('dialog', { name: 'side.png' })
  await side.getByText('2 of 2').waitFor()
  await eventually(() => isDrawn(side.getByAltText('side.png'))).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.keyboard.press('Escape')
  await side.waitFor({ state: 'hidden' })
  await eventually(() => hasFocus(images.getByRole('button', { name: 'Enlarge front.png' }))).toBe(true)
  await images.getByRole('link', { name: 'Add images' }).click()
  await page.getByRole('button', { name: 'Download side.png' }).waitFor()
})

test('A document of a machine is deleted on its page and brought back; a public one with a file stays', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const draft = { libraryMachineId: machineId('QLB-0870'), kind: 'manual', language: 'en', revision: 'A' } as const
  await records.create(machineDocuments, { ...draft, title: 'Handbook', visibility: 'customer' })
  await records.create(machineDocuments, { ...draft, title: 'Too early', visibility: 'public' })
  const { id } = await records.create(machineDocuments, { ...draft, title: 'Instructions', visibility: 'public' })
  const file = {
    id,
    name: 'instructions.pdf',
    contentType: 'application/pdf',
    size: 9,
    createdAt: '2026-01-01T00:00:00Z',
  }
  await page.route(`**/v1/machine-documents/${id}/files*`, (route) =>
    route.fulfill({ json: { items: [file], total: 1, page: 1, pageSize: 25, next: null } }),
  )
  await page.goto(`/library/machines/${draft.libraryMachineId}`)
  const documents = page.getByRole('region', { name: 'Documents' })
  await documents.getByRole('button', { name: /instructions.pdf/ }).waitFor()
  await documents.getByRole('button', { name: 'Delete Handbook' }).waitFor()
  expect(await documents.getByRole('button', { name: 'Delete Instructions' }).count()).toBe(0)
  await documents.getByRole('button', { name: 'Delete Too early' }).click()
  await questionOf(page, 'Delete Too early?').getByRole('button', { name: 'Delete' }).click()
  await messageOf(page, 'Too early deleted').waitFor()
  await documents.getByText('Too early').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await documents.getByText('Too early').waitFor()
})

test('A machine is duplicated as a draft, and its drawer edits what every machine has', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(409, /\/duplicate$/)
  await page.goto(`/library/machines/${machineId('QLB-0870')}`)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate QLB-0870' })
  await dialog.getByRole('textbox', { name: 'Model' }).fill('QLB-0930')
  await dialog.getByRole('button', { name: 'Make a draft' }).click()
  await dialog.getByText('Model is used by another library machine').waitFor()
  await dialog.getByRole('textbox', { name: 'Model' }).fill('QLC-0871')
  await dialog.getByRole('button', { name: 'Make a draft' }).click()
  await page.getByRole('heading', { level: 1, name: /QLC-0871/ }).waitFor()
  records.keep(areas.library.resources.libraryMachines, new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await page.getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Lead time' }).fill('9')
  await page.keyboard.press('Control+s')
  await messageOf(page, 'QLC-0871 saved').waitFor()
  await page.getByRole('region', { name: 'Price and lead time' }).getByText('9 weeks').waitFor()
})

test('Who may not see the library is refused by name', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await keepPermissions(page, /^(customer\.access|machine\.read\.any|machineType\.read)$/)
  await page.goto('/library/machines')
  await page.getByText('libraryMachine.read').waitFor()
  await page.goto('/library/types')
  await page.getByRole('heading', { level: 1, name: 'Machine types' }).waitFor()
  // Reading alone offers nothing that changes.
  expect(await page.getByRole('button', { name: 'Add field' }).count()).toBe(0)
})
