import type { OutgoingHttpHeaders } from 'node:http'
import type { TokenPair } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Caller, credentials } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let pair: TokenPair
let foreign: TokenPair

beforeAll(async () => {
  pair = await app.login(emailOf('customer'))
  foreign = await app.login(emailOf('other'))
})

function me(headers: OutgoingHttpHeaders) {
  return app.anonymous.get('/v1/auth/me', headers)
}

describe('credential headers', () => {
  test('both with the same token are accepted', async () => {
    expect((await me(credentials(pair.access_token))).status).toBe(200)
  })

  test('Authorization alone is accepted', async () => {
    expect((await me({ authorization: `Bearer ${pair.access_token}` })).status).toBe(200)
  })

  test('X-API-KEY alone is accepted', async () => {
    expect((await me({ 'x-api-key': pair.access_token })).status).toBe(200)
  })

  test('none at all is answered with 401 and the way to sign in', async () => {
    const answer = await me({})
    expectProblem(answer, 'not_signed_in')
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  test('that carry two valid tokens of two people are refused', async () => {
    const answer = await me({ authorization: `Bearer ${pair.access_token}`, 'x-api-key': foreign.access_token })
    expectProblem(answer, 'token_mismatch')
  })

  test.each([
    ['an empty X-API-KEY', ''],
    ['another X-API-KEY', 'phk_something'],
  ])('with %s beside a valid token are refused', async (_, key) => {
    expectProblem(await me({ authorization: `Bearer ${pair.access_token}`, 'x-api-key': key }), 'token_mismatch')
  })

  test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', ''])('refuse Authorization: %s', async (authorization) => {
    const answer = await me({ authorization })
    expect(answer.status).toBe(401)
    expectProblem(answer, 'token_invalid')
  })

  test('refuse a refresh token as access token', async () => {
    expectProblem(await me(credentials(pair.refresh_token)), 'token_invalid')
  })

  test.each(['pha_', `pha_${'A'.repeat(43)}`, `pha_${'A'.repeat(5000)}`, 'null', 'undefined'])(
    'refuse the made-up token %s',
    async (token) => {
      expectProblem(await me(credentials(token)), 'token_invalid')
    },
  )

  test('refuse a token from the query', async () => {
    expectProblem(await app.anonymous.get(`/v1/auth/me?access_token=${pair.access_token}`), 'not_signed_in')
  })
})

describe('the end of a token', () => {
  async function freshCaller(): Promise<Caller> {
    return new Caller(app.port, await app.login(emailOf('customer')))
  }

  test('comes with its expiry, which has its own code so that the web knows to refresh', async () => {
    const caller = await freshCaller()
    await app.sql(
      `UPDATE access_token SET expires_at = now() - interval '1 s' WHERE hash = sha256('${caller.tokens?.access_token}')`,
    )
    expectProblem(await caller.get('/v1/auth/me'), 'token_expired')
  })

  test('comes at once with signing out, for the refresh token too', async () => {
    const caller = await freshCaller()
    expect((await caller.get('/v1/auth/me')).status).toBe(200)
    const answer = await caller.post('/v1/auth/logout')
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    expectProblem(await caller.get('/v1/auth/me'), 'token_invalid')
    const again = await app.anonymous.post('/v1/auth/refresh', { refresh_token: caller.tokens?.refresh_token })
    expectProblem(again, 'refresh_token_invalid')
  })

  test('does not come with somebody else signing out', async () => {
    const [one, two] = [await freshCaller(), await freshCaller()]
    await one.post('/v1/auth/logout')
    expect((await two.get('/v1/auth/me')).status).toBe(200)
  })

  test('signing out twice is refused the second time', async () => {
    const caller = await freshCaller()
    await caller.post('/v1/auth/logout')
    expectProblem(await caller.post('/v1/auth/logout'), 'token_invalid')
  })
})
