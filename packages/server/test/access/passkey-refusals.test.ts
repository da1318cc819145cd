import { beforeAll, describe, expect, test } from 'vitest'
import type { SoftwarePasskey } from '../support/authenticator.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { type Attempt, addPasskey, callerOf, cookieOf, PASSKEY_ORIGIN, tryPasskey } from '../support/passkeys.ts'
import { expectProblem } from '../support/problem.ts'
import { type AccountName, emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PUBLIC_URL: PASSKEY_ORIGIN } })
const BROWSER = { 'sec-fetch-site': 'same-origin' }
let passkey: SoftwarePasskey
let stranger: SoftwarePasskey

beforeAll(async () => {
  passkey = await addPasskey(await app.as('customer'))
  stranger = await addPasskey(await app.as('other'))
})

async function pend(name: AccountName = 'customer'): Promise<string> {
  const answer = await app.anonymous.post('/v1/auth/login', { email: emailOf(name), password: SAMPLE_PASSWORD })
  return (answer.body as { pending_token: string }).pending_token
}

async function lastRefusal(name: AccountName = 'customer') {
  await app.written()
  const [row] = await app.sql<{ reason: string }>(
    `SELECT after ->> 'reason' AS reason FROM audit_event WHERE action = 'passkey-refused'
       AND row_id = (SELECT id FROM user_account WHERE email = $1) ORDER BY at DESC, id DESC LIMIT 1`,
    [emailOf(name)],
  )
  return row?.reason
}

const wrong: [what: string, deviation: Attempt][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['the same host over http', { origin: 'http://packhouse.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['no challenge at all', { challenge: '' }],
  ['a user who was not verified', { userVerified: false }],
  ['a frame of another site', { isFramed: true }],
  ['a forged signature', { forged: true }],
  ['the name of another user', { userHandle: Buffer.alloc(16).toString('base64url') }],
]

describe.each(wrong)('a proof with %s', (_, deviation) => {
  test('is refused in the place of a login and as a second factor', async () => {
    expectProblem(await tryPasskey(app, passkey, deviation), 'passkey_refused')
    const pendingToken = await pend()
    expectProblem(await tryPasskey(app, passkey, { ...deviation, pendingToken }), 'passkey_refused')
    expect((await tryPasskey(app, passkey, { pendingToken })).status).toBe(200)
  })
})

describe('a passkey is refused', () => {
  test('in the place of a login where it does not name its user', async () => {
    expectProblem(await tryPasskey(app, passkey, { userHandle: undefined }), 'passkey_refused')
  })

  test('with a challenge that was used, in another ceremony, or by two at once', async () => {
    const begun = await app.anonymous.call('beginPasskeySignIn', { body: {} })
    const finish = (body: object) => app.anonymous.post('/v1/auth/passkeys/finish', body)
    expect((await finish({ passkey: passkey.get(begun) })).status).toBe(200)
    expectProblem(await finish({ passkey: passkey.get(begun) }), 'passkey_refused')
    const pendingToken = await pend()
    const ofLogin = await app.anonymous.call('beginPasskeySignIn', { body: {} })
    const mixed = { pending_token: pendingToken, passkey: passkey.get(ofLogin) }
    expectProblem(await finish(mixed), 'passkey_refused')
    const proofs = Array.from({ length: 6 }, () => passkey.get(ofLogin))
    const answers = await Promise.all(proofs.map((proof) => finish({ passkey: proof })))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('in another browser than the one that asked, and its session works in that one only', async () => {
    const body = {}
    const begun = await app.anonymous.post('/v1/auth/passkeys/begin', body, BROWSER)
    const cookie = cookieOf(begun)
    expect(cookie).toMatch(/^__Host-packhouse_binding=/)
    const other = cookieOf(await app.anonymous.post('/v1/auth/passkeys/begin', body, BROWSER))
    const proof = { passkey: passkey.get(begun.body as never) }
    for (const headers of [BROWSER, { ...BROWSER, cookie: other }]) {
      expectProblem(await app.anonymous.post('/v1/auth/passkeys/finish', proof, headers), 'passkey_refused')
    }
    const answer = await app.anonymous.post('/v1/auth/passkeys/finish', proof, { ...BROWSER, cookie })
    expect(answer.status, answer.text).toBe(200)
    expect(cookieOf(answer)).not.toBe(cookie)
    expectProblem(await callerOf(app, answer).get('/v1/auth/me'), 'token_invalid')
    expect((await callerOf(app, answer, { cookie: cookieOf(answer) }).get('/v1/auth/me')).status).toBe(200)
  })

  test('when its counter goes back, which the audit reports, and works again when it has gone on', async () => {
    expect((await tryPasskey(app, passkey, { counter: 1_000 })).status).toBe(200)
    for (const counter of [1_000, 999, 0]) {
      expectProblem(await tryPasskey(app, passkey, { counter }), 'passkey_refused')
      expect(await lastRefusal()).toBe('its counter went back')
    }
    passkey.counter = 1_000
    expect((await tryPasskey(app, passkey)).status).toBe(200)
  })

  test('as the second factor of somebody else', async () => {
    expectProblem(await tryPasskey(app, stranger, { pendingToken: await pend() }), 'passkey_refused')
    expect(await lastRefusal()).toBe('of another user')
  })

  test('when it is unknown', async () => {
    const { id } = await (await app.as('staff')).call('me').then(({ user }) => user)
    const lost = await addPasskey(await app.as('staff'))
    await app.sql('DELETE FROM passkey WHERE user_id = $1', [id])
    expectProblem(await tryPasskey(app, lost), 'passkey_refused')
  })

  test.each(['deleted_at = now()', 'disabled = true'])('when its user is one with %s', async (change) => {
    await app.sql(`UPDATE user_account SET ${change} WHERE email = $1`, [emailOf('other')])
    expectProblem(await tryPasskey(app, stranger), 'passkey_refused')
    await app.sql(`UPDATE user_account SET deleted_at = NULL, disabled = false WHERE email = $1`, [emailOf('other')])
    expect((await tryPasskey(app, stranger)).status).toBe(200)
  })

  test('as a second factor after five wrong ones, from the beginning of the sign-in', async () => {
    const pendingToken = await pend('other')
    for (let guess = 0; guess < 5; guess++) {
      expectProblem(await tryPasskey(app, stranger, { pendingToken, forged: true }), 'passkey_refused')
    }
    expectProblem(await tryPasskey(app, stranger, { pendingToken }), 'pending_token_invalid')
    expect((await tryPasskey(app, stranger, { pendingToken: await pend('other') })).status).toBe(200)
  })

  test('where the sign-in that awaits it is unknown', async () => {
    expectProblem(await tryPasskey(app, passkey, { pendingToken: 'php_unknown' }), 'pending_token_invalid')
  })
})

test('Beginnings without an end are limited for each address', async () => {
  const begin = () => app.anonymous.post('/v1/auth/passkeys/begin', {})
  const answers = await Promise.all(Array.from({ length: 301 }, begin))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) expectProblem(answer, 'too_many_requests')
})
