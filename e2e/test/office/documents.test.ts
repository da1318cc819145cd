import { businessUnits, pdfPartials, pdfTemplates } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { messageOf, questionOf } from '../../src/record-list.ts'
import type { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }
const HEAD = '#let d = json("data.json")\n#set document(title: d.document.title)\n#set text(lang: "en")\n'

async function makeTemplate(records: Records, name: string, source: string, values: object = {}) {
  return await records.create(pdfTemplates, { type: 'label', name, locale: 'en', source: HEAD + source, ...values })
}

const editorOf = (page: Page, name = 'main.typ') => page.getByRole('textbox', { name: `Typst source, ${name}` })
/** The text of the page that is drawn, as the PDF has it. */
const textOf = async (page: Page) => (await page.locator('.pdf-text').allInnerTexts()).join('\n')
const problems = (page: Page) => page.getByRole('list', { name: 'Problems' })
const publish = (page: Page) => page.getByRole('button', { name: /^Publish \d+$/ })

/** Whether the editor has the focus: it is in a shadow tree, whose host is what the page knows of. */
const isInside = (editor: Locator) => editor.evaluate((element) => element.matches(':focus'))

async function typeAtEnd(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(text)
}

test('A template by the keyboard: an error at its line, F8, its fix, the text in the PDF, a version, and what the draft changes of it', async ({
  visit,
  records,
}) => {
  const partial = await records.create(pdfPartials, { name: 'e2e-terms.typ', source: '#let terms = [Thirty days]' })
  const template = await makeTemplate(records, 'Pallet', '#import "e2e-terms.typ": terms\n= #d.machineID\n#terms')
  const { page, guard } = await visit({ as: 'staff' })
  await page.goto('/system/pdf-templates')
  const entry = page.getByRole('navigation', { name: 'Templates' }).getByRole('link', { name: /^Pallet/ })
  expect(await entry.textContent()).toContain('Draft, never published')
  await entry.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Label, Pallet' }).waitFor()
  await eventually(() => textOf(page)).toContain('Thirty days')
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)

  // The data's fields are offered behind a dot.
  const editor = editorOf(page)
  await typeAtEnd(page, editor, '\nSerial: #d')
  await page.keyboard.type('.')
  const offered = page.getByRole('listbox', { name: 'Completions' })
  await offered.getByRole('option', { name: /^serial/ }).waitFor()
  await page.keyboard.press('Escape')
  await offered.waitFor({ state: 'hidden' })

  guard.expectStatus(422, /pdf-templates\/preview/)
  await page.keyboard.insertText('serail')
  await problems(page).getByRole('button', { name: 'Line 7' }).waitFor()
  const message = page.locator('.cm-fault')
  await eventually(() => message.textContent()).toContain('Unknown field “serail”.')
  await page.getByText(/^Last good preview, .* It stays until line 7 is right\.$/).waitFor()
  expect(await publish(page).isDisabled()).toBe(true)
  expect(await textOf(page)).toContain('Thirty days')
  expect(await violations(page)).toEqual([])

  // Escape leaves the editor's own Tab; F8 leads back, to the place of the error.
  await editor.focus()
  await page.keyboard.press('Escape')
  await page.getByText('Tab leaves the editor now.').waitFor()
  await page.keyboard.press('Tab')
  await eventually(() => isInside(editor)).toBe(false)
  await page.keyboard.press('F8')
  await eventually(() => isInside(editor)).toBe(true)
  const [shown, room] = await Promise.all([
    message.boundingBox(),
    page.getByRole('region', { name: 'Source', exact: true }).boundingBox(),
  ])
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0))
  await message.getByRole('button', { name: 'Use serial' }).press('Enter')
  await eventually(() => textOf(page)).toContain('Serial: TH-2019-0412')
  await problems(page).getByText('No errors').waitFor()

  await page.getByRole('tab', { name: 'main.typ •' }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByRole('tab', { name: 'main.typ', exact: true }).waitFor()
  expect((await records.read(pdfTemplates, template.id)).source).toContain('Serial: #d.serial')

  // A partial is edited and saved beside it.
  await page.getByRole('tab', { name: 'e2e-terms.typ' }).click()
  const terms = editorOf(page, 'e2e-terms.typ')
  await terms.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('#let terms = [Sixty days]')
  await eventually(() => textOf(page)).toContain('Sixty days')
  await publish(page).press('Enter')
  await messageOf(page, 'Pallet is published as version 1').waitFor()
  expect((await records.read(pdfPartials, partial.id)).source).toBe('#let terms = [Sixty days]')
  await page.getByText('1 published').waitFor()

  await page.getByRole('tab', { name: 'main.typ' }).click()
  await typeAtEnd(page, editor, '\nFragile')
  await eventually(() => textOf(page)).toContain('Fragile')
  await page.getByRole('button', { name: 'Versions' }).press('Enter')
  const versions = page.getByRole('list', { name: 'Versions' })
  await versions.getByRole('button', { name: 'Compare with the draft' }).press('Enter')
  const changes = page.getByRole('region', { name: 'Changes of the draft in main.typ' })
  await changes.getByRole('listitem').filter({ hasText: '+' }).filter({ hasText: 'Fragile' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await versions.getByRole('button', { name: 'Restore into the draft' }).press('Enter')
  await eventually(() => textOf(page)).not.toContain('Fragile')
})

test('Nothing typed is lost: leaving asks, and what somebody else has saved is put beside it', async ({
  visit,
  records,
}) => {
  const template = await makeTemplate(records, 'Crate', '= #d.machineID')
  const { page, guard } = await visit({ as: 'staff' })
  await page.goto(`/system/pdf-templates?open=${template.id}`)
  await eventually(() => textOf(page)).toContain('VFFS-2214')
  await typeAtEnd(page, editorOf(page), '\nMine')
  await eventually(() => textOf(page)).toContain('Mine')
  await page.getByRole('link', { name: 'Defaults' }).click()
  const question = questionOf(page, 'Leave without saving?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'hidden' })

  await records.update(pdfTemplates, template.id, { rowVersion: 1, source: `${HEAD}= Theirs` })
  guard.expectStatus(409, /pdf-templates/)
  await editorOf(page).focus()
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Keep all of mine' }).click()
  await page.getByRole('button', { name: 'Save this version' }).click()
  await page.getByRole('tab', { name: 'main.typ', exact: true }).waitFor()
  expect((await records.read(pdfTemplates, template.id)).source).toContain('Mine')
})

test('The preview shows a real machine on other paper, page by page, and becomes a file', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const template = await makeTemplate(records, 'Sheet', '= #d.machineID\n#d.page.paper\n#pagebreak()\nBack')
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/system/pdf-templates?open=${template.id}`)
  await eventually(() => textOf(page)).toContain('a4')
  await page.getByRole('combobox', { name: 'Paper' }).selectOption('Letter')
  await eventually(() => textOf(page)).toContain('us-letter')
  const data = page.getByRole('combobox', { name: 'Data of the preview' })
  await data.click()
  // The machines are there before one of them is looked for.
  await page.getByRole('option', { name: /VFFS-2214/ }).waitFor()
  await data.fill('FLW-1204')
  await page.getByRole('option', { name: /FLW-1204/ }).click()
  await eventually(() => textOf(page)).toContain('FLW-1204')
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await eventually(() => textOf(page)).toContain('Back')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Test PDF' }).click()
  expect((await download).suggestedFilename()).toBe('Sheet.pdf')
})

test('A click in the preview leads to its source, and the block of the cursor is framed there', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const body = ['= #d.machineID', '', 'One', '#pagebreak()', '#let last = [Back]', '#last']
  const template = await makeTemplate(records, 'Places', body.join('\n'))
  const { page } = await visit({ as: 'staff' })
  const placed = page.waitForResponse(/preview\/places$/)
  await page.goto(`/system/pdf-templates?open=${template.id}`)
  await placed
  const line = () => page.locator('.cm-activeLine').textContent()
  await page.locator('.pdf-text').getByText('One').click()
  await eventually(line).toBe('One')
  expect(await isInside(editorOf(page))).toBe(true)
  const framed = page.locator('[data-framed]')
  const around = async () => {
    const [box, text] = await Promise.all([
      framed.boundingBox(),
      page.locator('.pdf-text').getByText('One').boundingBox(),
    ])
    return box !== null && text !== null && box.y <= text.y + 2 && box.y + box.height >= text.y + text.height - 4
  }
  await eventually(around).toBe(true)

  // A definition frames what uses it, and its page is turned to.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.getByText('Page 2 of 2').waitFor()
  await eventually(() => textOf(page)).toContain('Back')
  await eventually(() => framed.count()).toBe(1)
  expect(await violations(page)).toEqual([])
})

test('By the keyboard a block of the preview is chosen and its source opened; warnings lead to their line', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const body = ['= #d.machineID', '', 'One', '', '#text(font: "Nowhere")[Two]']
  const template = await makeTemplate(records, 'Keys', body.join('\n'))
  const { page } = await visit({ as: 'staff' })
  const placed = page.waitForResponse(/preview\/places$/)
  await page.goto(`/system/pdf-templates?open=${template.id}`)
  await placed
  const warning = page.getByRole('list', { name: 'Problems' }).getByRole('listitem').filter({ hasText: 'Warning:' })
  await warning.getByText(/unknown font family/).waitFor()
  const line = () => page.locator('.cm-activeLine').textContent()
  const pages = page.getByRole('region', { name: 'Pages of the PDF' })
  await pages.focus()
  const framed = page.locator('[data-framed]')
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Alt+ArrowDown')
  await eventually(() => framed.count()).toBe(1)
  await page.keyboard.press('Enter')
  await eventually(line).toBe('One')
  expect(await isInside(editorOf(page))).toBe(true)
  await warning.getByRole('button').click()
  await eventually(line).toBe(body[4])
  expect(await violations(page)).toEqual([])
})

test('On a phone the preview comes first and the source is to be read', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const template = await makeTemplate(records, 'Small', '= #d.machineID')
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  await page.goto(`/system/pdf-templates?open=${template.id}`)
  await eventually(() => textOf(page)).toContain('VFFS-2214')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const boxes = await Promise.all(
    ['Preview', 'Source'].map((name) => page.getByRole('region', { name, exact: true }).boundingBox()),
  )
  expect(boxes[0]?.y).toBeLessThan(boxes[1]?.y ?? 0)
  await typeAtEnd(page, editorOf(page), 'Typed')
  expect(await editorOf(page).textContent()).not.toContain('Typed')
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})

test('Defaults: an empty cell says what is used, and another template is set after a question that names both', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const unit = await records.create(businessUnits, { code: 'E2E-NO', name: 'Norway AS' })
  const values = { locale: 'nb', businessUnitId: unit.id }
  for (const name of ['Norsk', 'Norsk stor']) {
    const { id, rowVersion } = await makeTemplate(records, name, '= #d.machineID', values)
    await records.send('POST', `/v1/pdf-templates/${id}/publish`, { rowVersion })
  }
  const { page } = await visit({ as: 'staff' })
  await page.goto('/system/pdf-templates/defaults')
  const row = page.getByRole('row').filter({ hasText: 'Norwegian' })
  await row.getByText('None. English is used.').waitFor()
  const choice = row.getByRole('combobox', { name: /Norway AS$/ })
  await choice.selectOption('Norsk')
  const question = page.getByRole('alertdialog', { name: /Norway AS/ })
  await question.getByText('Norsk becomes the default. Until now there was none.').waitFor()
  await question.getByRole('button', { name: 'Make it the default' }).click()
  await row.getByRole('link', { name: 'Norsk, 1' }).waitFor()
  await row.getByText('as English').waitFor()
  await choice.selectOption('Norsk stor')
  await question.getByText('Norsk stor becomes the default in place of Norsk.').waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await row.getByRole('link', { name: 'Norsk, 1' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.setViewportSize({ width: 390, height: 844 })
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
})
