import { api, customers, type ProjectQuotes, projects } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { Records } from '../../src/records.ts'
import { signInByApi } from '../../src/sign-in.ts'
import { test } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }
const PHONE = { width: 360, height: 740, touch: true }
const DAY_MS = 86_400_000
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** A call as staff. */
async function staffCall<Body>(path: string, body?: object, lock?: string): Promise<Body> {
  const { url } = inject('quiet')
  const { access_token } = await signInByApi(inject('quiet'), 'staff')
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      ...(lock === undefined ? {} : { 'edit-lock': lock }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Body
}

/** What is done with a project before it is sent. */
type Prepare = (projectId: string, lock: string) => Promise<void>

/** A project with an alternative and an extra, sent to somebody. @returns its id and the path of the link */
async function sendQuote(title: string, customerId?: string, prepare?: Prepare): Promise<{ id: string; path: string }> {
  const [customer] = await new Records(inject('quiet')).find(customers, '')
  const { user } = await staffCall<{ user: { id: string } }>(api.me.path)
  const line = { section: 'Machines', unit: 'pcs', quantity: '1' }
  const draft = {
    ...{ title, customerId: customerId ?? customer?.id, ownerId: user.id, currency: 'EUR', terms: 'Terms of sale.' },
    validUntil: new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10),
    milestones: [{ name: 'on order', percent: '100' }],
  }
  const { id } = await staffCall<{ id: string }>(projects.mounts[0].path, draft)
  const path = `/v1/estimator/projects/${id}`
  const { token } = await staffCall<{ token: string }>(`${path}/lock/acquire`, { session: crypto.randomUUID() })
  const item = await staffCall<{ id: string }>(
    '/v1/estimator/project-items',
    { ...line, projectId: id, description: 'Bagger', unitPrice: '1000', unitCost: '600' },
    token,
  )
  const faster = { description: 'Faster bagger', unitPrice: '1500', unitCost: '900', promisedSpeed: 62 }
  const other = { ...line, ...faster, projectId: id, alternativeToId: item.id }
  await staffCall('/v1/estimator/project-items', other, token)
  const printer = { description: 'Printer', unit: 'pcs', quantity: '1', unitPrice: '100', unitCost: '60' }
  const extra = { ...printer, projectId: id }
  await staffCall('/v1/estimator/project-optional-extras', extra, token)
  await prepare?.(id, token)
  const now = await staffCall<{ rowVersion: number }>(path)
  const submitted = await staffCall<{ rowVersion: number }>(
    `${path}/transitions/submit`,
    { rowVersion: now.rowVersion },
    token,
  )
  await staffCall(`${path}/transitions/approve`, { rowVersion: submitted.rowVersion }, token)
  const to = { recipientName: 'Kari Nordmann', recipientEmail: 'kari@nordfjell.example' }
  const { address } = await staffCall<{ address: string }>(`${path}/quote-links`, to)
  return { id, path: new URL(address).pathname }
}

/** A drawing and a text that go with a quote. */
const addFiles: Prepare = async (projectId, lock) => {
  const { url } = inject('quiet')
  const { access_token } = await signInByApi(inject('quiet'), 'staff')
  const files = { 'side.png': Buffer.from(PIXEL, 'base64'), 'test.txt': Buffer.from('88 packs a minute') }
  for (const [name, content] of Object.entries(files)) {
    const kind = name === 'side.png' ? 'drawing' : 'document'
    const values = { projectId, kind, caption: `About ${name}`, inQuote: true }
    const { id } = await staffCall<{ id: string }>('/v1/estimator/project-media', values, lock)
    const body = new FormData()
    body.append('file', new Blob([Uint8Array.from(content)]), name)
    const headers = { authorization: `Bearer ${access_token}`, 'edit-lock': lock }
    const answer = await fetch(`${url}/v1/estimator/project-media/${id}/files`, { method: 'POST', headers, body })
    expect(answer.status, await answer.text()).toBe(201)
  }
}

const isDrawn = (picture: Locator) =>
  picture.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0)

const quotesOf = (id: string) => staffCall<ProjectQuotes>(`/v1/estimator/projects/${id}/quote-links`)
const price = (page: Page) => page.getByRole('region', { name: 'Your price' })

test('Somebody with a phone chooses, sees the price follow, and signs with a finger', async ({ visit }) => {
  const { id, path } = await sendQuote('Line by phone')
  const { page } = await visit(PHONE)
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: 'Line by phone' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.getByText('Promised speed: 62 cycles/min').waitFor()
  await page.getByText('Faster bagger').last().tap()
  await page.getByText('Printer').tap()
  await price(page).getByText('1,600.00').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Accept and sign' }).tap()
  await page.getByRole('heading', { level: 1, name: /^Accept quote/ }).waitFor()
  // What is signed is there line by line, as it was chosen.
  const ordered = page.getByRole('region', { name: 'What you order' })
  expect(await ordered.getByRole('listitem').allTextContents()).toEqual([
    'Faster bagger1,500.001 pcs × 1,500.00Promised speed: 62 cycles/min',
    'Printer100.001 pcs × 100.00',
  ])
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Sign and order' }).tap()
  await page.getByText('Enter your full name.').waitFor()
  await page.getByLabel('Full name').fill('Kari Nordmann')
  await page.getByRole('checkbox', { name: /^I may sign for/ }).tap()
  const field = page.getByRole('img', { name: 'Signature' })
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (box === null) throw new Error('There is no field to sign in.')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Sign and order' }).tap()
  await page.getByText(/^Accepted by Kari Nordmann/).waitFor()
  const { acceptance } = await quotesOf(id)
  expect(acceptance).toMatchObject({ name: 'Kari Nordmann', total: '1600' })
  expect(acceptance?.drawing?.length).toBe(1)
})

