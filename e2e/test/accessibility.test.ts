import { afterAll, beforeAll, expect } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { offerButtons } from '../src/identity-providers.ts'
import { cardOf, openOverview } from '../src/overview.ts'
import { type Product, startProduct } from '../src/product.ts'
import { screens } from '../src/screens.ts'
import { test } from '../src/test.ts'

const nothing = { light: [], dark: [] }
const demo = { 'cmms-demo-mode': 'true' }
let configured: Product

beforeAll(async () => {
  configured = await startProduct({
    environment: { SIMULATOR: 'off', LOGIN_OPTIONS: 'basic,okta,cmms', LOGIN_BANNER: 'Planned maintenance on Sunday.' },
  })
  await offerButtons(configured, ['okta', 'cmms'])
})
afterAll(async () => {
  await configured?.stop()
})

test.for(screens)('axe finds nothing on $name in either theme', async (screen, { visit }) => {
  const { page, guard } = await visit(screen.visit)
  await screen.open(page, guard)
  expect(await violationsInBothThemes(page, 'all')).toEqual(nothing)
})

test('axe finds nothing on the login with every option in either theme', async ({ visit }) => {
  const { page } = await visit({ product: configured })
  await page.goto('/login')
  await page.getByText('Or continue with').waitFor()
  expect(await violationsInBothThemes(page, 'all')).toEqual(nothing)
})

test('axe finds nothing on a card with its details in either theme', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: demo })
  await openOverview(page)
  await cardOf(page, 'VFFS-2214').hover()
  await cardOf(page, 'VFFS-2214').locator('dl').first().waitFor()
  expect(await violationsInBothThemes(page, 'all')).toEqual(nothing)
})

test('axe finds nothing on the open profile menu in either theme', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: demo })
  await page.goto('/settings')
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menu').waitFor()
  expect(await violationsInBothThemes(page, 'all')).toEqual(nothing)
})

test('axe finds nothing on a phone with its menu open in either theme', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: demo, width: 390, height: 844, touch: true })
  await openOverview(page)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  expect(await violationsInBothThemes(page, 'all')).toEqual(nothing)
})
