import { describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { expectProblem, withoutInstance } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** Without a password the product hashes that of the sample accounts itself, as at a first start. */
const app = useTestApp({ prepare: 'DELETE FROM user_credential' })
const email = emailOf('customer')

function login(body: unknown) {
  return app.anonymous.post('/v1/auth/login', body)
}

describe('signing in', () => {
  test('with the right password gives an access and a refresh token that are not to be cached', async () => {
    const answer = await login({ email, password: SAMPLE_PASSWORD })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^pha_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^phr_[\w-]{43}$/),
    })
  })

  test('does not mind the case of the email nor spaces around it', async () => {
    const tokens = await app.login(' CUSTOMER@Packhouse.Example ')
    expect(tokens.access_token).toMatch(/^pha_/)
  })

  test('reports who has signed in and what the person may do', async () => {
    const customer = await app.as('customer')
    const { user, permissions } = await customer.call('me')
    expect(user).toMatchObject({ email, first_name: 'Jonas', customer: { name: 'Nordfjell Seafood AS' } })
    expect(permissions).toEqual([
      'alarm.acknowledge',
      'customer.access',
      'downtime.update',
      'machine.claim',
      'partnerAccess.give',
      'partnerAccess.read',
      'sharing.decide',
    ])
    expect(await customer.call('myPermissions')).toEqual({ permissions })
  })

  test('gives staff every permission and no customer', async () => {
    const { user, permissions } = await (await app.as('staff')).call('me')
    expect(user.customer).toBeNull()
    expect(permissions).toEqual(expect.arrayContaining(['customer.access', 'machine.read.any']))
  })

  test('gives somebody without a role an identity and no permission', async () => {
    expect(await (await app.as('denied')).call('myPermissions')).toEqual({ permissions: [] })
  })

  test('answers a wrong password and an unknown account with the same bytes', async () => {
    const wrong = await login({ email: emailOf('denied'), password: 'not the password at all' })
    const unknown = await login({ email: 'nobody@packhouse.example', password: 'not the password at all' })
    expect(expectProblem(wrong, 'invalid_credentials').title).toBe('Invalid credentials.')
    expect(withoutInstance(unknown)).toBe(withoutInstance(wrong))
  })

  test('refuses a deleted account like an unknown one', async () => {
    await app.sql(`WITH made AS (INSERT INTO user_account (email, first_name, last_name, deleted_at)
        VALUES ('gone@packhouse.example', '', '', now()) RETURNING id)
      INSERT INTO user_credential (user_id, password_hash)
      SELECT made.id, password_hash FROM made, (SELECT password_hash FROM user_credential LIMIT 1)`)
    const answer = await login({ email: 'gone@packhouse.example', password: SAMPLE_PASSWORD })
    expectProblem(answer, 'invalid_credentials')
  })

  test('refuses an account that has no password yet', async () => {
    await app.sql(`INSERT INTO user_account (email, first_name, last_name) VALUES ('new@packhouse.example', '', '')`)
    expectProblem(await login({ email: 'new@packhouse.example', password: '' }), 'invalid_credentials')
  })

  test.each([
    ['SQL', `' OR 1=1 --`],
    ['a NUL character', 'a\u0000b@packhouse.example'],
    ['half a surrogate pair', '\ud800@packhouse.example'],
    ['nothing', ''],
  ])('answers an email of %s like an unknown one', async (_, hostile) => {
    expectProblem(await login({ email: hostile, password: SAMPLE_PASSWORD }), 'invalid_credentials')
  })

  test('takes a password of any characters to check', async () => {
    expectProblem(await login({ email: 'nobody@packhouse.example', password: '\u0000\ud800🔑' }), 'invalid_credentials')
  })

  test('names each field that is missing, too long, of a wrong type or unknown', async () => {
    const problem = expectProblem(await login({ email: 'x'.repeat(321), pass: 1 }), 'invalid_request')
    expect(problem.errors?.map((error) => error.path)).toEqual(['body.email', 'body.password', 'body.pass'])
    expect(problem.detail).toContain('body.pass is not known here')
  })
})

describe('what is stored of tokens', () => {
  test('are hashes: no token text is in any column of any table', async () => {
    const first = await app.login(email)
    const second = await app.anonymous.call('refresh', { body: { refresh_token: first.refresh_token } })
    const tokens = [first, second].flatMap((pair) => [pair.access_token, pair.refresh_token])
    const tables = await app.sql<{ name: string }>(`SELECT format('%I.%I', schemaname, tablename) AS name
      FROM pg_tables WHERE schemaname = 'public'`)
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      const [dump] = await app.sql<{ text: string | null }>(`SELECT string_agg(t::text, ' ') AS text FROM ${name} t`)
      for (const token of tokens) {
        expect(dump?.text ?? '', name).not.toContain(token.slice(4))
        expect(dump?.text ?? '', name).not.toContain(Buffer.from(token).toString('hex'))
      }
    }
  })

  test('are no passwords either', async () => {
    const rows = await app.sql<{ password_hash: string }>('SELECT password_hash FROM user_credential')
    expect(rows.length).toBeGreaterThan(3)
    for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})
