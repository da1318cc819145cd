import { type TokenPair, tokenPairSchema } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { Caller } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf, type TestApp } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const secureApp = useTestApp({ environment: { PUBLIC_URL: 'https://packhouse.example' } })

/** Signs in as a browser does: it sends Sec-Fetch-Site and stores the cookie. */
async function browserLogin(from: TestApp): Promise<{ tokens: TokenPair; cookie: string; setCookie: string }> {
  const body = { email: emailOf('customer'), password: SAMPLE_PASSWORD }
  const answer = await from.anonymous.post('/v1/auth/login', body, { 'sec-fetch-site': 'same-origin' })
  const setCookie = answer.headers['set-cookie']?.[0] ?? ''
  return { tokens: tokenPairSchema.parse(answer.body), cookie: setCookie.split(';')[0] ?? '', setCookie }
}

describe('a sign-in from a browser', () => {
  test('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const { setCookie } = await browserLogin(app)
    expect(setCookie).toMatch(/^packhouse_binding=[\w-]{43}; /)
    expect(setCookie).toContain('HttpOnly')
    expect(setCookie).toContain('SameSite=Strict')
    expect(setCookie).toContain('Path=/')
    expect(setCookie).not.toContain('Domain')
  })

  test('uses the __Host- prefix and Secure where the product is served over https', async () => {
    const { setCookie } = await browserLogin(secureApp)
    expect(setCookie).toMatch(/^__Host-packhouse_binding=/)
    expect(setCookie).toContain('Secure')
    expect(setCookie).toContain('Path=/')
  })

  test('takes no cookie without the prefix there, which a neighbour under the same domain could set', async () => {
    const { tokens, cookie } = await browserLogin(secureApp)
    const plain = cookie.replace('__Host-', '')
    expectProblem(await new Caller(secureApp.port, tokens, { cookie: plain }).get('/v1/auth/me'), 'token_invalid')
    expect((await new Caller(secureApp.port, tokens, { cookie }).get('/v1/auth/me')).status).toBe(200)
  })

  test('gives tokens that work with the cookie', async () => {
    const { tokens, cookie } = await browserLogin(app)
    const browser = new Caller(app.port, tokens, { cookie })
    expect((await browser.get('/v1/auth/me')).status).toBe(200)
    expect((await browser.post('/v1/auth/refresh', { refresh_token: tokens.refresh_token })).status).toBe(200)
  })

  test('gives tokens that are worth nothing without the cookie or with that of another browser', async () => {
    const { tokens } = await browserLogin(app)
    const { cookie: strange } = await browserLogin(app)
    for (const headers of [{}, { cookie: strange }, { cookie: 'packhouse_binding=' }]) {
      const thief = new Caller(app.port, tokens, headers)
      expectProblem(await thief.get('/v1/auth/me'), 'token_invalid')
      expectProblem(
        await thief.post('/v1/auth/refresh', { refresh_token: tokens.refresh_token }),
        'refresh_token_invalid',
      )
    }
  })

  test('is not ended by a thief who tries the refresh token without the cookie', async () => {
    const { tokens, cookie } = await browserLogin(app)
    await app.anonymous.post('/v1/auth/refresh', { refresh_token: tokens.refresh_token })
    const browser = new Caller(app.port, tokens, { cookie })
    expect((await browser.post('/v1/auth/refresh', { refresh_token: tokens.refresh_token })).status).toBe(200)
  })

  test('keeps successors of its tokens bound', async () => {
    const { tokens, cookie } = await browserLogin(app)
    const browser = new Caller(app.port, tokens, { cookie })
    const next = await browser.call('refresh', { body: { refresh_token: tokens.refresh_token } })
    expectProblem(await new Caller(app.port, next).get('/v1/auth/me'), 'token_invalid')
    expect((await new Caller(app.port, next, { cookie }).get('/v1/auth/me')).status).toBe(200)
  })

  test('gives a cookie that is no credential by itself', async () => {
    const { cookie } = await browserLogin(app)
    expectProblem(await app.anonymous.get('/v1/auth/me', { cookie }), 'not_signed_in')
  })
})

test('a sign-in of another program sets no cookie and needs none', async () => {
  const body = { email: emailOf('customer'), password: SAMPLE_PASSWORD }
  const answer = await app.anonymous.post('/v1/auth/login', body)
  expect(answer.headers['set-cookie']).toBeUndefined()
})
