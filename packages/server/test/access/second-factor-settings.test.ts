import { permissionDescriptions } from '@packhouse/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { expectProblem } from '../support/problem.ts'
import { codeOf, forgetUsedCodes, switchOn } from '../support/second-factor.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let user: Caller

beforeEach(async () => {
  user = await app.as('other')
  await app.sql('DELETE FROM user_second_factor')
})

function switchOff(password: string, code: string) {
  return user.request('/v1/me/second-factor', { method: 'DELETE', body: { password, code } })
}

async function idOf(caller: Caller): Promise<string> {
  return (await caller.call('me')).user.id
}

describe('switching on', () => {
  test('gives a secret for an app, and asks for nothing before a code has confirmed it', async () => {
    const { secret, address } = await user.call('startSecondFactor')
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    expect((await user.call('mySettings')).secondFactor).toEqual({ on: false, recoveryCodes: 0 })
    expect((await app.login('other@packhouse.example')).access_token).toMatch(/^pha_/)
  })

  test('needs a code of the newest secret, and gives ten recovery codes once', async () => {
    const { secret: before } = await user.call('startSecondFactor')
    const { secret } = await user.call('startSecondFactor')
    const stale = await user.post('/v1/me/second-factor/confirm', { code: await codeOf(app, before) })
    expect(expectProblem(stale, 'invalid_request').errors?.[0]?.path).toBe('body.code')
    const { recoveryCodes } = await user.call('confirmSecondFactor', { body: { code: await codeOf(app, secret) } })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
    expect((await user.call('mySettings')).secondFactor).toEqual({ on: true, recoveryCodes: 10 })
    const again = await user.post('/v1/me/second-factor/confirm', { code: await codeOf(app, secret, 1) })
    expectProblem(again, 'duplicate')
    expectProblem(await user.post('/v1/me/second-factor'), 'duplicate')
  })

  test('at once in several places gives the codes to one of them', async () => {
    const { secret } = await user.call('startSecondFactor')
    const code = await codeOf(app, secret)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => user.post('/v1/me/second-factor/confirm', { code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await user.call('mySettings')).secondFactor.recoveryCodes).toBe(10)
  })

  test('the code that confirmed it does not sign in', async () => {
    const { secret } = await user.call('startSecondFactor')
    const code = await codeOf(app, secret)
    await user.call('confirmSecondFactor', { body: { code } })
    const answer = await app.anonymous.post('/v1/auth/login', {
      email: 'other@packhouse.example',
      password: SAMPLE_PASSWORD,
    })
    const { pending_token } = answer.body as { pending_token: string }
    const tried = await app.anonymous.post('/v1/auth/validate-two-factor', { pending_token, two_factor_code: code })
    expectProblem(tried, 'second_factor_wrong')
  })
})

describe('switching off', () => {
  test('needs the password and a code, and ends sign-ins that wait for one', async () => {
    const { secret, recoveryCodes } = await switchOn(app, user)
    const code = await codeOf(app, secret)
    const wrongPassword = expectProblem(await switchOff('wrong', code), 'invalid_request')
    expect(wrongPassword.errors?.[0]?.path).toBe('body.password')
    const wrongCode = expectProblem(await switchOff(SAMPLE_PASSWORD, '000000x'), 'invalid_request')
    expect(wrongCode.errors?.[0]?.path).toBe('body.code')
    expect((await user.call('mySettings')).secondFactor.on).toBe(true)
    expect((await switchOff(SAMPLE_PASSWORD, recoveryCodes[3] ?? '')).status).toBe(204)
    expect((await user.call('mySettings')).secondFactor).toEqual({ on: false, recoveryCodes: 0 })
    expectProblem(await switchOff(SAMPLE_PASSWORD, code), 'not_found')
    expect((await app.login('other@packhouse.example')).access_token).toMatch(/^pha_/)
  })

  test('is not open to guesses at the code', async () => {
    const { secret } = await switchOn(app, user)
    for (let guess = 0; guess < 10; guess++) {
      expectProblem(await switchOff(SAMPLE_PASSWORD, '000000x'), 'invalid_request')
    }
    await forgetUsedCodes(app)
    expectProblem(await switchOff(SAMPLE_PASSWORD, await codeOf(app, secret)), 'too_many_attempts')
  })
})

describe('staff', () => {
  test('switch it off for somebody else, which the audit reports', async () => {
    const customer = await app.as('customer')
    await switchOn(app, customer)
    const id = await idOf(customer)
    const staff = await app.as('staff')
    const path = `/v1/users/${id}/second-factor`
    expect((await staff.request(path, { method: 'DELETE' })).status).toBe(204)
    expectProblem(await staff.request(path, { method: 'DELETE' }), 'not_found')
    const [entry] = await app.sql(
      `SELECT action, actor_id FROM audit_event WHERE row_id = $1 AND resource = 'user' ORDER BY id DESC LIMIT 1`,
      [id],
    )
    expect(entry).toEqual({ action: 'second-factor-off', actor_id: await idOf(staff) })
  })

  test('cannot go round the password for their own', async () => {
    const staff = await app.as('staff')
    await switchOn(app, staff)
    const path = `/v1/users/${await idOf(staff)}/second-factor`
    expectProblem(await staff.request(path, { method: 'DELETE' }), 'invalid_request')
  })

  test('cannot do it for people who may do more', async () => {
    await switchOn(app, await app.as('staff'))
    const [role] = await app.sql<{ id: string }>(`INSERT INTO role (name) VALUES ('help desk') RETURNING id`)
    await app.sql(`INSERT INTO role_permission SELECT $1, unnest($2::text[])`, [
      role?.id,
      Object.keys(permissionDescriptions).filter((name) => name.startsWith('user.')),
    ])
    await app.sql(`INSERT INTO user_role SELECT id, $1 FROM user_account WHERE email = 'denied@packhouse.example'`, [
      role?.id,
    ])
    await app.sql(`UPDATE user_account SET customer_id = NULL WHERE email = 'denied@packhouse.example'`)
    const desk = await app.signIn('denied')
    const path = `/v1/users/${await idOf(await app.as('staff'))}/second-factor`
    expectProblem(await desk.request(path, { method: 'DELETE' }), 'permission_missing')
  })
})
