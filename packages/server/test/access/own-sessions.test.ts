import { describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { callerOf } from '../support/passkeys.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { BELIEVED_MS } from './support/time.ts'

const clock = useMovableClock('running')
const app = useTestApp()
const maker = new Maker(app)
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'

async function expectSignedOut(caller: Caller): Promise<void> {
  await clock.jump(BELIEVED_MS)
  expect((await caller.get('/v1/auth/me')).status).toBe(401)
}

describe('the own sessions', () => {
  test('say from where and with what, and which one is this', async () => {
    const body = { email: emailOf('customer'), password: SAMPLE_PASSWORD }
    const answer = await app.anonymous.post('/v1/auth/login', body, { 'user-agent': FIREFOX })
    const user = callerOf(app, answer)
    const [first, ...others] = await user.call('mySessions')
    expect(first).toMatchObject({ program: 'Firefox on Windows', address: '127.0.0.1', current: true })
    expect(others.every(({ current }) => !current)).toBe(true)
  })

  test('are used again at a refresh and not in between', async () => {
    const user = await app.signIn('customer')
    const [session] = await user.call('mySessions')
    await app.sql(`UPDATE session SET last_used_at = now() - interval '1 hour' WHERE id = $1`, [session?.id])
    const found = async () => (await user.call('mySessions')).find(({ current }) => current)
    const before = await found()
    expect((await found())?.lastUsedAt).toBe(before?.lastUsedAt)
    await user.post('/v1/auth/refresh', { refresh_token: user.tokens?.refresh_token }, { 'user-agent': 'curl/8.1' })
    const after = await found()
    expect(Date.parse(after?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(before?.lastUsedAt ?? '') + 3_000_000)
    expect(after?.program).toBe('curl')
    expect(after?.createdAt).toBe(before?.createdAt)
  })

  test('are not those of others, neither to see nor to end', async () => {
    const [mine, theirs] = [await app.signIn('customer'), await app.signIn('other')]
    const [session] = await theirs.call('mySessions')
    expect((await mine.call('mySessions')).map(({ id }) => id)).not.toContain(session?.id)
    const foreign = await mine.request(`/v1/me/sessions/${session?.id}`, { method: 'DELETE' })
    expectProblem(foreign, 'not_found')
    await mine.call('endMyOtherSessions')
    expect((await theirs.get('/v1/auth/me')).status).toBe(200)
  })

  test('are ended one by one, each once', async () => {
    const [here, there] = [await app.signIn('customer'), await app.signIn('customer')]
    const id = (await there.call('mySessions')).find(({ current }) => current)?.id ?? ''
    await here.call('endMySession', { params: { id } })
    await expectSignedOut(there)
    expectProblem(await here.request(`/v1/me/sessions/${id}`, { method: 'DELETE' }), 'not_found')
    expect((await here.get('/v1/auth/me')).status).toBe(200)
  })

  test('are ended everywhere else, with their refresh tokens', async () => {
    const here = await app.signIn('denied')
    const elsewhere = [await app.signIn('denied'), await app.signIn('denied')]
    expect(await here.call('endMyOtherSessions')).toEqual({ ended: 2 })
    for (const caller of elsewhere) {
      await expectSignedOut(caller)
      const token = caller.tokens?.refresh_token
      expectProblem(await app.anonymous.post('/v1/auth/refresh', { refresh_token: token }), 'refresh_token_invalid')
    }
    expect(await here.call('mySessions')).toHaveLength(1)
  })
})

describe('the sessions of others', () => {
  test('are seen by staff with what and from where, and ended one by one, on a live stream too', async () => {
    const [staff, user] = [await app.as('staff'), await app.signIn('customer')]
    const { id } = (await user.call('me')).user
    const stream = await app.stream(user)
    const [own] = (await user.call('mySessions')).filter(({ current }) => current)
    const listed = (await staff.call('userSessions', { params: { id } })).find((session) => session.id === own?.id)
    expect(listed).toEqual({ ...own, current: false })
    await staff.call('endUserSession', { params: { id, sessionId: own?.id ?? '' } })
    await expectSignedOut(user)
    await until('the end of the stream', () => stream.ended)
    const again = await staff.request(`/v1/users/${id}/sessions/${own?.id}`, { method: 'DELETE' })
    expectProblem(again, 'not_found')
    const [entry] = (await staff.call('listAuthLog', { query: { action: 'session-ended', record: id } })).items
    expect(entry).toMatchObject({ outcome: 'ok', record: { id }, who: { id: (await staff.call('me')).user.id } })
  })

  test('are ended all at once, with their refresh tokens, but never that of the request', async () => {
    const staff = await maker.account(['customer.access', 'user.read', 'session.read', 'session.end'])
    const [one, other] = [await app.signIn('other'), await app.signIn('other')]
    const { id } = (await one.call('me')).user
    const { ended } = await staff.call('endUserSessions', { params: { id } })
    expect(ended).toBeGreaterThanOrEqual(2)
    for (const caller of [one, other]) {
      await expectSignedOut(caller)
      const token = caller.tokens?.refresh_token
      expectProblem(await app.anonymous.post('/v1/auth/refresh', { refresh_token: token }), 'refresh_token_invalid')
    }
    expect(await staff.call('userSessions', { params: { id } })).toEqual([])
    const me = (await staff.call('me')).user.id
    await staff.call('endUserSessions', { params: { id: me } })
    expect((await staff.call('userSessions', { params: { id: me } })).map(({ current }) => current)).toEqual([true])
  })

  test('are neither listed nor ended without the permissions, nor by those of a customer who have them', async () => {
    const user = await maker.account(['customer.access', 'user.read', 'user.update'])
    const colleague = await maker.account(['customer.access', 'user.read', 'session.read', 'session.end'], 'BALTIC')
    const { id } = (await user.call('me')).user
    for (const [caller, code] of [
      [user, 'permission_missing'],
      [colleague, 'not_found'],
    ] as const) {
      expectProblem(await caller.get(`/v1/users/${id}/sessions`), code)
      expectProblem(await caller.post(`/v1/users/${id}/sessions/end-all`), code)
    }
    expect((await user.get('/v1/auth/me')).status).toBe(200)
  })
})

describe('changing the own password', () => {
  const CHANGED = 'vellum kraken tundra'
  const put = (caller: Caller, body: unknown) => caller.request('/v1/me/password', { method: 'PUT', body })

  test('ends every other session and lets in with the new one only', async () => {
    const [here, there] = [await app.signIn('other'), await app.signIn('other')]
    expect((await put(here, { current: SAMPLE_PASSWORD, new: CHANGED })).status).toBe(204)
    await expectSignedOut(there)
    expect((await here.get('/v1/auth/me')).status).toBe(200)
    const old = await app.anonymous.post('/v1/auth/login', { email: emailOf('other'), password: SAMPLE_PASSWORD })
    expectProblem(old, 'invalid_credentials')
    expect((await app.login(emailOf('other'), CHANGED)).access_token).toMatch(/^pha_/)
  })

  test.each([
    ['a wrong current one', 'wrong', CHANGED, 'body.current'],
    ['a short one', SAMPLE_PASSWORD, 'short', 'body.new'],
    ['a common one', SAMPLE_PASSWORD, 'passwordpassword', 'body.new'],
    ['the same one', SAMPLE_PASSWORD, SAMPLE_PASSWORD, 'body.new'],
  ])('refuses %s at its field', async (_, current, next, path) => {
    const user = await app.as('staff')
    const problem = expectProblem(await put(user, { current, new: next }), 'invalid_request')
    expect(problem.errors?.[0]?.path).toBe(path)
  })

  test('is not open to guesses', async () => {
    const user = await app.as('denied')
    for (let guess = 0; guess < 10; guess++) {
      expectProblem(await put(user, { current: `guess ${guess}`, new: CHANGED }), 'invalid_request')
    }
    const right = await put(user, { current: SAMPLE_PASSWORD, new: CHANGED })
    expect(expectProblem(right, 'too_many_attempts').detail).toContain('15 minutes')
  })

  test('twice at once changes it once', async () => {
    const user = await app.signIn('customer')
    const answers = await Promise.all(
      ['vellum kraken fjord', 'vellum kraken delta'].map((next) => put(user, { current: SAMPLE_PASSWORD, new: next })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400])
  })
})
