import { api, machines, publicPagePath } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject } from 'vitest'
import { violations } from '../src/axe.ts'
import { Records } from '../src/records.ts'
import { signInByApi } from '../src/sign-in.ts'
import { measureTargets } from '../src/targets.ts'
import { test } from '../src/test.ts'

/** A machine of which only this file publishes documents: they stay public for as long as the product is there. */
const MACHINE = 'FLW-0933'
const PHONE = { width: 390, height: 844 }
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
let path = ''

/** Adds a public document with its file. @returns its id */
async function publish(token: string, given: Record<string, string>): Promise<string> {
  const body = new FormData()
  body.append('file', new File([PDF], `${given.title}.pdf`))
  const query = new URLSearchParams({ kind: 'manual', revision: 'A', visibility: 'public', ...given })
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${inject('quiet').url}${api.addDocumentWithFile.path}?${query}`, {
    method: 'POST',
    headers,
    body,
  })
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { id: string }).id
}

beforeAll(async () => {
  const product = inject('quiet')
  const { access_token: token } = await signInByApi(product, 'staff')
  const [machine] = await new Records(product).find(machines, MACHINE)
  const machineId = machine?.id ?? ''
  const first = await publish(token, { machineId, title: 'Instructions', language: 'en' })
  await publish(token, { machineId, title: 'Instructions', language: 'en', revision: 'B', supersedesId: first })
  await publish(token, { machineId, title: 'Betriebsanleitung', language: 'de' })
  await publish(token, { machineId, title: 'Declaration', language: 'en', kind: 'ceDeclaration' })
  const page = await fetch(`${product.url}${api.publicPageOfMachine.path.replace('{id}', MACHINE)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  path = publicPagePath(((await page.json()) as { token: string }).token)
})

/** What is wrong with the page in either theme. */
async function faultsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page)))
  }
  return found
}

