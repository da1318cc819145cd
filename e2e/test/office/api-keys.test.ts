import { makeCertificate } from '@packhouse/server/testing'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { countClicks } from '../../src/click-count.ts'
import { eventually } from '../../src/eventually.ts'
import { drawerOf, messageOf, openIdOf, openList, questionOf, rowOf } from '../../src/record-list.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }

/** What the customers' list answers to a program with the key. */
async function statusOf(key: string): Promise<number> {
  const { status } = await fetch(`${inject('quiet').url}/v1/customers`, { headers: { 'x-api-key': key } })
  return status
}

/** Reads the key that is told this once, and goes on. */
async function keepKey(page: Page): Promise<string> {
  const told = questionOf(page, 'Your new API key')
  const key = (await told.getByText(/^phk_/).textContent()) ?? ''
  await told.getByRole('button', { name: 'I have saved it' }).click()
  await told.waitFor({ state: 'hidden' })
  return key
}

test('An API key is made with scope, address and expiry in seven presses, shown once, rotated and revoked', async ({
  visit,
}) => {
  const { page, guard, context } = await visit({ as: 'staff' })
  guard.expectStatus(400, /^\/v1\/auth\/device-certificates\/from-pem$/)
  const clicks = await countClicks(context)
  await page.goto('/system/api-keys')
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const form = drawerOf(page, 'New API key')
  await form.getByRole('textbox', { name: 'Name' }).fill('Sluice reports')
  await form.getByRole('checkbox', { name: /^customers:read/ }).check()
  await form.getByRole('textbox', { name: 'Allowed addresses' }).fill('everywhere')
  // The press takes the focus from the field: what is wrong with it moves nothing from under the pointer.
  await form.getByRole('button', { name: 'In 90 days' }).click()
  await form
    .getByText(/must be an address range/)
    .first()
    .waitFor()
  expect(await form.getByLabel('Expires').first().inputValue()).not.toBe('')
  await form.getByRole('textbox', { name: 'Name' }).press('Enter')
  await form
    .getByText(/must be an address range such as 10\.0\.0\.0\/8/)
    .first()
    .waitFor()
  await form.getByRole('button', { name: 'Remove everywhere' }).click()
  await form.getByRole('textbox', { name: 'Allowed addresses' }).fill('127.0.0.0/8')
  await form.getByRole('textbox', { name: 'Name' }).press('Enter')
  await questionOf(page, 'Your new API key').waitFor()
  await page.keyboard.press('Escape')
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  const key = await keepKey(page)
  await eventually(() => openIdOf(page)).not.toBe('new')
  expect(await page.getByText(key).count()).toBe(0)
  expect(await statusOf(key)).toBe(200)
  // With the one that takes the wrong address away again.
  expect(await clicks()).toBe(7)

  const drawer = drawerOf(page, 'Sluice reports')
  await drawer.getByRole('tab', { name: 'Certificate', exact: true }).click()
  await drawer.getByRole('textbox', { name: 'Name of the certificate' }).fill('Sluice machine')
  const pem = drawer.getByRole('textbox', { name: 'Certificate in PEM' })
  await pem.fill('a private key by mistake')
  await drawer.getByRole('button', { name: 'Register the certificate' }).click()
  await drawer.getByText(/^Certificate must be one certificate in PEM/).waitFor()
  expect(await pem.getAttribute('aria-invalid')).toBe('true')
  await pem.fill(makeCertificate().cert)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await drawer.getByRole('button', { name: 'Register the certificate' }).click()
  await messageOf(page, 'Sluice machine registered').waitFor()

  await drawer.getByRole('tab', { name: 'Rotate or revoke' }).click()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await drawer.getByRole('combobox', { name: 'Old key' }).selectOption('valid for 1 more hour')
  await drawer.getByRole('button', { name: 'Rotate the key' }).click()
  const next = await keepKey(page)
  expect([await statusOf(key), await statusOf(next)]).toEqual([200, 200])

  const grid = page.getByRole('grid', { name: 'API keys' })
  await grid.getByText('Replaced', { exact: true }).waitFor()
  await drawer.getByRole('tab', { name: 'Rotate or revoke' }).click()
  await drawer.getByRole('button', { name: 'Revoke the key' }).click()
  await questionOf(page, 'Revoke Sluice reports?').getByRole('button', { name: 'Revoke' }).click()
  await messageOf(page, 'Sluice reports revoked').waitFor()
  await rowOf(grid, 'Sluice reports').getByText('Revoked', { exact: true }).first().waitFor()
  await eventually(() => statusOf(next)).toBe(401)
  await drawer.getByRole('tab', { name: 'Certificate', exact: true }).click()
  await drawer.getByRole('link', { name: 'Certificates of this key' }).click()
  await rowOf(page.getByRole('grid', { name: 'device certificates' }), 'Sluice machine').click()
  const details = drawerOf(page, 'Sluice machine').getByRole('tabpanel')
  await details.getByText('CN=broker', { exact: true }).waitFor()
  await details.getByText('SHA-256 fingerprint', { exact: true }).waitFor()
  expect(await details.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
})

test('The scopes of keys are listed with what they permit, which can be changed', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844 })
  const grid = await openList(page, '/system/api-key-scopes?search=telemetry', 'scopes')
  await rowOf(grid, 'telemetry:publish').click()
  await drawerOf(page, 'telemetry:publish').getByRole('tab', { name: 'Permissions' }).click()
  const scope = drawerOf(page, 'telemetry:publish')
  await scope.getByText('telemetry.publish', { exact: true }).waitFor()
  await scope.getByRole('combobox', { name: 'Grant a permission' }).fill('machine.read.any')
  await scope.getByRole('option', { name: /machine\.read\.any/ }).click()
  await messageOf(page, 'machine.read.any granted').waitFor()
  await scope.getByRole('button', { name: 'Revoke machine.read.any' }).click()
  await messageOf(page, 'machine.read.any revoked').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
})
