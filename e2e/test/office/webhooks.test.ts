import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { industries } from '@packhouse/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { drawerOf, gridOf, messageOf, openIdOf, questionOf, rowOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }
const received: { type: string; signature: string }[] = []
let status = 200
let receiver: Server
let product: Product

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ type: JSON.parse(body).type, signature: String(request.headers['webhook-signature']) })
      response.writeHead(status).end(status === 200 ? 'Thank you' : '<b>Out of order</b>')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  product = await startProduct({ environment: { SIMULATOR: 'off', ALLOW_PRIVATE_ADDRESSES: 'on' } })
})
afterAll(async () => {
  await product?.stop()
  await new Promise((resolve) => receiver.close(resolve))
})

test('A webhook is made with its secret shown once, its deliveries are followed, and its secret is rotated', async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'staff', product })
  guard.expectStatus(400, /^\/v1\/webhooks$/)
  await page.goto('/system/webhooks?open=new')
  const form = drawerOf(page, 'New webhook')
  await form.getByRole('textbox', { name: 'Name' }).fill('ERP bridge')
  await form
    .getByRole('textbox', { name: 'Address' })
    .fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
  const resources = form.getByRole('combobox', { name: 'Resources' })
  await resources.fill('nothing')
  await resources.press('Enter')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form
    .getByText(/nothing/)
    .nth(1)
    .waitFor()
  await form.getByRole('button', { name: 'Remove nothing' }).click()
  await resources.fill('industry')
  await resources.press('Enter')
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const told = questionOf(page, 'Your new webhook')
  const secret = (await told.getByText(/^whsec_/).textContent()) ?? ''
  await told.getByRole('button', { name: 'I have saved it' }).click()
  await eventually(() => openIdOf(page)).not.toBe('new')
  expect(await page.getByText(secret).count()).toBe(0)

  const records = new Records(product)
  await records.create(industries, { code: 'HOOK', name: 'Hooks' })
  const drawer = drawerOf(page, 'ERP bridge')
  await drawer.getByRole('tab', { name: 'Deliveries' }).click()
  const deliveries = drawer.getByRole('list', { name: 'Deliveries' })
  await deliveries.getByText('industry · created').waitFor()
  await deliveries.getByText('Delivered', { exact: true }).waitFor()
  expect(received.map(({ type }) => type)).toEqual(['industry.create'])
  status = 500
  await drawer.getByRole('button', { name: 'Send a test' }).click()
  await messageOf(page, 'A test is on its way.').waitFor()
  await deliveries.getByText('The receiver answered 500.').waitFor()
  // What it answers may repeat what it was sent.
  expect(await deliveries.getByText('Out of order').count()).toBe(0)
  await rowOf(gridOf(page, 'webhooks'), 'ERP bridge').getByText('Failing', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  status = 200
  await deliveries.getByRole('button', { name: 'Send again' }).first().click()
  await eventually(() => received.filter(({ type }) => type === 'industry.create').length).toBe(2)

  await drawer.getByRole('tab', { name: 'Secret' }).click()
  await drawer.getByRole('button', { name: 'Rotate the secret' }).click()
  await questionOf(page, 'Your new secret').getByRole('button', { name: 'I have saved it' }).click()
  await records.create(industries, { code: 'HOOK2', name: 'More hooks' })
  await eventually(() => received.at(-1)?.signature.split(' ').length).toBe(2)
})

test('On a phone webhooks and their deliveries fit the screen', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', product, width: 390, height: 844, touch: true })
  await page.goto('/system/webhooks')
  const row = rowOf(gridOf(page, 'webhooks'), 'ERP bridge')
  await row.waitFor()
  expect(await violations(page)).toEqual([])
  await row.getByText('ERP bridge', { exact: true }).click()
  await drawerOf(page, 'ERP bridge').getByRole('tab', { name: 'Deliveries' }).click()
  await page.getByText('industry · created').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
})
