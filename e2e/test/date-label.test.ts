import { beforeAll, expect, inject } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { publishRecords } from '../src/machine-publisher.ts'
import { openOverview, secondsAgo, showCard } from '../src/overview.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

const HOUR = 3600
/** Machines of a customer of whom no other test publishes anything. */
const ages = {
  'VFFS-2302': 50,
  'TRS-0344': 5 * 60 + 10,
  'LBL-0720': 3 * HOUR + 600,
  'CSP-0560': 3 * 24 * HOUR,
}
const lastSeen: Record<string, string> = {}

beforeAll(async () => {
  for (const [machineID, age] of Object.entries(ages)) lastSeen[machineID] = secondsAgo(age)
  await publishRecords(
    inject('quiet'),
    Object.fromEntries(Object.entries(lastSeen).map(([machineID, at]) => [machineID, { lastSeen: at }])),
  )
})

test.for([
  ['VFFS-2302', 'Updated 1m ago'],
  ['TRS-0344', 'Updated 5m ago'],
  ['LBL-0720', 'Updated 3h ago'],
] as const)('A record of %s as old as that reads %s', { tags: ['long'] }, async ([machineID, label], { visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openOverview(page)
  expect(await textOf((await showCard(page, machineID)).locator('time'))).toBe(label)
})

test('A record of the last 30 seconds reads Just now, and a minute later 1m ago by itself', async ({ visit }) => {
  const { page, product } = await visit({ as: 'staff' })
  await page.clock.install()
  await publishRecords(product, { 'VFFS-2301': {} })
  await openOverview(page)
  const label = (await showCard(page, 'VFFS-2301')).locator('time')
  expect(await textOf(label)).toBe('Updated Just now')
  await page.clock.fastForward(60_000)
  await eventually(() => textOf(label)).toBe('Updated 1m ago')
})

test('A record older than a day reads as a local date', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openOverview(page)
  const date = await page.evaluate(
    (at) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium' }),
    lastSeen['CSP-0560'] ?? '',
  )
  expect(await textOf((await showCard(page, 'CSP-0560')).locator('time'))).toBe(`Updated ${date}`)
})

test('A machine that has never published reads as updated now', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openOverview(page)
  expect(await textOf((await showCard(page, 'PAL-0340')).locator('time'))).toBe('Updated Just now')
})

test('The hover title of the label is the full local date and time', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openOverview(page)
  const full = await page.evaluate(
    (at) => new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Oslo' }),
    lastSeen['LBL-0720'] ?? '',
  )
  expect(full).toMatch(/^\d{1,2} \w+ \d{4}, \d{2}:\d{2}:\d{2}$/)
  expect(await (await showCard(page, 'LBL-0720')).locator('time').getAttribute('title')).toBe(full)
})
