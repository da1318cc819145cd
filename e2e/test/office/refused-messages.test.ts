import { sampleDeviceName } from '@packhouse/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { publish } from '../../src/machine-publisher.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { test } from '../../src/test.ts'

let product: Product

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off' } })
})
afterAll(() => product?.stop())

test('Machines that are refused now are named above the dead letters, with the reason and how often', async ({
  visit,
}) => {
  const { page } = await visit({ product, as: 'staff' })
  await page.goto('/telemetry/dead-letters')
  await page.getByRole('heading', { level: 2, name: 'Nothing was refused' }).waitFor()
  const refused = page.getByRole('list', { name: 'Refused in the last minutes' })
  expect(await refused.count()).toBe(0)

  const account = { username: sampleDeviceName, password: product.devicePassword }
  const address = `mqtt://127.0.0.1:${product.mqttPort}`
  for (let count = 0; count < 2; count++) await publish(address, account, 'packhouse/FLW-0904/record', 'no JSON')
  await page.reload()
  await page.getByText('Messages from 1 machine were refused in the last', { exact: false }).waitFor()
  await refused
    .getByRole('listitem')
    .filter({ hasText: /^FLW-0904: .+, 2 messages$/ })
    .waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})
