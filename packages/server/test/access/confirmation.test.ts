import { calls, groups, operationsOf, users } from '@packhouse/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { addPasskey, PASSKEY_ORIGIN } from '../support/passkeys.ts'
import { expectProblem } from '../support/problem.ts'
import { codeOf, switchOn } from '../support/second-factor.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PUBLIC_URL: PASSKEY_ORIGIN } })
const maker = new Maker(app)
const UNKNOWN = '00000000-0000-7000-8000-000000000000'
let staff: Caller

beforeEach(async () => {
  staff = await app.signIn('staff')
  await passTime()
})
afterEach(async () => {
  await app.sql('DELETE FROM passkey')
  await app.sql('DELETE FROM user_second_factor')
})

/** As if every session had signed in some minutes ago. The product believes what it knows of a token for half a second. */
async function passTime(minutes = 11): Promise<void> {
  await app.sql('UPDATE session SET confirmed_at = now() - make_interval(mins => $1)', [minutes])
}

function confirm(body: object) {
  return staff.post('/v1/me/confirm', body)
}

function dangerous(caller = staff) {
  return caller.request(`/v1/users/${UNKNOWN}/second-factor`, { method: 'DELETE' })
}

describe('what is dangerous', () => {
  test('is what gives or takes rights of people, their passwords and factors, and removes them for good', () => {
    const names = Object.keys(calls).filter((name) => calls[name]?.stepUp)
    expect(names).toEqual(
      expect.arrayContaining([
        'assignPermissions',
        'detachPermissions',
        'bulkAssignPermissions',
        'bulkRemovePermissions',
        'syncUserRoles',
        'setUserPassword',
        'endSecondFactorOfUser',
        'beginPasskey',
        'removePasskey',
        'user.force',
      ]),
    )
    const changes = [users, groups].flatMap((resource) =>
      Object.entries(operationsOf(resource)).filter(([, { relation, verb }]) => relation && verb !== 'related'),
    )
    expect(changes.length).toBeGreaterThan(0)
    expect(changes.filter(([, { call }]) => !call.stepUp)).toEqual([])
    expect(Object.values(calls).filter((call) => call.stepUp && call.method === 'GET')).toEqual([])
  })

  test('needs a confirmation once the sign-in is ten minutes old, and none before', async () => {
    expectProblem(await dangerous(), 'confirmation_needed')
    const fresh = await app.signIn('staff')
    expectProblem(await dangerous(fresh), 'not_found')
    const older = await app.signIn('staff')
    await passTime(9)
    expectProblem(await dangerous(older), 'not_found')
  })

  test('says nothing of itself to somebody without the permission', async () => {
    const desk = await maker.account(['user.read'])
    await passTime()
    expectProblem(await dangerous(desk), 'permission_missing')
  })

  test('stays closed after the exchange of a refresh token', async () => {
    await staff.call('refresh', { body: { refresh_token: staff.tokens?.refresh_token ?? '' } })
    expectProblem(await dangerous(), 'confirmation_needed')
  })
})

describe('a confirmation', () => {
  test('takes the password where there is no second factor, for this session alone', async () => {
    const elsewhere = await app.signIn('staff')
    await passTime()
    expect((await staff.call('mySettings')).confirmWith).toEqual(['password'])
    expectProblem(await dangerous(), 'confirmation_needed')
    const wrong = expectProblem(await confirm({ password: 'wrong' }), 'invalid_request')
    expect(wrong.errors?.[0]?.path).toBe('body.password')
    expectProblem(await dangerous(), 'confirmation_needed')
    expect((await confirm({ password: SAMPLE_PASSWORD })).status).toBe(204)
    expectProblem(await dangerous(), 'not_found')
    expectProblem(await dangerous(elsewhere), 'confirmation_needed')
    await app.written()
    const entries = await app.sql<{ action: string }>(
      `SELECT action FROM auth_log WHERE action LIKE 'confirm%' ORDER BY at DESC, id DESC LIMIT 2`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['confirmed', 'confirmation-refused'])
  })

  test('takes a code and no password where there is an app', async () => {
    await app.sql('UPDATE session SET confirmed_at = now()')
    const { secret, recoveryCodes } = await switchOn(app, staff)
    await passTime()
    expectProblem(await staff.post('/v1/me/second-factor', {}), 'confirmation_needed')
    const refused = expectProblem(await confirm({ password: SAMPLE_PASSWORD }), 'invalid_request')
    expect(refused.detail).toContain('confirm with your code')
    expectProblem(await confirm({ code: '000000x' }), 'invalid_request')
    expectProblem(await dangerous(), 'confirmation_needed')
    const code = await codeOf(app, secret)
    expect((await confirm({ code })).status).toBe(204)
    expectProblem(await confirm({ code }), 'invalid_request')
    expectProblem(await dangerous(), 'not_found')
    expect((await confirm({ code: recoveryCodes[0] })).status).toBe(204)
  })

  test('takes a passkey and no password where there is one, proven for this purpose', async () => {
    await app.sql('UPDATE session SET confirmed_at = now()')
    const owner = await app.signIn('staff')
    const passkey = await addPasskey(owner)
    await passTime()
    expectProblem(await confirm({ password: SAMPLE_PASSWORD }), 'invalid_request')
    const ofLogin = await app.anonymous.call('beginPasskeySignIn', { body: {} })
    expectProblem(await confirm({ passkey: passkey.get(ofLogin) }), 'invalid_request')
    const begun = await staff.call('beginConfirmation')
    expectProblem(await confirm({ passkey: passkey.get(begun, { userVerified: false }) }), 'invalid_request')
    expectProblem(await confirm({ passkey: passkey.get(begun) }), 'invalid_request')
    expectProblem(await dangerous(), 'confirmation_needed')
    expect((await confirm({ passkey: passkey.get(await staff.call('beginConfirmation')) })).status).toBe(204)
    expectProblem(await dangerous(), 'not_found')
  })

  test.each([{}, { password: 'x', code: 'x' }, { pin: '1' }])('with %j is not understood', async (body) => {
    expectProblem(await confirm(body), 'invalid_request')
  })

  test('is not open to guesses', async () => {
    const guesser = await maker.account([])
    const guess = (body: object) => guesser.post('/v1/me/confirm', body)
    for (let time = 0; time < 10; time++) expectProblem(await guess({ password: 'wrong' }), 'invalid_request')
    expectProblem(await guess({ password: SAMPLE_PASSWORD }), 'too_many_attempts')
  })
})
