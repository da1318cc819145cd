import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { arrivesAt } from '../src/addresses.ts'
import { eventually } from '../src/eventually.ts'
import { hasFocus } from '../src/focus.ts'
import { publishRecords } from '../src/machine-publisher.ts'
import { cardsOf, gridOf } from '../src/overview.ts'
import { forgetPreferences, themeKept } from '../src/preferences.ts'
import { emailOf } from '../src/sign-in.ts'
import { test } from '../src/test.ts'

beforeAll(async () => {
  await publishRecords(inject('quiet'), { 'VFFS-2214': { machineState: 'Running', totalCycles: 10 } })
})

afterAll(() => forgetPreferences(inject('quiet'), 'customer'))

/** Presses Tab until an element has the focus, and looks at every stop for a ring that can be seen. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let stops = 0; stops < 40; stops++) {
    if (await hasFocus(wanted)) return
    await page.keyboard.press('Tab')
    expect(await focusRing(page), 'a ring around the focus').toBe(true)
  }
  throw new Error('The focus does not get there.')
}

/** Whether the focused element, its stretched area or its label has an outline. */
function focusRing(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return true
    const label = focused.closest('label')?.querySelector('span')
    const styles = [getComputedStyle(focused), getComputedStyle(focused, '::after'), label && getComputedStyle(label)]
    return styles.some((style) => style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2)
  })
}

test('Everything can be done with the keyboard alone: sign in, filter, read a machine, change the theme, sign out', async ({
  visit,
}) => {
  const { page, product } = await visit()
  await page.goto('/login')
  await eventually(() => hasFocus(page.getByLabel('Email'))).toBe(true)
  await page.keyboard.type(emailOf('customer'))
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(product.password)
  await tabTo(page, page.getByRole('button', { name: 'Show password' }))
  await tabTo(page, page.getByRole('button', { name: 'Login', exact: true }))
  await page.keyboard.press('Enter')
  await gridOf(page).waitFor()

  await tabTo(page, page.getByRole('combobox', { name: 'Filter' }))
  await page.keyboard.type('Running')
  await eventually(() => cardsOf(page).getByText('No live data').count()).toBe(0)
  await tabTo(page, cardsOf(page).getByRole('link', { name: 'VFFS-2214' }))
  await page.keyboard.press('Enter')
  await arrivesAt(page, '/machines/VFFS-2214')
  await eventually(() => hasFocus(page.getByRole('main'))).toBe(true)

  const timeline = page.getByRole('slider', { name: 'State timeline, change by change' })
  await timeline.waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Time range: Last 6 hours' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Last 3 hours', exact: true }))
  await page.keyboard.press('Enter')
  await arrivesAt(page, '/machines/VFFS-2214?hours=3')
  await timeline.waitFor()
  await tabTo(page, timeline)
  await page.keyboard.press('ArrowLeft')
  await eventually(() => timeline.getAttribute('aria-valuetext')).toMatch(/^(Unknown|Running) · /)

  await page.goto('/settings')
  const toggle = page.getByRole('button', { name: 'Switch to dark theme' })
  await toggle.waitFor()
  await tabTo(page, toggle)
  const kept = themeKept(page)
  await page.keyboard.press('Space')
  await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await kept
  await tabTo(page, page.getByRole('button', { name: /^Profile menu/ }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await page.keyboard.press('End')
  await eventually(() => hasFocus(page.getByRole('menuitem', { name: 'Logout' }))).toBe(true)
  await page.keyboard.press('Enter')
  await arrivesAt(page, '/login')
})

test('The first Tab offers to skip to the content', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/')
  await gridOf(page).waitFor()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await eventually(() => hasFocus(skip)).toBe(true)
  await eventually(async () => (await skip.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await eventually(() => hasFocus(page.getByRole('button', { name: 'How is this counted?' }))).toBe(true)
})

test('Escape closes the profile menu and returns to its button', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/settings')
  const button = page.getByRole('button', { name: /^Profile menu/ })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menu').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await eventually(() => hasFocus(button)).toBe(true)
})
