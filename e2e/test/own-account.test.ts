import { api } from '@packhouse/contract'
import { codeAt } from '@packhouse/server/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { type Product, startProduct } from '../src/product.ts'
import { emailOf, signInByForm } from '../src/sign-in.ts'
import { test, type Visit } from '../src/test.ts'

const NOTHING = { light: [], dark: [] }
let product: Product

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off' } })
})
afterAll(async () => void (await product?.stop()))

/** The code an app shows. @param steps ahead: each code works once */
function codeOf(secret: string, steps = 0): string {
  return codeAt(secret, Date.now() / 1000 + steps * 30)
}

async function switchOn({ page, guard }: Visit): Promise<{ secret: string; recoveryCodes: string[] }> {
  guard.expectStatus(400, /^\/v1\/me\/second-factor\/confirm$/)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  await page.getByRole('img', { name: 'QR code with the secret for your app' }).waitFor()
  const told = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())?.replaceAll(' ', '') ?? ''
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('Code is not right').waitFor()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(told))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const recoveryCodes = await page.getByText(/^[0-9a-z]{5}-[0-9a-z]{5}$/).allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 recovery codes are left.').waitFor()
  return { secret: told, recoveryCodes }
}

test('A second factor is set up, asked for at the sign-in, and switched off again', async ({ visit }) => {
  const { secret, recoveryCodes } = await switchOn(await visit({ product, as: 'other' }))

  const { page: elsewhere, guard } = await visit({ product })
  guard.expectStatus(401, /^\/v1\/auth\/validate-two-factor$/)
  await elsewhere.goto('/settings')
  await signInByForm(elsewhere, emailOf('other'), product.password)
  await elsewhere.waitForURL(/\/auth\/twofactor\?pending_token=php_[\w-]+&intended=%2Fsettings$/)
  const code = elsewhere.getByLabel('Code', { exact: true })
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await violationsInBothThemes(elsewhere)).toEqual(NOTHING)
  await code.fill('nonsense')
  await elsewhere.getByRole('button', { name: 'Continue' }).click()
  await elsewhere.getByRole('alert').getByText('Tries left: 4.').waitFor()
  expect(await violationsInBothThemes(elsewhere)).toEqual(NOTHING)
  await code.fill(codeOf(secret, 1))
  await code.press('Enter')
  await elsewhere.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  expect(new URL(elsewhere.url()).pathname).toBe('/settings')

  await elsewhere.getByRole('button', { name: 'Switch off …' }).click()
  await elsewhere.getByLabel('Password', { exact: true }).fill(product.password)
  await elsewhere.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '')
  await elsewhere.getByRole('button', { name: 'Switch off', exact: true }).click()
  await elsewhere.getByRole('button', { name: 'Set up a second factor' }).waitFor()
})

test('After five wrong codes the sign-in begins again', { tags: ['long'] }, async ({ visit }) => {
  await switchOn(await visit({ product, as: 'customer' }))
  const { page: elsewhere, guard } = await visit({ product })
  guard.expectStatus(401, /^\/v1\/auth\/validate-two-factor$/)
  await elsewhere.goto('/login')
  await signInByForm(elsewhere, emailOf('customer'), product.password)
  for (let left = 4; left >= 0; left--) {
    await elsewhere.getByLabel('Code', { exact: true }).fill(`wrong ${left}`)
    await elsewhere.getByRole('button', { name: 'Continue' }).click()
    if (left > 0) await elsewhere.getByText(`Tries left: ${left}.`).waitFor()
  }
  await elsewhere.getByRole('heading', { name: 'Sign in again' }).waitFor()
  await elsewhere.getByRole('link', { name: 'Back to login' }).click()
  await elsewhere.getByLabel('Email').waitFor()
})

test('Signing out everywhere else ends the other browser and not this one', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ product, as: 'staff' })
  const { page: elsewhere, guard } = await visit({ product, as: 'staff' })
  guard.expectStatus(401, /^\/v1\/auth\/(me|refresh)$/)
  await elsewhere.goto('/settings')
  await page.goto('/settings')
  await page.getByText('This session').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' })
  await elsewhere.reload()
  await elsewhere.getByLabel('Email').waitFor()
  await page.reload()
  await page.getByText('This session').waitFor()
})

test('The profile is saved, and a fault stands at its field', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit({ product, as: 'staff' })
  guard.expectStatus(400, /^\/v1\/me\/(settings|password)$/)
  await page.goto('/settings')
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByLabel('Language').selectOption('nb-NO')
  await page.getByText('Profile saved.').waitFor()
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText(/^First name must/).waitFor()
  await page.getByLabel('First name').fill('Marit')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved.').waitFor()
  await page.reload()
  await eventually(() => page.getByLabel('First name').inputValue()).toBe('Marit')
  await eventually(() => page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
  // The form of dates follows at once, in the zone of the account and not of the browser.
  await eventually(() => page.locator('time').first().getAttribute('title')).toMatch(
    /^\d\d?\. [a-z]{3,4}\.? \d{4}, \d\d:\d\d:\d\d$/,
  )
  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password').fill('vellum kraken tundra')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Current password is not your current password.').waitFor()
})

test('Service on the own devices is off until it is switched on, apart from its mails', async ({ visit }) => {
  const { page } = await visit({ product, as: 'staff' })
  await page.goto('/settings')
  const service = page.getByRole('checkbox', { name: 'Service on your devices' })
  const mails = page.getByRole('checkbox', { name: 'Service', exact: true })
  expect([await service.isChecked(), await mails.isChecked()]).toEqual([false, true])
  await page.getByRole('heading', { name: 'Notifications on your devices' }).waitFor()
  await service.check()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await page.getByText('Your choices are saved.').waitFor()
  await page.reload()
  await eventually(() => service.isChecked()).toBe(true)
  expect(await mails.isChecked()).toBe(true)
})

test('What a user has set up is found again in another browser, and a logout leaves nothing in this one', async ({
  visit,
}) => {
  const { page } = await visit({ product, as: 'staff' })
  await page.goto('/customers')
  const kept = page.waitForResponse(
    (response) => response.url().endsWith(api.changeMySettings.path) && response.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Website' }).click()
  expect((await kept).ok()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Website' }).waitFor()
  await page.goto('/settings')
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  const { page: elsewhere } = await visit({ product, as: 'staff' })
  await elsewhere.goto('/customers')
  await elsewhere.getByRole('columnheader', { name: 'Website' }).waitFor()
})
