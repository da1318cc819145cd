import { afterAll, beforeAll, expect } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { offerButtons } from '../src/identity-providers.ts'
import { openOverview } from '../src/overview.ts'
import { type Product, startProduct } from '../src/product.ts'
import { test } from '../src/test.ts'

const PICTURE = '/mark.svg'
let every: Product
let single: Product

beforeAll(async () => {
  ;[every, single] = await Promise.all([
    startProduct({
      environment: {
        SIMULATOR: 'off',
        PRODUCT_TITLE: 'Nordfjell Line View',
        DOCS_URL: '/docs?from=bar',
        CMMS_URL: 'https://cmms.example/start',
        LOGIN_TITLE: 'Welcome aboard',
        LOGIN_ICON: PICTURE,
        LOGIN_BANNER: 'Planned maintenance on Sunday, 02:00 to 03:00.',
        LOGIN_BACKGROUND: PICTURE,
        LOGIN_OPTIONS: 'basic,okta,cmms,core-cmms',
        LOGIN_TEXT_CORE_CMMS: 'Login with Core CMMS',
      },
    }),
    startProduct({
      environment: { SIMULATOR: 'off', LOGIN_OPTIONS: 'okta', LOGIN_TEXT_OKTA: 'Continue with work account' },
    }),
  ])
  await Promise.all([offerButtons(every, ['okta', 'cmms', 'core-cmms']), offerButtons(single, ['okta'])])
})
afterAll(async () => {
  await Promise.all([every?.stop(), single?.stop()])
})

test('Every configured option has its button, in the configured order and with its text', async ({ visit }) => {
  const { page } = await visit({ product: every })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login with Okta' }).waitFor()
  const texts = await page.getByRole('button').allInnerTexts()
  expect(texts).toEqual(['', 'Login', 'Login with Okta', 'Login with CMMS', 'Login with Core CMMS'])
})

test('Or continue with divides the basic form from the other options', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ product: every })
  await page.goto('/login')
  const divider = page.getByText('Or continue with', { exact: true })
  await divider.waitFor()
  const below = await divider.boundingBox()
  const login = await page.getByRole('button', { name: 'Login', exact: true }).boundingBox()
  const okta = await page.getByRole('button', { name: 'Login with Okta' }).boundingBox()
  expect([login?.y, below?.y, okta?.y]).toEqual([login?.y, below?.y, okta?.y].sort((a, b) => Number(a) - Number(b)))
})

test('Title, icon, banner and background image are those of the configuration', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ product: every })
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: 'Welcome aboard' }).waitFor()
  await page.getByText('Planned maintenance on Sunday, 02:00 to 03:00.').waitFor()
  await page.getByText('Nordfjell Line View').waitFor()
  expect(await page.title()).toBe('Welcome aboard · Nordfjell Line View')
  const pictures = page.locator(`img[src="${PICTURE}"]`)
  const areLoaded = () =>
    pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 0))
  // A picture may come after the words beside it.
  await eventually(areLoaded).toEqual([true, true])
})

test('Without the basic option there is neither form nor divider', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ product: single })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with work account', exact: true }).waitFor()
  expect(await page.getByRole('button').count()).toBe(1)
  expect(await page.getByLabel('Email').count()).toBe(0)
  expect(await page.getByText('Or continue with').count()).toBe(0)
})

test('A single sign-on leaves with redirect, state and the challenge of a verifier that is kept', async ({ visit }) => {
  const { page } = await visit({ product: single })
  // An answer without content: the browser stays where it is.
  await page.route('**/auth/saml2/login?*', (route) => route.fulfill({ status: 204 }))
  await page.goto('/login?intended=/settings')
  const leaving = page.waitForRequest('**/auth/saml2/login?*')
  await page.getByRole('button', { name: 'Continue with work account' }).click()
  const { searchParams } = new URL((await leaving).url())
  expect(searchParams.get('redirect')).toBe(`${single.url}/okta/callback`)
  expect(searchParams.get('state')).toMatch(/^[0-9a-f]{64}$/)
  expect(searchParams.get('code_challenge')).toMatch(/^[A-Za-z0-9_-]{43}$/)
  const kept = await page.evaluate(() => Object.values(sessionStorage))
  expect(kept).toContainEqual(expect.stringMatching(/^[0-9a-f]{128}$/))
  expect(kept).toContain(searchParams.get('state'))
})

test('Title, Docs and CMMS of the layout are those of the configuration', async ({ visit }) => {
  const { page } = await visit({ product: every, as: 'customer' })
  await openOverview(page)
  await page.getByRole('banner').getByRole('link', { name: 'Nordfjell Line View' }).waitFor()
  expect(await page.title()).toBe('Machine Overview · Nordfjell Line View')
  const docs = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Docs/ })
  expect(await docs.getAttribute('href')).toBe('/docs?from=bar')
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  const cmms = page.getByRole('menuitem', { name: /^CMMS/ })
  expect(await cmms.getAttribute('href')).toBe('https://cmms.example/start')
  expect(await cmms.getAttribute('target')).toBe('_blank')
  const entries = (await page.getByRole('menuitem').allInnerTexts()).map((text) => text.split('\n')[0])
  expect(entries).toEqual(['CMMS', 'Settings', 'Logout'])
})
