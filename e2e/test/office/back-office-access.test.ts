import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../../src/addresses.ts'
import { eventually } from '../../src/eventually.ts'
import { recordRequests } from '../../src/guard.ts'
import { openOverview } from '../../src/overview.ts'
import { keepPermissions } from '../../src/permissions.ts'
import { boxOf, gridOf, openList } from '../../src/record-list.ts'
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'

/** What only staff may ask for. */
const BACK_OFFICE = /^\/v1\/(customers|suppliers|contacts|locations|licences|machines|countries|location-types)\b/

async function linksOf(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  return (await links.allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '')
}

test('Every page of staff has a title and is marked in its section bar', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openOverview(page)
  for (const [area = '', label = '', address = '', group] of [
    ['Customers', 'Suppliers', '/suppliers'],
    ['Machines', 'Installed machines', '/installed-machines'],
    ['Machines', 'Telemetry', '/telemetry/tag-maps'],
    ['People', 'Users', '/people/users'],
    ['System', 'Reference data', '/reference/location-types', 'Setup'],
  ]) {
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('button', { name: area }).click()
    await main.getByRole('menuitem', { name: label }).click()
    await arrivesAt(page, address)
    const bar = page.getByRole('navigation', { name: area })
    const link = bar.getByRole('link', { name: new RegExp(`^${label}( \\d+)?$`) })
    // Where an area has groups, the one of the page is marked in the bar.
    const marked = group === undefined ? link : bar.getByRole('button', { name: group })
    await eventually(() => marked.getAttribute('aria-current')).toBe(group === undefined ? 'page' : 'true')
    expect(await page.title()).toMatch(/ · Packhouse$/)
  }
})

test('Who may only read sees rows that cannot be changed, and why', async ({ visit, records }) => {
  const { name, id } = await createCustomer(records, 'Readonly Foods')
  const { page } = await visit({ as: 'staff' })
  await keepPermissions(page, /\.(access|any|read)$/)
  await page.goto(`/customers?search=Readonly&open=${id}`)
  await boxOf(gridOf(page, 'customers'), name).check()
  const selected = page.getByRole('region', { name: 'Selected rows' })
  await selected.getByRole('button', { name: 'Export' }).waitFor()
  expect(await selected.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  const create = page.getByRole('button', { name: 'New customer' })
  expect(await create.isDisabled()).toBe(true)
  expect(await create.getAttribute('title')).toContain('customer.create')
  const drawer = page.getByRole('complementary', { name })
  await drawer.getByText('To change it you need the permission customer.update.').waitFor()
  expect(await drawer.getByRole('textbox').count()).toBe(0)
})

test("A customer's user has no link to the back office, and its addresses are denied without asking for data", async ({
  visit,
  records,
}) => {
  const { id } = await createCustomer(records, 'Hidden Foods')
  const { page } = await visit({ as: 'customer' })
  const requests = recordRequests(page, BACK_OFFICE)
  await openOverview(page)
  // Quotes come when it is known that there are any.
  await eventually(() => linksOf(page)).toEqual(['Machines', 'Alarms', 'Quotes', 'Data', 'Benchmark', 'Docs'])
  for (const [address, what, permission] of [
    ['/customers', 'Customers', 'customer.read'],
    [`/customers/${id}`, 'Customers', 'customer.read'],
    ['/suppliers', 'Suppliers', 'supplier.read'],
    ['/fleet', 'Fleet', 'machine.read.any'],
    ['/installed-machines', 'Installed machines', 'machine.read'],
    ['/installed-machines?tab=unclaimed', 'Installed machines', 'machine.read'],
    ['/reference/countries', 'Countries', 'country.read'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('heading', { name: `You can't open ${what}` }).waitFor()
    await page.getByText(permission, { exact: true }).waitFor()
    expect(addressOf(page)).toBe(address)
    expect(await page.getByText('Hidden Foods').count()).toBe(0)
  }
  expect(requests.map((request) => request.url())).toEqual([])
})

test('An address of the back office is intended by who signs in there', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/customers?status=hold')
  await page.getByLabel('Email').waitFor()
  expect(new URL(page.url()).searchParams.get('intended')).toBe('/customers?status=hold')
})

test('A row that does not exist says so, and leads back to the list', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(404, /^\/v1\/customers\//)
  await page.goto('/customers/018f0000-0000-7000-8000-000000000000')
  await page.getByText('This customer was not found.', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Customers' }).last().click()
  await openList(page, addressOf(page), 'customers')
})
