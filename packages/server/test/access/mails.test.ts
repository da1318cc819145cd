import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mailsTo, mailTo, makeInvited, type StoredMail } from '../support/mailbox.ts'
import { expectProblem } from '../support/problem.ts'
import { SmtpServer } from '../support/smtp-server.ts'
import { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const server = new SmtpServer((recipient) => {
  if (recipient.startsWith('unknown')) return '550 5.1.1 <script>alert(1)</script> no such mailbox'
  return recipient.startsWith('greylisted') ? '450 4.2.0 come again later' : undefined
})
let app: TestApp

beforeAll(async () => {
  await server.start()
  const environment = {
    SMTP_URL: server.url,
    MAIL_FROM: 'Packhouse <packhouse@nordfjell.example>',
    PUBLIC_URL: 'https://packhouse.example',
  }
  app = await new TestApp(inject('databaseServer'), { environment }).start()
})

afterAll(async () => {
  await app.stop()
  await server.stop()
})

async function invite(email: string): Promise<void> {
  const id = await makeInvited(app, email)
  const answer = await (await app.as('staff')).post(`/v1/users/${id}/send-invitation`)
  expect(answer.status, answer.text).toBe(204)
}

/** Waits for a mail to be as it should. */
async function becomes(recipient: string, wanted: string, is: (mail: StoredMail) => boolean): Promise<StoredMail> {
  return await until(`the mail to ${recipient} ${wanted}`, async () => {
    const mail = await mailTo(app, recipient)
    return is(mail) && mail
  })
}

/** Lets the pause before the next attempt be over, once the attempt before is. */
async function endPause(recipient: string): Promise<void> {
  await until(`a pause of the mail to ${recipient}`, async () => {
    const ended = await app.sql(
      `UPDATE job SET next_attempt_at = now() FROM mail
       WHERE payload ->> 'mailId' = mail.id::text AND recipient = $1 AND job.state = 'waiting' AND lease IS NULL RETURNING job.id`,
      [recipient],
    )
    return ended.length === 1
  })
}

/** Notes the pauses that are set, in seconds, and has none of them end by itself: on a busy machine ten seconds are short. */
const NOTE_PAUSES = `
  CREATE TABLE noted_pause (number int GENERATED ALWAYS AS IDENTITY, seconds float8);
  CREATE FUNCTION note_pause() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
    INSERT INTO noted_pause (seconds) VALUES (extract(epoch FROM NEW.next_attempt_at - now()));
    NEW.next_attempt_at := now() + interval '1 hour';
    RETURN NEW;
  END $$;
  CREATE TRIGGER note_pause BEFORE UPDATE ON job FOR EACH ROW
    WHEN (OLD.lease IS NOT NULL AND NEW.lease IS NULL AND NEW.state = 'waiting') EXECUTE FUNCTION note_pause()`

test('a mail arrives with its link, which is then nowhere else', async () => {
  await invite('ada@packhouse.example')
  const mail = await becomes('ada@packhouse.example', 'is sent', ({ state }) => state === 'sent')
  expect(mail).toMatchObject({ link: null, attempts: 1, reason: null, nextAttemptAt: null, sentAt: expect.any(String) })
  const arrived = server.received.find(({ to }) => to === 'ada@packhouse.example')
  expect(arrived?.from).toBe('packhouse@nordfjell.example')
  expect(arrived?.data).toContain('From: Packhouse <packhouse@nordfjell.example>')
  expect(arrived?.data).toContain('Subject: Your invitation to Packhouse')
  expect(arrived?.data).toContain('Auto-Submitted: auto-generated')
  const text = arrived?.data.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  const [, token] = /https:\/\/packhouse\.example\/invitation\?token=(phl_[\w-]{43})\r\n/.exec(text) ?? []
  expect((await app.anonymous.get(`/v1/invitations/verify/${token}`)).status).toBe(200)
  expect(await app.sql('SELECT FROM mail WHERE sealed_link IS NOT NULL')).toEqual([])
})

test('with a mail server no link is shown, not even of a mail that waits', async () => {
  await invite('greylisted@packhouse.example')
  const mail = await becomes('greylisted@packhouse.example', 'was tried', ({ reason }) => reason !== null)
  expect(mail).toMatchObject({ state: 'waiting', link: null, reason: expect.stringContaining('come again later') })
  expect(mail.nextAttemptAt).not.toBeNull()
})

test('a mailbox that the server does not know is given up at once, with the reason', async () => {
  await invite('unknown@packhouse.example')
  const mail = await becomes('unknown@packhouse.example', 'is given up', ({ state }) => state === 'failed')
  expect(mail).toMatchObject({ attempts: 1, link: null, nextAttemptAt: null })
  expect(mail.reason).toContain('no such mailbox')
})

test('a mail that was given up can be tried again by staff, but not its link, which is forgotten', async () => {
  const staff = await app.as('staff')
  const jobOf = async (recipient: string) => {
    const [row] = await app.sql<{ id: string }>(
      `SELECT job.id FROM job JOIN mail ON payload ->> 'mailId' = mail.id::text WHERE recipient = $1 AND job.state = 'dead'`,
      [recipient],
    )
    return row?.id ?? ''
  }
  await invite('unknown.link@packhouse.example')
  await becomes('unknown.link@packhouse.example', 'is given up', ({ state }) => state === 'failed')
  await staff.call('retryJob', { params: { id: await jobOf('unknown.link@packhouse.example') } })
  const again = await becomes('unknown.link@packhouse.example', 'is given up again', ({ attempts }) => attempts === 2)
  expect(again).toMatchObject({ state: 'failed', reason: expect.stringContaining('Send a new one.') })
  await staff.call('discardJob', { params: { id: await jobOf('unknown.link@packhouse.example') } })
  const discarded = await mailTo(app, 'unknown.link@packhouse.example')
  expect(discarded).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^It was discarded\. Its link/) })
})

