import { users } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { arrivesAt } from '../src/addresses.ts'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { hasFocus } from '../src/focus.ts'
import { linkTo, sendInvitation } from '../src/mails.ts'
import type { Records } from '../src/records.ts'
import { signInByForm } from '../src/sign-in.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

const GOOD = 'vellum kraken tundra'
const BETTER = 'zephyr marmalade quorum'
const clean = { light: [], dark: [] }
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844, touch: true },
] as const

/** Somebody who is invited. @returns the link of the mail */
async function invite(records: Records, email: string): Promise<string> {
  const { id } = await records.create(users, { email, first_name: 'Ada', last_name: 'Berg' })
  await sendInvitation(inject('quiet'), id)
  return await linkTo(inject('quiet'), email)
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}

/** Asks for a link on the screen of the forgotten password. */
async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await arrivesAt(page, '/forgot-password')
  await eventually(() => hasFocus(page.getByLabel('Email'))).toBe(true)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
}

test('An invitation says whom it is for, sets a password, leads to the login, and works once', async ({
  visit,
  records,
}) => {
  const email = 'ada.invited@packhouse.example'
  const link = await invite(records, email)
  const { page, guard } = await visit()
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Welcome to Packhouse' }).waitFor()
  expect(await page.title()).toBe('Invitation · Packhouse')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await eventually(() => hasFocus(page.getByLabel('New password', { exact: true }))).toBe(true)
  await setPassword(page, GOOD)
  await page.getByRole('heading', { level: 1, name: 'Your password is set' }).waitFor()
  await page.getByRole('link', { name: 'Go to the login' }).click()
  await signInByForm(page, email, GOOD)
  // Nobody has given a role yet.
  await arrivesAt(page, '/denied')
  guard.expectStatus(410, /^\/v1\/invitations\/verify\//)
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'This invitation is no longer valid' }).waitFor()
})

test('A refused password has its error at the field, and the link still works', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const link = await invite(records, 'ada.weak@packhouse.example')
  const { page, guard } = await visit()
  guard.expectStatus(400, /^\/v1\/invitations\/set-password$/)
  await page.goto(link)
  const field = page.getByLabel('New password', { exact: true })
  for (const [password, fault] of [
    ['short', 'The password must have at least 15 characters.'],
    ['passwordpassword', 'The password is easily guessed: use a few words that do not belong together.'],
  ] as const) {
    await setPassword(page, password)
    await page.getByText(fault).waitFor()
    await eventually(() => field.getAttribute('aria-invalid')).toBe('true')
    await eventually(() => hasFocus(field)).toBe(true)
  }
  await setPassword(page, GOOD)
  await page.getByRole('heading', { level: 1, name: 'Your password is set' }).waitFor()
})

test('A forgotten password is set anew by the link in the mail; the screen says nothing of whether there is an account', async ({
  visit,
  records,
}) => {
  const email = 'ada.forgot@packhouse.example'
  const invitation = await invite(records, email)
  const { page, guard } = await visit()
  await page.goto(invitation)
  await setPassword(page, GOOD)
  await page.getByRole('heading', { level: 1, name: 'Your password is set' }).waitFor()
  const words: string[] = []
  for (const address of ['nobody@packhouse.example', email]) {
    await askForLink(page, address)
    await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor()
    words.push((await textOf(page.getByRole('status'))).replace(address, ''))
  }
  expect(words[0]).toBe(words[1])
  const link = await linkTo(inject('quiet'), email, invitation)
  await page.goto(link)
  await setPassword(page, BETTER)
  await page.getByRole('heading', { level: 1, name: 'Your new password is set' }).waitFor()
  await page.getByRole('link', { name: 'Go to the login' }).click()
  await signInByForm(page, email, BETTER)
  await arrivesAt(page, '/denied')
  guard.expectStatus(410, /^\/v1\/auth\/reset-password$/)
  await page.goto(link)
  await setPassword(page, GOOD)
  await page.getByRole('heading', { level: 1, name: 'This link is no longer valid' }).waitFor()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await arrivesAt(page, '/forgot-password')
})

test.for(['/reset-password', '/invitation'])(
  '%s without a token says that the link is not valid',
  { tags: ['long'] },
  async (address, { visit }) => {
    const { page } = await visit()
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: /is no longer valid$/ }).waitFor()
  },
)

test('A server that cannot be reached is named as the reason, and what was typed stays', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page, guard } = await visit()
  guard.expectLost(/^\/v1\/auth\/reset-password$/)
  await page.route('**/v1/auth/reset-password', (route) => route.abort('connectionrefused'))
  await page.goto('/reset-password?token=phl_x')
  await setPassword(page, GOOD)
  await eventually(() => textOf(page.getByRole('alert'))).toBe(
    'The server could not be reached. Try again in a moment.',
  )
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe(GOOD)
})

test.for(sizes)(
  'At $width pixels axe finds nothing in any state of the three screens, and none scrolls sideways',
  { tags: ['long'] },
  async (size, { visit, records }) => {
    const link = await invite(records, `ada.axe.${size.width}@packhouse.example`)
    const { page, guard } = await visit(size)
    const judge = async (heading: string) => {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await violationsInBothThemes(page), heading).toEqual(clean)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), heading).toBe(size.width)
    }
    guard.expectStatus(400, /^\/v1\/invitations\/set-password$/)
    await page.goto(link)
    await setPassword(page, 'short')
    await page.getByText('The password must have').waitFor()
    await judge('Welcome to Packhouse')
    await setPassword(page, GOOD)
    await judge('Your password is set')
    await page.goto('/invitation')
    await judge('This invitation is no longer valid')
    await page.goto('/reset-password?token=phl_x')
    await judge('Set a new password')
    await page.goto('/reset-password')
    await judge('This link is no longer valid')
    await page.goto('/forgot-password')
    await judge('Forgot your password?')
    await page.getByLabel('Email').fill('nobody@packhouse.example')
    await page.getByRole('button', { name: 'Send link' }).click()
    await judge('Check your inbox')
  },
)
