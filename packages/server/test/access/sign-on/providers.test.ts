import { createServer } from 'node:http'
import { api, identityProviders } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { expectProblem } from '../../support/problem.ts'
import { expiredCertificate } from '../../support/sign-on/keys.ts'
import { OidcServer } from '../../support/sign-on/oidc-server.ts'
import { close, listen } from '../../support/sign-on/pages.ts'
import { SamlServer } from '../../support/sign-on/saml-server.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { oidcDraft, samlDraft, setUp } from './sign-on-client.ts'

const app = useTestApp({
  environment: { PORT: await freePort(), ALLOW_PRIVATE_ADDRESSES: 'on', LOGIN_OPTIONS: 'cmms,basic' },
})
const closedApp = useTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'off' } })
const oidc = new OidcServer()
const saml = new SamlServer()
const place = identityProviders.mounts[0].path

beforeAll(async () => {
  await oidc.start(`${app.url}/auth/callback/oidc`)
  await saml.start()
})
afterAll(async () => {
  await oidc.stop()
  await saml.stop()
})

async function make(draft: object): Promise<string> {
  const answer = await (await app.as('staff')).post(place, draft)
  expect(answer.status, answer.text).toBe(201)
  return (answer.body as { id: string }).id
}

/** The checks that failed, by name. */
async function faultsOf(draft: object): Promise<Record<string, string>> {
  const checks = await (await app.as('staff')).call('testProvider', { params: { id: await make(draft) } })
  return Object.fromEntries(checks.filter(({ ok }) => !ok).map(({ name, words }) => [name, words]))
}

describe('a client secret', () => {
  test('is stored encrypted, and never returned', async () => {
    const id = await setUp(app, oidcDraft(oidc), 'the client secret')
    const staff = await app.as('staff')
    const row = await staff.get(`${place}/${id}`)
    expect(row.body).toMatchObject({ hasSecret: true })
    const history = await staff.get(`${place}/${id}/history`)
    const [{ sealed } = { sealed: Buffer.alloc(0) }] = await app.sql<{ sealed: Buffer }>(
      'SELECT sealed FROM identity_provider_secret WHERE provider_id = $1',
      [id],
    )
    for (const text of [row.text, history.text, sealed.toString('latin1')])
      expect(text).not.toContain('the client secret')
    await staff.call('setProviderSecret', { params: { id }, body: { secret: null } })
    expect((await staff.get(`${place}/${id}`)).body).toMatchObject({ hasSecret: false })
  })
})

describe('a provider', () => {
  test('of OpenID Connect is neither made without an issuer nor left without one', async () => {
    const staff = await app.as('staff')
    const draft = { name: 'Without an issuer', option: 'okta', kind: 'oidc' }
    const expectRefused = (answer: Awaited<ReturnType<typeof staff.post>>) => {
      expectProblem(answer, 'invalid_request')
      const message = 'is needed for OpenID Connect'
      expect(answer.body).toMatchObject({ errors: [{ path: 'body.issuer', message }] })
    }
    expectRefused(await staff.post(place, draft))
    expectRefused(await staff.post(place, { ...draft, issuer: null }))
    const id = await make({ ...draft, kind: 'saml' })
    const change = async (body: object) => {
      const { rowVersion } = (await staff.get(`${place}/${id}`)).body as { rowVersion: number }
      return await staff.request(`${place}/${id}`, { method: 'PUT', body: { rowVersion, ...body } })
    }
    expectRefused(await change({ kind: 'oidc' }))
    expect((await change({ kind: 'oidc', issuer: 'https://provider.example' })).status).toBe(200)
    expectRefused(await change({ issuer: null }))
    // One of before can be given another name.
    await app.sql('UPDATE identity_provider SET issuer = NULL WHERE id = $1', [id])
    expect((await change({ name: 'Still without an issuer' })).status).toBe(200)
  })

  test.each([
    ['the client id', { kind: 'oidc', issuer: 'https://provider.example' }],
    ['the metadata of the provider', { kind: 'saml' }],
  ])('is not switched on without %s', async (missing, draft) => {
    const id = await make({ name: `Bare ${missing}`, option: 'okta', ...draft })
    const path = api.switchProvider.path.replace('{id}', id)
    const answer = await (await app.as('staff')).request(path, { method: 'PUT', body: { enabled: true } })
    expectProblem(answer, 'invalid_request')
    expect(answer.text).toContain(missing)
  })

  test('is the only one that is on for a button of the login', async () => {
    await setUp(app, samlDraft(saml))
    const id = await make(samlDraft(saml))
    const path = api.switchProvider.path.replace('{id}', id)
    const answer = await (await app.as('staff')).request(path, { method: 'PUT', body: { enabled: true } })
    expectProblem(answer, 'invalid_request')
    expect(answer.text).toContain('disable that one first')
  })

  test('shows its button on the login, in the configured order, and only while it is on', async () => {
    const options = async () => (await app.anonymous.call('publicSettings')).login.options
    await app.sql('UPDATE identity_provider SET enabled = false')
    expect(await options()).toEqual(['basic'])
    await setUp(app, samlDraft(saml))
    expect(await options()).toEqual(['basic', 'okta'])
    await setUp(app, oidcDraft(oidc))
    expect(await options()).toEqual(['cmms', 'basic', 'okta'])
  })

  test('receives where to lead people back to', async () => {
    expect(await (await app.as('staff')).call('signOnAddresses')).toEqual({
      redirectUri: `${app.url}/auth/callback/oidc`,
      entityId: `${app.url}/auth/saml2/metadata`,
      consumerUrl: `${app.url}/auth/saml2/acs`,
    })
  })
})

