import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleFleet } from '@packhouse/contract'
import type { Page, Request } from 'playwright-core'
import { beforeEach, expect, inject } from 'vitest'
import { addressOf } from '../src/addresses.ts'
import { eventually } from '../src/eventually.ts'
import { recordRequests } from '../src/guard.ts'
import { publishRecords } from '../src/machine-publisher.ts'
import { cardOf, cardsOf, changeMachines, gridOf, openOverview, secondsAgo } from '../src/overview.ts'
import { repository } from '../src/repository.ts'
import { test } from '../src/test.ts'

const LIST = '**/v1/ignition/machines/me?*'
const LIST_PATH = /^\/v1\/ignition\/machines\/me$/

// Before each, since a machine that is silent for a minute is offline.
beforeEach(async () => {
  await publishRecords(inject('quiet'), {
    'VFFS-2214': { machineState: 'Running', cyclesPerMin: 31 },
    'CSP-0442': { machineState: 'Running', cyclesPerMin: 20, lastSeen: secondsAgo(600) },
  })
})

function badges(page: Page): Promise<string[]> {
  return cardsOf(page).locator('h2 + span').allInnerTexts()
}

test('The overview is called Machine Overview, Live status and recent performance', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  await page.getByRole('heading', { level: 1, name: 'Machine Overview', exact: true }).waitFor()
  await page.getByText('Live status and recent performance', { exact: true }).waitFor()
  expect(await page.title()).toBe('Machine Overview · Packhouse')
})

/** With Brotli, as Chromium asks for it, and with room for little more: a module too many in the first screen brings more than that. */
const MOST_SCRIPT_BYTES = 146_000

test.for(['customer', 'staff'] as const)(
  'Before the first card of %s nothing is loaded that only lists, dialogs and forms need',
  async (account, { visit }) => {
    const { page } = await visit({ as: account })
    await page.addInitScript(() => {
      const cards = new MutationObserver(() => {
        if (document.querySelector('article') === null) return
        cards.disconnect()
        performance.mark('first-card')
      })
      cards.observe(document, { subtree: true, childList: true })
    })
    await openOverview(page)
    const sizes = await page.evaluate(() => {
      const [mark] = performance.getEntriesByName('first-card')
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const before = resources.filter(
        ({ name, startTime }) => name.endsWith('.js') && startTime < (mark?.startTime ?? 0),
      )
      return before.map(({ encodedBodySize }) => encodedBodySize)
    })
    const sum = sizes.reduce((total, size) => total + size, 0)
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThan(MOST_SCRIPT_BYTES)
  },
)

/** Uncompressed, and with room for little more: with the schemas of all calls it was 637 kB. */
const MOST_DECLARATION_BYTES = 400_000

test('What lists and forms load has the declarations of the resources, and no schema of a call that follows from none', async () => {
  const assets = join(repository, 'packages/web/dist/assets')
  const [declarations = '', ...others] = readdirSync(assets).filter((name) => /^declarations-.*\.js$/.test(name))
  expect(others).toEqual([])
  expect(readFileSync(join(assets, declarations)).byteLength).toBeLessThan(MOST_DECLARATION_BYTES)
})

test.for([
  ['customer', 'NORDFJELL'],
  ['other', 'BALTIC'],
] as const)(
  'The user %s sees the machines of the own customer %s and no other',
  async ([account, customer], { visit }) => {
    const { page } = await visit({ as: account })
    await openOverview(page)
    const own = sampleFleet.filter((machine) => machine.customer === customer).map(({ machineID }) => machineID)
    expect((await cardsOf(page).getByRole('link').allInnerTexts()).sort()).toEqual(own.sort())
  },
)

test('The Filter offers All, Running and Offline', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const filter = page.getByRole('combobox', { name: 'Filter', exact: true })
  expect(await filter.getByRole('option').allInnerTexts()).toEqual(['All', 'Running', 'Offline'])
  expect(await filter.inputValue()).toBe('all')
})

test('Running leaves the cards that are running, Offline those that are offline, All all of them', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const all = await badges(page)
  expect(new Set(all)).toEqual(new Set(['Running', 'Offline', 'No live data']))
  const filter = page.getByRole('combobox', { name: 'Filter', exact: true })
  for (const [option, machineID] of [
    ['Running', 'VFFS-2214'],
    ['Offline', 'CSP-0442'],
  ] as const) {
    await filter.selectOption(option)
    await eventually(async () => new Set(await badges(page))).toEqual(new Set([option]))
    expect(await cardOf(page, machineID).count()).toBe(1)
    expect(await cardsOf(page).count()).toBe(all.filter((badge) => badge === option).length)
  }
  await filter.selectOption('All')
  await eventually(() => badges(page)).toEqual(all)
})

test('The filter is kept in the address and survives a reload', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  await page.getByRole('combobox', { name: 'Filter' }).selectOption('Offline')
  await eventually(() => addressOf(page)).toBe('/?filter=offline')
  await page.reload()
  await cardOf(page, 'CSP-0442').waitFor()
  expect(await page.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('offline')
})

