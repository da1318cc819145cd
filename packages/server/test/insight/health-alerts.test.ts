import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeCertificate } from '../support/certificates.ts'
import { mailsTo, makeInvited } from '../support/mailbox.ts'
import { makeDue } from '../support/periodic-jobs.ts'
import { SmtpServer } from '../support/smtp-server.ts'
import { emailOf, TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const JOB = 'Judge the health of the installation'
const receiver = new WebhookReceiver()
/** The last attempt has just failed, so that the next one comes behind this test. */
const OLD_BACKUP = `
  INSERT INTO setting (key, value) VALUES ('backup.schedule', '"daily"'), ('backup.drill', '"off"');
  INSERT INTO backup_run (kind, state, ended_at) VALUES ('backup', 'done', now() - interval '3 days'), ('backup', 'failed', now())`
let refusesStaff = true
const server = new SmtpServer((recipient) =>
  refusesStaff && recipient === emailOf('staff') ? '451 4.3.0 come again later' : undefined,
)
let app: TestApp

beforeAll(async () => {
  await receiver.start()
  await server.start()
  const environment = {
    NODE_NAME: 'this-node',
    HEALTH_WEBHOOK_URL: receiver.url,
    HEALTH_WEBHOOK_SECRET: 'of the installation',
    SMTP_URL: server.url,
    MAIL_FROM: 'Packhouse <packhouse@nordfjell.example>',
  }
  app = await new TestApp(inject('databaseServer'), { environment, prepare: OLD_BACKUP }).start()
})
afterAll(async () => {
  await app.stop()
  await server.stop()
  await receiver.stop()
})

interface Posted {
  event: string
  alert: { kind: string; subject: string; severity: string; words: string; clearedAt: string | null }
}
const posted = () => receiver.received.map(({ body }) => JSON.parse(body) as Posted)

/** Has the conditions judged once. */
async function judge(): Promise<void> {
  await makeDue(app, JOB)
  await until('the conditions to be judged', async () => {
    const [job] = await app.sql<{ done: boolean }>(
      `SELECT last_success_at > now() - interval '30 min' AS done FROM periodic_job WHERE name = $1`,
      [JOB],
    )
    return job?.done
  })
}

const active = async () => (await (await app.as('staff')).call('healthAlerts')).items

/** A disk of 100 GB on which 1 GB a day is added, and 90 GB are used. */
const GROWING_DISK = `
  INSERT INTO health_sample (node, step, slot, at, seconds, disk_used_bytes, disk_total_bytes)
  SELECT 'other-node', 300, n, now() - n * interval '6 hours', 300, 90e9 - n * 0.25e9, 100e9 FROM generate_series(0, 40) n`
const GROWING_QUEUE = `
  INSERT INTO health_sample (node, step, slot, at, seconds, queue_records)
  SELECT 'other-node', 15, n, now() - n * interval '15 s', 15, 8000 - n * 300 FROM generate_series(0, 18) n`

test('what needs staff is raised once after its delay, by mail and webhook, and cleared when it is over', async () => {
  await app.sql(`
    INSERT INTO health_node (name, version, started_at, last_at, took_ms, series, issues)
    VALUES ('other-node', '1', now(), now() + interval '1 hour', 1, 1, '{}')`)
  await app.sql(GROWING_DISK)
  await app.sql(GROWING_QUEUE)
  const { cert } = makeCertificate()
  const [subscriber] = await app.sql<{ id: string }>(
    `INSERT INTO mqtt_subscriber (name, enabled, broker_url, client_id, topic_filter, qos, protocol, encoding, ca_certificate, reject_unauthorized)
     VALUES ('Plant broker', true, 'mqtts://127.0.0.1:9', 'health', 'a/#', 1, '5', 'json', $1, true) RETURNING id`,
    [cert],
  )
  await judge()
  expect((await active()).map(({ kind, severity }) => [kind, severity]).sort()).toEqual([
    ['backupOld', 'critical'],
    ['certificateEnding', 'critical'],
  ])
  // The others must last: as if they had.
  await app.sql(`UPDATE health_condition SET since = since - interval '20 min' WHERE phase = 'pendingOn'`)
  await judge()
  await judge()
  const raised = await active()
  expect(raised.map(({ kind }) => kind).sort()).toEqual(['backupOld', 'certificateEnding', 'diskFull', 'queueGrowing'])
  expect(raised.find(({ kind }) => kind === 'diskFull')?.words).toMatch(
    /other-node is 90 % full and will be full about /,
  )
  expect(raised.find(({ kind }) => kind === 'certificateEnding')?.subject).toBe('MQTT CA: Plant broker')

  await until('four POSTs', () => receiver.received.length >= 4)
  const [first] = receiver.received
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = first?.headers ?? {}
  const made = createHmac('sha256', 'of the installation').update(`${id}.${seconds}.${first?.body}`).digest('base64')
  expect(signature).toBe(`v1,${made}`)
  const mails = await mailsTo(app, emailOf('staff'))
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Critical: Backup is old',
    'Critical: Certificate ends',
    'Warning: Disk full soon',
    'Warning: Queue grows',
  ])
  expect(await mailsTo(app, emailOf('customer'))).toEqual([])

  const pause = (length: string) =>
    app.sql(
      `UPDATE job SET next_attempt_at = now() + $1::interval WHERE kind = 'mail' AND reason IS NOT NULL AND lease IS NULL RETURNING id`,
      [length],
    )
  await until('the four mails that are refused, none of them tried just now', async () => {
    return (await pause('1 hour')).length === 4
  })
  refusesStaff = false
  await app.sql(`UPDATE mqtt_subscriber SET enabled = false WHERE id = $1`, [subscriber?.id])
  await app.sql(`UPDATE backup_run SET ended_at = now() WHERE state = 'done'`)
  await judge()
  expect((await active()).map(({ kind }) => kind).sort()).toEqual(['diskFull', 'queueGrowing'])
  await until('six POSTs', () => receiver.received.length >= 6)
  expect(
    posted()
      .filter(({ event }) => event === 'health.cleared')
      .map(({ alert }) => alert.kind)
      .sort(),
  ).toEqual(['backupOld', 'certificateEnding'])
  const subjects = () =>
    server.received
      .filter(({ to }) => to === emailOf('staff'))
      .map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1]?.trim() ?? '')
  // The end of an alert waits for its beginning: a mail that was queued behind it arrives, and it does not.
  const invited = await makeInvited(app, 'behind@nordfjell.example')
  expect((await (await app.as('staff')).post(`/v1/users/${invited}/send-invitation`)).status).toBe(204)
  await until('the mail behind them', () => server.received.length === 1)
  expect(subjects()).toEqual([])
  await pause('0 s')
  await until('all mails', () => subjects().length === 6)
  for (const title of ['Backup is old', 'Certificate ends'])
    expect(subjects().filter((subject) => subject.endsWith(title))).toEqual([`Critical: ${title}`, `Over: ${title}`])
  const audited = await app.sql<{ action: string }>(
    `SELECT action FROM audit_entry WHERE resource = 'healthAlert' ORDER BY id`,
  )
  expect(audited.map(({ action }) => action)).toEqual(['raise', 'raise', 'raise', 'raise', 'clear', 'clear'])
})

test('the screen shows them on their tiles, with the date on which the disk is full', async () => {
  const { services, disk, alerts, notified, webhook } = await (await app.as('staff')).call('prometheusDashboard')
  const tile = (name: string) => services.find((service) => service.name === name)
  expect(tile('disk')).toMatchObject({ state: 'attention' })
  expect(tile('queue')).toMatchObject({ state: 'attention' })
  expect(tile('backup')).toMatchObject({ state: 'ok' })
  expect(tile('mail')).toMatchObject({ state: 'ok' })
  expect(disk).toMatchObject({ node: 'other-node', basis: 'trend' })
  // 100 GB less the 200 MB or so that must stay free, at 1 GB a day.
  const daysLeft = (Date.parse(disk?.fullAt ?? '') - Date.now()) / 86_400_000
  expect(daysLeft).toBeGreaterThan(9)
  expect(daysLeft).toBeLessThan(10.1)
  expect(alerts.filter(({ clearedAt }) => clearedAt !== null)).toHaveLength(2)
  expect([notified > 0, webhook]).toEqual([true, true])
})
