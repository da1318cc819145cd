import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../src/addresses.ts'
import { violationsInBothThemes } from '../src/axe.ts'
import { keepPermissions } from '../src/permissions.ts'
import { messageOf } from '../src/record-list.ts'
import { test } from '../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }

test('A customer shares one machine, then several at once, by keyboard, and reads who decided', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', width: 1440, height: 900 })
  await page.goto('/sharing')
  const row = page.getByRole('row').filter({ hasText: 'CSP-0457' })
  const change = row.getByRole('button', { name: 'Change: CSP-0457, Benchmark' })
  await change.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Benchmark: CSP-0457' })
  await dialog.getByLabel('Until the end of').fill('2099-12-31')
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await dialog.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  await messageOf(page, 'Sharing changed').waitFor()
  await row.getByText(/until .*2099/).waitFor()

  for (const name of ['CSP-0442', 'CSP-0457'])
    await page.getByRole('checkbox', { name: `Choose ${name}` }).press('Space')
  await page.getByText('2 machines chosen').waitFor()
  await page.getByRole('button', { name: 'Change: Benchmark', exact: true }).press('Enter')
  const both = page.getByRole('alertdialog', { name: 'Benchmark: 2 machines' })
  await both.getByText('Not shared', { exact: true }).click()
  await both.getByRole('button', { name: 'Do not share' }).press('Enter')
  await row.getByText(/until .*2099/).waitFor({ state: 'detached' })
  const history = page.getByRole('list', { name: 'History' })
  await history.getByRole('listitem').filter({ hasText: 'CSP-0442' }).first().waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('On a phone the same fits the screen, and Escape changes nothing', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', ...PHONE })
  await page.goto('/sharing')
  const change = page.getByRole('button', { name: 'Change: CRT-1162, Support' })
  await change.tap()
  await page.getByRole('alertdialog', { name: 'Support: CRT-1162' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect((await change.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('Staff read in place of a machine that it is not shared, and may ask for access', async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff', width: 1440, height: 900 })
  guard.expectStatus(403, /^\/v1\/ignition\/machines\/CRT-1162$/)
  const problem = { type: '/problems/machine_not_shared', title: 'Not shared', status: 403, code: 'machine_not_shared' }
  // Other tests read the machines of this product at the same time, so that none of them is withdrawn.
  await page.route(/\/v1\/ignition\/machines\/CRT-1162\?/, (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await page.route(/\/v1\/ignition\/machines\/CRT-1162\/sharing$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), shared: false } })
  })
  await page.goto('/machines/CRT-1162')
  await page.getByRole('heading', { name: 'CRT-1162 is not shared' }).waitFor()
  const form = page.getByRole('form', { name: 'Ask for access' })
  await form.getByRole('button', { name: 'Ask for access' }).press('Enter')
  await form.getByText('Enter why you need to see the machine.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('The bar counts open requests for access, until they are answered', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', width: 1440, height: 900 })
  const asked = {
    ...{ id: '00000000-0000-7000-8000-000000000001', machineID: 'CRT-1162', reason: 'Film tears', hours: 4 },
    ...{ status: 'asked', askedAt: '2026-11-30T06:00:00.000Z', askedBy: 'Ada Berg' },
    ...{ answeredAt: null, answeredBy: null, endsAt: null },
  }
  // Nobody withdraws a machine of this product: other tests read them at the same time.
  const answer = (items: object[]) => ({ contentType: 'application/json', body: JSON.stringify({ items }) })
  await page.route(/\/v1\/ignition\/support-access$/, (route) => route.fulfill(answer([asked])))
  await page.route(/\/v1\/ignition\/support-access\/[\w-]+\/answer$/, (route) =>
    route.fulfill(answer([{ ...asked, status: 'refused', answeredAt: asked.askedAt }])),
  )
  await page.goto('/alarms')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Data/ })
  await entry.getByText('1 open request for access').waitFor({ state: 'attached' })
  await entry.press('Enter')
  await page.getByRole('navigation', { name: 'Data' }).getByRole('link', { name: 'Sharing' }).press('Enter')
  const request = page.getByRole('list', { name: 'Requests for access' }).getByRole('listitem')
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await request.getByRole('button', { name: 'Refuse' }).press('Enter')
  await entry.getByText(/open request/).waitFor({ state: 'detached' })
})

test('Partner access and sharing are tabs of one place, and the addresses of before lead there', {
  tags: ['long'],
}, async ({ visit }) => {
  for (const size of [{ width: 1440, height: 900 }, PHONE]) {
    const { page } = await visit({ as: 'customer', ...size })
    await page.goto('/data')
    await arrivesAt(page, '/data/partners')
    const tabs = page.getByRole('navigation', { name: 'Data' })
    await tabs.getByRole('link', { name: 'Sharing' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sharing', level: 1 }).waitFor()
    expect(await tabs.getByRole('link', { name: 'Sharing' }).getAttribute('aria-current')).toBe('page')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
    for (const [before, now] of [
      ['/partners', '/data/partners'],
      ['/sharing?from=mail', '/data/sharing?from=mail'],
    ] as const) {
      await page.goto(before)
      await arrivesAt(page, now)
      await tabs.waitFor()
    }
  }
})

test('Who may open one of the two has no tabs', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await keepPermissions(page, /^(customer\.access|sharing\.decide)$/)
  await page.goto('/data')
  await page.getByRole('heading', { name: 'Sharing', level: 1 }).waitFor()
  expect(addressOf(page)).toBe('/data/sharing')
  expect(await page.getByRole('navigation', { name: 'Data' }).count()).toBe(0)
})
