import { areas, users } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../../src/addresses.ts'
import { countClicks } from '../../src/click-count.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { openOverview } from '../../src/overview.ts'
import { assign, signInNew } from '../../src/people.ts'
import { keepPermissions } from '../../src/permissions.ts'
import { drawerOf, messageOf, openList, questionOf, rowOf } from '../../src/record-list.ts'
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const DAY = 24 * 3_600_000
const tiles = [
  ['Unassigned alarms', '/alarms?state=active&assignee=none'],
  ['Machines that need attention', '/installed-machines?needsAttention=true'],
  ['Services due', '/service/plans?status=dueSoon,overdue'],
  ['Ending invitations', '/people/users?invitationEndsSoon=true'],
  ['Expiring licences', '/licences?endsSoon=true'],
  ['Failed jobs', '/system/jobs?state=dead'],
] as const

const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const tileOf = (page: Page, label: string) => page.getByRole('main').getByRole('link', { name: label }).first()
const figureOf = async (page: Page, label: string) =>
  Number.parseInt((await tileOf(page, label).textContent()) ?? '', 10)

/** How many the list says that it has; an empty list says it in its title instead. */
async function shownTotal(page: Page): Promise<number | undefined> {
  for (const text of await page.getByRole('main').getByRole('status').allTextContents()) {
    const found = /^(?:\d+ to \d+ of )?([\d,]+)(?: alarms?| jobs?)?$/.exec(text)
    if (found?.[1] !== undefined) return Number(found[1].replaceAll(',', ''))
  }
  return (await page.getByRole('heading', { name: /^(No|Nothing) / }).count()) > 0 ? 0 : undefined
}

test('Each tile of the home of staff has the number of the list that it leads to', async ({ visit, records }) => {
  const { customers: area, service, monitoring } = areas
  const { id: customerId } = await createCustomer(records, 'Sandpiper Foods')
  const licence = { customerId, name: 'Sandpiper licence' }
  await records.create(area.resources.licences, { ...licence, expiresAt: dayIn(10) })
  await records.create(area.resources.licences, { ...licence, expiresAt: dayIn(90) })
  const draft = { machineID: `SANDPIPER-${customerId.slice(-6)}`, customerId }
  const { id: machineId } = await records.create(monitoring.resources.machines, draft)
  await records.create(service.resources.servicePlans, { machineId, name: 'Sandpiper jaws', interval: 3 })
  const { page } = await visit({ as: 'staff' })
  await page.goto('/home')
  for (const [label, address] of tiles) {
    await eventually(() => figureOf(page, label)).toBeGreaterThanOrEqual(0)
    const figure = await figureOf(page, label)
    if (/Licences|attention|Services/.test(label)) expect([label, figure > 0]).toEqual([label, true])
    await tileOf(page, label).click()
    await eventually(async () => addressOf(page).replaceAll('%2C', ',')).toBe(address)
    await eventually(() => shownTotal(page)).toBe(figure)
    await page.getByRole('banner').getByRole('link', { name: 'Packhouse' }).click()
    await arrivesAt(page, '/home')
  }
})

test('The home of staff shows what somebody may read, and customers have the overview in its place', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await keepPermissions(page, /^(customer\.access|machine\.read|licence\.read)/)
  await page.goto('/home')
  await tileOf(page, 'Expiring licences').waitFor()
  for (const label of ['Unassigned alarms', 'Machines that need attention', 'Expiring licences']) {
    await tileOf(page, label).waitFor()
  }
  expect(await tileOf(page, 'Failed jobs').count()).toBe(0)
  const customer = await visit({ as: 'customer' })
  await customer.page.goto('/home')
  await openOverview(customer.page)
  await arrivesAt(customer.page, '/')
})

test('What waits comes first, by name with what to do about it; what is 0 is last and small', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Whimbrel Foods')
  const machineID = `WHIMBREL-${customerId.slice(-6)}`
  const { id: machineId } = await records.create(areas.monitoring.resources.machines, { machineID, customerId })
  await records.create(areas.service.resources.servicePlans, { machineId, name: 'Jaws', interval: 1 })
  const { page } = await visit({ as: 'staff' })
  await page.route('**/v1/service-plans?*', async (route) => {
    await route.continue({ url: `${route.request().url()}&machineId=${machineId}` })
  })
  await page.route('**/v1/licences?*', (route) =>
    route.fulfill({ json: { items: [], total: 0, page: 1, pageSize: 3, next: null } }),
  )
  await page.route('**/v1/machines?*', async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('needsAttention')) url.searchParams.set('search', machineID)
    await route.continue({ url: url.href })
  })
  await page.goto('/home')
  const none = page.getByRole('region', { name: 'Nothing to do here' })
  await none.getByRole('link', { name: '0 Expiring licences' }).waitFor()
  const card = page.getByRole('region', { name: 'Machines that need attention' })
  const [cardBox, noneBox] = [await card.boundingBox(), await none.boundingBox()]
  expect(cardBox?.y).toBeLessThan(noneBox?.y ?? 0)
  // Three plans of three machines may have one name.
  const services = page.getByRole('region', { name: 'Services due' })
  await services.getByRole('link', { name: new RegExp(`^${machineID} · Jaws\\s*Plan$`) }).waitFor()
  const named = card.getByRole('link', { name: new RegExp(`^${machineID}\\s*Look$`) })
  expect(await named.count()).toBe(1)
  await named.click()
  await drawerOf(page, machineID).waitFor()
  expect(addressOf(page)).toContain('/installed-machines?needsAttention=true&open=')
})

