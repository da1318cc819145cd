import { sampleFleet } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf } from '../src/addresses.ts'
import { eventually } from '../src/eventually.ts'
import { recordRequests } from '../src/guard.ts'
import { test } from '../src/test.ts'

const demo = { 'cmms-demo-mode': 'true' }

function stored(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('cmms-demo-mode'))
}

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  return () => loads
}

test.for(['true', '1'])(
  'demo=%s switches the demo on, goes from the address and reloads',
  { tags: ['long'] },
  async (value, { visit }) => {
    const { page } = await visit({ as: 'customer' })
    const loads = countLoads(page)
    await page.goto(`/?filter=running&demo=${value}`)
    await page.locator('header em', { hasText: 'Demo' }).waitFor()
    expect(addressOf(page)).toBe('/?filter=running')
    expect(await stored(page)).toBe('true')
    expect(loads()).toBe(2)
  },
)

test.for(['false', '0', 'yes', 'TRUE', ''])(
  'demo=%s switches the demo off, goes from the address and reloads',
  { tags: ['long'] },
  async (value, { visit }) => {
    const { page } = await visit({ as: 'customer', storage: demo })
    const loads = countLoads(page)
    await page.goto(`/settings?demo=${value}`)
    await eventually(() => addressOf(page)).toBe('/settings')
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
    expect(await stored(page)).toBe('false')
    await eventually(loads).toBe(2)
    expect(await page.locator('header em').count()).toBe(0)
  },
)

test('Without the parameter the stored state decides', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: demo })
  await page.goto('/')
  await page.locator('header em', { hasText: 'Demo' }).waitFor()
  await page.reload()
  await page.locator('header em', { hasText: 'Demo' }).waitFor()
})

test('The demo works on the login too and comes back to the intended address', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit()
  await page.goto('/login?demo=1&intended=%2Fsettings')
  await page.getByLabel('Email').waitFor()
  await eventually(() => addressOf(page)).toBe('/login?intended=%2Fsettings')
  expect(await stored(page)).toBe('true')
})

test('In the demo the machines and their history are made in the browser', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: demo })
  const requests = recordRequests(page, /^\/v1\/ignition\//)
  await page.goto('/')
  const cards = page.getByRole('list', { name: 'Machines', exact: true }).getByRole('article')
  await eventually(() => cards.count()).toBe(sampleFleet.length)
  await page.getByRole('link', { name: 'VFFS-2214' }).click()
  await page.getByRole('slider', { name: 'State timeline, change by change' }).waitFor()
  await page.getByRole('slider', { name: 'Cycle counts, bar by bar' }).waitFor()
  expect(requests.map((request) => request.url())).toEqual([])
})

test('Sample values keep to their ranges: 18 to 42 °C and 15 to 35 cycles a minute', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer', storage: demo })
  await page.goto('/?filter=running')
  const cards = page.getByRole('list', { name: 'Machines', exact: true }).getByRole('article')
  await cards.first().waitFor()
  const values = (term: string) =>
    cards
      .locator('dt', { hasText: new RegExp(`^${term}$`) })
      .locator('xpath=following-sibling::dd')
      .allInnerTexts()
  const temperatures = (await values('Temp')).map((text) => Number.parseFloat(text))
  const speeds = (await values('Cycles/min')).map((text) => Number.parseFloat(text)).filter((speed) => speed > 0)
  expect(Math.min(...temperatures)).toBeGreaterThanOrEqual(18)
  expect(Math.max(...temperatures)).toBeLessThanOrEqual(42)
  expect(Math.min(...speeds)).toBeGreaterThanOrEqual(15)
  expect(Math.max(...speeds)).toBeLessThanOrEqual(35)
})

test('Leave Demo Mode turns the demo off and reloads', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', storage: demo })
  await page.goto('/settings')
  const loads = countLoads(page)
  await page.getByRole('heading', { name: 'Demo Mode', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Leave Demo Mode', exact: true }).click()
  await eventually(loads).toBe(1)
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  await eventually(() => page.getByRole('button', { name: 'Leave Demo Mode' }).count()).toBe(0)
  expect(await page.locator('header em').count()).toBe(0)
  expect(await stored(page)).toBe('false')
})
