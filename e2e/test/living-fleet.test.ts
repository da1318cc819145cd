import { sampleFleet } from '@packhouse/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { startLivingProduct } from '../src/living-product.ts'
import { cardOf, cardsOf, openOverview, showCard, sparklineOf, valueBeside } from '../src/overview.ts'
import type { Product } from '../src/product.ts'
import { SettledScreen } from '../src/settled-screen.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

let living: Product

beforeAll(async () => {
  living = await startLivingProduct()
})
afterAll(async () => {
  await living?.stop()
})

test('The simulated fleet runs: three customers, at least 24 machines, one that has never published', async ({
  visit,
}) => {
  const { page } = await visit({ product: living, as: 'staff' })
  await openOverview(page)
  expect(await cardsOf(page).count()).toBe(sampleFleet.length)
  expect(sampleFleet.length).toBeGreaterThanOrEqual(24)
  expect(new Set(sampleFleet.map(({ customer }) => customer)).size).toBe(3)
  expect(await cardsOf(page).getByText('No live data', { exact: true }).count()).toBe(1)
  await cardOf(page, 'FLW-0904').getByText('No live data', { exact: true }).waitFor()
})

test('The cards of a running fleet move by themselves', async ({ visit }) => {
  const { page } = await visit({ product: living, as: 'customer' })
  await openOverview(page)
  const words = () => page.getByRole('list', { name: 'Machines', exact: true }).locator('dd').allInnerTexts()
  const before = await words()
  await eventually(words).not.toEqual(before)
})

test('The page of a machine shows all of its parts on a wide screen without being long', async ({ visit }) => {
  const { page } = await visit({ product: living, as: 'customer' })
  const screen = new SettledScreen(page)
  await page.goto('/machines/VFFS-2214')
  await screen.settled()
  for (const name of ['State timeline', 'Cycle count', 'Stops', 'OEE', 'Service', 'Documents', 'Readings'])
    await page.getByRole('region', { name, exact: true }).first().waitFor()
  for (const name of ['Compare with others of its model', 'Which data this machine makes'])
    await page.getByRole('link', { name }).waitFor()
  // The picture that it follows has 1,640 px; stops and OEE are not in it.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_760)
})

test('The last hours are filled in, so that no sparkline of a running machine is empty', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ product: living, as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  const total = async () => {
    const words = (await sparklineOf(card).getAttribute('aria-label')) ?? ''
    return Number(/: ([\d,]+) in total/.exec(words)?.[1]?.replaceAll(',', ''))
  }
  // At 34 cycles a minute, three hours are 6,000 cycles at most; an hour of them is more than it makes meanwhile.
  await eventually(total).toBeGreaterThan(1500)
})

test('Simulated values are believable: 18 to 42 °C and at most 35 cycles a minute', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ product: living, as: 'customer' })
  await openOverview(page, '/?filter=running')
  const ids = await cardsOf(page).getByRole('link').allInnerTexts()
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) {
    const card = await showCard(page, id)
    const temperature = Number.parseFloat(await textOf(valueBeside(card, 'Temp')))
    const speed = Number.parseFloat(await textOf(valueBeside(card, 'Cycles/min')))
    expect([id, temperature >= 18 && temperature <= 42, speed >= 0 && speed <= 36]).toEqual([id, true, true])
  }
})
