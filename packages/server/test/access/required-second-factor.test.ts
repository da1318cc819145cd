import { beforeEach, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { addPasskey, PASSKEY_ORIGIN, tryPasskey } from '../support/passkeys.ts'
import { expectProblem } from '../support/problem.ts'
import { codeOf, forgetUsedCodes, switchOn } from '../support/second-factor.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PUBLIC_URL: PASSKEY_ORIGIN } })
const maker = new Maker(app)
let user: Caller
let userId = ''

beforeEach(async () => {
  user = await maker.account(['customer.access', 'customer.read'])
  userId = (await user.call('me')).user.id
})

async function roleOf(requires: boolean): Promise<string> {
  const staff = await app.as('staff')
  const body = { name: `Role ${crypto.randomUUID()}`, requiresSecondFactor: requires }
  const answer = await staff.post('/v1/auth/roles', body)
  expect(answer.body, answer.text).toMatchObject({ requiresSecondFactor: requires })
  return (answer.body as { id: string }).id
}

/** Gives a role that needs a second factor. The product believes what it knows of a token for half a second. */
async function require(): Promise<string> {
  const roleId = await roleOf(true)
  await app.sql('INSERT INTO user_role VALUES ($1, $2)', [userId, roleId])
  await eventually(async () => (await user.call('me')).secondFactorRequired).toBe(true)
  return roleId
}

/** How many connections of the product wait for a lock. */
async function waiting(): Promise<number | undefined> {
  const [row] = await app.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return row?.count
}

describe('whose role needs a second factor', () => {
  test('may do nothing without one but what concerns the own account', async () => {
    expect((await user.get('/v1/customers')).status).toBe(200)
    await require()
    expect(await user.call('me')).toMatchObject({ permissions: [], secondFactorRequired: true })
    expect((await user.call('myPermissions')).permissions).toEqual([])
    expect(expectProblem(await user.get('/v1/customers'), 'second_factor_required').detail).toContain('settings')
    expect((await user.call('mySettings')).secondFactor.on).toBe(false)
    expect((await user.call('mySessions')).length).toBe(1)
  })

  test('has everything back as soon as an app is set up, in the same session', async () => {
    await require()
    const { secret } = await user.call('startSecondFactor')
    expectProblem(await user.get('/v1/customers'), 'second_factor_required')
    const code = await codeOf(app, secret)
    await user.call('confirmSecondFactor', { body: { code } })
    expect((await user.get('/v1/customers')).status).toBe(200)
    expect(await user.call('me')).toMatchObject({ secondFactorRequired: false })
  })

  test('has everything back as soon as there is a passkey, and signs in with it', async () => {
    await require()
    const passkey = await addPasskey(user)
    expect((await user.get('/v1/customers')).status).toBe(200)
    expect((await tryPasskey(app, passkey)).status).toBe(200)
  })

  test('has got it through a group too', async () => {
    const roleId = await roleOf(true)
    await app.sql(
      `WITH made AS (INSERT INTO access_group (name) VALUES ('Watch') RETURNING id),
         held AS (INSERT INTO group_role SELECT id, $1 FROM made)
       INSERT INTO group_member SELECT id, $2 FROM made`,
      [roleId, userId],
    )
    await eventually(async () => (await user.call('me')).secondFactorRequired).toBe(true)
    await app.sql('UPDATE role SET requires_second_factor = false WHERE id = $1', [roleId])
    await eventually(async () => (await user.get('/v1/customers')).status).toBe(200)
  })

  test('keeps the last one, whichever it is', async () => {
    await require()
    const { recoveryCodes } = await switchOn(app, user)
    const switchOff = (code = '') =>
      user.request('/v1/me/second-factor', { method: 'DELETE', body: { password: SAMPLE_PASSWORD, code } })
    const refused = expectProblem(await switchOff(recoveryCodes[0]), 'second_factor_required')
    expect(refused.detail).toContain('Set another one up first')
    await addPasskey(user)
    // The refusal took nothing away, not even the code.
    expect((await switchOff(recoveryCodes[0])).status).toBe(204)
    const [passkey] = await user.call('myPasskeys')
    const path = `/v1/me/passkeys/${passkey?.id}`
    expectProblem(await user.request(path, { method: 'DELETE' }), 'second_factor_required')
    expect(await user.call('myPasskeys')).toHaveLength(1)
  })

  test('keeps one of two that are taken away at once', async () => {
    await require()
    const { recoveryCodes } = await switchOn(app, user)
    await addPasskey(user)
    const [passkey] = await user.call('myPasskeys')
    const body = { password: SAMPLE_PASSWORD, code: recoveryCodes[0] }
    const connection = await app.connection()
    await connection.query('BEGIN; LOCK TABLE passkey, user_second_factor IN SHARE MODE')
    const answering = Promise.all([
      user.request('/v1/me/second-factor', { method: 'DELETE', body }),
      user.request(`/v1/me/passkeys/${passkey?.id}`, { method: 'DELETE' }),
    ])
    await eventually(waiting).toBe(2)
    await connection.query('COMMIT')
    const answers = await answering
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 403])
  })
})

describe('staff', () => {
  test('see who has a second factor, and end the app and the passkeys together', async () => {
    const staff = await app.as('staff')
    const path = `/v1/users/${userId}`
    expect((await staff.get(path)).body).toMatchObject({ secondFactor: false })
    await user.call('startSecondFactor')
    expect((await staff.get(path)).body).toMatchObject({ secondFactor: false })
    await switchOn(app, user)
    await forgetUsedCodes(app)
    const passkey = await addPasskey(user)
    expect((await staff.get(path)).body).toMatchObject({ secondFactor: true })
    expect((await staff.request(`${path}/second-factor`, { method: 'DELETE' })).status).toBe(204)
    expect((await staff.get(path)).body).toMatchObject({ secondFactor: false })
    expect(await user.call('myPasskeys')).toEqual([])
    expectProblem(await tryPasskey(app, passkey), 'passkey_refused')
    const { email } = (await user.call('me')).user
    expect((await app.login(email)).access_token).toMatch(/^pha_/)
  })
})
