import { expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import { auditOf, mailTo, makeInvited, tokenIn } from '../support/mailbox.ts'
import { expectProblem, withoutInstance } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PUBLIC_URL: 'https://packhouse.example/' } })
const GOOD = 'vellum kraken tundra'

async function invite(id: string) {
  return await (await app.as('staff')).post(`/v1/users/${id}/send-invitation`)
}

async function invited(email: string): Promise<{ id: string; token: string }> {
  const id = await makeInvited(app, email)
  expect((await invite(id)).status).toBe(204)
  return { id, token: tokenIn(await mailTo(app, email)) }
}

function accept(token: string, password = GOOD) {
  return app.anonymous.post('/v1/invitations/set-password', { token, password })
}

function verify(token: string) {
  return app.anonymous.get(`/v1/invitations/verify/${token}`)
}

test('an invitation reports whom it is for, sets the first password, and is of no use afterwards', async () => {
  const email = 'ada@packhouse.example'
  const { id, token } = await invited(email)
  expect(token).toMatch(/^phl_[\w-]{43}$/)
  const verified = await verify(token)
  expect(verified.headers['cache-control']).toBe('no-store')
  expect(verified.body).toEqual({ email, expiresAt: expect.any(String) })
  const accepted = await accept(token)
  expect([accepted.status, accepted.text]).toEqual([204, ''])
  expect((await app.login(email, GOOD)).access_token).toMatch(/^pha_/)
  expectProblem(await accept(token), 'link_invalid')
  expectProblem(await verify(token), 'link_invalid')
  const actions = (await auditOf(app, id)).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['invitation-sent', 'password-changed']))
})

test('the link comes from the configured address, whatever the Host header says', async () => {
  const id = await makeInvited(app, 'host@packhouse.example')
  const staff = await app.as('staff')
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  await staff.request(`/v1/users/${id}/send-invitation`, { method: 'POST', headers })
  const mail = await mailTo(app, 'host@packhouse.example')
  expect(mail.link).toMatch(/^https:\/\/packhouse\.example\/invitation\?token=phl_/)
  expect(JSON.stringify(mail)).not.toContain('evil')
})

test('it is valid for 7 days and not longer', async () => {
  const { id, token } = await invited('late@packhouse.example')
  const [left] = await app.sql<{ days: number }>(
    `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM password_link WHERE user_id = $1`,
    [id],
  )
  expect(left?.days).toBe(7)
  await app.sql(`UPDATE password_link SET expires_at = now() WHERE user_id = $1`, [id])
  expectProblem(await verify(token), 'link_invalid')
  expectProblem(await accept(token), 'link_invalid')
})

test('sending it again replaces it; used, expired, replaced and made-up ones read alike', async () => {
  const { id, token: replaced } = await invited('again@packhouse.example')
  await invite(id)
  const newest = tokenIn(await mailTo(app, 'again@packhouse.example', 2))
  const refusal = await accept(replaced)
  expect((await accept(newest)).status).toBe(204)
  const refusals = [
    refusal,
    await accept(newest),
    await accept('phl_unknown'),
    await accept(''),
    await accept('\u0000'),
  ]
  for (const answer of refusals) expectProblem(answer, 'link_invalid')
  expect(new Set(refusals.map(withoutInstance)).size).toBe(1)
})

test('of many uses at once one wins', async () => {
  const { id, token } = await invited('race@packhouse.example')
  const passwords = Array.from({ length: 8 }, (_, n) => `${GOOD} number ${n}`)
  const answers = await Promise.all(passwords.map((password) => accept(token, password)))
  const winners = passwords.filter((_, n) => answers[n]?.status === 204)
  expect(winners).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 204)) expectProblem(answer, 'link_invalid')
  expect((await app.login('race@packhouse.example', winners[0])).access_token).toMatch(/^pha_/)
  expect((await auditOf(app, id)).filter(({ action }) => action === 'password-changed')).toHaveLength(1)
})

test('a password that is refused is shown at its field and does not use the link up', async () => {
  const { token } = await invited('weak@packhouse.example')
  for (const password of ['short', 'passwordpassword', 'weak@packhouse.example']) {
    const { errors } = expectProblem(await accept(token, password), 'invalid_request')
    expect(errors?.map(({ path }) => path)).toEqual(['body.password'])
  }
  expectProblem(await accept(token, 'x'.repeat(1025)), 'invalid_request')
  const longest = `${' vellum kraken tundra '.repeat(46)}end of it`.padEnd(1024, ' ')
  expect((await accept(token, longest)).status).toBe(204)
  expect((await app.login('weak@packhouse.example', longest)).access_token).toMatch(/^pha_/)
  const trimmed = { email: 'weak@packhouse.example', password: longest.trim() }
  expectProblem(await app.anonymous.post('/v1/auth/login', trimmed), 'invalid_credentials')
})

