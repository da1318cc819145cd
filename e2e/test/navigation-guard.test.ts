import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../src/addresses.ts'
import { recordRequests } from '../src/guard.ts'
import { test } from '../src/test.ts'

test.for(['/', '/settings', '/machines/VFFS-2214', '/?filter=running', '/settings?a=1&a=2&b=two%20words'])(
  'Somebody who is not signed in is sent from %s to the login with the full path as intended',
  async (target, { visit }) => {
    const { page } = await visit()
    await page.goto(target)
    await page.getByLabel('Email').waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/login')
    expect(searchParams.get('intended')).toBe(target)
  },
)

test('Somebody signed in who visits the login goes to the overview at once', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()
  expect(addressOf(page)).toBe('/')
})

test('Somebody signed in who visits the login with an intended address goes there', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/login?intended=%2Fsettings')
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  expect(addressOf(page)).toBe('/settings')
})

test.for(['/', '/settings', '/machines/VFFS-2214', '/login'])(
  'Somebody without customer.access who visits %s goes to the denied screen',
  async (target, { visit }) => {
    const { page } = await visit({ as: 'denied' })
    await page.goto(target)
    await arrivesAt(page, '/denied')
    await page.getByText('customer.access').waitFor()
  },
)

test('The denied screen says who is signed in, what is missing and whom to ask, and leads to another sign-in', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'denied' })
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: "You can't open Packhouse" }).waitFor()
  await page.getByText('You are signed in as Per Strand (denied@packhouse.example).', { exact: true }).waitFor()
  await page.getByText('does not have the permission customer.access').waitFor()
  await page.getByText('Ask the person who manages the users of Meridian Foods Ltd').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('button', { name: 'Sign in as somebody else', exact: true }).click()
  await arrivesAt(page, '/login')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('The denied screen needs no sign-in', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/denied')
  await page.getByText('You are not signed in.').waitFor()
  expect(addressOf(page)).toBe('/denied')
})

test('The current user is asked for once and kept while moving between screens', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  const requests = recordRequests(page, /^\/v1\/auth\/me$/)
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Machines' }).click()
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  expect(requests).toHaveLength(1)
})

test('Every call carries the token in both headers, and those without a token carry none', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  const requests = recordRequests(page, /^\/v1\//)
  await page.goto('/')
  await page.getByRole('list', { name: 'Machines', exact: true }).waitFor()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const calls = await Promise.all(
    requests.map(async (request) => ({ path: new URL(request.url()).pathname, headers: await request.allHeaders() })),
  )
  for (const { path, headers } of calls.filter(({ path }) => path !== '/v1/settings/public')) {
    expect([path, headers.authorization, headers['x-api-key']]).toEqual([path, `Bearer ${token}`, token])
  }
})
