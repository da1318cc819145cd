import { expect } from 'vitest'
import { arrivesAt } from '../src/addresses.ts'
import { test } from '../src/test.ts'

test.for(['/nowhere', '/forgot-password/more', '/machines', '/settings/more', '/v2/anything.html'])(
  'The address %s shows the 404 page to the letter, signed in or not',
  async (address, { visit }) => {
    for (const as of [undefined, 'customer'] as const) {
      const { page } = await visit(as ? { as } : {})
      await page.goto(address)
      await page.getByText('404', { exact: true }).waitFor()
      await page
        .getByRole('heading', { level: 1, name: "Oops! The page you're looking for isn't here.", exact: true })
        .waitFor()
      await page.getByText('You might have the wrong address, or the page may have moved.', { exact: true }).waitFor()
      const link = page.getByRole('link', { name: 'Go Back Home', exact: true })
      expect(await link.getAttribute('href')).toBe('/')
      expect(await page.getByRole('navigation').count()).toBe(0)
    }
  },
)

test('An address with something else where the id of a record belongs shows the 404 page and asks for no record', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const address of ['/customers/contacts', '/estimator/projects/nowhere', '/service/visits/1']) {
    await page.goto(address)
    await page.getByText('404', { exact: true }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
  }
  expect(asked.filter((path) => /^\/v1\/.*(contacts|nowhere|visits\/1)$/.test(path))).toEqual([])
})

test('The 404 is large', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/nowhere')
  const size = await page.getByText('404', { exact: true }).evaluate((element) => getComputedStyle(element).fontSize)
  expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(100)
})

test('Go Back Home leads to the overview', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/nowhere')
  await page.getByRole('link', { name: 'Go Back Home' }).click()
  await arrivesAt(page, '/')
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()
})

test('The API answers an unknown path with a problem and not with the page', async ({ visit }) => {
  const { context, guard } = await visit()
  const response = await context.request.get('/v1/nowhere')
  expect(response.status()).toBe(404)
  expect(response.headers()['content-type']).toContain('application/problem+json')
  expect(guard.faults()).toEqual([])
})
