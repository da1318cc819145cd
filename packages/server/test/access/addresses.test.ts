import { domainToASCII } from 'node:url'
import { contacts, foldEmail } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { mailTo, makeInvited } from '../support/mailbox.ts'
import { SmtpServer } from '../support/smtp-server.ts'
import { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const modern = new SmtpServer(undefined, ['SMTPUTF8'])
const old = new SmtpServer()
let app: TestApp
let oldApp: TestApp

beforeAll(async () => {
  await modern.start()
  await old.start()
  const start = async (server: SmtpServer) =>
    await new TestApp(inject('databaseServer'), {
      environment: {
        SMTP_URL: server.url,
        MAIL_FROM: 'packhouse@nordfjell.example',
        PUBLIC_URL: 'https://packhouse.example',
      },
    }).start()
  app = await start(modern)
  oldApp = await start(old)
})

afterAll(async () => {
  await app.stop()
  await oldApp.stop()
  await modern.stop()
  await old.stop()
})

const people = ['r&d@example.org', 'info@müller-verpackung.example', 'jörg@example.org', '"goods in"@example.org']

describe('addresses of people', () => {
  test.each(people)('%s is one of a contact and of an invitation, and gets mail', async (email) => {
    const staff = await app.as('staff')
    const [customer] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'NORDFJELL'`)
    const place = contacts.mounts
      .find(({ path }) => path.includes('customers'))
      ?.path.replace(/\{\w+\}/, customer?.id ?? '')
    const contact = await staff.post(place ?? '', { firstName: 'Ada', email })
    expect(contact.status, contact.text).toBe(201)
    expect(contact.body).toMatchObject({ email })
    const { results } = await staff.call('invitePeople', {
      body: { people: [{ email, first_name: 'Ada', last_name: 'Berg' }], customerId: null },
    })
    expect(results).toMatchObject([{ email, outcome: 'invited' }])
    const sent = await until(`the mail to ${email}`, async () => {
      const mail = await mailTo(app, email)
      return mail.state === 'sent' && mail
    })
    expect(sent.recipient).toBe(email)
    const [local = ''] = email.split(/@(?=[^@]*$)/)
    const arrived = modern.received.find(({ to }) => to.startsWith(`${local}@`))
    expect(arrived?.to).toBe(email.replace('müller-verpackung', domainToASCII('müller-verpackung')))
    expect(arrived?.isUtf8).toBe(local === 'jörg')
  })

  test('a server without SMTPUTF8 is sent nothing to a name beyond ASCII, and the mail says why', async () => {
    const staff = await oldApp.as('staff')
    for (const email of ['jörg@example.org', 'info@müller.example']) {
      const id = await makeInvited(oldApp, email)
      expect((await staff.post(`/v1/users/${id}/send-invitation`)).status).toBe(204)
    }
    const failed = await until('the mail is given up', async () => {
      const mail = await mailTo(oldApp, 'jörg@example.org')
      return mail.state === 'failed' && mail
    })
    expect(failed.reason).toContain('does not offer SMTPUTF8')
    await until('the other mail is sent', async () => (await mailTo(oldApp, 'info@müller.example')).state === 'sent')
    expect(old.received.map(({ to }) => to)).toEqual(['info@xn--mller-kva.example'])
  })
})

describe('an account is found by whatever spelling of its address', () => {
  const spellings = [
    'grün@möbel.example',
    'GRÜN@MÖBEL.example',
    'gru\u0308n@mo\u0308bel.example',
    'grün@xn--mbel-5qa.example',
  ]

  test('at the sign-in', async () => {
    await app.sql(
      `WITH made AS (INSERT INTO user_account (email, first_name, last_name) VALUES ($1, 'Ada', 'Berg') RETURNING id)
       INSERT INTO user_credential (user_id, password_hash)
       SELECT made.id, c.password_hash FROM made, user_credential c JOIN user_account u ON u.id = c.user_id WHERE u.email = 'customer@packhouse.example'`,
      [spellings[0]],
    )
    for (const email of spellings) {
      const answer = await app.anonymous.post('/v1/auth/login', { email, password: SAMPLE_PASSWORD })
      expect(answer.status, `${email}: ${answer.text}`).toBe(200)
    }
    const other = await app.anonymous.post('/v1/auth/login', { email: 'grun@mobel.example', password: SAMPLE_PASSWORD })
    expect(other.status).toBe(401)
  })

  test('where another user is to have it', async () => {
    const staff = await app.as('staff')
    for (const email of spellings) {
      const answer = await staff.post('/v1/users', { email, first_name: 'Eve', last_name: 'Berg' })
      expect(answer.status, email).toBe(409)
    }
  })
})

test('the database folds addresses as the contract does', async () => {
  const labels = [
    'example',
    'müller',
    'MÜLLER',
    'mu\u0308ller',
    'ｅｘａｍｐｌｅ',
    '例子',
    'пример',
    'παράδειγμα',
    'straße',
    'bücher-über-alles',
    'İZMİR',
    '𐐀𐐁',
    'ไทย',
    'a-b',
    'xn--mller-kva',
    'XN--FSQU00A',
  ]
  const names = ['Ada', 'JÖRG', 'jo\u0308rg', 'r&d', '用户', 'ΟΔΟΣ', 'İz', '"goods in"']
  const all = labels.flatMap((label) => names.map((name) => `${name}@${label}.Example`))
  const rows = await app.sql<{ email: string; folded: string }>(
    'SELECT email, email_fold(email) AS folded FROM unnest($1::text[]) AS given (email)',
    [all],
  )
  const inAscii = (folded: string) => {
    const at = folded.lastIndexOf('@')
    return `${folded.slice(0, at)}@${domainToASCII(folded.slice(at + 1))}`
  }
  expect(rows.map(({ folded }) => inAscii(folded))).toEqual(all.map(foldEmail))
})
