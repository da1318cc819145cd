import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../src/test.ts'

/** Until the account knows it too: otherwise the next visit would find half of it. */
async function choose(page: Page, theme: string): Promise<void> {
  const kept = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await page.getByText(theme, { exact: true }).click()
  await kept
}

test('Settings says what it is for', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/settings')
  await page.getByRole('heading', { level: 1, name: 'Settings', exact: true }).waitFor()
  await page.getByText('Manage your application settings below.', { exact: true }).waitFor()
})

test('Outside of the demo there is no Demo Mode section', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/settings')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  expect(await page.getByText('Demo Mode').count()).toBe(0)
})

test.for(['light', 'dark'] as const)(
  'Where the system prefers %s, so does the application',
  { tags: ['long'] },
  async (theme, { visit }) => {
    const { page } = await visit({ as: 'customer', theme })
    await page.goto('/settings')
    await page.getByRole('radio', { name: 'System' }).waitFor()
    expect(await page.getByRole('radio', { name: 'System' }).isChecked()).toBe(true)
    expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
  },
)

test('The theme chosen in Settings holds after a reload, and System leads back', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  const html = page.locator('html')
  await page.goto('/settings')
  await choose(page, 'Dark')
  expect(await html.getAttribute('data-theme')).toBe('dark')
  await page.reload()
  await page.getByRole('radio', { name: 'Dark' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  expect(await html.getAttribute('data-theme')).toBe('dark')
  await choose(page, 'System')
  expect(await html.getAttribute('data-theme')).toBe('light')
})
