import { tokenAnswerSchema, tokenPairSchema } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { Caller } from '../../support/caller.ts'
import { SAMPLE_PASSWORD } from '../../support/databases.ts'
import { expectProblem } from '../../support/problem.ts'
import { emailOf } from '../../support/test-app.ts'
import { useTestApp } from '../../support/use-test-app.ts'

const app = useTestApp()

describe('the variant of identity providers', () => {
  const form = (values: Record<string, string>) => new URLSearchParams(values).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = async (values: Record<string, string>) =>
    await app.anonymous.request('/auth/token', { method: 'POST', body: form(values), headers: type })

  test('gives the profile of anyone who is signed in', async () => {
    const caller = await app.as('customer')
    expect(await caller.call('profile')).toEqual((await caller.call('me')).user)
  })

  test('exchanges a refresh token that is sent as a form', async () => {
    const { tokens } = await app.signIn('customer')
    const answer = await ask({ grant_type: 'refresh_token', refresh_token: tokens?.refresh_token ?? '' })
    expect(answer.headers['cache-control']).toBe('no-store')
    const given = tokenAnswerSchema.parse(answer.body)
    expect(given).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
    expect((await new Caller(app.port, tokenPairSchema.parse(given)).get('/api/profile')).status).toBe(200)
  })

  test.each([
    ['/auth/token', 400, { error: 'unsupported_grant_type' }],
    ['/auth/saml2/acs', 303, undefined],
  ])('%s without a form is refused like one that is wrong', async (path, status, body) => {
    const answer = await app.anonymous.request(path, { method: 'POST' })
    expect(answer.status).toBe(status)
    if (body !== undefined) expect(answer.body).toMatchObject(body)
  })

  test.each([
    ['/auth/token', 9_000],
    ['/auth/saml2/acs', 450_000],
  ])('%s reads nothing of a form that is larger than any', async (path, bytes) => {
    const answer = await app.anonymous.request(path, { method: 'POST', body: '+'.repeat(bytes), headers: type })
    expectProblem(answer, 'body_too_large')
  })

  test.each([
    ['unsupported_grant_type', { grant_type: 'password', refresh_token: 'x' }],
    ['invalid_request', { grant_type: 'refresh_token' }],
    ['invalid_grant', { grant_type: 'refresh_token', refresh_token: 'phr_unknown' }],
  ])('answers %s as RFC 6749 says', async (error, values) => {
    const answer = await ask(values as Record<string, string>)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error })
  })

  test('is bound to the browser as every exchange is', async () => {
    const body = { email: emailOf('customer'), password: SAMPLE_PASSWORD }
    const login = await app.anonymous.post('/v1/auth/login', body, { 'sec-fetch-site': 'same-origin' })
    const { refresh_token } = tokenPairSchema.parse(login.body)
    const answer = await ask({ grant_type: 'refresh_token', refresh_token })
    expect(answer.body).toMatchObject({ error: 'invalid_grant' })
  })
})
