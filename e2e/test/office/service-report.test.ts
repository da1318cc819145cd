import { readFile } from 'node:fs/promises'
import { machines, type Row, serviceRecords } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { messageOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const ID = 'VFFS-2214'
const PHONE = { width: 390, height: 844 }
const WHAT = 'New jaws and a longer word: Verschlussbackentemperaturregelungsüberwachung'

let product: Product
let records: Records
let record: Row<typeof serviceRecords>

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off' } })
  records = new Records(product)
  const [machine] = await records.find(machines, ID)
  const done = { machineId: machine?.id ?? '', what: WHAT, doneAt: new Date().toISOString(), doneBy: 'Ingrid' }
  record = await records.create(serviceRecords, done)
})
afterAll(async () => void (await product?.stop()))

/** The file that a button makes, from its first bytes. */
async function fileOf(page: Page, button: Locator): Promise<{ name: string; begins: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const bytes = await readFile(await download.path())
  return { name: download.suggestedFilename(), begins: bytes.subarray(0, 5).toString() }
}

/** Draws a line across the field. */
async function draw(page: Page, field: Locator): Promise<void> {
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (box === null) throw new Error('The field is not there.')
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  for (let step = 1; step <= 10; step++) {
    await page.mouse.move(box.x + 20 + step * 20, box.y + box.height / 2 + (step % 2 ? 20 : -20))
  }
  await page.mouse.up()
}

test('A customer signs a service on a phone, and gets the report; staff see that the record changed since', async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'customer', product, ...PHONE })
  guard.expectStatus(409, /\/signature$/)
  await page.goto(`/machines/${ID}?hours=3`)
  const service = page.getByRole('region', { name: 'Service', exact: true })
  await service.getByRole('button', { name: `Signatures of the service: ${WHAT}` }).click()
  await service.getByText('Nobody has signed yet.').waitFor()
  expect(await service.getByRole('button', { name: /attached to the record/ }).count()).toBe(0)
  await service.getByRole('button', { name: 'Sign this record' }).click()
  const name = service.getByRole('textbox', { name: 'Name of the person who signs' })
  await eventually(() => hasFocus(name)).toBe(true)
  const field = service.getByRole('img', { name: 'Signature' })
  await draw(page, field)
  await service.getByRole('button', { name: 'Clear the drawing' }).click()
  await draw(page, field)
  await service.getByRole('button', { name: 'Sign', exact: true }).click()
  await service.getByText('Enter the name of the person who signs.').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await name.fill('Kari Nordmann')
  // Somebody changes the record meanwhile: what is signed is what was read, and nothing entered is lost.
  const { rowVersion } = await records.read(serviceRecords, record.id)
  await records.update(serviceRecords, record.id, { rowVersion, notes: 'One more note' })
  await service.getByRole('button', { name: 'Sign', exact: true }).click()
  await service.getByText('The record was changed in the meantime.').waitFor()
  await service.getByText('One more note').waitFor()
  expect(await name.inputValue()).toBe('Kari Nordmann')
  await service.getByRole('button', { name: 'Sign', exact: true }).click()
  await messageOf(page, 'Signed.').waitFor()
  await service.getByRole('list', { name: 'Signatures' }).getByText('Kari Nordmann').waitFor()
  const report = service.getByRole('button', { name: `PDF of the service report: ${WHAT}` }).first()
  expect(await fileOf(page, report)).toEqual({
    name: expect.stringMatching(/^service-VFFS-2214-[\d-]+\.pdf$/),
    begins: '%PDF-',
  })
  const alarms = page.getByRole('button', { name: 'Alarms of the last 30 days as PDF' })
  expect(await fileOf(page, alarms)).toEqual({ name: `alarms-${ID}.pdf`, begins: '%PDF-' })

  const office = (await visit({ as: 'staff', product })).page
  await records.update(serviceRecords, record.id, { rowVersion: rowVersion + 1, notes: 'Changed after it was signed' })
  await office.goto(`/service/records?open=${record.id}&view=report`)
  await office.getByText('Record changed since').waitFor()
  await office.getByRole('button', { name: 'Sign this record' }).focus()
  // With the keyboard alone: the typed name is the signature.
  await office.keyboard.press('Enter')
  await office.getByRole('radio', { name: 'For the service' }).focus()
  await office.keyboard.press('Space')
  await office.getByRole('textbox', { name: 'Name of the person who signs' }).fill('Ingrid')
  await office.keyboard.press('Enter')
  await messageOf(office, 'Signed.').waitFor()
  expect(await violationsInBothThemes(office)).toEqual({ light: [], dark: [] })
  await fileOf(office, office.getByRole('button', { name: /also attached to the record/ }))
  await office.getByRole('tab', { name: /^Files/ }).click()
  await office
    .getByText(/^service-VFFS-2214-.*\.pdf$/)
    .first()
    .waitFor()
  await office.getByRole('tab', { name: 'History' }).click()
  await office.getByText('had it signed').first().waitFor()
  const history = office.getByRole('button', { name: 'Change history as PDF' })
  expect((await fileOf(office, history)).begins).toBe('%PDF-')
})
