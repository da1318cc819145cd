import { api } from '@packhouse/contract'
import { OIDC_CLIENT, OidcServer, personNamed, SamlServer } from '@packhouse/server/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { arrivesAt } from '../src/addresses.ts'
import { violations, violationsInBothThemes } from '../src/axe.ts'
import { countClicks } from '../src/click-count.ts'
import { eventually } from '../src/eventually.ts'
import { hasFocus } from '../src/focus.ts'
import { offerGroup, offerProvider, signInAtProvider } from '../src/identity-providers.ts'
import { freePort } from '../src/ports.ts'
import { type Product, startProduct } from '../src/product.ts'
import { drawerOf, openIdOf } from '../src/record-list.ts'
import { signInByApi } from '../src/sign-in.ts'
import { test } from '../src/test.ts'

const nothing = { light: [], dark: [] }
const oidc = new OidcServer()
const saml = new SamlServer()
let product: Product

beforeAll(async () => {
  // Providers lead back to the public address, which must be known before the start.
  const environment = { SIMULATOR: 'off', PORT: String(await freePort()), ALLOW_PRIVATE_ADDRESSES: 'on' }
  product = await startProduct({ environment })
  await oidc.start(`${product.url}/auth/callback/oidc`)
  await saml.start()
  oidc.people.set('ada', personNamed('Ada', ['line']))
  saml.people.set('bo', personNamed('Bo', ['line', 'unknown here']))
  saml.people.set('kim', personNamed('Kim'))
  await offerGroup(product, 'Line crew', 'line', ['customer.access'])
  await offerProvider(product, {
    name: 'House account',
    option: 'okta',
    kind: 'saml',
    metadata: saml.metadata(),
    groupsClaim: 'groups',
    newUsers: 'create',
  })
})
afterAll(async () => {
  await Promise.all([product?.stop(), oidc.stop(), saml.stop()])
})

