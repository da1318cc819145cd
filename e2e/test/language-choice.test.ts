import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { type Product, startProduct } from '../src/product.ts'
import { emailOf, signInByForm } from '../src/sign-in.ts'
import { test } from '../src/test.ts'

let product: Product

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off' } })
})
afterAll(async () => void (await product?.stop()))

async function settingsIn(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

/** Chooses by the tag; the page loads again. @param title what the page is called in that language */
async function choose(page: Page, label: string, tag: string, title: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).selectOption(tag)
  await settingsIn(page, title)
}

test('The language of the account is that of every screen, in every browser, until the account has another', async ({
  visit,
}) => {
  const { page, guard } = await visit({ product, as: 'staff' })
  guard.expectStatus(400, /^\/v1\/me\/settings$/)
  await page.goto('/settings')
  await page.getByLabel('First name').fill('Marit')
  await choose(page, 'Language', 'de-CH', 'Einstellungen')
  expect(await page.locator('html').getAttribute('lang')).toBe('de-CH')
  // What was typed beside it is saved with it.
  expect(await page.getByLabel('Vorname').inputValue()).toBe('Marit')
  expect(await page.getByLabel('Sprache', { exact: true }).inputValue()).toBe('de-CH')

  await page.getByLabel('Nachname').fill('')
  await page.getByRole('button', { name: 'Profil speichern' }).click()
  await page.getByText('Nachname darf nicht leer sein.').waitFor()

  const bar = page.getByRole('navigation', { name: 'Hauptnavigation' })
  const areas = await bar.getByRole('button').allInnerTexts()
  expect(areas.map((text) => text.trim())).toEqual([
    'Maschinen',
    'Kunden',
    'Bibliothek',
    'Angebote',
    'Personen',
    'System',
  ])
  await page.goto('/customers')
  await page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor()
  await page.getByRole('columnheader', { name: 'Branche' }).waitFor()

  await page.getByRole('button', { name: /^Profilmenü von Marit/ }).click()
  await page.getByRole('menuitem', { name: 'Einstellungen' }).waitFor()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  // Whoever comes next is not known: the screen follows the browser again.
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')

  const { page: elsewhere } = await visit({ product })
  await elsewhere.goto('/settings')
  await signInByForm(elsewhere, emailOf('staff'), product.password)
  await settingsIn(elsewhere, 'Einstellungen')
  await choose(elsewhere, 'Sprache', 'en-GB', 'Settings')
  await elsewhere.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Machines' }).waitFor()
})

test('Without a choice everything follows the browser, the sign-in first', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ product, language: 'de-AT' })
  await page.goto('/settings')
  await page.getByLabel('E-Mail').fill(emailOf('other'))
  await page.getByLabel('Passwort', { exact: true }).fill(product.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await settingsIn(page, 'Einstellungen')
  expect(await page.getByLabel('Sprache', { exact: true }).inputValue()).toBe('')
})

test('A language without texts decides the look of dates only, and the page stays where it is', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ product, as: 'other' })
  await page.goto('/settings')
  await page.getByLabel('Language', { exact: true }).selectOption('nb-NO')
  await page.getByText('Profile saved.').waitFor()
  await eventually(() => page.locator('time').first().getAttribute('title')).toMatch(
    /^\d\d?\. [a-zæøå]{3,4}\.? \d{4}, /,
  )
  expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
})
