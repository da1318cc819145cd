import { api } from '@packhouse/contract'
import { expect } from 'vitest'
import { DOCUMENTATION_PROBE } from '../src/guard.ts'
import { test } from '../src/test.ts'

test('The API documentation shows without asking another host and within its content security policy', async ({
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
