import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarmsThat, makeRule } from '../support/alarms.ts'
import { mailsTo } from '../support/mailbox.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const receiver = new WebhookReceiver()
const app = useTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'on', PUBLIC_URL: 'https://packhouse.example' } })
const MACHINE = 'VFFS-2214'
const SECRET = 'a secret of some length'
let count = 0

beforeAll(async () => void (await receiver.start()))
beforeEach(() => {
  receiver.received.length = 0
  receiver.status = 200
})
afterAll(() => receiver.stop())

interface Reported {
  ruleId: string
  tag: string
  email: string
}

/** A rule that reports by mail and by a signed webhook. */
async function rule(webhookUrl = receiver.url): Promise<Reported> {
  const tag = `reading${++count}`
  const email = `${tag}@nordfjell.example`
  const about = { kind: 'value', tag, comparison: 'above', limit: '40', webhookUrl, notifyEmails: [email] }
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
  expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(30)
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
  await app.sql(`UPDATE job SET next_attempt_at = now(), attempts = 7 WHERE kind = 'webhook'`)
  const stored = async () =>
    (
      await app.sql<{ row: string; sealed: boolean }>(
        'SELECT d::text AS row, sealed_url IS NOT NULL AS sealed FROM alarm_delivery d WHERE alarm_id = $1',
        [params.id],
      )
    )[0]
  expect(await stored()).toMatchObject({ row: expect.not.stringContaining('private'), sealed: true })
  const entries = await app.sql<{ text: string }>(
    'SELECT (before, after)::text AS text FROM audit_entry WHERE row_id = $1',
    [ruleId],
  )
  expect(JSON.stringify(entries)).toContain(new URL(receiver.url).host)
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

test('an address that may not be asked is refused when it is asked, with the reason', async () => {
  const { ruleId, tag } = await rule('http://169.254.169.254/latest')
  await publish(tag, 55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  await until('the refusal', async () => {
    const { deliveries } = await (await app.as('staff')).call('getAlarm', { params: { id: alarm?.id ?? '' } })
    return deliveries[0]?.reason?.includes('Such addresses are never asked.')
  })
})
