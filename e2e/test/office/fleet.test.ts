import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../../src/addresses.ts'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { recordRequests } from '../../src/guard.ts'
import { test } from '../../src/test.ts'

test('The wall is read with the keyboard: a row marks its site on the map, and Enter opens the machine', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/fleet')
  const wall = page.getByRole('grid', { name: 'Machines' })
  const current = () => page.evaluate(() => document.activeElement?.textContent)
  await wall.getByRole('link', { name: 'VFFS-2214' }).focus()
  await eventually(() => wall.getByRole('row', { selected: true }).textContent()).toContain('VFFS-2214')
  const bergen = page.getByRole('button', { name: /^Bergen \(5 in all/ })
  await eventually(() => bergen.getAttribute('aria-pressed')).toBe('true')
  // What it did is read in words, once it is there.
  await wall
    .getByRole('row', { selected: true })
    .getByRole('gridcell', { name: /of the window|Nothing was heard/ })
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await eventually(current).not.toBe('VFFS-2214')
  await page.keyboard.press('ArrowUp')
  await eventually(current).toBe('VFFS-2214')
  await page.keyboard.press('Enter')
  await arrivesAt(page, '/machines/VFFS-2214')
})

test('A site on the map marks its first machine on the wall, and says what is there', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/fleet')
  await page.getByRole('button', { name: /^Aarhus \(/ }).click()
  const marked = page.getByRole('grid', { name: 'Machines' }).getByRole('row', { selected: true })
  await eventually(() => marked.textContent()).toContain('Aarhus')
  await page.getByRole('region', { name: 'Aarhus plant' }).getByText('Nordfjell Seafood AS').waitFor()
})

test('Filters and the order are in the address, and what they leave is said', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const lanes = recordRequests(page, /^\/v1\/fleet\/lanes$/)
  await page.goto('/fleet?sort=customer')
  const wall = page.getByRole('grid', { name: 'Machines' })
  const links = wall.getByRole('link')
  await links.first().waitFor()
  await page.getByRole('combobox', { name: 'Customer' }).selectOption({ label: 'Customer: Meridian Foods Ltd' })
  await eventually(() => links.count()).toBe(6)
  await wall.getByRole('rowheader', { name: 'Meridian Foods Ltd' }).waitFor()
  expect(addressOf(page)).toMatch(/[?&]customer=/)
  // The lanes of the six alone.
  await eventually(() =>
    lanes.map((one) => (one.postDataJSON() as { machine_ids: string[] }).machine_ids.length),
  ).toContain(6)
  await page.reload()
  await eventually(() => links.count()).toBe(6)
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'State: Faulted' })
  await page.getByText('No machine matches the filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await eventually(() => links.count()).toBeGreaterThan(6)
  expect(addressOf(page)).toBe('/fleet?sort=customer')
})

test('Machines that are not shared are counted for what is filtered, whatever their state', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  // Nobody withdraws a machine of this product: other tests read them at the same time.
  await page.route(/\/v1\/fleet$/, async (route) => {
    const response = await route.fetch()
    const fleet = (await response.json()) as object
    const notShared = [
      { customer: null, type: null, model: 'NEVER-SEEN', count: 2 },
      { customer: null, type: null, model: null, count: 1 },
    ]
    await route.fulfill({ response, json: { ...fleet, notShared } })
  })
  await page.goto('/fleet')
  await page.getByText('3 machines are not shared', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Alarms' }).selectOption({ label: 'Alarms: Without alarms' })
  await page.getByText('3 machines are not shared: their states are unknown', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Model' }).selectOption({ label: 'Model: NEVER-SEEN' })
  await page.getByText('2 machines are not shared: their states are unknown', { exact: true }).waitFor()
})

test('On a phone the page ends with the wall', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  await page.goto('/fleet')
  await page.getByRole('grid', { name: 'Machines' }).getByRole('link').first().waitFor()
  const below = await page.evaluate(() => {
    const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0
    return document.documentElement.scrollHeight - Math.ceil(end + scrollY)
  })
  expect(below).toBeLessThanOrEqual(0)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('On a tablet the wall is below the whole map, and the hours over it do not run into each other', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 768, height: 1024, language: 'en-US' })
  await page.goto('/fleet')
  const wall = page.getByRole('grid', { name: 'Machines' })
  const hours = wall.getByText(/^\d\d:00 [AP]M$/).filter({ visible: true })
  await hours.first().waitFor()
  const ends = await hours.evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().toJSON()))
  for (const [index, { right }] of ends.slice(0, -1).entries()) expect(right).toBeLessThan(ends[index + 1].left)
  const legend = await page.getByText('Some without live data').boundingBox()
  const counts = await page.getByRole('list', { name: 'Machines by state' }).boundingBox()
  expect((legend?.y ?? 0) + (legend?.height ?? 0)).toBeLessThanOrEqual(counts?.y ?? 0)
})
