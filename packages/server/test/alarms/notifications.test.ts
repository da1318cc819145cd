import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encryptRuleAddresses } from '../../src/alarms/rule-address.ts'
import { Database } from '../../src/platform/database.ts'
import { Encryption } from '../../src/platform/encryption.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { alarmsThat, makeRule } from '../support/alarms.ts'
import { mailsTo } from '../support/mailbox.ts'
import { expectProblem } from '../support/problem.ts'
import { PushBrowser, PushService } from '../support/push-browser.ts'
import { type AccountName, emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const receiver = new WebhookReceiver()
const pushService = new PushService()
const app = useTestApp({
  environment: {
    ALLOW_PRIVATE_ADDRESSES: 'on',
    PUSH_SERVICES: '127.0.0.1',
    PUBLIC_URL: 'https://packhouse.example',
  },
})
const MACHINE = 'VFFS-2214'
const SECRET = 'a secret of some length'
let count = 0

beforeAll(async () => void (await Promise.all([receiver.start(), pushService.start()])))
beforeEach(async () => {
  receiver.received.length = 0
  receiver.status = 200
  // Devices and choices of one test are none of another's.
  await app.sql('DELETE FROM push_device')
  await app.sql('DELETE FROM push_choice')
})
afterAll(() => Promise.all([receiver.stop(), pushService.stop()]))

interface Made {
  id: string
}

interface Reported {
  ruleId: string
  tag: string
  email: string
}

/** A rule that reports by mail and by a signed webhook. */
async function rule(webhookUrl = receiver.url, more: object = {}): Promise<Reported> {
  const tag = `reading${++count}`
  const email = `${tag}@nordfjell.example`
  const about = { kind: 'value', tag, comparison: 'above', limit: '40', webhookUrl, notifyEmails: [email], ...more }
  const ruleId = await makeRule(app, { name: `Rule ${tag}`, enabled: false, ...about })
  const staff = await app.as('staff')
  const signed = await staff.request(`/v1/alarm-rules/${ruleId}/secret`, { method: 'PUT', body: { secret: SECRET } })
  expect(signed.status).toBe(204)
  const switched = { method: 'PUT', body: { enabled: true, rowVersion: 2 } }
  expect((await staff.request(`/v1/alarm-rules/${ruleId}`, switched)).status).toBe(200)
  return { ruleId, tag, email }
}

async function publish(tag: string, value: number): Promise<void> {
  await (await app.device()).publish(MACHINE, { machineData: { [tag]: value } })
}

test('reports by mail and signed webhook when an alarm is raised and when it clears, once each', async () => {
  const { ruleId, tag, email } = await rule()
  const from = Math.floor(Date.now() / 1_000)
  await publish(tag, 55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  await until('the first post', () => receiver.received.length === 1)
  await publish(tag, 5)
  await until('the second post', () => receiver.received.length === 2)
  const [raised, cleared] = receiver.received
  expect(JSON.parse(raised?.body ?? '')).toMatchObject({
    event: 'alarm.raised',
    alarm: { id: alarm?.id, code: `Rule ${tag}`, machineID: MACHINE, severity: 'major', value: '55', clearedAt: null },
  })
  expect(JSON.parse(cleared?.body ?? '')).toMatchObject({ event: 'alarm.cleared', alarm: { clearReason: 'condition' } })
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = raised?.headers ?? {}
  const hmac = createHmac('sha256', SECRET).update(`${id}.${seconds}.${raised?.body}`).digest('base64')
  expect(signature).toBe(`v1,${hmac}`)
  expect(Number(seconds)).toBeGreaterThanOrEqual(from)
  expect(Number(seconds)).toBeLessThanOrEqual(Date.now() / 1_000)
  const mails = await until('two mails', async () => {
    const found = await mailsTo(app, email)
    return found.length === 2 && found
  })
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Cleared: Rule ${tag} on ${MACHINE}`,
    `Major: Rule ${tag} on ${MACHINE}`,
  ])
  expect(mails[1]?.text).toContain(`https://packhouse.example/alarms?alarm=${alarm?.id}`)
})

test('of a machine that is not shared nobody hears but people of its customer, and staff do not read their mails', async () => {
  const customer = await app.as('customer')
  const sharing = (shared: boolean) =>
    customer.call('decideSharing', { body: { machine_ids: [MACHINE], purpose: 'support', shared } })
  const own = emailOf('customer')
  const { ruleId, tag } = await rule(receiver.url, { notifyEmails: [emailOf('staff'), 'stranger@example.com', own] })
  const recipients = async () => {
    const rows = await app.sql<{ recipient: string }>('SELECT recipient FROM mail WHERE subject LIKE $1', [`%${tag}%`])
    return rows.map(({ recipient }) => recipient)
  }
  await sharing(false)
  try {
    await publish(tag, 55)
    await until('the mail to the customer', async () => (await recipients()).length > 0)
    expect(await recipients()).toEqual([own])
    expect((await mailsTo(app, own)).filter(({ subject }) => subject.includes(tag))).toEqual([])
    const posts = await app.sql('SELECT FROM alarm_delivery d JOIN alarm a ON a.id = d.alarm_id WHERE a.rule_id = $1', [
      ruleId,
    ])
    expect(posts).toEqual([])
    await publish(tag, 5)
    await until('the second mail', async () => (await recipients()).length > 1)
    expect(await recipients()).toEqual([own, own])
  } finally {
    await sharing(true)
  }
})

test('a post that waits for another try is not sent once the machine is no longer shared', async () => {
  const { ruleId, tag } = await rule()
  receiver.status = 500
  await publish(tag, 55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  const states = async () => {
    const rows = await app.sql<{ state: string }>('SELECT state FROM alarm_delivery WHERE alarm_id = $1', [alarm?.id])
    return rows.map(({ state }) => state)
  }
  await until('the first try', () => receiver.received.length === 1)
  const customer = await app.as('customer')
  const sharing = (shared: boolean) =>
    customer.call('decideSharing', { body: { machine_ids: [MACHINE], purpose: 'support', shared } })
  await sharing(false)
  try {
    receiver.status = 200
    const due = `UPDATE job SET next_attempt_at = now() WHERE kind = 'webhook' AND attempts > 0 AND lease IS NULL RETURNING id`
    await until('the job is free again', async () => (await app.sql(due)).length === 1)
    await until('the end of the post', async () => !(await states()).includes('waiting'))
    expect(receiver.received).toHaveLength(1)
  } finally {
    await sharing(true)
  }
  // Given up: otherwise it is among the jobs of the tests after it.
  await app.sql(`DELETE FROM job WHERE kind = 'webhook' AND state = 'dead'`)
})

test('tries a receiver again that refuses, says why, and does not log the address', async () => {
  const { ruleId, tag } = await rule()
  receiver.status = 500
  await publish(tag, 55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  const params = { id: alarm?.id ?? '' }
  const staff = await app.as('staff')
  const outcome = (state: string, attempts: number) =>
    until(`${state} after ${attempts}`, async () => {
      const [delivery] = (await staff.call('getAlarm', { params })).deliveries
      return (
        delivery?.state === state && delivery.attempts === attempts && delivery.reason === reasonOf(state) && delivery
      )
    })
  const reasonOf = (state: string) => (state === 'sent' ? null : 'The receiver answered 500.')
  await outcome('waiting', 1)
  const stored = async () =>
    (
      await app.sql<{ row: string; sealed: boolean }>(
        'SELECT d::text AS row, sealed_url IS NOT NULL AS sealed FROM alarm_delivery d WHERE alarm_id = $1',
        [params.id],
      )
    )[0]
  expect(await stored()).toMatchObject({ row: expect.not.stringContaining('private'), sealed: true })
  const due = `UPDATE job SET next_attempt_at = now(), attempts = 7 WHERE kind = 'webhook' AND attempts > 0 AND lease IS NULL RETURNING id`
  expect(await app.sql(due)).toHaveLength(1)
  const entries = await app.sql<{ text: string }>(
    'SELECT (before, after)::text AS text FROM audit_entry WHERE row_id = $1',
    [ruleId],
  )
  expect(JSON.stringify(entries)).toContain('webhookUrl')
  expect(JSON.stringify(entries)).not.toContain('private')
  const failed = await outcome('failed', 8)
  expect(await stored()).toMatchObject({ row: expect.not.stringContaining('private'), sealed: false })
  expect(failed.host).toBe(new URL(receiver.url).host)
  expect(JSON.stringify(failed)).not.toContain('private')
  expect(JSON.stringify(app.logged)).not.toContain('private')
  receiver.status = 200
  const { items } = await staff.call('listJobs', { query: {} })
  const [dead] = items.filter(({ kind, state }) => kind === 'webhook' && state === 'dead')
  await staff.call('retryJob', { params: { id: dead?.id ?? '' } })
  await outcome('sent', 9)
  expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/)
  const customer = await app.as('customer')
  expect((await customer.call('getAlarm', { params })).deliveries).toEqual([])
})

test('what was notified before it was shelved is also notified when it clears; what is raised then waits for the end of it', async () => {
  const { ruleId, tag, email } = await rule()
  await publish(tag, 55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  const staff = await app.as('staff')
  await staff.call('shelveAlarm', { params: { id: alarm?.id ?? '' }, body: { minutes: 5, reason: 'Being repaired' } })
  await publish(tag, 5)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null)
  await publish(tag, 60)
  const [second] = await alarmsThat(app, ruleId, () => true, 2)
  expect(second?.shelvedUntil).not.toBeNull()
  await publish(tag, 5)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null, 2)
  await publish(tag, 70)
  await alarmsThat(app, ruleId, () => true, 3)
  const mailLines = async () => (await mailsTo(app, email)).map(({ text }) => /Value: \d+|has cleared/.exec(text)?.[0])
  expect(await mailLines()).toEqual(['has cleared', 'Value: 55'])
  await app.sql('UPDATE alarm_shelf SET until = now()')
  await until('the one that is active still', async () => (await mailLines()).length === 3)
  await publish(tag, 5)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null, 3)
  expect(await mailLines()).toEqual(['has cleared', 'Value: 70', 'has cleared', 'Value: 55'])
})

test('an address with a password and a token is shown by its host alone', async () => {
  const url = receiver.url.replace('://', '://bridge:pass-word@').concat('&token=to-ken')
  const { ruleId, tag } = await rule(url, { notifyEmails: [] })
  const staff = await app.as('staff')
  const path = `/v1/alarm-rules/${ruleId}`
  const pathsOf = () => receiver.received.map((post) => post.path)
  await publish(tag, 55)
  await until('the notice', async () => pathsOf().length === 1)
  const shown = await staff.get(path)
  expect(shown.body).toMatchObject({ webhookUrl: '•••', webhookHost: new URL(url).host })
  const test = { params: { id: ruleId }, body: { template: null } }
  expect(await staff.call('testAlarmWebhook', test)).toMatchObject({ reason: null })
  const texts = [
    shown.text,
    (await staff.get('/v1/alarm-rules')).text,
    (await staff.get('/v1/alarm-rules/export')).text,
    (await staff.get(`${path}/history`)).text,
    JSON.stringify(await app.sql('SELECT * FROM alarm_rule WHERE id = $1', [ruleId])),
    JSON.stringify(await app.sql('SELECT * FROM audit_entry WHERE row_id = $1', [ruleId])),
  ]
  for (const text of texts) expect(text).not.toMatch(/pass-word|to-ken/)
  // What was stored by a version before is sent to as it stands, until the start encrypts it.
  await app.sql('DELETE FROM alarm_rule_address WHERE rule_id = $1', [ruleId])
  await app.sql('UPDATE alarm_rule SET webhook_url = $2 WHERE id = $1', [ruleId, url])
  expect(await staff.call('testAlarmWebhook', test)).toMatchObject({ reason: null })
  const database = new Database(app.databaseUrl, pino({ level: 'silent' }))
  await encryptRuleAddresses(database.system, new Encryption(keysOf('another key'), 'webhooks'))
  await database.stop()
  expect(await app.sql('SELECT webhook_url FROM alarm_rule WHERE id = $1', [ruleId])).toEqual([
    { webhook_url: new URL(url).origin },
  ])
  expect((await staff.call('testAlarmWebhook', test)).reason).toMatch('Enter it again')
  const sent = new URL(url)
  expect(pathsOf()).toEqual([1, 2, 3].map(() => `${sent.pathname}${sent.search}`))
  const { rowVersion } = (await staff.get(path)).body as { rowVersion: number }
  const emptied = await staff.request(path, { method: 'PUT', body: { webhookUrl: null, rowVersion } })
  expect(emptied.body).toMatchObject({ webhookUrl: null, webhookHost: null })
  expect(await app.sql('SELECT rule_id FROM alarm_rule_address WHERE rule_id = $1', [ruleId])).toEqual([])
})

test('an address that may not be asked is refused when it is saved, and when it is asked, with the reason', async () => {
  const address = 'http://169.254.169.254/latest'
  const { ruleId, tag } = await rule()
  const staff = await app.as('staff')
  const path = `/v1/alarm-rules/${ruleId}`
  const save = async (body: object) => {
    const { rowVersion } = (await staff.get(path)).body as { rowVersion: number }
    return await staff.request(path, { method: 'PUT', body: { ...body, rowVersion } })
  }
  const refused = expectProblem(await save({ webhookUrl: address }), 'invalid_request')
  expect(refused.errors).toMatchObject([{ path: 'body.webhookUrl' }])
  // Of before there was that rule.
  await app.sql('UPDATE alarm_rule SET webhook_url = $1 WHERE id = $2', [address, ruleId])
  await app.sql('DELETE FROM alarm_rule_address WHERE rule_id = $1', [ruleId])
  expect((await save({ name: `Other name of ${tag}` })).status).toBe(200)
  await publish(tag, 55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  await until('the refusal', async () => {
    const { deliveries } = await staff.call('getAlarm', { params: { id: alarm?.id ?? '' } })
    return deliveries[0]?.reason?.includes('Such addresses are never asked.')
  })
})

interface Subscribed {
  name: string
  browser: PushBrowser
  deviceId: string
}

/** A browser of a person that has subscribed. */
async function subscribed(who: AccountName): Promise<Subscribed> {
  const browser = await PushBrowser.make()
  const name = `browser${++count}`
  const body = { name, endpoint: pushService.endpoint(name), keys: browser.keys }
  const { id } = await (await app.as(who)).call('addPushDevice', { body })
  return { name, browser, deviceId: id }
}

interface Notification {
  title: string
  body: string
  tag: string
  url: string
  silent: boolean
  token?: string
}

/** The notifications that a browser got, in their order. */
async function shown({ name, browser }: Subscribed, least = 1): Promise<Notification[]> {
  const records = await until(`${least} notifications to ${name}`, () => {
    const found = pushService.to(name)
    return found.length >= least && found
  })
  return await Promise.all(records.map(async ({ body }) => JSON.parse(await browser.decrypt(body)) as Notification))
}

test('an alarm is pushed to the devices of those who see the machine, acknowledged from there once, and replaced when it clears', async () => {
  const [staff, customer, other] = [await subscribed('staff'), await subscribed('customer'), await subscribed('other')]
  const { ruleId, tag } = await rule()
  await publish(tag, 55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  const [ofStaff] = await shown(staff)
  const [ofCustomer] = await shown(customer)
  const about = { tag: alarm?.id, url: `/alarms?alarm=${alarm?.id}`, title: `Major: Rule ${tag}`, silent: false }
  expect(ofStaff).toMatchObject({ ...about, body: expect.stringContaining(MACHINE) })
  expect(`${ofStaff?.title} ${ofStaff?.body}`).not.toContain('55')
  const [record] = pushService.to(staff.name)
  expect(record?.headers).toMatchObject({
    ttl: '43200',
    urgency: 'high',
    topic: alarm?.id.replaceAll('-', ''),
    'content-encoding': 'aes128gcm',
    authorization: expect.stringMatching(/^vapid t=\S+, k=\S+$/),
  })
  const token = ofCustomer?.token ?? ''
  // Nobody is signed in: the token alone says who acknowledges what.
  const answers = await Promise.all([1, 2, 3].map(() => app.anonymous.post('/v1/notifications/acknowledge', { token })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  const details = await (await app.as('customer')).call('getAlarm', { params: { id: alarm?.id ?? '' } })
  expect(details.acknowledgedBy?.id).toBe((await (await app.as('customer')).call('me')).user.id)
  expect(details.events.find(({ kind }) => kind === 'acknowledged')?.note).toBe(
    `From a notification on ${customer.name}`,
  )
  const second = await app.anonymous.post('/v1/notifications/acknowledge', { token: ofStaff?.token })
  expect(second.body).toEqual({ acknowledged: false })
  await publish(tag, 5)
  const [, cleared] = await shown(staff, 2)
  expect(cleared).toMatchObject({ tag: alarm?.id, title: `Cleared: Rule ${tag}`, silent: true })
  expect(cleared).not.toHaveProperty('token')
  expect(pushService.to(staff.name)[1]?.headers.topic).toBe(record?.headers.topic)
  expect(pushService.to(other.name)).toEqual([])
})

test('severities and quiet hours are held to, and critical alarms come through where that is chosen', async () => {
  const staff = await app.as('staff')
  const [device, watcher] = [await subscribed('staff'), await subscribed('customer')]
  const hoursAway = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const quiet = { from: hoursAway(-6), to: hoursAway(6), criticalThrough: true }
  await app.sql(`UPDATE user_account SET timezone = 'UTC' WHERE email LIKE 'staff@%'`)
  const raise = async (severity: string, least: number) => {
    const { tag } = await rule(receiver.url, { severity })
    await publish(tag, 55)
    return await shown(watcher, least)
  }
  await staff.call('setPushChoices', { body: { severities: ['critical'], quiet: null } })
  const before = pushService.to(device.name).length
  await raise('major', 1)
  expect(pushService.to(device.name)).toHaveLength(before)
  await staff.call('setPushChoices', { body: { severities: ['critical'], quiet } })
  await raise('critical', 2)
  expect((await shown(device, before + 1)).at(-1)?.title).toMatch(/^Critical/)
  await staff.call('setPushChoices', {
    body: { severities: ['critical'], quiet: { ...quiet, criticalThrough: false } },
  })
  const seen = pushService.to(device.name).length
  await raise('critical', 3)
  expect(pushService.to(device.name)).toHaveLength(seen)
  expect((await staff.call('pushSettings')).choices.quiet).toEqual({ ...quiet, criticalThrough: false })
  await staff.call('setPushChoices', { body: { severities: ['critical', 'major'], quiet: null } })
})

test('an escalation goes on step by step until somebody acknowledges, each step once, and reaches only who sees the machine', async () => {
  const staff = await app.as('staff')
  const idOf = async (who: AccountName) => (await (await app.as(who)).call('me')).user.id
  const [own, other, service] = [await idOf('customer'), await idOf('other'), await idOf('staff')]
  const schedule = await staff.post('/v1/on-call-schedules', {
    name: 'Service',
    timeZone: 'Europe/Oslo',
    startsOn: '2026-01-05',
    handoverTime: '08:00',
    people: [{ userId: service }],
  })
  const step = { scheduleIds: [], userIds: [], push: true, mail: true }
  const steps = [
    { ...step, afterMinutes: 0, scheduleIds: [(schedule.body as { id: string }).id] },
    { ...step, afterMinutes: 10, userIds: [own, other] },
    { ...step, afterMinutes: 10, userIds: [own], mail: false },
  ]
  const policy = await staff.post('/v1/escalation-policies', { name: 'Service first', repeats: 1, steps })
  expect([schedule.status, policy.status]).toEqual([201, 201])
  const device = await subscribed('staff')
  // Alarms that are escalated come through, whatever is chosen.
  await staff.call('setPushChoices', { body: { severities: [], quiet: null } })
  const { ruleId, tag } = await rule()
  const escalationPolicyId = (policy.body as { id: string }).id
  const given = { method: 'PUT', body: { escalationPolicyId, rowVersion: 3 } }
  expect((await staff.request(`/v1/alarm-rules/${ruleId}`, given)).status).toBe(200)
  await publish(tag, 55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  const params = { id: alarm?.id ?? '' }
  const course = async () =>
    (await staff.call('getAlarm', { params })).events
      .filter(({ kind }) => kind !== 'raised')
      .map(({ kind, by, note }) => [kind, by?.id, note])
  const reaches = (count: number) =>
    until(`${count} entries`, async () => {
      const entries = await course()
      return entries.length >= count && entries
    })
  // The next step, which waits. That of the step before may still run.
  const dueNow = () =>
    until('a step that waits', async () => {
      const due = `UPDATE job SET next_attempt_at = now() WHERE kind = 'escalation' AND next_attempt_at > now() AND lease IS NULL RETURNING id`
      return (await app.sql(due)).length === 1
    })
  const first = ['notified', service, 'push,mail']
  expect(await reaches(1)).toEqual([first])
  expect((await shown(device))[0]?.tag).toBe(alarm?.id)
  // As after a process that ended before it could say that it had done the step.
  const again = JSON.stringify({ alarmId: alarm?.id, round: 0, step: 0 })
  await app.sql(`INSERT INTO job (kind, payload) VALUES ('escalation', $1)`, [again])
  await dueNow()
  const entries = await reaches(3)
  expect(entries).toHaveLength(3)
  expect(entries[0]).toEqual(first)
  expect(entries).toContainEqual(['escalated', own, 'mail'])
  expect(entries).toContainEqual(['unreached', other, 'noAccess'])
  await dueNow()
  expect((await reaches(4))[3]).toEqual(['unreached', own, 'noDevice'])
  const seen = await (await app.as('customer')).call('getAlarm', { params })
  expect(seen.events.find(({ kind }) => kind === 'notified')?.by).toEqual({ id: service, name: null })
  await (await app.as('customer')).call('acknowledgeAlarm', { params, body: {} })
  await dueNow()
  await until('the escalation has ended', async () => {
    const left = await app.sql(`SELECT FROM job WHERE kind = 'escalation' UNION ALL SELECT FROM alarm_escalation`)
    return left.length === 0
  })
  expect((await course()).map(([kind]) => kind).at(-1)).toBe('acknowledged')
  await staff.call('setPushChoices', { body: { severities: ['critical', 'major'], quiet: null } })
})

test('after its last round an escalation reminds until somebody acknowledges, of whoever is on call by then', async () => {
  const staff = await app.as('staff')
  const service = (await staff.call('me')).user.id
  const turn = { timeZone: 'Europe/Oslo', startsOn: '2026-01-05', handoverTime: '08:00', people: [{ userId: service }] }
  const { id: scheduleId } = (await staff.post('/v1/on-call-schedules', { name: 'Nights', ...turn })).body as Made
  const step = { afterMinutes: 0, userIds: [], scheduleIds: [scheduleId], push: false, mail: true }
  const drawn = { name: 'Nights only', repeats: 0, repeatAfterMinutes: 15, steps: [step] }
  const { id: escalationPolicyId } = (await staff.post('/v1/escalation-policies', drawn)).body as Made
  const { ruleId, tag } = await rule(receiver.url, { escalationPolicyId })
  await publish(tag, 55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  const params = { id: alarm?.id ?? '' }
  const course = async (count: number) =>
    await until(`${count} entries`, async () => {
      const { events } = await staff.call('getAlarm', { params })
      const steps = events.filter(({ kind }) => kind !== 'raised').map(({ kind, by, note }) => [kind, by?.id, note])
      return steps.length >= count && steps
    })
  /** Makes the next reminder due. @returns in how many minutes it would have been */
  const hurry = () =>
    until('a reminder that waits', async () => {
      const [job] = await app.sql<{ minutes: number }>(
        `UPDATE job SET next_attempt_at = now() FROM (SELECT id, next_attempt_at AS due FROM job) was
         WHERE was.id = job.id AND kind = 'escalation' AND payload ->> 'alarmId' = $1 AND next_attempt_at > now() AND lease IS NULL
         RETURNING round(extract(epoch FROM was.due - now()) / 60)::int AS minutes`,
        [params.id],
      )
      return job !== undefined && job
    })
  expect(await course(1)).toEqual([['notified', service, 'mail']])
  const pauses = [(await hurry()).minutes]
  expect((await course(2))[1]).toEqual(['escalated', service, 'mail'])
  // A schedule that was deleted calls nobody, until it is restored.
  expect((await staff.request(`/v1/on-call-schedules/${scheduleId}`, { method: 'DELETE' })).status).toBe(204)
  pauses.push((await hurry()).minutes)
  expect((await course(3))[2]).toEqual(['unreached', undefined, 'nobodyOnCall'])
  expect((await staff.post(`/v1/on-call-schedules/${scheduleId}/restore`)).status).toBe(200)
  pauses.push((await hurry()).minutes)
  expect((await course(4))[3]).toEqual(['escalated', service, 'mail'])
  // Each pause is twice the one before; a busy machine looks a little later.
  expect(pauses.map((minutes) => Math.ceil(minutes / 15))).toEqual([1, 2, 4])
  await staff.call('acknowledgeAlarm', { params, body: {} })
  await hurry()
  await until('the escalation has ended', async () => {
    const left = await app.sql('SELECT FROM alarm_escalation WHERE alarm_id = $1', [params.id])
    return left.length === 0
  })
  expect((await course(5)).map(([kind]) => kind).at(-1)).toBe('acknowledged')
})

test('a webhook sends what its template says, and a test of it what is not saved yet', async () => {
  const staff = await app.as('staff')
  const { ruleId, tag } = await rule()
  const form = 'To=+4790000000\nBody={{severity}} {{event}}: {{rule}} on {{machine}}, {{value}}'
  const tried = await staff.call('testAlarmWebhook', {
    params: { id: ruleId },
    body: { template: '{"a": "{{rule}}"}' },
  })
  expect(tried).toEqual({ status: 200, reason: null })
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({ a: 'Test of the webhook' })
  receiver.received.length = 0
  const change = async (webhookTemplate: string, rowVersion: number) =>
    await staff.request(`/v1/alarm-rules/${ruleId}`, { method: 'PUT', body: { webhookTemplate, rowVersion } })
  expect((await change('{"a": {{rule}}}', 3)).status).toBe(400)
  expect((await change(form, 3)).status).toBe(200)
  await until('the rule is read', async () => {
    receiver.received.length = 0
    await publish(tag, 5)
    await publish(tag, 55)
    await until('a post', () => receiver.received.some(({ body }) => body.includes('raised')))
    return receiver.received.some(({ headers }) => headers['content-type'] === 'application/x-www-form-urlencoded')
  })
  const post = receiver.received.findLast(({ body }) => body.startsWith('To='))
  const fields = Object.fromEntries(new URLSearchParams(post?.body))
  expect(fields).toMatchObject({ To: '+4790000000', Body: expect.stringMatching(`: Rule ${tag} on ${MACHINE}`) })
  expect(post?.headers['webhook-signature']).toMatch(/^v1,/)
})

test('the test says what became of it, a browser that has unsubscribed goes from the list, and others are refused', async () => {
  const staff = await app.as('staff')
  const device = await subscribed('staff')
  const params = { id: device.deviceId }
  pushService.status = 503
  expect((await staff.call('testPushDevice', { params })).lastError).toBe('The push service answered 503.')
  pushService.status = 201
  const sent = await staff.call('testPushDevice', { params })
  expect([sent.lastError, typeof sent.lastSentAt]).toEqual([null, 'string'])
  expect((await shown(device, 2))[1]).toMatchObject({ body: 'This is a test. Notifications will look like this.' })
  expect(await staff.call('renamePushDevice', { params, body: { name: ' Phone of the hall ' } })).toMatchObject({
    id: params.id,
    name: 'Phone of the hall',
    lastSentAt: sent.lastSentAt,
  })
  const stored = await app.sql('SELECT d::text AS row FROM push_device d WHERE id = $1', [params.id])
  expect(JSON.stringify(stored)).not.toContain(device.browser.keys.auth)
  expect(JSON.stringify(stored)).not.toContain(pushService.endpoint(device.name))
  pushService.status = 410
  expect((await staff.request(`/v1/me/notifications/devices/${params.id}/test`, { method: 'POST' })).status).toBe(404)
  pushService.status = 201
  expect((await staff.call('pushSettings')).devices.map(({ id }) => id)).not.toContain(params.id)
  const noAddress = { endpoint: 'ftp://127.0.0.1/x', keys: device.browser.keys }
  expect((await staff.post('/v1/me/notifications/devices', noAddress)).status).toBe(400)
  for (const endpoint of ['https://intranet.example/x', 'http://u:p@127.0.0.1/x']) {
    const answer = await staff.post('/v1/me/notifications/devices', { endpoint, keys: device.browser.keys })
    expect([answer.status, answer.text.includes('PUSH_SERVICES')]).toEqual([400, true])
  }
  const { devices } = await staff.call('pushSettings')
  for (let n = devices.length; n < 10; n += 1) await subscribed('staff')
  const tooMany = { endpoint: pushService.endpoint('eleventh'), keys: device.browser.keys }
  expect((await staff.post('/v1/me/notifications/devices', tooMany)).status).toBe(409)
  for (const { id } of (await staff.call('pushSettings')).devices)
    await staff.call('removePushDevice', { params: { id } })
})

// The last one: to block somebody ends their sessions.
test('a token is of no use to who may not acknowledge any more, and nothing is sent to who may not see the machine', async () => {
  const customer = await subscribed('customer')
  const { tag } = await rule()
  await publish(tag, 55)
  const [notification] = await shown(customer)
  const allowed = `FROM role_permission WHERE permission = 'alarm.acknowledge'`
  const roles = await app.sql<{ role_id: string }>(`SELECT role_id ${allowed}`)
  await app.sql(`DELETE ${allowed}`)
  const answer = await app.anonymous.post('/v1/notifications/acknowledge', { token: notification?.token })
  expect(answer.status).toBe(410)
  const next = await rule()
  await publish(next.tag, 55)
  expect((await shown(customer, 2))[1]).not.toHaveProperty('token')
  await app.sql(`INSERT INTO role_permission SELECT unnest($1::uuid[]), 'alarm.acknowledge'`, [
    roles.map(({ role_id }) => role_id),
  ])
  await app.sql(`UPDATE user_account SET disabled = true WHERE email LIKE 'customer@%'`)
  const staff = await subscribed('staff')
  const last = await rule()
  await publish(last.tag, 55)
  await shown(staff)
  await app.sql(`UPDATE user_account SET disabled = false WHERE email LIKE 'customer@%'`)
  expect(pushService.to(customer.name)).toHaveLength(2)
})