/** The way out that the profile menu has. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await arrivesAt(page, '/login')
}

test('Staff set up an OpenID provider, test it and switch it on in seven clicks, and somebody new signs in with it', async ({
  visit,
}) => {
  const { page, context } = await visit({ product, as: 'staff' })
  const clicks = await countClicks(context)
  await page.goto('/system/sign-in')
  await page.getByRole('button', { name: 'New identity provider' }).click()
  const form = drawerOf(page, 'New identity provider')
  // The protocol decides what is asked for, and what was typed for another one is still there.
  const protocol = form.getByRole('combobox', { name: 'Protocol' })
  await eventually(() => hasFocus(protocol)).toBe(true)
  expect(await form.getByRole('textbox', { name: /^(Issuer|Provider metadata)$/ }).count()).toBe(0)
  await protocol.selectOption('saml')
  await form.getByRole('textbox', { name: 'Provider metadata' }).fill('<EntityDescriptor/>')
  await eventually(() => form.getByRole('textbox', { name: 'Issuer' }).count()).toBe(0)
  await protocol.selectOption('oidc')
  await eventually(() => form.getByRole('textbox', { name: 'Provider metadata' }).count()).toBe(0)
  await protocol.selectOption('saml')
  await eventually(() => form.getByRole('textbox', { name: 'Provider metadata' }).inputValue()).toBe(
    '<EntityDescriptor/>',
  )
  await protocol.selectOption('oidc')
  await form.getByRole('textbox', { name: 'Name' }).fill('Company directory')
  await form.getByRole('combobox', { name: 'Login button' }).selectOption('cmms')
  await form.getByRole('textbox', { name: 'Issuer' }).fill(oidc.issuer)
  await form.getByRole('textbox', { name: 'Client id' }).fill(OIDC_CLIENT.id)
  await form.getByRole('textbox', { name: 'Groups claim' }).fill('groups')
  await form.getByRole('combobox', { name: 'People without an account' }).selectOption('create')
  await form.getByRole('button', { name: 'Create identity provider' }).click()
  await eventually(() => openIdOf(page)).not.toBe('new')
  const drawer = drawerOf(page, 'Company directory')
  await drawer.getByRole('tab', { name: 'Connection' }).click()
  await drawer.getByText(`${product.url}/auth/callback/oidc`, { exact: true }).waitFor()
  const findings = drawer.getByRole('list', { name: 'What the test has found' })
  await drawer.getByRole('button', { name: 'Test', exact: true }).click()
  await findings.getByText(/^There is no client secret/).waitFor()
  await drawer.getByLabel('Client secret').fill(OIDC_CLIENT.secret)
  await drawer.getByRole('button', { name: 'Save secret' }).click()
  await drawer.getByText('Saved.', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Test', exact: true }).click()
  await eventually(() => findings.getByText('In order', { exact: true }).count()).toBe(6)
  await drawer.getByRole('button', { name: 'Switch on' }).click()
  await drawer.getByRole('heading', { name: 'Switched on' }).waitFor()
  expect(await clicks()).toBe(7)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violations(page)).toEqual([])

  const guest = await visit({ product })
  guest.guard.admit(oidc.issuer)
  await guest.page.goto('/login?intended=/settings')
  await guest.page.getByRole('button', { name: 'Login with CMMS' }).click()
  await signInAtProvider(guest.page, 'ada')
  await arrivesAt(guest.page, '/settings')
  await eventually(() => guest.page.getByLabel('Email').inputValue()).toBe('ada@provider.example')
  const stored = await guest.page.evaluate(() => ({ ...localStorage, kept: Object.keys(sessionStorage) }))
  expect(stored).toMatchObject({ token: expect.stringMatching(/^pha_/), refresh_token: expect.stringMatching(/^phr_/) })
  expect(stored.kept.filter((name) => name.startsWith('pkce_'))).toEqual([])
  await logOut(guest.page)
  expect(await guest.page.evaluate(() => localStorage.length)).toBe(0)
  await guest.page.goto('/settings')
  await arrivesAt(guest.page, '/login?intended=%2Fsettings')
})

test('A SAML provider signs somebody in; the groups it tells open the application, and others leave it closed', async ({
  visit,
}) => {
  const { page, guard } = await visit({ product })
  guard.admit(new URL(saml.entityId).origin)
  const signIn = async (account: string) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login with Okta' }).click()
    await signInAtProvider(page, account)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await signIn('bo')
  await arrivesAt(page, '/')
  await page.getByRole('heading', { level: 1, name: 'Machine Overview' }).waitFor()
  await page.getByRole('button', { name: /^Profile menu/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Machine Overview' }).waitFor()
  await logOut(page)
  saml.people.set('bo', personNamed('Bo', ['unknown here']))
  await signIn('bo')
  await arrivesAt(page, '/denied')
})

test('In Settings an account is linked to a provider, signs in with it, and is unlinked', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page, guard } = await visit({ product, as: 'customer' })
  guard.admit(new URL(saml.entityId).origin)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Link House account' }).click()
  await signInAtProvider(page, 'kim')
  await page.getByRole('button', { name: 'Continue' }).click()
  await arrivesAt(page, '/settings')
  await page.getByText('kim@provider.example').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await logOut(page)
  await page.goto('/login?intended=/settings')
  await page.getByRole('button', { name: 'Login with Okta' }).click()
  await signInAtProvider(page, 'kim')
  await page.getByRole('button', { name: 'Continue' }).click()
  await arrivesAt(page, '/settings')
  await eventually(() => page.getByLabel('Email').inputValue()).toBe('customer@packhouse.example')
  await page.getByRole('button', { name: 'Unlink House account' }).click()
  await page.getByRole('button', { name: 'Link House account' }).waitFor()
})

test('Each failure of a single sign-on has its words, to the letter and in the order of the checks', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, guard } = await visit({ product })
  const tokenPair = await signInByApi(product, 'customer')
  const comeBack = async (screen: string, query: string, kept: Record<string, string> = {}) => {
    await page.goto('/denied')
    await page.evaluate((entries) => {
      sessionStorage.clear()
      for (const [name, value] of Object.entries(entries)) sessionStorage.setItem(name, value)
    }, kept)
    await page.goto(`${screen}${query}`)
    return await page.getByRole('alert').textContent()
  }
  const kept = { pkce_state: 'right', pkce_code_verifier: 'v'.repeat(128), pkce_intended: '/settings' }
  const missing = 'Authentication failed: Missing authorization code or state.'
  for (const screen of ['/cmms/callback', '/okta/callback']) {
    for (const query of ['', '?code=x', '?state=right', '?code=&state=']) {
      expect(await comeBack(screen, query, kept), query).toBe(missing)
    }
    expect(await comeBack(screen, '?code=x&state=wrong', kept)).toBe('Authentication failed: State mismatch.')
    expect(await comeBack(screen, '?code=x&state=right')).toBe('Authentication failed: State mismatch.')
    const { pkce_code_verifier: _, ...withoutVerifier } = kept
    const noVerifier = 'Authentication failed: Missing PKCE code_verifier.'
    expect(await comeBack(screen, '?code=x&state=right', withoutVerifier)).toBe(noVerifier)
    expect(await comeBack(screen, '?error=account_unknown&state=right', kept)).toMatch(
      /^No account here is linked to you/,
    )
  }
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  const answer = async (reply: object) => {
    await page.route(`**${api.pkceExchange.path}`, (route) => route.fulfill(reply), { times: 1 })
    return await comeBack('/cmms/callback', '?code=x&state=right', kept)
  }
  guard.expectStatus(502, /^\/auth\/pkce\/exchange$/)
  expect(await answer({ status: 502, body: '' })).toBe('Token exchange failed (502): No response data.')
  const without = 'Token exchange did not return an access_token.'
  expect(await answer({ status: 200, json: { refresh_token: 'x' } })).toBe(without)
  expect(await answer({ status: 200, body: '' })).toBe(without)
  guard.expectStatus(400, /^\/auth\/pkce\/exchange$/)
  expect(await comeBack('/cmms/callback', '?code=x&state=right', kept)).toMatch(
    /^Token exchange failed \(400\): It was used/,
  )

  await page.getByRole('link', { name: 'Back to login' }).click()
  await arrivesAt(page, '/login?intended=%2Fsettings')
  // Tokens that are about to expire are exchanged at the token endpoint first.
  const soon = { ...tokenPair, expires_in: 5 }
  await page.route(`**${api.pkceExchange.path}`, (route) => route.fulfill({ json: soon }), { times: 1 })
  const exchanged = page.waitForRequest('**/auth/token')
  await page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) sessionStorage.setItem(name, value)
  }, kept)
  await page.goto('/cmms/callback?code=x&state=right')
  expect((await exchanged).postData()).toBe(`grant_type=refresh_token&refresh_token=${tokenPair.refresh_token}`)
  await arrivesAt(page, '/settings')
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(tokenPair.access_token)
})

test('A refusal of the provider leads back to a screen with words', async ({ visit }) => {
  const { page, guard } = await visit({ product })
  guard.admit(oidc.issuer)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login with CMMS' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/^The identity provider did not sign you in/)
})
