import { api } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../src/addresses.ts'
import { eventually } from '../src/eventually.ts'
import { recordRequests } from '../src/guard.ts'
import { cardsOf, gridOf, openOverview } from '../src/overview.ts'
import { emailOf, signInByForm } from '../src/sign-in.ts'
import { test } from '../src/test.ts'

const ANY_CALL = /^\/v1\//
const REFRESH = /^\/v1\/auth\/refresh$/
const ME = /^\/v1\/auth\/me$/

/** Leaves the app for a plain file of its origin: what an open page asks by itself would meet a 401 before the test does. */
async function leaveApp(page: Page): Promise<void> {
  await page.goto('/theme.js')
}

/** Makes the access token one that the server does not take any more. */
async function spoilToken(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('token', 'pha_spoilt'))
}

test('A 401 leads to one refresh and a retry: the page shows as if nothing had happened', async ({ visit }) => {
  const { page, product, guard } = await visit()
  await page.goto('/login')
  await signInByForm(page, emailOf('customer'), product.password)
  await gridOf(page).waitFor()
  const refreshToken = await page.evaluate(() => localStorage.getItem('refresh_token'))
  guard.expectStatus(401, ME)
  const refreshes = recordRequests(page, REFRESH)
  const asked = recordRequests(page, ME)
  await leaveApp(page)
  await spoilToken(page)
  await page.goto('/')
  await gridOf(page).waitFor()
  expect(refreshes.map((request) => request.postDataJSON())).toEqual([{ refresh_token: refreshToken }])
  expect(asked).toHaveLength(2)
  const stored = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh_token')])
  expect(stored).toEqual([expect.stringMatching(/^pha_/), expect.stringMatching(/^phr_/)])
  expect(stored).not.toContain('pha_spoilt')
  expect(stored).not.toContain(refreshToken)
})

test('Concurrent requests wait for the one refresh', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'customer' })
  await page.goto('/machines/VFFS-2214')
  await page.getByRole('region', { name: 'Cycle count' }).getByRole('slider').waitFor()
  guard.expectStatus(401, ANY_CALL)
  const refreshes = recordRequests(page, REFRESH)
  const histories = recordRequests(page, /\/history$/)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${api.refresh.path}`, async (route) => {
    await held
    await route.continue()
  })
  // Only now: what the page asks by itself may be the first to meet the 401, and then its refresh is the one that is held.
  await spoilToken(page)
  const span = async (name: string) => {
    await page.getByRole('button', { name: /^Time range: / }).click()
    await page.getByRole('button', { name }).click()
  }
  await span('Last 24 hours')
  await eventually(() => refreshes.length).toBe(1)
  await eventually(() => histories.length).toBeGreaterThanOrEqual(3)
  const asked = histories.length
  // These are refused while the refresh is under way, and wait for it too.
  await span('Last 3 hours')
  await eventually(() => histories.length).toBeGreaterThanOrEqual(asked + 3)
  answer()
  await page.getByText(/^Cycles, last 3 hours/).waitFor({ state: 'attached' })
  await page.getByText(/^Machine states, last 3 hours/).waitFor({ state: 'attached' })
  expect(refreshes).toHaveLength(1)
})

test('Two tabs that meet a 401 at once send one refresh between them', async ({ visit }) => {
  const { page, context, guard } = await visit({ as: 'customer' })
  await openOverview(page)
  const other = await context.newPage()
  await openOverview(other)
  await Promise.all([leaveApp(page), leaveApp(other)])
  await spoilToken(page)
  guard.expectStatus(401, ME)
  const refreshes = [recordRequests(page, REFRESH), recordRequests(other, REFRESH)]
  await Promise.all([page.goto('/'), other.goto('/')])
  await Promise.all([gridOf(page).waitFor(), gridOf(other).waitFor()])
  expect(refreshes.flat()).toHaveLength(1)
  expect([addressOf(page), addressOf(other)]).toEqual(['/', '/'])
})

test('A refresh that is refused ends the session: the login comes back to the same place', async ({ visit }) => {
  const { page, guard, product } = await visit({
    storage: { token: 'pha_spoilt', refresh_token: 'phr_spoilt' },
  })
  guard.expectStatus(401, ME)
  guard.expectStatus(401, REFRESH)
  await page.goto('/settings?from=bookmark')
  await page.getByLabel('Email').waitFor()
  expect(addressOf(page)).toBe('/login?intended=%2Fsettings%3Ffrom%3Dbookmark')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(null)
  await signInByForm(page, emailOf('customer'), product.password)
  await arrivesAt(page, '/settings?from=bookmark')
})

test('A session that ends while the overview is open leads to the login', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'customer' })
  await page.clock.install()
  await openOverview(page)
  guard.expectStatus(401, ANY_CALL)
  guard.expectConsole(/^Failed to fetch machines/)
  await page.evaluate(() => {
    localStorage.setItem('token', 'pha_spoilt')
    localStorage.setItem('refresh_token', 'phr_spoilt')
  })
  await page.clock.fastForward(30_000)
  await page.getByLabel('Email').waitFor()
  expect(addressOf(page)).toBe('/login?intended=%2F')
})

test('A token without a refresh token that is refused leads to the login without a refresh', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, guard } = await visit({ storage: { token: 'pha_spoilt' } })
  guard.expectStatus(401, ME)
  const refreshes = recordRequests(page, REFRESH)
  await page.goto('/')
  await page.getByLabel('Email').waitFor()
  expect(refreshes).toHaveLength(0)
})

test('A refresh that meets a server in trouble does not sign anybody out', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'customer' })
  await openOverview(page)
  await leaveApp(page)
  await spoilToken(page)
  guard.expectStatus(401, ME)
  guard.expectStatus(503, REFRESH)
  guard.expectConsole(/^ApiError: The server answered 503/)
  const kept = await page.evaluate(() => localStorage.getItem('refresh_token'))
  await page.route(`**${api.refresh.path}`, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/')
  await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).toBe(kept)
  await page.unroute(`**${api.refresh.path}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await gridOf(page).waitFor()
  expect(await cardsOf(page).count()).toBe(12)
})
