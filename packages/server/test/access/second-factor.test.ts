import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Caller } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { expectProblem, withoutInstance } from '../support/problem.ts'
import { codeOf, forgetUsedCodes, switchOn, type TestSecondFactor } from '../support/second-factor.ts'
import { type AccountName, emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const WRONG = '000000x'

let user: Caller
let factor: TestSecondFactor

beforeAll(async () => {
  user = await app.as('customer')
  factor = await switchOn(app, user)
})
beforeEach(() => forgetUsedCodes(app))

function login(name: AccountName, headers = {}) {
  return app.anonymous.post('/v1/auth/login', { email: emailOf(name), password: SAMPLE_PASSWORD }, headers)
}

async function pend(): Promise<string> {
  const answer = await login('customer')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toEqual({ pending_token: expect.stringMatching(/^php_[\w-]{43}$/) })
  return (answer.body as { pending_token: string }).pending_token
}

function validate(token: string, code: string, headers = {}) {
  return app.anonymous.post('/v1/auth/validate-two-factor', { pending_token: token, two_factor_code: code }, headers)
}

async function audited(): Promise<{ action: string; after: Record<string, unknown> }[]> {
  await app.written()
  return await app.sql(
    `SELECT action, after FROM audit_event WHERE resource = 'user'
       AND row_id = (SELECT id FROM user_account WHERE email = $1) ORDER BY at DESC, id DESC LIMIT 3`,
    [emailOf('customer')],
  )
}

describe('a sign-in with a second factor', () => {
  test('needs the code after the password, and is shown in the audit', async () => {
    const answer = await validate(await pend(), await codeOf(app, factor.secret))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const tokens = answer.body as { access_token: string; refresh_token: string }
    expect((await new Caller(app.port, tokens).call('me')).user.email).toBe(emailOf('customer'))
    const [last, asked] = await audited()
    expect(last).toMatchObject({ action: 'sign-in', after: { with: 'code' } })
    expect(asked).toMatchObject({ action: 'second-factor-asked' })
  })

  test('is not open to the pending token as an access or a refresh token', async () => {
    const token = await pend()
    const caller = new Caller(app.port, { access_token: token, refresh_token: token })
    expectProblem(await caller.get('/v1/auth/me'), 'token_invalid')
    expectProblem(await app.anonymous.post('/v1/auth/refresh', { refresh_token: token }), 'refresh_token_invalid')
  })

  test('takes a code once, also in its own time and in another sign-in', async () => {
    const code = await codeOf(app, factor.secret)
    expect((await validate(await pend(), code)).status).toBe(200)
    expectProblem(await validate(await pend(), code), 'second_factor_wrong')
  })

  test('takes no code from before the one it took last', async () => {
    const earlier = await codeOf(app, factor.secret)
    expect((await validate(await pend(), await codeOf(app, factor.secret, 1))).status).toBe(200)
    expectProblem(await validate(await pend(), earlier), 'second_factor_wrong')
  })

  test('takes the code of a clock that is a step ahead, and none of one that is far away', async () => {
    expectProblem(await validate(await pend(), await codeOf(app, factor.secret, 3)), 'second_factor_wrong')
    expectProblem(await validate(await pend(), await codeOf(app, factor.secret, -2)), 'second_factor_wrong')
    expect((await validate(await pend(), await codeOf(app, factor.secret, 1))).status).toBe(200)
  })

  test('of many tries at once with one code lets one in', async () => {
    const tokens = [await pend(), await pend(), await pend()]
    const code = await codeOf(app, factor.secret)
    const answers = await Promise.all([...tokens, ...tokens, ...tokens].map((token) => validate(token, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401]).toContain(status)
  })

  test('of two right codes at once for one pending token lets one in', async () => {
    const token = await pend()
    const codes = await Promise.all([0, 1].map((steps) => codeOf(app, factor.secret, steps)))
    const answers = await Promise.all([...codes, ...factor.recoveryCodes.slice(8)].map((code) => validate(token, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('ends after five wrong codes, also when they come at once', async () => {
    const [one, other] = [await pend(), await pend()]
    for (let left = 4; left > 0; left--) {
      expect(expectProblem(await validate(one, WRONG), 'second_factor_wrong').detail).toContain(`Tries left: ${left}.`)
    }
    expectProblem(await validate(one, WRONG), 'pending_token_invalid')
    expectProblem(await validate(one, await codeOf(app, factor.secret)), 'pending_token_invalid')
    expect((await audited())[0]).toMatchObject({ action: 'second-factor-refused' })
    // The right code makes the wrong ones of the account forgotten.
    expect((await validate(await pend(), await codeOf(app, factor.secret))).status).toBe(200)
    await forgetUsedCodes(app)
    const answers = await Promise.all(Array.from({ length: 12 }, () => validate(other, WRONG)))
    const [row] = await app.sql<{ guesses: number }>(`SELECT guesses FROM pending_sign_in WHERE hash = sha256($1)`, [
      other,
    ])
    expect(row?.guesses).toBe(5)
    expect(answers.every(({ status }) => status === 401)).toBe(true)
    expect((await validate(await pend(), await codeOf(app, factor.secret))).status).toBe(200)
  })

  test('ends after five minutes', async () => {
    const [before] = await app.sql('SELECT now()::text')
    const token = await pend()
    const [row] = await app.sql(
      `SELECT expires_at - interval '5 min' BETWEEN $2 AND now() AS "endsIn5Minutes" FROM pending_sign_in WHERE hash = sha256($1)`,
      [token, before?.now],
    )
    expect(row).toEqual({ endsIn5Minutes: true })
    await app.sql(`UPDATE pending_sign_in SET expires_at = now() WHERE hash = sha256($1)`, [token])
    expectProblem(await validate(token, await codeOf(app, factor.secret)), 'pending_token_invalid')
  })

  test.each(['php_unknown', '', 'pha_x', '\u0000'])('is unknown under the token %j', async (token) => {
    expectProblem(await validate(token, await codeOf(app, factor.secret)), 'pending_token_invalid')
  })

  test('in a browser goes on in that browser only, and so does its session', async () => {
    const answer = await login('customer', { 'sec-fetch-site': 'same-origin' })
    const { pending_token: token } = answer.body as { pending_token: string }
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const code = await codeOf(app, factor.secret)
    expectProblem(await validate(token, code), 'pending_token_invalid')
    const finished = await validate(token, code, { cookie, 'sec-fetch-site': 'same-origin' })
    const tokens = finished.body as { access_token: string; refresh_token: string }
    expectProblem(await new Caller(app.port, tokens).get('/v1/auth/me'), 'token_invalid')
    expect((await new Caller(app.port, tokens, { cookie }).get('/v1/auth/me')).status).toBe(200)
  })

  test('takes a recovery code once, however it is typed', async () => {
    const [code = ''] = factor.recoveryCodes
    expect((await validate(await pend(), ` ${code.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    expect((await audited())[0]).toMatchObject({ after: { with: 'recovery-code' } })
    expectProblem(await validate(await pend(), code), 'second_factor_wrong')
    const { secondFactor } = await user.call('mySettings')
    expect(secondFactor.on).toBe(true)
    expect(secondFactor.recoveryCodes).toBeLessThan(10)
  })

  test('of a wrong password does not even look whether there is one', async () => {
    const connection = await app.connection()
    await connection.query('BEGIN; LOCK TABLE user_second_factor, pending_sign_in, recovery_code')
    const wrong = (name: AccountName) =>
      app.anonymous.post('/v1/auth/login', { email: emailOf(name), password: 'not the password' })
    // It would wait for the lock.
    const [withFactor, without] = [await wrong('customer'), await wrong('other')]
    await connection.query('ROLLBACK')
    expectProblem(withFactor, 'invalid_credentials')
    expect(withoutInstance(withFactor)).toBe(withoutInstance(without))
    expect((await login('customer')).status).toBe(200)
  })
})

describe('what is stored', () => {
  test('reports neither the secret nor a recovery code nor the pending token', async () => {
    const token = await pend()
    const secrets = [
      factor.secret,
      token.slice(4),
      ...factor.recoveryCodes.flatMap((code) => [code, code.replace('-', '')]),
    ]
    const tables = ['user_second_factor', 'recovery_code', 'pending_sign_in', 'auth_log']
    for (const table of tables) {
      const [dump] = await app.sql<{ text: string }>(`SELECT string_agg(t::text, ' ') AS text FROM ${table} t`)
      expect(dump?.text.length).toBeGreaterThan(0)
      for (const secret of secrets) {
        expect(dump?.text, table).not.toContain(secret)
        expect(dump?.text, table).not.toContain(Buffer.from(secret).toString('hex'))
      }
    }
  })
})
