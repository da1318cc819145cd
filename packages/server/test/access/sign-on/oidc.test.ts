import { randomUUID } from 'node:crypto'
import { tokenPairSchema } from '@packhouse/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Caller } from '../../support/caller.ts'
import { freePort } from '../../support/free-port.ts'
import { OIDC_CLIENT, OidcServer } from '../../support/sign-on/oidc-server.ts'
import { personNamed } from '../../support/sign-on/people.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { LyingProvider } from './lying-provider.ts'
import { lastReason, oidcDraft, SignOnClient, setUp } from './sign-on-client.ts'

const app = useTestApp({ environment: { PORT: await freePort(), ALLOW_PRIVATE_ADDRESSES: 'on' } })
const server = new OidcServer()
const liar = new LyingProvider()

beforeAll(async () => {
  await server.start(`${app.url}/auth/callback/oidc`)
  await liar.start()
})
afterAll(async () => {
  await server.stop()
  await liar.stop()
})

describe('a real OpenID provider', () => {
  beforeAll(async () => {
    server.people.set('ada', personNamed('Ada', ['fitters']))
    await setUp(app, oidcDraft(server, { newUsers: 'create' }), OIDC_CLIENT.secret)
  })

  test('signs somebody in who is new here, bound to the browser, without a second factor of ours', async () => {
    const client = new SignOnClient(app, 'cmms')
    const query = await client.signInAtOidc('ada')
    expect(Object.fromEntries(query)).toEqual({ code: expect.stringMatching(/^phc_/), state: client.state })
    const answer = await client.exchange(query.get('code'))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ expires_in: 600 })
    const tokens = tokenPairSchema.parse(answer.body)
    const cookie = client.browser.cookiesFor(new URL(app.url).host)
    const { user } = await new Caller(app.port, tokens, { cookie }).call('me')
    expect(user).toMatchObject({
      email: 'ada@provider.example',
      first_name: 'Ada',
      last_name: 'Example',
      customer: null,
    })
    expect((await new Caller(app.port, tokens).get('/v1/auth/me')).status).toBe(401)
  })

  test('finds the same account by its subject, whatever the email is by then', async () => {
    server.people.set('ada', { ...personNamed('Ada'), email: 'ada.renamed@provider.example' })
    const client = new SignOnClient(app, 'cmms')
    const { status, body } = await client.exchange((await client.signInAtOidc('ada')).get('code'))
    expect(status).toBe(200)
    const cookie = client.browser.cookiesFor(new URL(app.url).host)
    const { user } = await new Caller(app.port, tokenPairSchema.parse(body), { cookie }).call('me')
    expect(user.email).toBe('ada@provider.example')
  })

  test('is asked with PKCE by S256, a state and a nonce, and another one each time', async () => {
    const addresses = [await new SignOnClient(app, 'cmms').begin(), await new SignOnClient(app, 'cmms').begin()]
    const [first, second] = addresses.map((address) => new URL(address).searchParams)
    expect(first?.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first?.get(name)).toMatch(/^[\w-]{43}$/)
      expect(first?.get(name)).not.toBe(second?.get(name))
    }
  })

  test('that refuses somebody leads back to the screen with words', async () => {
    const query = await new SignOnClient(app, 'cmms').signInAtOidc('')
    expect(query.get('error')).toBe('provider_refused')
    expect(await lastReason(app)).toBe('access_denied')
  })

  test('with another client secret than ours leads back to the screen with words', async () => {
    await setUp(app, oidcDraft(server), 'wrong')
    const query = await new SignOnClient(app, 'cmms').signInAtOidc('ada')
    expect(query.get('error')).toBe('provider_faulty')
    expect(await lastReason(app)).toBe('client refused')
  })
})