test('Cards are sorted by name, attention or customer, which the address has and the browser remembers', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openOverview(page)
  const sort = page.getByRole('combobox', { name: 'Sort', exact: true })
  const order = () => cardsOf(page).getByRole('link').allInnerTexts()
  const byName = await order()
  expect(byName).toEqual(byName.toSorted())
  expect(await sort.getByRole('option').allInnerTexts()).toEqual(['Name', 'Needs attention first', 'Customer'])
  await sort.selectOption('Customer')
  await eventually(async () => (await order())[0]).toBe('CRT-1301')
  await cardOf(page, 'CRT-1301').getByText('Baltic Bakeries sp. z o.o.', { exact: true }).waitFor()
  await sort.selectOption('Needs attention first')
  // The one that is offline comes before those that run and those that have never been heard.
  await eventually(async () => (await order()).indexOf('CSP-0442') < (await order()).indexOf('VFFS-2214')).toBe(true)
  expect(addressOf(page)).toBe('/?sort=attention')
  await openOverview(page)
  expect(await sort.inputValue()).toBe('attention')
  const { page: customers } = await visit({ as: 'customer' })
  await openOverview(customers)
  const choice = customers.getByRole('combobox', { name: 'Sort', exact: true }).getByRole('option')
  expect(await choice.allInnerTexts()).toEqual(['Name', 'Needs attention first'])
})

test('Eight skeleton cards show while the machines are loading', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(LIST, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const skeletons = page.getByLabel('Loading machines').locator('> *')
  await skeletons.first().waitFor({ state: 'attached' })
  expect(await skeletons.count()).toBe(8)
  expect(await page.getByText('No machines found.').count()).toBe(0)
  answer()
  await gridOf(page).waitFor()
  expect(await skeletons.count()).toBe(0)
})

test('An empty list shows No machines found.', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.route(LIST, (route) => route.fulfill({ json: { count: 0, machines: [] } }))
  await page.goto('/')
  await page.getByText('No machines found.', { exact: true }).waitFor()
})

test('A filter that leaves nothing shows No machines found.', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.route(LIST, (route) => changeMachines(route, { online: null }))
  await page.goto('/?filter=offline')
  await page.getByText('No machines found.', { exact: true }).waitFor()
})

test('A failure of the first load is logged twice and shows No machines found. until a refresh succeeds', async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'customer' })
  guard.expectStatus(500, LIST_PATH)
  guard.expectConsole(/^Failed to fetch machines/)
  guard.expectConsole(/^Failed to load assets/)
  await page.clock.install()
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/')
  await page.getByText('No machines found.', { exact: true }).waitFor()
  await page.unroute(LIST)
  await page.clock.fastForward(30_000)
  await cardOf(page, 'VFFS-2214').waitFor()
})

test('A failure of a later refresh empties the list and is logged as Failed to fetch machines only', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'customer' })
  guard.expectStatus(503, LIST_PATH)
  guard.expectConsole(/^Failed to fetch machines/)
  await page.clock.install()
  await openOverview(page)
  await page.route(LIST, (route) => route.fulfill({ status: 503, json: {} }))
  await page.clock.fastForward(30_000)
  await page.getByText('No machines found.', { exact: true }).waitFor()
})

test('The grid has 1 column on phones, 2 from 640, 3 from 960 and 4 from 1280 pixels on', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const found: Record<number, number> = {}
  for (const width of [360, 639, 640, 959, 960, 1279, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    found[width] = await cardsOf(page).evaluateAll((cards) => {
      const tops = cards.map((card) => card.getBoundingClientRect().top)
      return tops.filter((top) => top === tops[0]).length
    })
  }
  expect(found).toEqual({ 360: 1, 639: 1, 640: 2, 959: 2, 960: 3, 1279: 3, 1280: 4, 1440: 4 })
})

const FRAMEWORK = '**/assets/framework-*.js'
const FIRST_DATA = ['/v1/auth/me', '/v1/me/settings', '/v1/ignition/machines/me', '/v1/ignition/machines/me/stream']

/** How often each of what the first screen needs was asked for. */
const timesOf = (requests: readonly Request[]) =>
  FIRST_DATA.map((path) => requests.filter((request) => new URL(request.url()).pathname === path).length)

test('What the first screen needs is asked for while its scripts load, and once', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', language: 'de' })
  const asked = recordRequests(page, /^\/v1\//)
  const scripts = recordRequests(page, /\/assets\/(de|home)-(?!screen)/)
  let load = () => {}
  const held = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(FRAMEWORK, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await eventually(() => timesOf(asked)).toEqual([1, 1, 1, 1])
  await eventually(() => scripts.map((request) => /(de|home)-/.exec(request.url())?.[1]).sort()).toEqual(['de', 'home'])
  load()
  await page.getByRole('list', { name: 'Maschinen', exact: true }).getByRole('article').first().waitFor()
  await page.unroute(FRAMEWORK)
  expect(timesOf(asked)).toEqual([1, 1, 1, 1])
  await page.goto('/theme.js')
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('list', { name: 'Maschinen', exact: true }).getByRole('article').first().waitFor()
  expect(timesOf(asked)).toEqual([2, 2, 2, 2])
})

test('A visitor who is not signed in causes no early requests', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit()
  const asked = recordRequests(page, /^\/v1\/(auth|me|ignition)\//)
  await page.goto('/')
  await page.getByLabel('Email').waitFor()
  expect(asked.map((request) => request.url())).toEqual([])
})
