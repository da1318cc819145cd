import { api } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../src/addresses.ts'
import { eventually } from '../src/eventually.ts'
import { DOCUMENTATION_PROBE, recordRequests } from '../src/guard.ts'
import { openOverview } from '../src/overview.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

function profileOf(page: Page): Locator {
  return page.getByRole('button', { name: 'Profile menu of Jonas Eide', exact: true })
}

function initialsOf(page: Page): Locator {
  return profileOf(page).getByText('JE', { exact: true })
}

test('The bar shows the title, which leads home, and no Demo tag outside of the demo', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  expect(await page.locator('header em').count()).toBe(0)
  await page.getByRole('banner').getByRole('link', { name: 'Packhouse' }).click()
  await arrivesAt(page, '/')
})

test('In the demo the bar has an italic Demo tag', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: { 'cmms-demo-mode': 'true' } })
  await openOverview(page)
  const tag = page.getByRole('banner').getByText('Demo', { exact: true })
  expect(await tag.evaluate((element) => getComputedStyle(element).fontStyle)).toBe('italic')
  // Nothing is counted there: no room is left for a count behind the word.
  const bar = page.getByRole('navigation', { name: 'Main' })
  const roomIn = async (name: string) =>
    await bar.getByRole('link', { name, exact: true }).evaluate((link) => {
      const word = document.createRange()
      word.selectNodeContents(link)
      return Math.round(link.getBoundingClientRect().right - word.getBoundingClientRect().right)
    })
  expect(await roomIn('Alarms')).toBe(await roomIn('Machines'))
})

test('Machines leads to the overview and is marked there and on a machine', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  const machines = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Machines' })
  await page.goto('/settings')
  await machines.waitFor()
  expect(await machines.getAttribute('href')).toBe('/')
  expect(await machines.getAttribute('aria-current')).toBe(null)
  await machines.click()
  await eventually(() => machines.getAttribute('aria-current')).toBe('page')
  await page.goto('/machines/FLW-0904')
  await eventually(() => machines.getAttribute('aria-current')).toBe('page')
})

test('Docs opens the API documentation in a new tab', { tags: ['long'] }, async ({ visit }) => {
  const { page, context, guard } = await visit({ as: 'customer' })
  guard.expectConsole(DOCUMENTATION_PROBE)
  await openOverview(page)
  const opening = context.waitForEvent('page')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Docs/ }).click()
  const docs = await opening
  // What it shows has a test of its own.
  await docs.waitForLoadState('domcontentloaded')
  expect(addressOf(docs)).toMatch(/^\/docs\/?$/)
  expect(addressOf(page)).toBe('/')
})

test('What stands in the bar stays where it is when the quotes and the count of alarms come', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${api.alarmSummary.path}`, async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response, json: { ...(await response.json()), activeUnacknowledged: 120 } })
  })
  await page.route(`**${api.myQuotes.path}`, async (route) => {
    await held
    await route.continue()
  })
  await openOverview(page)
  const bar = page.getByRole('navigation', { name: 'Main' })
  const entries = bar.getByRole('link')
  const placesOf = async () =>
    await entries.evaluateAll((links) => links.map((link) => [link.textContent, link.getBoundingClientRect().x]))
  await bar.getByRole('link', { name: 'Alarms' }).waitFor()
  const before = await placesOf()
  release()
  await bar.getByText('99+', { exact: true }).waitFor()
  await bar.getByRole('link', { name: /99\+ active and not acknowledged/ }).waitFor()
  await bar.getByTitle('99+ active and not acknowledged').waitFor()
  await bar.getByRole('link', { name: 'Quotes' }).waitFor()
  await bar.getByRole('link', { name: /^Docs/ }).waitFor()
  const after = await placesOf()
  expect(after.slice(0, before.length).map(([, x]) => x)).toEqual(before.map(([, x]) => x))
  expect(before.map(([label]) => label)).toEqual(['Machines', 'Alarms'])
})

test('The profile menu shows the initials, and Settings and Logout; CMMS is hidden when it is not configured', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  expect(await textOf(initialsOf(page))).toBe('JE')
  await profileOf(page).click()
  const menu = page.getByRole('menu')
  await menu.getByText('customer@packhouse.example').waitFor()
  expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(['Settings', 'Logout'])
})

test('The avatar is the photo where there is one, and the initials where it cannot be loaded', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'customer' })
  guard.expectStatus(404, /^\/assets\/gone\.png$/)
  let photoUrl = '/mark.svg'
  await page.route(`**${api.me.path}`, async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    await route.fulfill({ response, json: { ...session, user: { ...session.user, profile: { photoUrl } } } })
  })
  await openOverview(page)
  const photo = profileOf(page).locator('img')
  expect(await photo.getAttribute('src')).toBe('/mark.svg')
  photoUrl = '/assets/gone.png'
  await page.reload()
  await initialsOf(page).waitFor()
  expect(await photo.count()).toBe(0)
})

test('Settings in the profile menu leads to the settings', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  await profileOf(page).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await arrivesAt(page, '/settings')
})

test('Logout ends the session, clears local storage and goes to the login', async ({ visit }) => {
  const { page, context } = await visit({ as: 'customer', storage: { 'cmms-demo-mode': 'false', other: 'thing' } })
  await openOverview(page)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const calls = recordRequests(page, /^\/v1\/auth\/logout$/)
  await profileOf(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await arrivesAt(page, '/login')
  await page.getByLabel('Email').waitFor()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect(calls.map((request) => request.method())).toEqual(['POST'])
  const answer = await context.request.get(api.me.path, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
})

test('After a logout the back button does not show the machines again', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  await profileOf(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await arrivesAt(page, '/login')
  await page.goBack()
  await eventually(() => new URL(page.url()).pathname).toBe('/login')
  await page.getByLabel('Email').waitFor()
  expect(await page.getByRole('article').count()).toBe(0)
})

test('A logout in one tab ends what the others ask before the server ends the session', async ({ visit }) => {
  const { page, context } = await visit({ as: 'customer' })
  await openOverview(page)
  const other = await context.newPage()
  await other.goto('/settings')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await other.route(`**${api.logout.path}`, async (route) => {
    await held
    await route.continue()
  })
  const logouts = recordRequests(other, /^\/v1\/auth\/logout$/)
  await profileOf(other).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByLabel('Email').waitFor()
  const asked = recordRequests(page, /^\/v1\/(?!settings)/)
  expect(logouts).toHaveLength(1)
  answer()
  await arrivesAt(other, '/login')
  expect(asked.map((request) => request.url())).toEqual([])
})

test('A tab that finds itself signed out asks nothing and goes to the login', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.clock.install()
  await openOverview(page)
  // In the tab itself, so that no storage event tells it.
  await page.evaluate(() => localStorage.clear())
  const asked = recordRequests(page, /^\/v1\/(ignition|alarms|auth)\//)
  await page.clock.fastForward(30_000)
  await page.getByLabel('Email').waitFor()
  expect(asked.map((request) => request.url())).toEqual([])
})

test('A logout in one tab leads the other tabs to the login too', { tags: ['long'] }, async ({ visit }) => {
  const { page, context } = await visit({ as: 'customer' })
  await page.goto('/settings')
  const other = await context.newPage()
  await openOverview(other)
  await profileOf(other).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByLabel('Email').waitFor()
  expect(addressOf(page)).toBe('/login?intended=%2Fsettings')
})
