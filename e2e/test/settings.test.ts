import { expect } from 'vitest'
import { test } from '../src/test.ts'

test('Settings says what it is for', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/settings')
  await page.getByRole('heading', { level: 1, name: 'Settings', exact: true }).waitFor()
  await page.getByText('Manage your application settings below.', { exact: true }).waitFor()
})

test('Outside of the demo there is no Demo Mode section', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/settings')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  expect(await page.getByText('Demo Mode').count()).toBe(0)
})

test.for(['light', 'dark'] as const)(
  'Where the system prefers %s, so does the application',
  async (theme, { visit }) => {
    const { page } = await visit({ as: 'customer', theme })
    await page.goto('/settings')
    await page.getByRole('radio', { name: 'System' }).waitFor()
    expect(await page.getByRole('radio', { name: 'System' }).isChecked()).toBe(true)
    expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
  },
)

test('The theme chosen in Settings holds after a reload, and System leads back', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  const html = page.locator('html')
  await page.goto('/settings')
  await page.getByText('Dark', { exact: true }).click()
  expect(await html.getAttribute('data-theme')).toBe('dark')
  await page.reload()
  await page.getByRole('radio', { name: 'Dark' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  expect(await html.getAttribute('data-theme')).toBe('dark')
  await page.getByText('System', { exact: true }).click()
  expect(await html.getAttribute('data-theme')).toBe('light')
})
