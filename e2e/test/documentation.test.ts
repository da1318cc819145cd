import { api } from '@packhouse/contract'
import { expect } from 'vitest'
import { violationsNow } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { DOCUMENTATION_PROBE } from '../src/guard.ts'
import { measureTargets } from '../src/targets.ts'
import { test } from '../src/test.ts'

test('The API documentation shows without asking another host and within its content security policy, and leads to the guides, whose search needs no mouse', async ({
  visit,
}) => {
  const { page, guard } = await visit()
  guard.expectConsole(DOCUMENTATION_PROBE)
  await page.goto('/docs')
  await page
    .getByRole('heading', { name: /Packhouse/ })
    .first()
    .waitFor()
  await page.getByText('Machine monitoring').first().waitFor()
  const offers = page.getByText(/Ask AI|Generate MCP|Developer Tools|Open API Client/i)
  await eventually(() => offers.count()).toBe(0)

  await page.getByRole('banner').getByRole('link', { name: 'Guides', exact: true }).click()
  await page.getByRole('heading', { name: 'Guides', level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('acknowledge phone')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor()
  await page
    .getByRole('link', { name: /^How do I get alarms on my phone\?/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'How do I get alarms on my phone?', level: 1 }).waitFor()
  expect(await page.getByRole('link', { name: 'How do I get alarms on my phone?' }).getAttribute('aria-current')).toBe(
    'page',
  )
})

test('A guide is accessible in both themes and at both widths, and its pictures are there', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit()
  for (const path of [
    '/machine/what-does-the-machine-page-show',
    '/integrators/send-records-over-mqtt',
    '/search?q=key',
  ]) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/docs/guide${path}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violationsNow(page), `${path} ${width} ${colorScheme}`).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
  await page.goto('/docs/guide/machine/what-does-the-machine-page-show')
  const picture = page.getByRole('img').first()
  await picture.scrollIntoViewIfNeeded()
  await eventually(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1280)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs/guide/machine/is-my-machine-running')
  const small = (await measureTargets(page)).filter(({ height }) => height < 44)
  expect(small).toEqual([])
})

test('The OpenAPI document is of version 3.1 and has every call of the contract', async ({ visit }) => {
  const { context } = await visit()
  const document = await (await context.request.get('/v1/openapi.json')).json()
  expect(document.openapi).toMatch(/^3\.1\./)
  for (const call of Object.values(api)) {
    expect([call.path, Object.keys(document.paths[call.path] ?? {})]).toEqual([
      call.path,
      expect.arrayContaining([call.method.toLowerCase()]),
    ])
  }
})

test('The pages come with a strict content security policy', async ({ visit }) => {
  const { page } = await visit()
  const response = await page.goto('/login')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).not.toContain('unsafe')
})

test('A script that is not of the product is refused by the policy, and these tests notice it', async ({ visit }) => {
  const { page, guard } = await visit()
  guard.expectConsole(/^Content security policy: script-src-elem refused /)
  guard.expectConsole(/^(Loading the script|Refused to load the script) /)
  await page.route('**/assets/foreign.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "script-src 'self'" },
      body: '<script src="data:text/javascript,1"></script><p>Still here</p>',
    }),
  )
  await page.goto('/assets/foreign.html')
  await page.getByText('Still here').waitFor()
})
