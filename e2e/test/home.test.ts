import { sampleFleet } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject } from 'vitest'
import { addressOf } from '../src/addresses.ts'
import { eventually } from '../src/eventually.ts'
import { publishRecords } from '../src/machine-publisher.ts'
import { cardOf, cardsOf, gridOf, openOverview, secondsAgo } from '../src/overview.ts'
import { test } from '../src/test.ts'

const LIST = '**/v1/ignition/machines/me?*'
const LIST_PATH = /^\/v1\/ignition\/machines\/me$/

beforeAll(async () => {
  await publishRecords(inject('quiet'), {
    'VFFS-2214': { machineState: 'Running', cyclesPerMin: 31 },
    'CSP-0442': { machineState: 'Running', cyclesPerMin: 20, lastSeen: secondsAgo(600) },
  })
})

function badges(page: Page): Promise<string[]> {
  return cardsOf(page).locator('h2 + span').allInnerTexts()
}

test('The overview is called Machine Overview, Live status and recent performance', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  await page.getByRole('heading', { level: 1, name: 'Machine Overview', exact: true }).waitFor()
  await page.getByText('Live status and recent performance', { exact: true }).waitFor()
  expect(await page.title()).toBe('Machine Overview · Packhouse')
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

test('The Filter offers All, Running and Offline', async ({ visit }) => {
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

test('The filter is kept in the address and survives a reload', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  await page.getByRole('combobox', { name: 'Filter' }).selectOption('Offline')
  await eventually(() => addressOf(page)).toBe('/?filter=offline')
  await page.reload()
  await cardOf(page, 'CSP-0442').waitFor()
  expect(await page.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('offline')
})

test('Eight skeleton cards show while the machines are loading', async ({ visit }) => {
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

test('An empty list shows No machines found.', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.route(LIST, (route) => route.fulfill({ json: { count: 0, machines: [] } }))
  await page.goto('/')
  await page.getByText('No machines found.', { exact: true }).waitFor()
})

test('A filter that leaves nothing shows No machines found.', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.route(LIST, async (route) => {
    const response = await route.fetch()
    const { count, machines } = await response.json()
    await route.fulfill({
      response,
      json: { count, machines: machines.map((one: object) => ({ ...one, online: null })) },
    })
  })
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

test('A failure of a later refresh empties the list and is logged as Failed to fetch machines only', async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'customer' })
  guard.expectStatus(503, LIST_PATH)
  guard.expectConsole(/^Failed to fetch machines/)
  await page.clock.install()
  await openOverview(page)
  await page.route(LIST, (route) => route.fulfill({ status: 503, json: {} }))
  await page.clock.fastForward(30_000)
  await page.getByText('No machines found.', { exact: true }).waitFor()
})

test('The grid has 1 column on phones, 2 from 640, 3 from 960 and 4 from 1280 pixels on', async ({ visit }) => {
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
