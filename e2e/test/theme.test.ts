import { afterEach, expect, inject } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { openOverview } from '../src/overview.ts'
import { forgetPreferences, themeKept } from '../src/preferences.ts'
import { test } from '../src/test.ts'

const PAPER = { light: 'rgb(243, 241, 236)', dark: 'rgb(14, 22, 38)' }

afterEach(async () => {
  await forgetPreferences(inject('quiet'), 'customer')
})

test('The toggle in the bar changes the theme, says which it will do, and the choice persists', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await openOverview(page)
  expect(await background()).toBe(PAPER.light)
  const kept = themeKept(page)
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  await eventually(background).toBe(PAPER.dark)
  await kept
  await page.reload()
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  expect(await background()).toBe(PAPER.dark)
})

test('The chosen theme stands before anything is painted', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ storage: { 'packhouse-theme': 'dark' } })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return
      Object.assign(globalThis, { themeAtBody: document.documentElement.dataset.theme })
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/login')
  expect(await page.evaluate(() => (globalThis as unknown as { themeAtBody: string }).themeAtBody)).toBe('dark')
})

test('The theme follows the system while the page is open', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ theme: 'light' })
  await page.goto('/login')
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('A system that changes its theme while the page is loading is followed', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ theme: 'light' })
  const html = page.locator('html')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await eventually(() => html.getAttribute('data-theme')).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  held.resolve()
  await page.getByRole('textbox').first().waitFor()
  await eventually(() => html.getAttribute('data-theme')).toBe('dark')
})

test('A theme chosen in one tab shows in the others', { tags: ['long'] }, async ({ visit }) => {
  const { page, context } = await visit({ as: 'customer' })
  await page.goto('/settings')
  const other = await context.newPage()
  await other.goto('/settings')
  const kept = themeKept(other)
  await other.getByRole('button', { name: 'Switch to dark theme' }).click()
  await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await kept
})