test('somebody who is blocked or deleted can neither be invited nor come in by an invitation', async () => {
  const { id, token } = await invited('blocked@packhouse.example')
  await app.sql('UPDATE user_account SET disabled = true WHERE id = $1', [id])
  expectProblem(await invite(id), 'invalid_request')
  expectProblem(await accept(token), 'link_invalid')
  await app.sql('UPDATE user_account SET disabled = false, deleted_at = now() WHERE id = $1', [id])
  expectProblem(await invite(id), 'not_found')
  expectProblem(await accept(token), 'link_invalid')
})

test('somebody who has a password is not invited, and a reset is not taken for an invitation', async () => {
  const staff = await app.as('staff')
  const [user] = await app.sql<{ id: string }>(`SELECT id FROM user_account WHERE email LIKE 'other@%'`)
  expectProblem(await invite(user?.id ?? ''), 'invalid_request')
  expect((await staff.post(`/v1/users/${user?.id}/reset-password`)).status).toBe(204)
  const reset = tokenIn(await mailTo(app, 'other@packhouse.example'))
  expectProblem(await verify(reset), 'link_invalid')
  expectProblem(await accept(reset), 'link_invalid')
})

test('what is stored of a link is a hash: its secret is in no column of any table', async () => {
  const { token } = await invited('secret@packhouse.example')
  const tables = await app.sql<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  for (const { name } of tables) {
    const [dump] = await app.sql<{ text: string | null }>(`SELECT string_agg(t::text, ' ') AS text FROM ${name} t`)
    expect(dump?.text ?? '', name).not.toContain(token.slice(4))
    expect(dump?.text ?? '', name).not.toContain(Buffer.from(token).toString('hex'))
  }
})

test('one that ends soon, or has ended, is found in the list of users until it was used', async () => {
  const staff = await app.as('staff')
  const soon = await invited('soon@packhouse.example')
  const fresh = await invited('fresh@packhouse.example')
  const [never] = await app.sql<{ id: string }>(
    `INSERT INTO user_account (email, first_name, last_name) VALUES ('unasked@packhouse.example', 'Nils', 'Unasked') RETURNING id`,
  )
  const ending = async () => {
    const { body } = await staff.get('/v1/users?invitationEndsSoon=true&pageSize=100')
    return (body as { items: { id: string }[] }).items.map(({ id }) => id)
  }
  expect(await ending()).not.toContain(soon.id)
  expect(await ending()).not.toContain(never?.id)
  await app.sql(`UPDATE password_link SET expires_at = now() + interval '1 day' WHERE user_id = $1`, [soon.id])
  expect(await ending()).toContain(soon.id)
  expect(await ending()).not.toContain(fresh.id)
  await app.sql(`UPDATE password_link SET expires_at = now() - interval '1 day' WHERE user_id = $1`, [soon.id])
  expect(await ending()).toContain(soon.id)
  expect((await accept(fresh.token)).status).toBe(204)
  expect((await staff.get(`/v1/users/${fresh.id}`)).body).toMatchObject({ invitationEndsAt: null })
  expect(await ending()).not.toContain(fresh.id)
})

const person = (email: string) => ({ email, first_name: 'Ada', last_name: 'Berg' })