test('Somebody with a phone and no account opens the instructions in two taps, prints the page, and asks for paper', async ({
  visit,
}) => {
  const { page, guard } = await visit({ ...PHONE, touch: true })
  await page.goto(path)
  await page.getByText('Machine ID').waitFor()
  await page.getByText(MACHINE, { exact: true }).waitFor()
  const instructions = page.locator('section', { has: page.getByRole('heading', { name: 'Instructions for use' }) })
  const link = instructions.getByRole('link', { name: /^Instructions English · Revision B/ })
  const address = (await link.getAttribute('href')) ?? ''
  const opened = await page.request.get(address)
  expect([opened.status(), await opened.text()]).toEqual([200, PDF])
  expect(opened.headers()['content-disposition']).toBe("inline; filename*=UTF-8''Instructions.pdf")
  await instructions.getByText('1 earlier revision').click()
  await instructions.getByText('Superseded').waitFor()
  await instructions.getByRole('link', { name: 'Open the newest revision, B' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  const small = (await measureTargets(page)).filter(({ width, height }) => width < 44 || height < 44)
  expect(small).toEqual([])
  expect(await faultsOf(page)).toEqual([])

  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').isVisible()).toBe(false)
  expect(await page.getByRole('heading', { name: 'On paper' }).isVisible()).toBe(false)
  expect(await link.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Ask for instructions on paper' }).click()
  await page.getByRole('combobox', { name: 'Document' }).selectOption({ label: 'Instructions (English, revision B)' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Ola Nordmann')
  guard.expectStatus(400, /\/paper/)
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.getByRole('alert').getByText('Correct the marked fields.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ola Nordmann')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Postal address' }).fill('Storgata 1\n5003 Bergen')
  await page.getByRole('textbox', { name: 'Email' }).fill('ola@example.com')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.getByRole('heading', { name: 'Your request has arrived.' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  const staff = await visit({ as: 'staff' })
  await staff.page.goto('/library/paper-requests')
  const row = staff.page.getByRole('row', { name: new RegExp(`${MACHINE}.*Ola Nordmann`) })
  await row.getByText('Open').waitFor()
  await row.getByText(MACHINE).waitFor()
  expect(await violations(staff.page)).toEqual([])
})

test('The page speaks German, offers other languages, and fits a wide window', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ language: 'de-DE' })
  await page.goto(path)
  await page.getByRole('heading', { name: 'Betriebsanleitung', exact: true }).waitFor()
  const titles = () => page.locator('.title:visible').allInnerTexts()
  expect(await titles()).toEqual(['Declaration', 'Betriebsanleitung', 'Instructions'])
  expect(await page.getByRole('heading', { name: 'In anderen Sprachen' }).count()).toBe(2)
  await page.getByRole('link', { name: 'Anleitung in Papierform anfordern' }).click()
  await page.getByRole('button', { name: 'Anfrage senden' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Zurück zur Maschine' }).click()
  await page.getByRole('link', { name: 'English', exact: true }).click()
  await page.getByRole('heading', { name: 'Instructions for use' }).waitFor()
  expect(await titles()).toEqual(['Declaration', 'Instructions', 'Betriebsanleitung'])
  expect(await faultsOf(page)).toEqual([])
})

test('The page and its documents open without a connection once the page was opened, as do those of the last machines', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, context, guard } = await visit({ ...PHONE, touch: true })
  const kept = page.getByText('This page and its documents open on this device without a connection too.')
  await page.goto(path)
  await kept.waitFor()
  const machines = async () =>
    await page.evaluate(async () => (await caches.keys()).filter((name) => /^machine-/.test(name)))
  const own = `machine-${path.split('/').at(-1)}`
  expect(await machines()).toEqual([own])
  await page.evaluate(async () => {
    for (const at of [1, 2, 3, 4, 5]) {
      const token = `other-machine-of-day-${at}`
      const cache = await caches.open(`machine-${token}`)
      await cache.put(`/m/${token}`, new Response('', { headers: { 'x-kept-at': String(at) } }))
    }
  })
  await page.reload()
  await kept.waitFor()
  expect((await machines()).toSorted()).toEqual(
    [own, ...[2, 3, 4, 5].map((at) => `machine-other-machine-of-day-${at}`)].toSorted(),
  )

  guard.expectLost(/./)
  await context.setOffline(true)
  await page.reload()
  await page.getByText('There is no connection. You see the page as it was').waitFor()
  await page.getByText(MACHINE, { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  const bar = await page.locator('header').evaluate((header) => getComputedStyle(header).backgroundColor)
  expect(bar).not.toBe('rgba(0, 0, 0, 0)')
  const address = await page.getByRole('link', { name: /^Instructions English · Revision B/ }).getAttribute('href')
  const opened = await page.evaluate(async (url) => {
    const answer = await fetch(url)
    return [answer.headers.get('content-type'), await answer.text()]
  }, address ?? '')
  expect(opened).toEqual(['application/pdf', PDF])
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Declaration' }).click()
  const saved = await saving
  expect([saved.suggestedFilename(), await saved.failure()]).toEqual(['Declaration.pdf', null])

  await context.setOffline(false)
  await page.reload()
  await kept.waitFor()
})

test('A label leads people who are signed in to the machine with its documents, and others to the public page', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: MACHINE }).waitFor()
  const documents = page.getByRole('region', { name: 'Documents', exact: true })
  await documents.getByRole('heading', { name: 'Manuals' }).waitFor()
  await documents.getByText('1 superseded document').click()
  await documents.getByText('Superseded', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  const stored = page.waitForEvent('download')
  await documents.getByRole('button', { name: 'Download Declaration.pdf' }).click()
  expect((await stored).suggestedFilename()).toBe('Declaration.pdf')
  await page.getByRole('tab', { name: 'QR code' }).click()
  await page.getByRole('link', { name: 'Open the public page' }).click()
  await page.getByRole('heading', { name: 'Instructions for use' }).waitFor()

  const foreign = await visit({ as: 'other', ...PHONE })
  foreign.guard.expectStatus(404, /\/v1\/ignition\/machines\//)
  await foreign.page.goto(path)
  await foreign.page.getByRole('heading', { name: 'Machine not found' }).waitFor()
  await foreign.page.getByRole('link', { name: 'Open the public page' }).click()
  await foreign.page.getByRole('heading', { name: 'Instructions for use' }).waitFor()

  const stranger = await visit(PHONE)
  await stranger.page.goto(`/machines/${MACHINE}?label=${path.split('/').at(-1)}`)
  await stranger.page.getByRole('heading', { name: 'Instructions for use' }).waitFor()
  await stranger.page.getByRole('link', { name: 'Sign in' }).click()
  await stranger.page.getByRole('button', { name: 'Login', exact: true }).waitFor()
  expect(new URL(stranger.page.url()).searchParams.get('intended')).toContain(`/machines/${MACHINE}`)
  stranger.guard.expectStatus(404, /\/m\//)
  await stranger.page.goto(`/m/${'A'.repeat(22)}`)
  await stranger.page.getByRole('heading', { name: 'There is no machine at this address' }).waitFor()
  expect(await faultsOf(stranger.page)).toEqual([])
})
