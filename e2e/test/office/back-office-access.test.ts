import { api } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../../src/addresses.ts'
import { recordRequests } from '../../src/guard.ts'
import { openOverview } from '../../src/overview.ts'
import { boxOf, gridOf, openList } from '../../src/record-list.ts'
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'

/** What only staff may ask for. */
const BACK_OFFICE = /^\/v1\/(customers|suppliers|contacts|locations|licences|machines|countries|location-types)\b/

async function linksOf(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  return (await links.allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '')
}

/** Lets the session say that it has no other permissions than those that match. */
async function keepPermissions(page: Page, kept: RegExp): Promise<void> {
  await page.route(`**${api.me.path}`, async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    const permissions = session.permissions.filter((name: string) => kept.test(name))
    await route.fulfill({ response, json: { ...session, permissions } })
  })
}

test('Staff have a link to every section, and each is marked where it is open', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openOverview(page)
  expect(await linksOf(page)).toEqual([
    'Machines',
    'Alarms',
    'Customers',
    'Suppliers',
    'Installed machines',
    'Telemetry',
    'People',
    'Reference data',
    'Docs',
  ])
  for (const [label, address] of [
    ['Customers', '/customers'],
    ['Suppliers', '/suppliers'],
    ['Installed machines', '/installed-machines'],
    ['Telemetry', '/telemetry/tag-maps'],
    ['People', '/people/users'],
    ['Reference data', '/reference/location-types'],
  ] as const) {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true })
    await link.click()
    await arrivesAt(page, address)
    expect(await link.getAttribute('aria-current')).toBe('page')
    expect(await page.title()).toMatch(/ · Packhouse$/)
  }
})

test('The links are those of the sections that somebody may read', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await keepPermissions(page, /^(customer\.access|machine\.read\.any|supplier\.read|industry\.read)$/)
  await openOverview(page)
  expect(await linksOf(page)).toEqual(['Machines', 'Alarms', 'Suppliers', 'Docs'])
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
  expect(await linksOf(page)).toEqual(['Machines', 'Alarms', 'Docs'])
  for (const [address, what, permission] of [
    ['/customers', 'Customers', 'customer.read'],
    [`/customers/${id}`, 'Customers', 'customer.read'],
    ['/suppliers', 'Suppliers', 'supplier.read'],
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

test('An address of the back office is intended by who signs in there', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/customers?status=hold')
  await page.getByLabel('Email').waitFor()
  expect(new URL(page.url()).searchParams.get('intended')).toBe('/customers?status=hold')
})

test('A row that is not there is told so, and leads back to the list', async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(404, /^\/v1\/customers\//)
  await page.goto('/customers/018f0000-0000-7000-8000-000000000000')
  await page.getByText('There is no such customer.', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Customers' }).last().click()
  await openList(page, addressOf(page), 'customers')
})