test('several are invited at once, with a role: each address says what became of it', async () => {
  const staff = await app.as('staff')
  const [role] = await app.sql<{ id: string }>(
    `WITH made AS (INSERT INTO role (name) VALUES ('Packer') RETURNING id)
     INSERT INTO role_permission SELECT id, 'customer.access' FROM made RETURNING role_id AS id`,
  )
  const [customer] = await app.sql<{ id: string }>('SELECT id FROM customer ORDER BY code LIMIT 1')
  const gone = await makeInvited(app, 'gone@packhouse.example')
  await app.sql('UPDATE user_account SET deleted_at = now() WHERE id = $1', [gone])
  const { sent, results } = await staff.call('invitePeople', {
    body: {
      people: [
        'one@packhouse.example',
        'no address',
        'DENIED@packhouse.example',
        'gone@packhouse.example',
        'two@packhouse.example',
      ].map(person),
      customerId: customer?.id ?? null,
      roleIds: [role?.id ?? ''],
    },
  })
  expect(sent).toBe(false)
  expect(results.map(({ email, outcome, deleted }) => [email, outcome, deleted])).toEqual([
    ['one@packhouse.example', 'invited', false],
    ['no address', 'invalid', false],
    ['DENIED@packhouse.example', 'exists', false],
    ['gone@packhouse.example', 'exists', true],
    ['two@packhouse.example', 'invited', false],
  ])
  const [one, , denied] = results
  expect(one?.link).toBe((await mailTo(app, 'one@packhouse.example')).link)
  expect(denied).toMatchObject({ link: null, userId: expect.any(String) })
  expect((await staff.get(`/v1/users/${one?.userId}`)).body).toMatchObject({
    ...{ status: 'invited', customerId: customer?.id, roles: ['Packer'] },
  })
  expect((await accept(new URL(one?.link ?? '').searchParams.get('token') ?? '')).status).toBe(204)
  expect((await auditOf(app, one?.userId ?? '')).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['create', 'attach', 'invitation-sent']),
  )
  // Never invited, and invited too long ago, are no invitation.
  expect((await staff.get(`/v1/users/${await makeInvited(app, 'never@packhouse.example')}`)).body).toMatchObject({
    status: 'new',
  })
  await app.sql('UPDATE password_link SET expires_at = now() WHERE user_id = $1', [results[4]?.userId])
  expect((await staff.get(`/v1/users/${results[4]?.userId}`)).body).toMatchObject({ status: 'expired' })
})

test('nobody is invited with a role that the inviter may not give, nor without the right to give roles, nor too many', async () => {
  const [role] = await app.sql<{ id: string }>(`SELECT id FROM role WHERE is_system LIMIT 1`)
  const roleIds = [role?.id ?? '']
  const maker = new Maker(app)
  const clerk = await maker.account(['customer.access', 'user.read', 'user.create', 'user.update', 'role.read'])
  const { results } = await clerk.call('invitePeople', {
    body: { people: [person('much@packhouse.example')], roleIds },
  })
  expect(results).toEqual([
    expect.objectContaining({
      outcome: 'refused',
      userId: null,
      link: null,
      reason: expect.stringContaining('you lack'),
    }),
  ])
  expect(await app.sql(`SELECT FROM user_account WHERE email = 'much@packhouse.example'`)).toEqual([])
  const newcomer = await maker.account(['customer.access', 'user.create', 'role.read'])
  const asked = (body: object) => newcomer.post('/v1/invitations', body)
  expectProblem(await asked({ people: [person('x@packhouse.example')], roleIds }), 'permission_missing')
  expectProblem(
    await asked({ people: Array.from({ length: 51 }, () => person('x@packhouse.example')) }),
    'invalid_request',
  )
  const customers = await maker.account(['customer.access', 'user.create'], 'NORDFJELL')
  expectProblem(
    await customers.post('/v1/invitations', { people: [person('x@packhouse.example')] }),
    'permission_missing',
  )
  expect(await app.sql(`SELECT FROM user_account WHERE email = 'x@packhouse.example'`)).toEqual([])
})

test('a role that is not for the invited people is refused by its name, before anybody is created', async () => {
  const staff = await app.as('staff')
  const [customer] = await app.sql<{ id: string }>('SELECT id FROM customer ORDER BY code LIMIT 1')
  const idOf = async (name: string) =>
    (await app.sql<{ id: string }>('SELECT id FROM role WHERE name = $1', [name]))[0]?.id ?? ''
  const body = (customerId: string | null, roleIds: string[]) => ({
    people: [person('wrong@packhouse.example')],
    customerId,
    roleIds,
  })
  const wrong = [
    [customer?.id ?? '', 'staff', 'The role staff is only for staff'],
    [customer?.id ?? '', 'Administrator', 'The role Administrator is only for staff'],
    [null, 'customer', 'The role customer is only for people of customers'],
  ] as const
  for (const [customerId, name, message] of wrong) {
    const problem = expectProblem(
      await staff.post('/v1/invitations', body(customerId, [await idOf('Packer'), await idOf(name)])),
      'invalid_request',
    )
    expect(problem.detail).toBe(message)
    expect(problem.errors).toEqual([{ path: 'body.roleIds.1', code: 'rule', message }])
  }
  expect(await app.sql(`SELECT FROM user_account WHERE email = 'wrong@packhouse.example'`)).toEqual([])
  const { results } = await staff.call('invitePeople', { body: body(customer?.id ?? null, [await idOf('customer')]) })
  expect(results).toMatchObject([{ outcome: 'invited' }])
})
