import { drawingMarks } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { openMachineTab } from '../src/machine-tab.ts'
import { createDrawing, fitParts, pdfOfTwoPages, pictureOf } from '../src/parts-of-machine.ts'
import { messageOf } from '../src/record-list.ts'
import { Records } from '../src/records.ts'
import { test } from '../src/test.ts'

const ID = 'CSP-0442'
const PHONE = { width: 390, height: 844, touch: true }
const nothing = { light: [], dark: [] }

let own: Records
let pictureId = ''
let pdfId = ''

beforeAll(async () => {
  const product = inject('quiet')
  own = new Records(product)
  const picture = new File([new Uint8Array(pictureOf(600, 400))], 'jaws.png', { type: 'image/png' })
  const pdf = (name: string) => new File([new Uint8Array(pdfOfTwoPages())], name, { type: 'application/pdf' })
  pictureId = await createDrawing(own, product, ID, picture)
  pdfId = await createDrawing(own, product, ID, pdf('film.pdf'))
  const other = await createDrawing(own, product, ID, pdf('cups.pdf'))
  await own.create(drawingMarks, { documentId: other, position: '40', page: 2, x: 0.78, y: 0.25 })
  await fitParts(own, ID, { 1: 'FLM-R05B', 2: 'KNF-S05B' }, { documentId: pictureId })
  await fitParts(own, ID, { 30: 'FLM-R06B' }, { documentId: pdfId })
  await fitParts(own, ID, { 40: 'FLM-R06B' }, { documentId: other })
})
afterAll(async () => void (await own?.removeAll()))

async function openDrawing(page: Page, file: string): Promise<Locator> {
  await page.goto(`/machines/${ID}`)
  await openMachineTab(page, 'Spare parts')
  const panel = page.getByRole('tabpanel', { name: 'Spare parts' })
  await panel
    .getByRole('button', { name: `Drawing: Drawing ${file}` })
    .first()
    .click()
  return panel.getByRole('region', { name: `Drawing: Drawing ${file}` })
}

/** Where positions are, as staff set them. */
async function placesOf(documentId: string): Promise<string[]> {
  const all = await own.find(drawingMarks, '')
  return all
    .filter((mark) => mark.documentId === documentId)
    .map(({ position, page, x, y }) => `${position}: ${page} ${x} ${y}`)
    .sort()
}

test('Staff set positions by pointer and by keyboard; a customer presses one and puts its part into the basket', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  const drawing = await openDrawing(page, 'jaws.png')
  await drawing.getByText('No positions are set on this drawing yet.').waitFor()
  await drawing.getByRole('button', { name: 'Set positions' }).click()
  const chosen = drawing.getByRole('combobox', { name: 'Position to place' })
  expect(await chosen.inputValue()).toBe('1')
  const picture = drawing.getByRole('img')
  const size = (await picture.boundingBox()) ?? { width: 0, height: 0 }
  // What takes the press is above the picture.
  await picture.click({ position: { x: size.width * 0.25, y: size.height * 0.5 }, force: true })
  await drawing.getByRole('button', { name: /^Position 1, 2[45]/ }).waitFor()
  // The next one is set without a pointer.
  expect(await chosen.inputValue()).toBe('2')
  await drawing.getByRole('button', { name: 'Place in the middle' }).press('Enter')
  await drawing.getByText('Every position of the parts list is placed.').waitFor()
  const second = drawing.getByRole('button', { name: /^Position 2,/ })
  await second.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await drawing.getByRole('button', { name: 'Position 2, 51 % from the left, 55 % from the top' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  // Another tab and back: what is set is still there.
  await openMachineTab(page, 'Files')
  await openMachineTab(page, 'Spare parts')
  // A mark is dragged by where it was taken, and never out of the drawing.
  const first = drawing.getByRole('button', { name: /^Position 1,/ })
  await first.hover()
  const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
  await page.mouse.down()
  await page.mouse.move(x + width * 0.25, y + height + 200, { steps: 4 })
  await page.mouse.up()
  await drawing.getByRole('button', { name: /^Position 1, 2[45].*, 100 % from the top/ }).waitFor()
  await drawing.getByRole('button', { name: 'Save positions' }).click()
  await messageOf(page, 'Positions saved').waitFor()
  await drawing.getByRole('button', { name: 'Set positions' }).waitFor()
  const [one, two] = await placesOf(pictureId)
  expect([one, two]).toEqual([expect.stringMatching(/^1: 1 0\.2[45]\d* 1$/), '2: 1 0.51 0.55'])

  const { page: desk } = await visit({ as: 'customer' })
  const shown = await openDrawing(desk, 'jaws.png')
  const pressed = shown.getByRole('button', { name: /^Position 2: / })
  await pressed.focus()
  await desk.keyboard.press('Enter')
  await eventually(() => pressed.getAttribute('aria-pressed')).toBe('true')
  const parts = shown.getByRole('list', { name: 'Part at position 2' })
  await parts.getByRole('button', { name: 'Add KNF-S05B to the basket' }).press('Enter')
  await desk.getByRole('form', { name: 'Basket' }).getByText('KNF-S05B').waitFor()
  expect(await shown.getByRole('button', { name: 'Set positions' }).count()).toBe(0)
  expect(await violationsInBothThemes(desk)).toEqual(nothing)
  await desk.getByRole('button', { name: 'Empty the basket' }).click()
})

test('What somebody else set meanwhile is no loss: the positions stay on the screen until they are saved', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff' })
  const drawing = await openDrawing(page, 'film.pdf')
  await drawing.getByText('Page 1 of 2').waitFor()
  await drawing.getByRole('button', { name: 'Set positions' }).click()
  await drawing.getByRole('button', { name: 'Next page' }).click()
  await drawing.getByText('Page 2 of 2').waitFor()
  await drawing.getByRole('button', { name: 'Place in the middle' }).click()
  const other = await own.create(drawingMarks, { documentId: pdfId, position: '30', page: 1, x: 0.1, y: 0.1 })
  guard.expectStatus(409, /^\/v1\/drawing-marks$/)
  const save = drawing.getByRole('button', { name: 'Save positions' })
  await save.click()
  await drawing.getByText(/^Positions are not saved: .*already/).waitFor()
  await drawing.getByRole('button', { name: 'Position 30, 50 % from the left, 50 % from the top' }).waitFor()
  await save.click()
  await messageOf(page, 'Positions saved').waitFor()
  expect(await placesOf(pdfId)).toEqual(['30: 2 0.5 0.5'])
  expect((await own.read(drawingMarks, other.id)).page).toBe(2)
})

test('On a phone a position of a page of a PDF is pressed, and nothing is wider than the screen', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', ...PHONE })
  const drawing = await openDrawing(page, 'cups.pdf')
  // The drawing opens at the page of the position that somebody comes from.
  await drawing.getByText('Page 2 of 2').waitFor()
  const mark = drawing.getByRole('button', { name: /^Position 40/ })
  const { width = 0, height = 0 } = (await mark.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await mark.tap()
  await drawing
    .getByRole('list', { name: 'Part at position 40' })
    .getByRole('button', { name: 'Add FLM-R06B to the basket' })
    .tap()
  await page.getByRole('form', { name: 'Basket' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  // It is drawn: the square of the second page is at the right of the middle.
  await eventually(() =>
    drawing.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const at = canvas.getContext('2d')?.getImageData(canvas.width * 0.78, canvas.height * 0.5, 1, 1).data
      return at !== undefined && (at[0] ?? 255) < 200
    }),
  ).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.getByRole('button', { name: 'Empty the basket' }).tap()
})