test('Somebody without a pointer chooses, asks and signs by the typed name', { tags: ['long'] }, async ({ visit }) => {
  const { id, path } = await sendQuote('Line by keyboard')
  const { page } = await visit()
  await page.goto(path)
  const radio = page.getByRole('radio', { name: /^Bagger/ })
  await radio.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('switch', { name: /Printer/ }).focus()
  await page.keyboard.press('Space')
  await price(page).getByText('1,600.00').waitFor()
  await page.getByLabel('Ask about this quote').focus()
  await page.keyboard.type('Does it fit?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Questions' }).getByRole('listitem').getByText('Does it fit?').waitFor()
  await price(page).getByRole('button', { name: 'Accept and sign' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Full name').focus()
  await page.keyboard.type('Ola Nordmann')
  await page.getByRole('checkbox', { name: /^I may sign for/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(/^Accepted by Ola Nordmann/).waitFor()
  expect((await quotesOf(id)).acceptance).toMatchObject({ name: 'Ola Nordmann', drawing: null, total: '1600' })
})

test('A quote is declined with a reason, which staff read beside the project', async ({ visit }) => {
  const { id, path } = await sendQuote('Line to decline')
  const { page } = await visit()
  await page.goto(path)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('Reason (optional)').fill('Too large for hall 2')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await page.getByText(/^This quote was declined/).waitFor()
  expect(await page.getByRole('button', { name: 'Accept and sign' }).count()).toBe(0)
  expect((await quotesOf(id)).events[0]).toMatchObject({ kind: 'declined', note: 'Too large for hall 2' })
  const { page: staff } = await visit({ as: 'staff' })
  await staff.goto(`/estimator/projects/${id}`)
  await staff
    .getByRole('heading', { level: 1, name: /^Line to decline/ })
    .getByText('Declined')
    .waitFor()
})

test('A link that staff withdraw shows nothing of its quote, and one that is wrong neither', async ({ visit }) => {
  const { id, path } = await sendQuote('Line to withdraw')
  const { page: staff } = await visit({ as: 'staff' })
  await staff.goto(`/estimator/projects/${id}?tab=quote`)
  const links = staff.getByRole('list', { name: 'Links' })
  await links.getByText('not opened yet').waitFor()
  await staff.getByRole('button', { name: 'Preview as the customer sees it' }).click()
  const preview = staff.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { level: 2, name: 'Line to withdraw' }).waitFor()
  expect(await violationsInBothThemes(staff)).toEqual(NOTHING)
  // Nobody has opened the link by that.
  await links.getByText('not opened yet').waitFor()
  await links.getByRole('button', { name: 'Withdraw' }).click()
  await links.getByText('Withdrawn').waitFor()
  const { page, guard } = await visit()
  guard.expectStatus(410, /quotes\/wrong/)
  const answer = await page.goto(path)
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  await page.getByRole('heading', { level: 1, name: 'This quote was withdrawn' }).waitFor()
  expect(await page.getByText('Line to withdraw').count()).toBe(0)
  await page.goto('/quote/wrong')
  await page.getByRole('heading', { level: 1, name: 'This link is not valid' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})

test('Drawings and documents of a quote are shown in place or saved', { tags: ['long'] }, async ({ visit }) => {
  const { path } = await sendQuote('Line with a drawing', undefined, addFiles)
  const { page } = await visit(PHONE)
  await page.goto(path)
  const files = page.getByRole('region', { name: 'Drawings and documents' })
  await files.scrollIntoViewIfNeeded()
  await eventually(() => isDrawn(files.locator('img'))).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const saving = page.waitForEvent('download')
  await files.getByRole('link', { name: 'About test.txt' }).tap()
  expect((await saving).suggestedFilename()).toBe('test.txt')
})

test('A signed-in customer has the quotes of the own company in the product', { tags: ['long'] }, async ({ visit }) => {
  const { access_token } = await signInByApi(inject('quiet'), 'customer')
  const answer = await fetch(inject('quiet').url + api.me.path, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  const { user } = (await answer.json()) as { user: { customer: { id: string } } }
  const { id } = await sendQuote('Line in the product', user.customer.id, addFiles)
  const { page } = await visit({ as: 'customer' })
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Quotes' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor()
  const entry = page.getByRole('link', { name: /^Line in the product/ })
  await entry.getByText('Open').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await entry.click()
  await page.getByRole('heading', { level: 1, name: 'Line in the product' }).waitFor()
  await price(page).getByText('1,000.00').first().waitFor()
  expect(await page.getByRole('button', { name: 'Accept and sign' }).count()).toBe(0)
  await eventually(() => isDrawn(page.getByRole('region', { name: 'Drawings and documents' }).locator('img'))).toBe(
    true,
  )
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'About test.txt' }).click()
  expect((await saving).suggestedFilename()).toBe('test.txt')
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  // Others of the same product expect a customer without quotes.
  const [link] = (await quotesOf(id)).links
  await staffCall(`/v1/estimator/projects/${id}/quote-links/${link?.id}/withdraw`, {})
})
