import { expect } from 'vitest'
import { arrivesAt } from '../src/addresses.ts'
import { eventually } from '../src/eventually.ts'
import { openOverview } from '../src/overview.ts'
import { test } from '../src/test.ts'

const phone = { width: 390, height: 844, touch: true } as const

test('On a phone the links are behind the menu button', async ({ visit }) => {
  const { page } = await visit({ ...phone, as: 'customer' })
  await page.goto('/settings')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const links = async () => (await navigation.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0])
  // Quotes come when it is known that there are any.
  await eventually(links).toEqual(['Machines', 'Alarms', 'Quotes', 'Data', 'Benchmark', expect.stringMatching(/^Docs/)])
  await navigation.getByRole('link', { name: 'Machines' }).tap()
  await arrivesAt(page, '/')
  await eventually(() => navigation.count()).toBe(0)
})

test('Escape closes the menu of a phone and returns to its button', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ ...phone, as: 'customer' })
  await openOverview(page)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'hidden' })
  const button = page.getByRole('button', { name: 'Open menu' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('The profile menu works on a phone', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ ...phone, as: 'customer' })
  await openOverview(page)
  await page.getByRole('button', { name: /^Profile menu/ }).tap()
  await page.getByRole('menuitem', { name: 'Settings' }).tap()
  await arrivesAt(page, '/settings')
})
