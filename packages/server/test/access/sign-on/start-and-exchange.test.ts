import { api } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { expectProblem } from '../../support/problem.ts'
import { BrowserClient } from '../../support/sign-on/browser-client.ts'
import { personNamed } from '../../support/sign-on/people.ts'
import { SamlServer } from '../../support/sign-on/saml-server.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { lastReason, SignOnClient, samlDraft, setUp } from './sign-on-client.ts'

const app = useTestApp({ environment: { PORT: await freePort() } })
const server = new SamlServer()

beforeAll(async () => {
  await server.start()
  await setUp(app, samlDraft(server, { newUsers: 'create' }))
})
afterAll(async () => await server.stop())

/** A sign-on that has received its code. */
async function withCode(): Promise<{ client: SignOnClient; code: string }> {
  const client = new SignOnClient(app, 'okta')
  const request = await SamlServer.requestIn(await client.begin())
  const xml = await server.answerTo(request, personNamed('Ada'))
  return { client, code: (await client.answerSaml(xml, request.relayState)).get('code') ?? '' }
}

describe('a start', () => {
  test('sets a cookie that comes back from the provider, and leaves that of sessions alone', async () => {
    const client = new SignOnClient(app, 'okta')
    const { headers } = await client.browser.send(client.start())
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^packhouse_sign_on_\d+_[\da-f]{8}=[\w-]{43}; /)])
    expect(headers['set-cookie']?.[0]).toMatch(/HttpOnly/)
    expect(headers['set-cookie']?.[0]).toMatch(/SameSite=Lax/)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('has a cookie of its own: none that was there before is taken for ours, and a browser has eight at most', async () => {
    const client = new SignOnClient(app, 'okta')
    const planted = 'x'.repeat(43)
    client.browser.plant(new URL(app.url).host, `packhouse_sign_on_1_00000000=${planted}`)
    const first = await client.browser.send(client.start())
    expect(String(first.headers['set-cookie'])).not.toContain(planted)
    for (let start = 1; start < 10; start++) await client.browser.send(client.start())
    const names = client.browser.cookiesFor(new URL(app.url).host).split('; ')
    expect(new Set(names.map((one) => one.split('=')[0])).size).toBe(8)
  })

  const away = (url: string) => [
    'https://evil.example/okta/callback',
    `${url}/okta/callback/`,
    `${url}/okta/callback?x=1`,
    `${url}/okta/callback#x`,
    `${url}/okta/callback%2F..`,
    `${url}/okta/../okta/callback`,
    `${url}//okta/callback`,
    `${url}/OKTA/callback`,
    `${url}/login`,
    `${url}@evil.example/okta/callback`,
    `${url}.evil.example/okta/callback`,
    `${url.replace('http:', 'HTTP:')}/okta/callback`,
    `${url.replace('http:', 'https:')}/okta/callback`,
    `${url.replace('127.0.0.1', 'localhost')}/okta/callback`,
    `${url.replace('127.0.0.1', 'user@127.0.0.1')}/okta/callback`,
    '//evil.example/okta/callback',
    '/okta/callback',
    '\\\\evil.example/okta/callback',
    `${url}\\okta\\callback`,
    ` ${url}/okta/callback`,
    `${url}/okta/callback\t`,
    'javascript:alert(1)//okta/callback',
    'data:text/html,x',
    '',
  ]

  test('leads to no address but the two of ours, however it is spelled', async () => {
    for (const redirect of away(app.url)) {
      const { status, headers } = await app.anonymous.get(
        new URL(new SignOnClient(app, 'okta').start({ redirect }).replace(app.url, 'http://x')).href.slice(8),
      )
      expect({ redirect, status, to: headers.location }).toEqual({
        redirect,
        status: 303,
        to: '/okta/callback?error=redirect_refused',
      })
    }
    const twice = `${new SignOnClient(app, 'okta').start()}&redirect=https://evil.example`
    const { headers } = await new BrowserClient().send(twice)
    expect(headers.location).toBe('/okta/callback?error=redirect_refused')
  })

  test.each([
    ['no challenge', { code_challenge: '' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['a challenge that is too short', { code_challenge: 'x'.repeat(42) }],
    ['a verifier instead of its challenge', { code_challenge: 'x'.repeat(128) }],
    ['a challenge of other letters', { code_challenge: `${'x'.repeat(42)}=` }],
  ])('with %s leads back to the screen with words', async (_, changes) => {
    const client = new SignOnClient(app, 'okta')
    const address = await client.begin(changes)
    expect(address).toBe(`${client.redirect}?error=challenge_refused&state=${client.state}`)
  })

  test.each([
    ['state_refused', { state: '' }],
    ['state_refused', { state: 'x'.repeat(201) }],
    ['ticket_invalid', { token: 'pht_unknown' }],
    ['option_unavailable', { option: 'cmms' }],
    ['option_unavailable', { option: 'basic' }],
  ])('leads back with %s', async (fault, changes) => {
    const address = await new SignOnClient(app, 'okta').begin(changes)
    expect(new URL(address).searchParams.get('error')).toBe(fault)
  })

  test('of an option without a provider leads back with words', async () => {
    const address = await new SignOnClient(app, 'core-cmms').begin()
    expect(new URL(address).pathname).toBe('/cmms/callback')
    expect(new URL(address).searchParams.get('error')).toBe('option_unavailable')
  })

  test('takes no access token for a ticket', async () => {
    const { tokens } = await app.as('customer')
    const address = await new SignOnClient(app, 'okta').begin({ token: tokens?.access_token ?? '' })
    expect(new URL(address).searchParams.get('error')).toBe('ticket_invalid')
  })
})

describe('a code', () => {
  test('is exchanged once', async () => {
    const { client, code } = await withCode()
    expect((await client.exchange(code)).status).toBe(200)
    expectProblem(await client.exchange(code), 'code_invalid')
    expect(await lastReason(app)).toBe('code')
  })

  test('is exchanged by one of many at once', async () => {
    const { client, code } = await withCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.exchange(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ['verifier', { code_verifier: 'x'.repeat(128) }],
    ['verifier', { code_verifier: '' }],
    ['redirect', { redirect_uri: 'https://evil.example/okta/callback' }],
    ['code', { code: `phc_${'x'.repeat(43)}` }],
  ])('is refused for another %s, and is used up by it', async (reason, changes) => {
    const { client, code } = await withCode()
    expectProblem(await client.exchange(code, changes), 'code_invalid')
    expect(await lastReason(app)).toBe(reason)
    expect((await client.exchange(code)).status).toBe(reason === 'code' ? 200 : 400)
  })

  test('is refused with a verifier of which one letter was changed', async () => {
    const { client, code } = await withCode()
    const tampered = client.verifier.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expectProblem(await client.exchange(code, { code_verifier: tampered }), 'code_invalid')
    expect(await lastReason(app)).toBe('verifier')
  })

  test('is refused after 60 seconds', async () => {
    const [before] = await app.sql('SELECT now()::text')
    const { client, code } = await withCode()
    const [row] = await app.sql(
      `SELECT code_expires_at - interval '60 s' BETWEEN $2 AND now() AS "endsIn60Seconds" FROM sign_on WHERE state = $1`,
      [client.state, before?.now],
    )
    expect(row).toEqual({ endsIn60Seconds: true })
    await app.sql('UPDATE sign_on SET code_expires_at = now() WHERE state = $1', [client.state])
    expectProblem(await client.exchange(code), 'code_invalid')
    expect(await lastReason(app)).toBe('expired')
  })

  test('is refused without the cookie of the start', async () => {
    const { client, code } = await withCode()
    const body = { code, code_verifier: client.verifier, redirect_uri: client.redirect }
    expectProblem(await app.anonymous.post(api.pkceExchange.path, body), 'code_invalid')
    expect(await lastReason(app)).toBe('cookie')
  })

  test('does not sign in a user who was blocked in the meantime', async () => {
    const { client, code } = await withCode()
    await app.sql(`UPDATE user_account SET disabled = true WHERE email = 'ada@provider.example'`)
    expectProblem(await client.exchange(code), 'code_invalid')
    await app.sql(`UPDATE user_account SET disabled = false WHERE email = 'ada@provider.example'`)
  })
})
