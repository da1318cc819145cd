import { expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { auditOf, mailsTo, mailTo, makeInvited, tokenIn } from '../support/mailbox.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const GOOD = 'vellum kraken tundra'

function forgot(email: string) {
  return app.anonymous.post('/v1/auth/forgot-password', { email })
}

function reset(token: string, password = GOOD) {
  return app.anonymous.post('/v1/auth/reset-password', { token, password })
}

test('a forgotten password is set again by the link in a mail, and ends every session', async () => {
  const email = emailOf('customer')
  const sessions = [await app.signIn('customer'), await app.signIn('customer')]
  const answer = await forgot(` ${email.toUpperCase()} `)
  expect([answer.status, answer.text]).toEqual([204, ''])
  const token = tokenIn(await mailTo(app, email))
  for (const session of sessions) expect((await session.get('/v1/auth/me')).status).toBe(200)
  expect((await reset(token)).status).toBe(204)
  expectProblem(await reset(token), 'link_invalid')
  for (const { tokens } of sessions) {
    const refreshed = await app.anonymous.post('/v1/auth/refresh', { refresh_token: tokens?.refresh_token })
    expectProblem(refreshed, 'refresh_token_invalid')
    const ended = await app.sql<{ end_reason: string }>(
      `SELECT end_reason FROM session s JOIN access_token a ON a.session_id = s.id WHERE a.hash = sha256($1)`,
      [tokens?.access_token],
    )
    expect(ended).toEqual([{ end_reason: 'password changed' }])
  }
  expectProblem(await app.anonymous.post('/v1/auth/login', { email, password: SAMPLE_PASSWORD }), 'invalid_credentials')
  const { user } = await (await app.user(email, GOOD)).call('me')
  expect((await auditOf(app, user.id)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['reset-sent', 'password-changed']),
  )
  const notice = (await mailsTo(app, email))[0]
  expect([notice?.subject, notice?.link]).toEqual(['Your password for Packhouse was changed', null])
})

test('the link is valid for 30 minutes and not longer', async () => {
  const email = emailOf('other')
  await forgot(email)
  const token = tokenIn(await mailTo(app, email))
  const link = `FROM password_link WHERE user_id = (SELECT id FROM user_account WHERE email = $1)`
  const [left] = await app.sql<{ minutes: number }>(
    `SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes ${link}`,
    [email],
  )
  expect(left?.minutes).toBe(30)
  await app.sql(`UPDATE password_link SET expires_at = now() WHERE hash = sha256($1)`, [token])
  expectProblem(await reset(token), 'link_invalid')
})

test('a known and an unknown account are answered alike, before either has been looked up', async () => {
  const lock = await app.connection()
  await lock.query('BEGIN; LOCK TABLE user_account IN ACCESS EXCLUSIVE MODE')
  const answers = [await forgot(emailOf('staff')), await forgot('nobody@packhouse.example'), await forgot('')]
  await lock.query('ROLLBACK')
  expect(answers.map(({ status, text }) => [status, text])).toEqual([204, 204, 204].map((status) => [status, '']))
  const names = answers.map(({ headers }) => Object.keys(headers).toSorted())
  expect(names[1]).toEqual(names[0])
  await mailTo(app, emailOf('staff'))
  expect(await mailsTo(app, 'nobody@packhouse.example')).toEqual([])
})

test.each(["' OR 1=1 --", 'a\u0000b', '\ud800@packhouse.example', 'no address'])(
  'an email such as %j is answered like any other',
  async (email) => {
    expect((await forgot(email)).status).toBe(204)
  },
)

test('asking again and again sends no more than three mails', async () => {
  const email = emailOf('denied')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => forgot(n % 2 === 0 ? email : email.toUpperCase())),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  await mailTo(app, email, 3)
  // What is asked for later is made later: when the mail of somebody else is there, no more come.
  await forgot(emailOf('other'))
  await mailTo(app, emailOf('other'), 2)
  expect(await mailsTo(app, email)).toHaveLength(3)
})

test('somebody who was invited and has no password gets the invitation again; who never was gets nothing', async () => {
  const id = await makeInvited(app, 'lost@packhouse.example')
  await makeInvited(app, 'never@packhouse.example')
  await forgot('never@packhouse.example')
  await (await app.as('staff')).post(`/v1/users/${id}/send-invitation`)
  await forgot('lost@packhouse.example')
  const mail = await mailTo(app, 'lost@packhouse.example', 2)
  expect(mail.subject).toBe('Your invitation to Packhouse')
  expect((await app.anonymous.get(`/v1/invitations/verify/${tokenIn(mail)}`)).status).toBe(200)
  expect(await mailsTo(app, 'never@packhouse.example')).toEqual([])
})

test('somebody who is blocked or deleted gets no mail', async () => {
  for (const [email, change] of [
    ['blocked@packhouse.example', 'disabled = true'],
    ['deleted@packhouse.example', 'deleted_at = now()'],
  ] as const) {
    const id = await makeInvited(app, email)
    await app.sql(`INSERT INTO user_credential SELECT $1, password_hash FROM user_credential LIMIT 1`, [id])
    await app.sql(`UPDATE user_account SET ${change} WHERE id = $1`, [id])
    await forgot(email)
  }
  await (await app.as('staff')).post(`/v1/users/${await makeInvited(app, 'after@packhouse.example')}/send-invitation`)
  await mailTo(app, 'after@packhouse.example')
  expect(await mailsTo(app, 'blocked@packhouse.example')).toEqual([])
  expect(await mailsTo(app, 'deleted@packhouse.example')).toEqual([])
})

test('of many uses of one link at once one wins', async () => {
  const email = 'race@packhouse.example'
  const id = await makeInvited(app, email)
  await app.sql(`INSERT INTO user_credential SELECT $1, password_hash FROM user_credential LIMIT 1`, [id])
  await forgot(email)
  const token = tokenIn(await mailTo(app, email))
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => reset(token, `${GOOD} number ${n}`)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 204)) expectProblem(answer, 'link_invalid')
})
