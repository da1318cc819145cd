import { groups, type TokenPair, users } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { sendInvitation } from '../../src/mails.ts'
import { assign, signInNew } from '../../src/people.ts'
import { themeKept } from '../../src/preferences.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { drawerOf, listsNames, messageOf, openList, rowOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { openSystemPage } from '../../src/system-pages.ts'
import { test } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }
/** It stands in the subject and the text of every mail. */
const HOSTILE = '<img src=x onerror="window.obeyed = true">'
const PAGE_OF_MAILS = 25

let product: Product
let records: Records

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off', PRODUCT_TITLE: HOSTILE } })
  records = new Records(product)
})
afterAll(async () => void (await product?.stop()))

async function createUser(email: string, name: string, rest: object = {}): Promise<string> {
  const row = await records.create(users, { email, first_name: name, last_name: 'Tester', ...rest })
  return (row as { id: string }).id
}

/** Nothing is found by axe in either theme, nor on a phone, where nothing is wider than the screen. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.setViewportSize(PHONE)
  const shown = await page.evaluate(() => [document.documentElement.scrollWidth, 'obeyed' in window])
  expect(shown).toEqual([PHONE.width, false])
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(DESK)
}

test('Mails: none, then a page of them with text, link to copy and state; on a phone too', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page, context } = await visit({ as: 'staff', product })
  await page.goto('/system')
  await openSystemPage(page, 'Activity', 'Mails')
  await page.getByRole('heading', { name: 'No mails yet' }).waitFor()
  const invite = async (index: number) =>
    sendInvitation(product, await createUser(`mail.${index}@packhouse.example`, 'Mail'))
  // One after the other: each signs in, and of many sign-ins at once to one account some are refused.
  for (let index = 0; index <= PAGE_OF_MAILS; index++) await invite(index)
  await page.reload()
  const list = page.getByRole('list', { name: 'Mails' })
  const opener = list.getByRole('button', { name: `mail.${PAGE_OF_MAILS}@packhouse.example` })
  await opener.click()
  await list.getByText(`Your invitation to ${HOSTILE}`).first().waitFor()
  await list.getByText('Not sent').first().waitFor()
  await opener.getByText('No mail server was set up when it was written').waitFor()
  const text = (await list.getByText('Set its password here').textContent()) ?? ''
  const [link = ''] = /http\S+\/invitation\?token=phl_\S+/.exec(text) ?? []
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await list.getByRole('button', { name: 'Copy the link' }).click()
  await messageOf(page, 'Link copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' }).click()
  await expectAccessible(page)
  expect(await list.getByRole('listitem').count()).toBe(PAGE_OF_MAILS)
  await page.getByText(`${PAGE_OF_MAILS + 1} mails`).waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await eventually(() => list.getByRole('listitem').count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?page=2')
  await page.goBack()
  await opener.waitFor()
})

test('Permissions are given to a user and a group directly, and taken, but no more than the giver has', async ({
  visit,
}) => {
  const userId = await createUser('direct@packhouse.example', 'Direct')
  const { id: groupId } = (await records.create(groups, { name: 'Direct group' })) as { id: string }
  const giver = await createUser('giver@packhouse.example', 'Giver')
  const own = ['customer.access', 'user.read', 'group.read', 'role.read', 'role.update', 'location.read']
  await assign(product, { userId: giver, permissions: own })
  const { access_token: token, refresh_token }: TokenPair = await signInNew(product, giver, 'giver@packhouse.example')
  const { page, guard } = await visit({ product, storage: { token, refresh_token } })
  guard.expectStatus(403, /^\/v1\/auth\/permissions\/assign$/)
  await openList(page, `/people/users?search=direct&open=${userId}&view=may-do`, 'users')
  const drawer = drawerOf(page, 'Direct Tester')
  const give = async (words: string) => {
    await drawer.getByRole('combobox', { name: 'Grant a permission' }).fill(words)
    await drawer.getByRole('option', { name: words }).click()
  }
  await give('location.read')
  await messageOf(page, 'location.read granted').waitFor()
  await drawer.getByText('directly', { exact: true }).waitFor()
  await give('supplier.read')
  await messageOf(page, 'You can only give what you may do yourself; you lack: supplier.read.').waitFor()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Revoke location.read' }).click()
  await drawer.getByText('This user has no permissions yet').waitFor()
  await openList(page, `/people/groups?search=Direct&open=${groupId}&view=permissions`, 'groups')
  const group = drawerOf(page, 'Direct group')
  await group.getByRole('combobox', { name: 'Grant a permission' }).fill('See locations')
  await group.getByRole('option', { name: 'See locations' }).click()
  await group.getByRole('button', { name: 'Revoke location.read' }).click()
  await group.getByText('None yet.').waitFor()
})

test('A photo is chosen, shown in the bar and in the list, refused when it is another kind of file, and removed', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff', product })
  guard.expectStatus(415, /^\/v1\/me\/photo$/)
  await page.goto('/settings')
  const input = page.locator('input[type=file]')
  await input.waitFor({ state: 'attached' })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.obeyed = true"/>')
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: svg })
  await page.getByText(/^The content of this file is .* Choose a JPEG, PNG or WebP\.$/).waitFor()
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByText('Photo saved.').waitFor()
  const photos = page.locator('img[src^="/v1/photos/"]')
  const widths = () => photos.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))
  await eventually(widths).toEqual([256, 256])
  await expectAccessible(page)
  const grid = await openList(page, '/people/users?search=Maren', 'users')
  await rowOf(grid, 'Maren Holm').locator('img[src^="/v1/photos/"]').waitFor()
  await page.goto('/settings')
  // One that is asked for once it is removed is missed.
  await eventually(widths).toEqual([256, 256])
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await page.getByText('Photo removed.').waitFor()
  expect(await photos.count()).toBe(0)
})

test('Users are filtered by status, and who has no right yet is given a customer, once', { tags: ['long'] }, async ({
  visit,
}) => {
  await createUser('away@packhouse.example', 'Away', { disabled: true })
  const userId = await createUser('registered@packhouse.example', 'Registered')
  const { page } = await visit({ as: 'staff', product })
  const grid = await openList(page, '/people/users', 'users')
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Status: Blocked' })
  await listsNames(grid, ['Away Tester'])
  expect(new URL(page.url()).search).toBe('?status=disabled')
  await openList(page, `/people/users?search=Registered&open=${userId}`, 'users')
  const form = page.getByRole('form', { name: 'Edit user' })
  await form.getByRole('combobox', { name: 'Customer' }).fill('Nordfjell')
  await page.getByRole('option', { name: /Nordfjell/ }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByRole('definition').filter({ hasText: 'Nordfjell' }).waitFor()
  expect(await form.getByRole('combobox', { name: 'Customer' }).count()).toBe(0)
})

test('The theme of the toggle is kept in the account and stands on another device', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer', product })
  await page.goto('/settings')
  const kept = themeKept(page)
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await kept
  const { page: elsewhere } = await visit({ as: 'customer', product })
  await elsewhere.goto('/settings')
  await elsewhere.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  expect(await elsewhere.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  // What stands on the server is the newer one, also where this browser has kept another.
  const back = themeKept(elsewhere)
  await elsewhere.getByRole('button', { name: 'Switch to light theme' }).click()
  await back
  await page.reload()
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
})

test('An invitation, a link and a password are given in the drawer of a user', async ({ visit }) => {
  await createUser('new.hand@packhouse.example', 'Newhand')
  const { page } = await visit({ as: 'staff', product })
  const grid = await openList(page, '/people/users?search=Newhand', 'users')
  await rowOf(grid, 'Newhand Tester').click()
  const drawer = drawerOf(page, 'Newhand Tester')
  await drawer.getByRole('tab', { name: 'Password' }).click()
  await drawer.getByRole('button', { name: 'Send the invitation' }).click()
  await messageOf(page, 'Invitation for new.hand@packhouse.example made; Mails shows whether it was sent').waitFor()
  await drawer.getByRole('button', { name: 'Set the password' }).click()
  await drawer.getByText('Enter a password.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await drawer.getByLabel('New password').fill('vellum kraken tundra')
  await drawer.getByLabel('New password').press('Enter')
  await messageOf(page, 'Newhand Tester has a new password and was signed out everywhere').waitFor()
  await drawer.getByRole('button', { name: 'Send the link' }).click()
  await messageOf(page, 'Link for new.hand@packhouse.example made; Mails shows whether it was sent').waitFor()
})
