import { areas } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { Projects } from '../../src/projects.ts'
import { messageOf } from '../../src/record-list.ts'
import { test } from '../../src/test.ts'

const { libraryMachines, packagingStyles } = areas.library.resources

let own: Projects
beforeAll(() => {
  own = new Projects(inject('quiet'))
})
afterAll(async () => void (await own?.removeAll()))

const gasFlush = (page: Page) =>
  page.getByRole('region', { name: 'Options', exact: true }).getByRole('checkbox', { name: /^Gas flush/ })

test('A configured machine comes into a quote, and from its line back with all answers and choices, into the same line again', async ({
  visit,
  records,
}) => {
  const { page } = await visit({ as: 'staff' })
  const quote = await own.make({ title: 'Cheese line for Fjellbekk' }, { changes: [] })
  const [style] = await records.find(packagingStyles, 'Flow pack, fin seal')
  const [machine] = await records.find(libraryMachines, 'FLW-0930')
  await page.goto(`/library/configurator?style=${style?.id}&output=25&machines=2&machine=${machine?.id}`)
  await gasFlush(page).click()
  await page.getByText('214,980.00').waitFor()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Add to a quote' })
  await dialog.waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await dialog.getByRole('combobox', { name: 'Project' }).fill('for Fjellbekk')
  await page.getByRole('option', { name: /Cheese line for Fjellbekk/ }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await messageOf(page, `FLW-0930 is in ${quote.number}`).waitFor()
  const grid = page.getByRole('grid', { name: 'Lines of the project' })
  await grid.getByRole('rowheader', { name: /^FLW-0930/ }).waitFor()
  const [added] = (await own.read(quote.id)).items
  expect(added).toMatchObject({
    quantity: '2',
    unitPrice: '107490',
    libraryMachineId: machine?.id,
    styleId: style?.id,
    section: 'Machines',
  })
  expect(added?.configuration.map(({ name }) => name).join()).toMatch(/Gas flush/)

  await page.getByRole('button', { name: 'Begin to edit' }).click()
  await page.getByRole('button', { name: /^More for FLW-0930/ }).click()
  await page.getByRole('menuitem', { name: 'Open in the configurator' }).click()
  await page.getByText(`For ${quote.number}, Cheese line for Fjellbekk.`).waitFor()
  expect(await page.getByLabel('Packs/min', { exact: true }).inputValue()).toBe('25')
  await eventually(() => gasFlush(page).getAttribute('aria-checked')).toBe('true')
  await gasFlush(page).click()
  await page.getByRole('button', { name: 'Save in the quote' }).click()
  await grid.waitFor()
  await eventually(async () => (await own.read(quote.id)).items.map(({ id, unitPrice }) => [id, unitPrice])).toEqual([
    [added?.id, '91130'],
  ])
})

test('Into a quote that somebody else edits a machine comes by a new version of it', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const { page, guard } = await visit({ as: 'staff' })
  const quote = await own.make({ title: 'Held line' }, { changes: [] })
  await own.hold(quote.id)
  guard.expectStatus(423, /\/lock\/acquire$/)
  const [machine] = await records.find(libraryMachines, 'FLW-0930')
  await page.goto(`/library/configurator?machine=${machine?.id}&quote=${quote.id}`)
  await page.getByText('91,130.00').first().waitFor()
  await page.getByRole('button', { name: 'Add to a quote' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a quote' })
  await dialog.getByText(/is editing this/).waitFor()
  await dialog.getByRole('button', { name: 'Add to a new version' }).click()
  await page
    .getByRole('grid', { name: 'Lines of the project' })
    .getByRole('rowheader', { name: /^FLW-0930/ })
    .waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(id).not.toBe(quote.id)
  own.adopt(id)
  expect((await own.read(quote.id)).items).toEqual([])
})