describe('the test of a provider', () => {
  test('finds nothing wrong with a right one', async () => {
    expect(await faultsOf(samlDraft(saml))).toEqual({})
    const id = await setUp(app, oidcDraft(oidc), 'secret')
    const checks = await (await app.as('staff')).call('testProvider', { params: { id } })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.map(({ name }) => name)).toEqual([
      'Discovery',
      'Addresses',
      'PKCE',
      'Keys',
      'Client secret',
      'Scopes',
    ])
  })

  test.each([
    ['an issuer that is away', { issuer: 'http://127.0.0.1:9' }, /could not be reached \(ECONNREFUSED\)/],
    ['an issuer that does not exist', { issuer: 'https://no-such-host.invalid' }, /could not be reached/],
  ])('explains %s', async (_, changes, words) => {
    const faults = await faultsOf(oidcDraft(oidc, changes))
    expect(faults.Discovery).toMatch(words)
    expect(faults['Client secret']).toMatch(/There is no client secret/)
  })

  test('explains that one of before has no issuer', async () => {
    const id = await make(oidcDraft(oidc))
    await app.sql('UPDATE identity_provider SET issuer = NULL WHERE id = $1', [id])
    const checks = await (await app.as('staff')).call('testProvider', { params: { id } })
    expect(checks.find(({ name }) => name === 'Discovery')).toMatchObject({
      ok: false,
      words: 'Issuer and client id must be filled in.',
    })
  })

  test('explains an issuer that calls itself otherwise', async () => {
    const faults = await faultsOf(oidcDraft({ issuer: oidc.issuer.replace('127.0.0.1', 'localhost') }))
    expect(faults.Discovery).toMatch(/names another issuer/)
  })

  test('explains a discovery without S256, without addresses, and scopes without openid', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ issuer: `http://${request.headers.host}` }))
    })
    const issuer = await listen(server)
    const faults = await faultsOf(oidcDraft({ issuer }, { scopes: 'email' }))
    await close(server)
    expect(Object.keys(faults)).toEqual(['Addresses', 'PKCE', 'Keys', 'Client secret', 'Scopes'])
    expect(faults.PKCE).toContain('S256')
  })

  test.each([
    ['no metadata', null, 'Metadata', /Paste the metadata/],
    ['text instead of XML', 'hello', 'Metadata', /not XML/],
    ['a document type', '<!DOCTYPE x><x/>', 'Metadata', /document type/],
    ['another document', '<html></html>', 'Metadata', /EntityDescriptor/],
    [
      'a service provider',
      '<EntityDescriptor entityID="x"><SPSSODescriptor/></EntityDescriptor>',
      'Metadata',
      /IDPSSO/,
    ],
  ])('explains %s', async (_, metadata, name, words) => {
    expect((await faultsOf(samlDraft(saml, { metadata })))[name]).toMatch(words)
  })

  test('explains a certificate that has expired, is broken or is missing', async () => {
    const whole = saml.metadata()
    expect((await faultsOf(samlDraft(saml, { metadata: saml.metadata(expiredCertificate) }))).Certificate).toMatch(
      /expired/,
    )
    const broken = whole.replace(/(<X509Certificate>)[^<]{40}/, '$1')
    expect((await faultsOf(samlDraft(saml, { metadata: broken }))).Metadata).toMatch(/cannot be read/)
    const none = whole.replace(/<X509Certificate>[\s\S]*<\/X509Certificate>/, '')
    expect((await faultsOf(samlDraft(saml, { metadata: none }))).Metadata).toMatch(/no certificate/)
    const post = whole.replace('HTTP-Redirect', 'HTTP-POST')
    expect((await faultsOf(samlDraft(saml, { metadata: post }))).Metadata).toMatch(/HTTP-Redirect/)
  })

  test('asks no address of a closed network unless that is configured', async () => {
    const staff = await closedApp.as('staff')
    const { body } = await staff.post(place, oidcDraft({ issuer: 'https://login.example.com' }))
    const { id } = body as { id: string }
    for (const issuer of ['https://127.0.0.1:9', 'https://localhost:9', 'https://[::1]:9', 'https://2130706433']) {
      const refused = expectProblem(await staff.post(place, oidcDraft({ issuer })), 'invalid_request')
      expect(refused.errors, issuer).toMatchObject([{ path: 'body.issuer' }])
      // One that was saved when that was configured.
      await closedApp.sql('UPDATE identity_provider SET issuer = $2 WHERE id = $1', [id, issuer])
      const [discovery] = await staff.call('testProvider', { params: { id } })
      expect(discovery?.words, issuer).toMatch(/closed network/)
    }
    await closedApp.sql('UPDATE identity_provider SET issuer = $2 WHERE id = $1', [id, oidc.issuer])
    const [discovery] = await staff.call('testProvider', { params: { id } })
    expect(discovery?.words).toMatch(/only requests to HTTPS/)
  })
})
