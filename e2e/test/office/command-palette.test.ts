import { areas } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../../src/addresses.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { recordRequests } from '../../src/guard.ts'
import { gridOf } from '../../src/overview.ts'
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'
import { textOf } from '../../src/text.ts'

const FIELD = 'Search machines, records and pages'

async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await eventually(() => hasFocus(palette.getByRole('combobox', { name: FIELD }))).toBe(true)
  return palette
}

/** The entries of a group. */
function entriesOf(palette: Locator, group: string): Locator {
  return palette.getByRole('group', { name: group }).getByRole('option')
}

test('Ctrl-K finds a customer by a part of its name or its code, and Enter opens it', async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Sprat Seafood')
  const { page } = await visit({ as: 'staff' })
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  const palette = await openPalette(page)
  await page.keyboard.type('sprat')
  await entriesOf(palette, 'Customers').getByText('SPRAT-SEAFOOD').waitFor()
  await page.keyboard.press('Enter')
  await arrivesAt(page, `/customers/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Sprat Seafood' }).waitFor()
  expect(await palette.count()).toBe(0)
  await openPalette(page)
  expect(await entriesOf(palette, 'Recent').allInnerTexts()).toEqual([expect.stringContaining('Sprat Seafood')])
})

test('Keys that are typed before the palette is there are in its field when it opens', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('vffs 2214')
  const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox', { name: FIELD })
  await eventually(() => field.inputValue()).toBe('vffs 2214')
})

test('Machines, contacts, locations, screens and actions are found by typing', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const { id: customerId } = await createCustomer(records, 'Garfish Seafood')
  const draft = { customerId, firstName: 'Garunn', lastName: 'Vik' }
  const { id: contactId } = await records.create(areas.customers.resources.contacts, draft)
  const { page } = await visit({ as: 'staff' })
  await page.goto('/customers')
  await page.getByRole('grid').waitFor()
  const wanted = [
    ['garunn', 'Contacts', `/customers/${customerId}?tab=contacts&open=${contactId}`],
    ['vffs 1987', 'Machines', '/machines/VFFS-1987'],
    ['reference', 'Pages', '/reference/location-types'],
    ['new supp', 'Actions', '/suppliers?open=new'],
    ['claim', 'Actions', '/installed-machines?tab=unclaimed'],
  ] as const
  for (const [words, group, address] of wanted) {
    const palette = await openPalette(page)
    await page.keyboard.type(words)
    await entriesOf(palette, group).first().waitFor()
    await eventually(() => entriesOf(palette, group).first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await arrivesAt(page, address)
    await palette.waitFor({ state: 'detached' })
  }
})

test('Records of every area are found by typing, also those that nobody has listed for the palette', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { downtimeReasons, servicePlans } = areas.service.resources
  const { machines, mqttSubscribers } = areas.monitoring.resources
  const [machine] = await records.find(machines, 'VFFS-2214')
  const reason = await records.create(downtimeReasons, { code: 'GURNARD', name: 'Gurnard in the funnel' })
  const plan = await records.create(servicePlans, { machineId: machine?.id, name: 'Gurnard jaws', interval: 90 })
  const broker = {
    name: 'Gurnard hall',
    brokerUrl: 'mqtt://broker.example.com',
    clientId: 'gurnard',
    topicFilter: 'g/#',
  }
  const subscriber = await records.create(mqttSubscribers, broker)
  const { page } = await visit({ as: 'staff' })
  await page.goto('/customers')
  await page.getByRole('grid').waitFor()
  const wanted = [
    ['Downtime reasons', 'Gurnard in the funnel', `/reference/downtime-reasons?open=${reason.id}`],
    ['Service plans', 'Gurnard jaws', `/service/plans?open=${plan.id}`],
    ['Subscribers', 'Gurnard hall', `/telemetry/subscribers?open=${subscriber.id}`],
  ] as const
  for (const [group, name, address] of wanted) {
    const palette = await openPalette(page)
    await page.keyboard.type('gurnard')
    await entriesOf(palette, group).getByText(name).click()
    await arrivesAt(page, address)
    await palette.waitFor({ state: 'detached' })
  }
})

test('Arrows choose, and go round the ends; the field names the entry that Enter opens', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/customers')
  await page.getByRole('grid').waitFor()
  const palette = await openPalette(page)
  const chosen = () => palette.getByRole('option', { selected: true })
  await page.keyboard.type('e')
  await palette.getByRole('option').first().waitFor()
  const first = await textOf(chosen())
  await page.keyboard.press('ArrowDown')
  await eventually(() => textOf(chosen())).not.toBe(first)
  const field = palette.getByRole('combobox', { name: FIELD })
  expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen().getAttribute('id'))
  await page.keyboard.press('ArrowUp')
  await eventually(() => textOf(chosen())).toBe(first)
  expect(await palette.getByRole('option', { selected: true }).count()).toBe(1)
  await eventually(() => hasFocus(field)).toBe(true)
})

test('Escape closes it and returns the focus; nothing behind it moved', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/customers?search=Nordfjell')
  const row = page.getByRole('grid').getByRole('row').last().getByRole('link').first()
  await row.focus()
  const palette = await openPalette(page)
  await page.keyboard.type('zzzz')
  await palette.getByText('Nothing matches “zzzz”').waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await eventually(() => hasFocus(row)).toBe(true)
  expect(addressOf(page)).toBe('/customers?search=Nordfjell')
  const button = page.getByRole('button', { name: /^Search/ })
  await button.click()
  await palette.waitFor()
  await page.keyboard.press('Control+k')
  await palette.waitFor({ state: 'detached' })
  await eventually(() => hasFocus(button)).toBe(true)
})

test("A customer's user finds the own machines and screens, and nothing of others", async ({ visit, records }) => {
  await createCustomer(records, 'Smelt Seafood')
  const { page } = await visit({ as: 'customer' })
  const requests = recordRequests(page, /^\/v1\/(customers|suppliers|contacts|locations|machines|search)\b/)
  await page.goto('/')
  await gridOf(page).waitFor()
  const palette = await openPalette(page)
  await palette.getByRole('option', { name: /CRT-1130/ }).waitFor()
  const field = palette.getByRole('combobox', { name: FIELD })
  for (const words of ['Smelt', 'Baltic', 'FLW-1204', 'Meridian', 'Installed', 'New customer', 'Reference']) {
    await field.fill(words)
    await palette.getByText(`Nothing matches “${words}”`).waitFor()
    expect([words, await palette.getByRole('option').count()]).toEqual([words, 0])
  }
  await field.fill('vffs 2214')
  await palette.getByRole('option', { name: /VFFS-2214/ }).click()
  await arrivesAt(page, '/machines/VFFS-2214')
  expect(requests.map((request) => request.url())).toEqual([])
})