test('a server that is away is tried again later, with longer pauses each time', async () => {
  const recipient = 'patient@packhouse.example'
  await server.stop()
  // Of other mails that wait none has its turn now.
  await app.sql(`UPDATE job SET next_attempt_at = now() + interval '1 hour' WHERE lease IS NULL AND state = 'waiting'`)
  await app.sql(NOTE_PAUSES)
  await invite(recipient)
  for (const attempts of [1, 2, 3]) {
    await becomes(recipient, `was tried ${attempts} times`, (one) => one.attempts === attempts && one.reason !== null)
    if (attempts < 3) await endPause(recipient)
  }
  const pauses = await app.sql<{ seconds: number }>('SELECT seconds FROM noted_pause ORDER BY number')
  expect(pauses.map(({ seconds }) => seconds)).toEqual([10, 30, 90])
  await app.sql('DROP TRIGGER note_pause ON job')
  await server.start()
  await endPause(recipient)
  await becomes(recipient, 'is sent', ({ state }) => state === 'sent')
  expect(server.received.filter(({ to }) => to === recipient)).toHaveLength(1)
})

test('what waits is sent after a restart, and once', async () => {
  const recipient = 'restart@packhouse.example'
  await server.stop()
  await invite(recipient)
  await becomes(recipient, 'was tried', ({ reason }) => reason !== null)
  await app.stopProduct()
  await server.start()
  await endPause(recipient)
  await app.startProduct()
  await becomes(recipient, 'is sent', ({ state }) => state === 'sent')
  expect(server.received.filter(({ to }) => to === recipient)).toHaveLength(1)
})

test('a mail whose link has expired in the meantime is not sent any more', async () => {
  const recipient = 'greylisted.late@packhouse.example'
  await invite(recipient)
  await becomes(recipient, 'was tried', ({ reason }) => reason !== null)
  await app.sql('UPDATE mail SET expires_at = now() WHERE recipient = $1', [recipient])
  await endPause(recipient)
  const mail = await becomes(recipient, 'is given up', ({ state }) => state === 'failed')
  expect(mail.reason).toMatch(/^Its link expired before it was sent/)
})

test('the list is paged, the newest first', async () => {
  const staff = await app.as('staff')
  const all = await staff.call('listMails', { query: { pageSize: 200 } })
  expect(all.total).toBe(all.items.length)
  const second = await staff.call('listMails', { query: { page: 2, pageSize: 2 } })
  expect(second).toMatchObject({ page: 2, pageSize: 2, total: all.total, items: all.items.slice(2, 4) })
  const times = all.items.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().reverse())
  expect(await mailsTo(app, 'nobody@packhouse.example')).toEqual([])
})

test('a mail that failed is found and sent again, in the audit; one whose link has ended is not', async () => {
  const staff = await app.as('staff')
  await app.sql(`
    INSERT INTO mail (recipient, subject, body, state, attempts, reason)
    VALUES ('again@packhouse.example', 'Alarm: Ünlucky', 'Jaw too hot', 'failed', 10, 'greylisted')`)
  const find = async (search: string) =>
    (await staff.call('listMails', { query: { search, state: 'failed' } })).items.map(({ id, resend }) => ({
      id,
      resend,
    }))
  const [found, ...others] = await find('unlucky')
  expect([found?.resend, others]).toEqual(['possible', []])
  expect(await find('AGAIN@packhouse')).toEqual([found])
  const params = { id: found?.id ?? '' }
  await staff.call('sendMailAgain', { params })
  await becomes('again@packhouse.example', 'is sent', ({ state }) => state === 'sent')
  expect(server.received.filter(({ to }) => to === 'again@packhouse.example')).toHaveLength(1)
  const audited = await app.sql(`SELECT resource, action FROM audit_entry WHERE row_id = $1`, [params.id])
  expect(audited).toEqual([{ resource: 'mail', action: 'send-again' }])

  await invite('unknown.again@packhouse.example')
  const ended = await becomes('unknown.again@packhouse.example', 'is given up', ({ state }) => state === 'failed')
  expect(ended.resend).toBe('linkEnded')
  const { detail } = expectProblem(await staff.post(`/v1/mails/${ended.id}/send-again`), 'not_usable')
  expect(detail).toContain('Send a new invitation')
})
