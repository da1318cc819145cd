import type { Locator } from 'playwright-core'
import { beforeAll, expect, inject } from 'vitest'
import { arrivesAt } from '../src/addresses.ts'
import { publishRecords, publishSeries } from '../src/machine-publisher.ts'
import { openOverview, secondsAgo, showCard, sparklineOf, valueBeside } from '../src/overview.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

const DASH = '–'

beforeAll(async () => {
  const running = {
    machineState: 'Running',
    totalCycles: 1000,
    cyclesPerMin: 31.26,
    temperature: 31.4,
    humidity: 41,
  } as const
  // Utilization is known of a time, not of a moment.
  await publishSeries(inject('quiet'), 'VFFS-2214', [{ ...running, lastSeen: secondsAgo(150) }, { ...running }])
  await publishRecords(inject('quiet'), {
    'VFFS-2215': { machineState: 'Running', totalCycles: 1000, temperature: null },
    'CSP-0442': { machineState: 'Running', temperature: 24.1, lastSeen: secondsAgo(500) },
  })
})

function borderOf(card: Locator): Promise<string[]> {
  return card.evaluate((element) => {
    const { borderTopStyle, borderTopColor } = getComputedStyle(element)
    return [borderTopStyle, borderTopColor]
  })
}

test('A running machine has the badge Running and a green border', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  await card.getByText('Running', { exact: true }).waitFor()
  expect(await borderOf(card)).toEqual(['solid', 'rgb(23, 112, 63)'])
})

test('A machine that sends data and has stopped says so below the badge Running, with since when', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, product } = await visit({ as: 'customer' })
  const series = [230, 180, 130, 80, 30, 0].map((seconds) => ({
    machineState: seconds > 200 ? ('Running' as const) : ('Stopped' as const),
    lastSeen: secondsAgo(seconds),
  }))
  await publishSeries(product, 'FLW-0871', series)
  await publishRecords(product, { 'VFFS-1987': { temperature: 21 } })
  await openOverview(page)
  const card = await showCard(page, 'FLW-0871')
  await card.getByText('Running', { exact: true }).waitFor()
  await card.getByText(/^Stopped [3-9] min$/).waitFor()
  await (await showCard(page, 'VFFS-1987')).getByText(/^State unknown/).waitFor()
})

test('A machine without fresh data has the badge Offline, a red border and its values as the last that are known', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'CSP-0442')
  await card.getByText('Offline', { exact: true }).waitFor()
  expect(await borderOf(card)).toEqual(['solid', 'rgb(179, 38, 30)'])
  await card.getByText('Last known: Running', { exact: true }).waitFor()
  expect(await textOf(valueBeside(card, 'Temp'))).toBe('24.10°C')
  const weight = await valueBeside(card, 'Temp').evaluate((value) => getComputedStyle(value).fontWeight)
  expect(Number(weight)).toBeLessThan(600)
})

test('A machine that has never published has the badge No live data, a dashed red border and dashes', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'FLW-0904')
  await card.getByText('No live data', { exact: true }).waitFor()
  expect(await borderOf(card)).toEqual(['dashed', 'rgb(179, 38, 30)'])
  for (const term of ['Utilization', 'Temp', 'Cycles/min']) expect(await textOf(valueBeside(card, term))).toBe(DASH)
})

test('The tiles show utilization as a rounded percent, the temperature with two decimals and the speed', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  expect(await card.locator('dl').last().locator('dt').allInnerTexts()).toEqual(['Utilization', 'Temp', 'Cycles/min'])
  expect(await textOf(valueBeside(card, 'Utilization'))).toMatch(/^\d+%$/)
  expect(await textOf(valueBeside(card, 'Temp'))).toBe('31.40°C')
  expect(await textOf(valueBeside(card, 'Cycles/min'))).toBe('31.3')
})

test('A temperature that is null shows a dash without a unit', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  expect(await textOf(valueBeside(await showCard(page, 'VFFS-2215'), 'Temp'))).toBe(DASH)
})

test('The card shows name and location', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  await card.getByRole('heading', { name: 'VFFS-2214', exact: true }).waitFor()
  await card.getByText('Bergen, Norway · Line 1', { exact: true }).waitFor()
})

test('A machine of which nothing is known but its name shows dashes for location and description', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, product } = await visit({ as: 'staff' })
  await publishRecords(product, { 'NEW-0001': { machineState: 'Running' } })
  await openOverview(page)
  const card = await showCard(page, 'NEW-0001')
  await card.hover()
  await valueBeside(card, 'Details').waitFor()
  expect(await textOf(valueBeside(card, 'Details'))).toBe(DASH)
  // Its place, and the customer that staff see beside it.
  const places = card.locator('h2').locator('xpath=../following-sibling::div/span')
  expect(await places.allInnerTexts()).toEqual([DASH, DASH])
})

test.for([
  ['sparkline', sparklineOf],
  ['tiles', (card: Locator) => valueBeside(card, 'Temp')],
  ['date', (card: Locator) => card.getByText(/^Updated/)],
] as const)('A card is one link to its machine, also on its %s', { tags: ['long'] }, async ([, placeOn], { visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  expect(await card.getByRole('link').getAttribute('href')).toBe('/machines/VFFS-2214')
  // Forced, because the link lies over what is pressed.
  await placeOn(card).click({ force: true })
  await arrivesAt(page, '/machines/VFFS-2214')
  await page.getByRole('heading', { level: 1, name: 'VFFS-2214' }).waitFor()
})

test('The sparkline is 140 pixels high, painted, and told in words', { tags: ['long'] }, async ({ visit }) => {
  const { page, product } = await visit({ as: 'customer' })
  const minutes = [150, 100, 50, 25]
  for (const [index, minute] of minutes.entries()) {
    const totalCycles = 5000 + index * 30
    await publishRecords(product, {
      'FLW-0871': { machineState: 'Running', totalCycles, lastSeen: secondsAgo(minute * 60) },
    })
  }
  await openOverview(page)
  const sparkline = sparklineOf(await showCard(page, 'FLW-0871'))
  expect((await sparkline.boundingBox())?.height).toBe(140)
  expect(await sparkline.getAttribute('aria-label')).toMatch(/^Cycle counts of FLW-0871, last 3 hours: 90 in total; /)
  // Three pairs of readings with nothing between them: what is drawn lies within the picture.
  const lines = await sparkline
    .locator('path')
    .evaluateAll((paths) => paths.map((path) => path.getBoundingClientRect().width))
  expect(Math.max(...lines)).toBeGreaterThan(100)
})
