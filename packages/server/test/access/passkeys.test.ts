import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SoftwarePasskey } from '../support/authenticator.ts'
import type { Caller } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { addPasskey, callerOf, PASSKEY_ORIGIN, tryPasskey } from '../support/passkeys.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PUBLIC_URL: PASSKEY_ORIGIN } })
let user: Caller

beforeAll(async () => {
  user = await app.as('customer')
})
afterEach(() => app.sql('DELETE FROM passkey'))

async function audited(action: string): Promise<Record<string, unknown>[]> {
  await app.written()
  const rows = await app.sql<{ after: Record<string, unknown> }>(
    `SELECT after FROM audit_event WHERE action = $1 AND row_id = (SELECT id FROM user_account WHERE email = $2)
     ORDER BY id DESC`,
    [action, emailOf('customer')],
  )
  return rows.map(({ after }) => after)
}

async function pend(): Promise<string> {
  const body = { email: emailOf('customer'), password: SAMPLE_PASSWORD }
  return ((await app.anonymous.post('/v1/auth/login', body)).body as { pending_token: string }).pending_token
}

describe('a passkey of the own account', () => {
  test('is asked for as one that verifies its user and needs no name typed, for the configured site', async () => {
    const options = await user.call('beginPasskey')
    expect(options.rp).toEqual({ id: 'packhouse.example', name: 'Packhouse' })
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
    expect(options.user.name).toBe(emailOf('customer'))
    const forged = await user.post('/v1/me/passkeys/begin', undefined, { host: 'evil.example' })
    expect(forged.body).toMatchObject({ rp: { id: 'packhouse.example' } })
  })

  test('is added, listed, renamed and removed, and the audit reports', async () => {
    const { id } = await addPasskey(user, ' Work phone ')
    const [listed] = await user.call('myPasskeys')
    expect(listed).toMatchObject({ name: 'Work phone', lastUsedAt: null, backedUp: false })
    expect((await user.call('mySettings')).confirmWith).toEqual(['passkey'])
    const [known] = (await user.call('beginPasskey')).excludeCredentials
    expect(known).toMatchObject({ id, transports: ['internal'] })
    const params = { id: listed?.id ?? '' }
    expect(await user.call('renamePasskey', { params, body: { name: 'Old phone' } })).toMatchObject({
      name: 'Old phone',
    })
    const other = await app.as('other')
    expectProblem(await other.request(`/v1/me/passkeys/${params.id}`, { method: 'DELETE' }), 'not_found')
    expectProblem(
      await other.request(`/v1/me/passkeys/${params.id}`, { method: 'PUT', body: { name: 'x' } }),
      'not_found',
    )
    await user.call('removePasskey', { params })
    expect(await user.call('myPasskeys')).toEqual([])
    expect((await audited('passkey-added'))[0]).toEqual({ passkey: 'Work phone' })
    expect((await audited('passkey-removed'))[0]).toEqual({ passkey: 'Old phone' })
  })

  test.each([
    ['of another origin', { origin: 'https://packhouse.example.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['without the user verified', { userVerified: false }],
    ['made in a frame of another site', { isFramed: true }],
  ])('%s is not added', async (_, deviation) => {
    const passkey = new SoftwarePasskey(PASSKEY_ORIGIN).create(await user.call('beginPasskey'), deviation)
    expectProblem(await user.post('/v1/me/passkeys/finish', { name: 'x', passkey }), 'invalid_request')
    expect(await user.call('myPasskeys')).toEqual([])
  })

  test('is not added twice, nor with the challenge of somebody else or one that was used or is over', async () => {
    const other = await app.as('other')
    const passkey = new SoftwarePasskey(PASSKEY_ORIGIN)
    const made = passkey.create(await user.call('beginPasskey'))
    const finish = (who: Caller, of = made) => who.post('/v1/me/passkeys/finish', { name: 'x', passkey: of })
    expectProblem(await finish(other), 'invalid_request')
    expect((await finish(user)).status).toBe(201)
    expectProblem(await finish(user), 'invalid_request')
    expectProblem(await finish(other, passkey.create(await other.call('beginPasskey'))), 'duplicate')
    const late = new SoftwarePasskey(PASSKEY_ORIGIN).create(await user.call('beginPasskey'))
    await app.sql(`UPDATE passkey_challenge SET expires_at = now()`)
    expectProblem(await finish(user, late), 'invalid_request')
  })
})

describe('a passkey', () => {
  test('signs in without email and password, and makes a password alone too little', async () => {
    const passkey = await addPasskey(user)
    const answer = await tryPasskey(app, passkey)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await callerOf(app, answer).call('me')).user.email).toBe(emailOf('customer'))
    expect((await audited('sign-in'))[0]).toMatchObject({ with: 'passkey' })
    expect((await user.call('myPasskeys'))[0]?.lastUsedAt).not.toBeNull()
    expect(await pend()).toMatch(/^php_/)
  })

  test('is the second factor of a sign-in, where there is no app, and once', async () => {
    const passkey = await addPasskey(user)
    const pendingToken = await pend()
    expect(await app.anonymous.call('pendingSecondFactors', { body: { pending_token: pendingToken } })).toEqual({
      code: false,
      passkey: true,
    })
    const answer = await tryPasskey(app, passkey, { pendingToken, userHandle: undefined })
    expect(answer.status, answer.text).toBe(200)
    expectProblem(await tryPasskey(app, passkey, { pendingToken }), 'pending_token_invalid')
    const params = { id: (await user.call('myPasskeys'))[0]?.id ?? '' }
    const waiting = await pend()
    await user.call('removePasskey', { params })
    expectProblem(await tryPasskey(app, passkey, { pendingToken: waiting }), 'pending_token_invalid')
  })

  test('of a counter that stays 0 is taken again and again', async () => {
    const passkey = await addPasskey(user)
    for (let time = 0; time < 2; time++) expect((await tryPasskey(app, passkey, { counter: 0 })).status).toBe(200)
  })

  test('is stored without its challenge, and the challenge is over after five minutes', async () => {
    const [before] = await app.sql('SELECT now()::text')
    const { challenge } = await app.anonymous.call('beginPasskeySignIn', { body: {} })
    const [row] = await app.sql<{ endsIn5Minutes: boolean; text: string }>(
      `SELECT expires_at - interval '5 min' BETWEEN $2 AND now() AS "endsIn5Minutes", c::text AS text FROM passkey_challenge c
       WHERE hash = sha256($1)`,
      [Buffer.from(challenge, 'base64url'), before?.now],
    )
    expect(row?.endsIn5Minutes).toBe(true)
    expect(row?.text).not.toContain(Buffer.from(challenge, 'base64url').toString('hex'))
  })
})
