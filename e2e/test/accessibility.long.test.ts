import { afterAll, beforeAll, expect } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { offerButtons } from '../src/identity-providers.ts'
import { movingOn } from '../src/moving.ts'
import { cardOf, openOverview } from '../src/overview.ts'
import { type Product, startProduct } from '../src/product.ts'
import { screens } from '../src/screens.ts'
import { measureTargets } from '../src/targets.ts'
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

/** A screen is opened once for all that is looked at on it: the opening takes longer than the looks. */
test.for(screens)(
  'On $name nothing moves for who asks for less motion, and axe finds nothing in either theme',
  async (screen, { visit }) => {
    const { page, guard } = await visit({ ...screen.visit, reducedMotion: true })
    await screen.open(page, guard)
    expect(await movingOn(page)).toBe(0)
    expect(await violationsInBothThemes(page)).toEqual(nothing)
  },
)

test.for(screens)(
  'On a phone every control of $name can be hit on 44 by 44 pixels, and at 360 pixels nothing scrolls sideways',
  async (screen, { visit }) => {
    const { page, guard } = await visit({ width: 390, height: 844, touch: true, ...screen.visit })
    await screen.open(page, guard)
    const small = (await measureTargets(page)).filter(({ width, height }) => width < 44 || height < 44)
    expect(small).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    await eventually(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth])).toEqual([360, 360])
  },
)

test('axe finds nothing on the login with every option in either theme', async ({ visit }) => {
  const { page } = await visit({ product: configured })
  await page.goto('/login')
  await page.getByText('Or continue with').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
})

test('axe finds nothing on a card with its details in either theme', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: demo })
  await openOverview(page)
  await cardOf(page, 'VFFS-2214').hover()
  await cardOf(page, 'VFFS-2214').locator('dl').first().waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
})

test('axe finds nothing on the open profile menu in either theme', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: demo })
  await page.goto('/settings')
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menu').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
})

test('axe finds nothing on a phone with its menu open in either theme', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: demo, width: 390, height: 844, touch: true })
  await openOverview(page)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
})
