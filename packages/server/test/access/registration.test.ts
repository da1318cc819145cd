import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { LinkMails } from '../../src/access/links/link-mails.ts'
import { MailRequests } from '../../src/access/links/requests.ts'
import { Database } from '../../src/platform/database.ts'
import { mailsTo, mailTo, tokenIn } from '../support/mailbox.ts'
import { expectProblem, withoutInstance } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const closed = useTestApp()
const open = useTestApp({ environment: { REGISTRATION: 'on' } })
const GOOD = 'vellum kraken tundra'
const draft = { email: 'new@packhouse.example', first_name: 'Nora', last_name: 'Vik' }

describe('without being configured, registration', () => {
  test('is a path that does not exist, whatever is sent to it', async () => {
    const unknown = withoutInstance(await closed.anonymous.post('/v1/auth/nowhere', draft)).replace(
      'nowhere',
      'register',
    )
    for (const body of [draft, {}, undefined]) {
      const answer = await closed.anonymous.post('/v1/auth/register', body)
      expectProblem(answer, 'not_found')
      expect(withoutInstance(answer)).toBe(unknown)
    }
    expectProblem(await closed.anonymous.get('/v1/auth/register'), 'not_found')
    expect(await closed.sql('SELECT FROM user_account WHERE email = $1', [draft.email])).toEqual([])
  })
})

describe('registration', () => {
  test('makes a user who may do nothing and comes in when the address is confirmed', async () => {
    const answer = await open.anonymous.post('/v1/auth/register', draft)
    expect([answer.status, answer.text]).toEqual([204, ''])
    const mail = await mailTo(open, draft.email)
    // The name is chosen by anyone who registers, and the mail may go to somebody else.
    expect(mail.subject + mail.text).not.toContain(draft.first_name)
    const body = { token: tokenIn(mail), password: GOOD }
    expect((await open.anonymous.post('/v1/invitations/set-password', body)).status).toBe(204)
    const user = await open.user(draft.email, GOOD)
    expect(await user.call('me')).toMatchObject({ user: { first_name: 'Nora', customer: null }, permissions: [] })
    expectProblem(await user.get('/v1/ignition/machines/me'), 'permission_missing')
  })

  test('answers a known address alike, and reports its owner by mail', async () => {
    const known = { ...draft, email: emailOf('customer').toUpperCase() }
    const answers = [await open.anonymous.post('/v1/auth/register', known)]
    answers.push(await open.anonymous.post('/v1/auth/register', { ...draft, email: 'third@packhouse.example' }))
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
    ])
    const mail = await mailTo(open, emailOf('customer'))
    expect([mail.link, mail.text]).toEqual([null, expect.stringContaining('has one already')])
    const users = await open.sql('SELECT FROM user_account WHERE lower(email) = $1', [emailOf('customer')])
    expect(users).toHaveLength(1)
  })

  test('asked for twice before it is confirmed makes one user, and its newest link works', async () => {
    const twice = { ...draft, email: 'twice@packhouse.example' }
    await open.anonymous.post('/v1/auth/register', twice)
    await mailTo(open, twice.email)
    await open.anonymous.post('/v1/auth/register', twice)
    const token = tokenIn(await mailTo(open, twice.email, 2))
    expect((await open.anonymous.get(`/v1/invitations/verify/${token}`)).status).toBe(200)
    const older = tokenIn((await mailsTo(open, twice.email))[1] as never)
    expectProblem(await open.anonymous.get(`/v1/invitations/verify/${older}`), 'link_invalid')
  })

  test('that was never confirmed is forgotten after its link, unless staff have given something in the meantime', async () => {
    const emails = ['forgotten', 'given', 'waiting', 'confirmed'].map((name) => `${name}@packhouse.example`)
    for (const email of emails) {
      await open.anonymous.post('/v1/auth/register', { ...draft, email })
      await mailTo(open, email)
    }
    const [, given, waiting, confirmed] = emails
    const idOf = '(SELECT id FROM user_account WHERE email = $1)'
    await open.sql(`INSERT INTO user_permission SELECT id, 'customer.read' FROM user_account WHERE email = $1`, [given])
    await open.sql(`INSERT INTO user_credential SELECT ${idOf}, password_hash FROM user_credential LIMIT 1`, [
      confirmed,
    ])
    await open.sql(`UPDATE password_link SET expires_at = now() WHERE user_id <> ${idOf}`, [waiting])
    const log = pino({ level: 'silent' })
    const database = new Database(open.databaseUrl, log)
    await new MailRequests(database, new LinkMails({} as never), log).forgetUnconfirmed()
    await database.stop()
    const left = await open.sql<{ email: string }>('SELECT email FROM user_account WHERE email = ANY($1)', [emails])
    expect(left.map(({ email }) => email).toSorted()).toEqual([confirmed, given, waiting])
  })

  test('names each field that is wrong', async () => {
    const answer = await open.anonymous.post('/v1/auth/register', { email: 'x', first_name: '', roles: [] })
    const paths = expectProblem(answer, 'invalid_request').errors?.map(({ path }) => path)
    expect(paths?.toSorted()).toEqual(['body.email', 'body.first_name', 'body.last_name', 'body.roles'])
  })
})
