import { api, roles, users } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { arrivesAt } from '../src/addresses.ts'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { needConfirmation, startPasskeyProduct, VirtualAuthenticator } from '../src/passkeys.ts'
import { attach } from '../src/people.ts'
import type { Product } from '../src/product.ts'
import { drawerOf, messageOf, openList, questionOf } from '../src/record-list.ts'
import { Records } from '../src/records.ts'
import { emailOf, signInByForm } from '../src/sign-in.ts'
import { test } from '../src/test.ts'

const NOTHING = { light: [], dark: [] }
const UNCONFIRMED = 'Nothing was changed, because you did not confirm that it is you.'
let product: Product

beforeAll(async () => {
  product = await startPasskeyProduct()
})
afterAll(async () => void (await product?.stop()))

function confirmationOf(page: Page) {
  return page.getByRole('alertdialog', { name: 'Confirm it’s you' })
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of a new passkey').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('list', { name: 'Passkeys' }).getByText(name, { exact: true }).waitFor()
}

/** Not the overview afterwards, which asks for machines while it is left. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await page.goto('/login?intended=%2Fsettings')
}

test('A passkey is added, signs in, is the second factor of a password, and is removed once it is confirmed', async ({
  visit,
}) => {
  const { page, guard } = await visit({ product, as: 'other' })
  const authenticator = await VirtualAuthenticator.plugInto(page)
  await page.goto('/settings')
  await addPasskey(page, 'Work laptop')
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Old laptop')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Rename Old laptop' }).waitFor()

  await logOut(page)
  const instead = page.getByRole('button', { name: 'Sign in with a passkey' })
  await authenticator.verifyUser(false)
  await instead.click()
  await page.getByRole('alert').getByText('No passkey was used.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await authenticator.verifyUser(true)
  await instead.click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await arrivesAt(page, '/settings')

  await logOut(page)
  await signInByForm(page, emailOf('other'), product.password)
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  expect(await page.getByLabel('Code').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Use a passkey')
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('last used').first().waitFor()

  guard.expectStatus(403, /^\/v1\/me\/passkeys\//)
  await needConfirmation(page, /\/v1\/me\/passkeys\/[0-9a-f-]{36}$/)
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    await questionOf(page, 'Remove Old laptop?').getByRole('button', { name: 'Remove' }).click()
  }
  await remove()
  await confirmationOf(page).getByRole('button', { name: 'Use a passkey' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(UNCONFIRMED, { exact: true }).waitFor()
  await needConfirmation(page, /\/v1\/me\/passkeys\/[0-9a-f-]{36}$/)
  await remove()
  await confirmationOf(page).getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Remove Old laptop' }).waitFor({ state: 'detached' })
})

test('Whose role needs a second factor is led to set one up; staff see it and end it after having confirmed', {
  tags: ['long'],
}, async ({ visit }) => {
  const records = new Records(product)
  const [customer] = (await records.find(users, emailOf('customer'))) as { id: string }[]
  const role = (await records.create(roles, { name: 'Watchkeeper', requiresSecondFactor: true })) as { id: string }
  await attach(product, `/v1/users/${customer?.id}/roles`, [role.id])

  const { page } = await visit({ product, as: 'customer' })
  await VirtualAuthenticator.plugInto(page)
  await page.goto('/machines/VFFS-2214')
  await arrivesAt(page, '/settings')
  const notice = page.getByRole('heading', { name: 'Your role needs a second factor' })
  await notice.waitFor()
  // Nothing is offered that would be refused.
  const bar = page.getByRole('banner')
  expect(await bar.getByRole('link', { name: /^(Machines|Alarms)/ }).count()).toBe(0)
  expect(await bar.getByRole('button', { name: 'Search' }).count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await addPasskey(page, 'Phone')
  await page.getByText('Your second factor is set up.').waitFor()
  await page.getByRole('link', { name: 'Machines' }).click()
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()

  const staff = await visit({ product, as: 'staff' })
  staff.guard.expectStatus(403, /^\/v1\/users\//)
  staff.guard.expectStatus(400, /^\/v1\/me\/confirm$/)
  await openList(staff.page, `/people/users?search=customer@&open=${customer?.id}&view=second-factor`, 'users')
  const heading = staff.page.getByRole('complementary').getByRole('heading').first()
  // The drawer is there before the user is.
  await eventually(() => heading.textContent()).toMatch(/\S/)
  const name = `${(await heading.textContent())?.trim()}`
  await needConfirmation(staff.page, /\/second-factor$/)
  await drawerOf(staff.page, name).getByRole('button', { name: 'Switch off the second factor' }).click()
  const question = questionOf(staff.page, `Switch off the second factor of ${name}?`)
  await question.waitFor()
  expect(await violationsInBothThemes(staff.page)).toEqual(NOTHING)
  await question.getByRole('button', { name: 'Switch off' }).click()
  const confirmation = confirmationOf(staff.page)
  const password = confirmation.getByLabel('Password')
  await password.fill('wrong')
  await eventually(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
  await password.press('Enter')
  await confirmation.getByText('Password is not your current password.').waitFor()
  expect(await violationsInBothThemes(staff.page)).toEqual(NOTHING)
  await password.fill(product.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await messageOf(staff.page, `Second factor of ${name} switched off`).waitFor()
  await drawerOf(staff.page, name).getByText('This user signs in with a password only.').waitFor()

  // A page that is open until the server says so meets the refusals of what it asks meanwhile.
  const authorization = await page.evaluate(() => `Bearer ${localStorage.getItem('token')}`)
  await page.goto('about:blank')
  await eventually(async () => {
    const answer = await fetch(product.url + api.me.path, { headers: { authorization } })
    return ((await answer.json()) as { secondFactorRequired?: boolean }).secondFactorRequired
  }).toBe(true)
  await page.goto('/settings')
  await notice.waitFor()
})