describe('an answer to the callback', () => {
  beforeAll(async () => {
    await setUp(app, oidcDraft(server, { newUsers: 'create' }), OIDC_CLIENT.secret)
  })

  test.each(['', 'unknown', 'x'.repeat(43)])('with the state %j is refused', async (state) => {
    const client = new SignOnClient(app, 'cmms')
    const { headers } = await client.browser.send(`${app.url}/auth/callback/oidc?code=x&state=${state}`)
    expect(headers.location).toBe('/okta/callback?error=answer_unknown')
    expect(await lastReason(app)).toBe('state')
  })

  test('is taken once', async () => {
    const client = new SignOnClient(app, 'cmms')
    const state = new URL(await client.begin()).searchParams.get('state')
    const address = `${app.url}/auth/callback/oidc?error=access_denied&state=${state}&iss=${server.issuer}`
    const first = await client.browser.send(address)
    expect(first.headers.location).toContain('error=provider_refused')
    expect((await client.browser.send(address)).headers.location).toContain('error=answer_unknown')
  })

  test('in another browser than that of the start is refused', async () => {
    const client = new SignOnClient(app, 'cmms')
    const state = new URL(await client.begin()).searchParams.get('state')
    const stranger = new SignOnClient(app, 'cmms')
    await stranger.begin()
    const { headers } = await stranger.browser.send(`${app.url}/auth/callback/oidc?code=x&state=${state}`)
    expect(headers.location).toContain('error=answer_unknown')
    expect(await lastReason(app)).toBe('cookie')
  })

  test('after a quarter of an hour is refused', async () => {
    const client = new SignOnClient(app, 'cmms')
    const state = new URL(await client.begin()).searchParams.get('state')
    await app.sql(`UPDATE sign_on SET expires_at = now() WHERE state = $1`, [client.state])
    const { headers } = await client.browser.send(`${app.url}/auth/callback/oidc?code=x&state=${state}`)
    expect(headers.location).toContain('error=answer_unknown')
  })
})

describe('a provider that lies', () => {
  beforeEach(() => liar.beHonest())
  beforeAll(async () => {
    await setUp(app, oidcDraft(liar, { newUsers: 'create' }), OIDC_CLIENT.secret)
  })

  test('is believed as long as it does not', async () => {
    const client = new SignOnClient(app, 'cmms')
    expect((await client.signInAtOidc('anybody')).get('code')).toMatch(/^phc_/)
  })

  test.each([
    ['nonce', { nonce: 'another' }, 'nonce'],
    ['audience', { aud: 'another client' }, 'aud'],
    ['second audience', { aud: [OIDC_CLIENT.id, 'another client'] }, 'aud'],
    ['issuer', { iss: 'https://another.example' }, 'iss'],
    ['age', { exp: 1_000_000_000 }, 'exp'],
    ['time, which is yet to come', { iat: Math.floor(Date.now() / 1_000) + 86_400 }, 'iat'],
  ])('about the %s is refused for that', async (_, claims, reason) => {
    liar.claims = claims
    const query = await new SignOnClient(app, 'cmms').signInAtOidc('anybody')
    expect(query.get('error')).toBe('answer_refused')
    expect(await lastReason(app)).toBe(reason)
  })

  test('with a signature of another key is refused for that', async () => {
    liar.signWithAnotherKey()
    const query = await new SignOnClient(app, 'cmms').signInAtOidc('anybody')
    expect(query.get('error')).toBe('answer_refused')
    expect(await lastReason(app)).toBe('signature')
  })

  test('with no signature at all is refused', async () => {
    liar.algorithm = 'none'
    const query = await new SignOnClient(app, 'cmms').signInAtOidc('anybody')
    expect(query.get('error')).toBe('answer_refused')
    expect(await lastReason(app)).toBe('alg')
  })

  test('as another issuer in its answer (a mix-up) is refused for that', async () => {
    liar.answer = { iss: 'https://another.example' }
    const query = await new SignOnClient(app, 'cmms').signInAtOidc('anybody')
    expect(query.get('error')).toBe('answer_refused')
    expect(await lastReason(app)).toBe('iss')
  })

  test.each<[string, object]>([
    ['by false', { email_verified: false }],
    ['by the text false', { email_verified: 'false' }],
    ['by another case', { email_verified: ' False ' }],
    ['by 0', { email_verified: 0 }],
    ['by the text 0', { email_verified: '0' }],
    ['in a list', { email_verified: ['false'] }],
    ['in words that are no yes', { email_verified: 'pending' }],
    ['by the domain', { email_verified: true, xms_edov: '0' }],
  ])('with an email that it doubts itself, %s, makes no account', async (_, claims) => {
    liar.claims = { sub: 'doubted', email: 'doubted@provider.example', ...claims }
    const query = await new SignOnClient(app, 'cmms').signInAtOidc('anybody')
    expect(query.get('error')).toBe('profile_incomplete')
  })

  test.each([true, 'true', 'TRUE', 1, '1', null, undefined])(
    'with an email that is checked by %j makes one',
    async (verified) => {
      const email = `${randomUUID()}@provider.example`
      liar.claims = { sub: email, email, email_verified: verified }
      const query = await new SignOnClient(app, 'cmms').signInAtOidc('anybody')
      expect(query.get('code')).toMatch(/^phc_/)
    },
  )
})