test('A comment mentions a colleague, who finds it on the home; a follow-up comes up there until it is done', async ({
  visit,
  records,
}) => {
  const customer = await createCustomer(records, 'Dunlin Foods')
  const { page, product, context } = await visit({ as: 'staff' })
  const email = 'signe.dunlin@packhouse.example'
  const { id: userId } = await records.create(users, { email, first_name: 'Signe', last_name: 'Dunlin' })
  await assign(product, { userId, permissions: ['customer.access', 'customer.read', 'comment.read'] })
  const clicks = await countClicks(context)
  const grid = await openList(page, '/customers?search=Dunlin', 'customers')
  await rowOf(grid, 'Dunlin Foods').click()
  const drawer = drawerOf(page, 'Dunlin Foods')
  await drawer.getByRole('tab', { name: /^Comments/ }).click()
  const field = drawer.getByRole('textbox', { name: 'New comment' })
  await field.pressSequentially('They want a second line, @Sig')
  await drawer.getByRole('option', { name: 'Signe Dunlin' }).waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => field.inputValue()).toBe('They want a second line, @Signe Dunlin ')
  await page.keyboard.press('Control+Enter')
  await drawer.getByRole('list', { name: 'Comments' }).getByText('They want a second line').waitFor()
  await drawer.getByRole('button', { name: 'Follow up' }).click()
  await page.keyboard.type('Send the layout')
  await page.keyboard.press('Enter')
  await drawer.getByRole('checkbox', { name: 'Done: Send the layout' }).waitFor()
  await eventually(() => hasFocus(drawer.getByRole('button', { name: 'Follow up' }))).toBe(true)
  // The row, the tab, 'Follow up', and Enter, which presses 'Save'.
  expect(await clicks()).toBe(4)

  await page.goto('/home')
  const mine = page.getByRole('list', { name: 'Your follow-ups' })
  await mine.getByRole('link', { name: 'Dunlin Foods' }).waitFor()
  await mine.getByRole('checkbox', { name: 'Done: Send the layout' }).click()
  await messageOf(page, 'Done: Send the layout').waitFor()
  await mine.getByText('Send the layout').waitFor({ state: 'detached' })

  const { access_token: token, refresh_token } = await signInNew(product, userId, email)
  const other = await visit({ storage: { token, refresh_token } })
  await other.page.goto('/home')
  const mentions = other.page.getByRole('list', { name: 'Comments that mention you' })
  await mentions.getByText('@Signe Dunlin').waitFor()
  const seen = other.page.waitForResponse((response) => response.url().endsWith('/v1/comments/mentions/seen'))
  await mentions.getByRole('link', { name: 'Dunlin Foods' }).click()
  await arrivesAt(other.page, `/customers/${customer.id}?tab=comments`)
  await other.page.getByRole('list', { name: 'Comments' }).getByText('They want a second line').waitFor()
  expect((await seen).status()).toBe(204)
  await other.page.goto('/home')
  await other.page.getByRole('heading', { name: 'Hello Signe' }).waitFor()
  await mentions.waitFor({ state: 'detached' })
})

test('A follow-up is for any of many colleagues, its missing day is asked for there, and it is deleted after a question', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const customer = await createCustomer(records, 'Curlew Foods')
  const { page, product } = await visit({ as: 'staff' })
  // Ten are offered before anything is typed, by name.
  for (const name of [...'ABCDEFGHIJ'].map((letter) => `Aa${letter.toLowerCase()}`).concat('Zelda')) {
    const email = `${name}.curlew@packhouse.example`.toLowerCase()
    const { id: userId } = await records.create(users, { email, first_name: name, last_name: 'Curlew' })
    await assign(product, { userId, permissions: ['customer.access', 'customer.read', 'comment.read'] })
  }
  await page.goto(`/customers/${customer.id}?tab=comments`)
  const followUps = page.getByRole('region', { name: 'Follow-ups', exact: true })
  const opener = followUps.getByRole('button', { name: 'Follow up' })
  await opener.click()
  await page.keyboard.type('Ask for the samples')
  const day = followUps.getByLabel('Day', { exact: true })
  await day.fill('')
  const who = followUps.getByRole('combobox', { name: 'Who', exact: true })
  await who.fill('Zel')
  await followUps.getByRole('option', { name: 'Zelda Curlew' }).waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => who.inputValue()).toBe('Zelda Curlew')
  await followUps.getByRole('button', { name: 'Save' }).click()
  await followUps.getByText('Choose a day.').waitFor()
  await eventually(() => hasFocus(day)).toBe(true)
  await day.fill(dayIn(1))
  await followUps.getByRole('button', { name: 'Save' }).click()
  await followUps.getByText('for Zelda Curlew').waitFor()
  await followUps.getByRole('button', { name: 'Delete “Ask for the samples”' }).click()
  const question = questionOf(page, 'Delete the follow-up “Ask for the samples”?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await followUps.getByText('for Zelda Curlew').waitFor({ state: 'detached' })
  await eventually(() => hasFocus(opener)).toBe(true)
})
