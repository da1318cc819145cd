import {
  itemMasters,
  machineParts,
  machines,
  servicePlanParts,
  servicePlans,
  serviceRequests,
} from '@packhouse/contract'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { openMachineTab } from '../src/machine-tab.ts'
import { messageOf } from '../src/record-list.ts'
import { Records } from '../src/records.ts'
import { test } from '../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }
const ID = 'CRT-1130'

let own: Records

beforeAll(async () => {
  own = new Records(inject('quiet'))
  const found = await own.find(machines, ID)
  const machineId = found.find((one) => one.machineID === ID)?.id
  if (machineId === undefined) throw new Error(`There is no ${ID}.`)
  // Of the sample: a part that was ordered once stays in the catalogue.
  const item = async (code: string) => {
    const [one] = await own.find(itemMasters, code)
    if (one === undefined) throw new Error(`There is no item ${code}.`)
    return one.id
  }
  const [old, shaft, knife] = await Promise.all(['FLM-R06B', 'FLM-R05B', 'KNF-S05B'].map(item))
  if (old === undefined || shaft === undefined || knife === undefined) throw new Error('An item is missing.')
  const parts = [
    { position: '4', itemId: old, validUntil: '2025-03-31' },
    { position: '4', itemId: shaft, quantity: '8', validFrom: '2025-04-01' },
    { position: '17', itemId: knife },
  ]
  for (const part of parts) await own.create(machineParts, { machineId, ...part })
  const plan = await own.create(servicePlans, { machineId, name: 'Eider service', interval: 90 })
  await own.create(servicePlanParts, { planId: plan.id, itemId: knife, quantity: '2' })
})
afterAll(async () => void (await own?.removeAll()))

test('A customer finds parts, fills a basket by keyboard and asks for them; staff make a draft quote', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${ID}`)
  const plan = page.getByRole('listitem').filter({ hasText: 'Eider service' })
  await plan
    .getByRole('list', { name: 'Parts of Eider service' })
    .getByText(/^2 pcs · KNF-S05B/)
    .waitFor()
  await plan.getByRole('button', { name: 'Parts into the basket: Eider service' }).press('Enter')
  await messageOf(page, '1 part of Eider service is in the basket').waitFor()
  await openMachineTab(page, 'Spare parts')
  const panel = page.getByRole('tabpanel', { name: 'Spare parts' })
  const list = panel.getByRole('list', { name: 'Spare parts' })
  await list.getByText('Replaced by FLM-R05B').waitFor()
  const search = panel.getByRole('searchbox', { name: 'Search by number, name or position' })
  await search.focus()
  await page.keyboard.type('flmr05b lot 7')
  await panel.getByText('1 of 1 parts').waitFor()
  const add = list.getByRole('button', { name: 'Add FLM-R05B to the basket' })
  await add.focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Parts of Eider service into the basket (1)' }).press('Space')
  const basket = panel.getByRole('form', { name: 'Basket' })
  const quantity = basket.getByRole('textbox', { name: 'Quantity of FLM-R05B (pcs)' })
  expect(await quantity.inputValue()).toBe('8')
  expect(await basket.getByRole('textbox', { name: 'Quantity of KNF-S05B (pcs)' }).inputValue()).toBe('4')
  await quantity.fill('none')
  await quantity.press('Enter')
  await basket.getByText('Enter a quantity for each part, such as 2 or 1.5.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await quantity.fill('3')
  await basket.getByLabel('Wanted by').fill('2027-05-01')
  await quantity.press('Enter')
  await messageOf(page, 'Spare parts requested.').waitFor()
  const entry = page
    .getByRole('region', { name: 'Service requests' })
    .getByRole('listitem')
    .filter({ hasText: 'KNF-S05B, FLM-R05B' })
  await entry.getByText('3 pcs · FLM-R05B · Film reel shaft, 400 mm, stainless steel').waitFor()

  const [request] = await own.find(serviceRequests, 'FLM-R05B')
  if (request === undefined) throw new Error('The request is in no list.')
  own.keep(serviceRequests, request.id)
  const { page: desk } = await visit({ as: 'staff' })
  await desk.goto(`/service/requests?open=${request.id}`)
  await desk.getByRole('tab', { name: 'Quote' }).click()
  await desk.getByRole('button', { name: 'Create a draft quote' }).click()
  await desk.getByRole('link', { name: 'Open the quote' }).waitFor()
  await page.reload()
  await entry.getByText('Quote in preparation').waitFor()
})

test('On a phone the parts, the basket and the photo of a label fit, and what a browser cannot read is typed', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', ...PHONE })
  await page.goto(`/machines/${ID}`)
  await openMachineTab(page, 'Spare parts')
  const panel = page.getByRole('tabpanel', { name: 'Spare parts' })
  await panel.getByRole('button', { name: 'Add KNF-S05B to the basket' }).tap()
  await panel.getByRole('form', { name: 'Basket' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  // The picture has no barcode, so that no browser can read one.
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await panel.locator('input[type=file]').setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: pixel })
  await panel.getByText(/Type the number/).waitFor()
  for (const button of await panel.getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  // Where it reads them, what a code says is searched for.
  await page.evaluate(() => {
    class BarcodeDetector {
      detect = async () => [{ rawValue: ']C1FLMR05B' }]
    }
    Object.assign(globalThis, { BarcodeDetector })
  })
  await panel.locator('input[type=file]').setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: pixel })
  await panel.getByText('1 of 1 parts').waitFor()
  await panel.getByRole('button', { name: 'Empty the basket' }).tap()
})
