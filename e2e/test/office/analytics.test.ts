import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { recordRequests } from '../../src/guard.ts'
import { SettledScreen } from '../../src/settled-screen.ts'
import { test } from '../../src/test.ts'

const EVENTS = /^\/v1\/auth\/user-analytics\/events$/
const NOTHING = { light: [], dark: [] }

/** Leaves the screen for another one and has what waits sent, as a closed tab does. */
async function leaveAndSend(page: Page): Promise<void> {
  const sent = page.waitForResponse((response) => EVENTS.test(new URL(response.url()).pathname))
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  expect((await sent).status()).toBe(200)
}

test('Views are sent as route patterns when a page is left, and are found on the screen and among the own data', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  const requests = recordRequests(page, EVENTS)
  await page.goto('/customers?search=nord')
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  await page.goto('/system/analytics')
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Popular pages' }).waitFor()
  await leaveAndSend(page)
  const bodies = requests.map((request) => request.postData() ?? '')
  expect(bodies.join()).toContain('"/system/analytics"')
  expect(bodies.join()).not.toContain('nord')

  // The last events are stored a moment after they were sent.
  await eventually(async () => {
    await page.goto('/settings')
    await page.getByRole('heading', { name: 'Your use of the product' }).waitFor()
    await page.getByText(/single events in .* are stored/).waitFor()
    await page.getByText('What is counted').click()
    return await page.getByRole('cell', { name: 'Views' }).count()
  }).toBeGreaterThan(0)
  const given = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).last().click()
  expect((await given).suggestedFilename()).toBe('my-usage.csv')
})

test('The screen shows figures with their definitions, reads heat maps by the keyboard, and narrows to customers', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const screen = new SettledScreen(page)
  await page.goto('/system/analytics')
  await page.getByRole('heading', { name: 'Activity by weekday and hour' }).waitFor()
  // A table that is drawn anew with its figures would take the focus with it.
  await screen.settled()
  const cells = page.getByRole('table').last().getByRole('cell')
  await cells.first().waitFor()
  await cells.and(page.locator('[tabindex="0"]')).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.getByText(/^Tuesday, 23:00: /).waitFor()
  await page.getByRole('button', { name: /How is this counted/ }).click()
  await page.getByText('A session ends after 30 minutes without activity, and after 24 hours at the latest.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Here now').last().click()
  await page.getByText('7 d', { exact: true }).click()
  await page.getByText('Active in 7 days').waitFor()
  await page.getByRole('combobox', { name: 'People' }).selectOption('customers')
  await eventually(() => new URL(page.url()).searchParams.get('people')).toBe('customers')
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})

test('On a phone everything is one below the other, and heat maps scroll by themselves', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true, language: 'de-DE' })
  await page.goto('/system/analytics')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('table').last().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})

test('In the demo, and for a customer who only looks at the login, nothing is sent', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: { 'cmms-demo-mode': 'true' } })
  const requests = recordRequests(page, EVENTS)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  await page.goto('/login')
  expect(requests).toEqual([])
})
