import { afterAll, expect, test } from 'vitest'
import { alarmsOf, alarmsThat, makeRule } from '../support/alarms.ts'
import { mailsTo } from '../support/mailbox.ts'
import { SmtpServer } from '../support/smtp-server.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

/** Recipients of whom the next mail is refused for now. */
const refusedOnce = new Set<string>()
const server = await new SmtpServer((recipient) =>
  refusedOnce.delete(recipient) ? '451 4.3.0 come again later' : undefined,
).start()
const receiver = await new WebhookReceiver().start()
const app = useTestApp({
  environment: {
    SMTP_URL: server.url,
    MAIL_FROM: 'Packhouse <packhouse@nordfjell.example>',
    ALLOW_PRIVATE_ADDRESSES: 'on',
  },
})
afterAll(async () => {
  await server.stop()
  await receiver.stop()
})
const MACHINE = 'VFFS-2214'
const EMAIL = 'shift@nordfjell.example'

const valueRule = (name: string, more: object = {}) =>
  makeRule(app, {
    name,
    kind: 'value',
    tag: 'temperature',
    comparison: 'above',
    limit: '40',
    notifyEmails: [EMAIL],
    ...more,
  })

async function publish(temperature: number): Promise<void> {
  await (await app.device()).publish(MACHINE, { temperature })
}

/** How far the records of the machine were judged, as it is written. */
async function markOf(): Promise<Date | undefined> {
  const rows = await app.sql<{ at: Date }>(
    'SELECT w.at FROM alarm_watermark w JOIN machine m ON m.key = w.machine_key WHERE m.machine_id = $1',
    [MACHINE],
  )
  return rows[0]?.at
}

test('a restart loses no alarm, raises none twice and notifies no one twice; what waited goes on waiting', async () => {
  const ruleId = await valueRule('Too hot')
  const slow = await valueRule('Too hot for long', { onDelaySeconds: 3_600, notifyEmails: [] })
  await publish(55)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  const conditionOf = (id: string) =>
    app.sql<{ phase: string; since: Date }>('SELECT phase, since FROM alarm_condition WHERE rule_id = $1', [id])
  // Rules are read once a second: the second one may come with a later look than the first.
  await until('the slow rule judged', async () => (await conditionOf(slow)).length > 0)
  await app.stopProduct()
  const [waiting] = await conditionOf(slow)
  expect(waiting?.phase).toBe('pendingOn')
  // As if it had waited for an hour already.
  await app.sql(
    `UPDATE alarm_condition SET since = since - interval '1 hour', heard_at = heard_at - interval '1 hour' WHERE rule_id = $1`,
    [slow],
  )
  await app.startProduct()
  await publish(56)
  const [late] = await alarmsThat(app, slow, () => true)
  expect(late?.startedAt).toBe(new Date((waiting?.since.getTime() ?? 0) - 3_600_000).toISOString())
  const alarms = await alarmsOf(app, ruleId)
  expect(alarms).toMatchObject([{ id: alarm?.id, clearedAt: null }])
  await publish(20)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null)
  expect((await mailsTo(app, EMAIL)).map(({ subject }) => subject)).toEqual([
    `Cleared: Too hot on ${MACHINE}`,
    `Major: Too hot on ${MACHINE}`,
  ])
})

test('records that were committed and not judged any more are judged at the next start, once', async () => {
  const email = 'night@nordfjell.example'
  const ruleId = await valueRule('Hot at the end', { notifyEmails: [email] })
  await publish(20)
  await until('the first mark', markOf)
  await publish(60)
  await alarmsThat(app, ruleId, () => true)
  await publish(21)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null)
  await app.stopProduct()
  // As a process leaves it that is killed between the commit of the records and that of what follows from them.
  const rewind = `UPDATE alarm_watermark SET at = at - interval '1 minute'`
  for (const statement of ['DELETE FROM alarm', 'DELETE FROM alarm_condition', 'DELETE FROM mail', rewind]) {
    await app.sql(statement)
  }
  await app.startProduct()
  const [alarm, ...others] = (await alarmsThat(app, ruleId, () => true)).filter(({ value }) => value === '60')
  expect(alarm).toMatchObject({ clearReason: 'condition' })
  expect(others).toEqual([])
  expect((await mailsTo(app, email)).filter(({ text }) => text.includes('Value: 60'))).toHaveLength(1)
  await app.stopProduct()
  await app.startProduct()
  expect((await alarmsOf(app, ruleId)).filter(({ value }) => value === '60')).toHaveLength(1)
})

test('notices of an alarm keep their order across refusals and a restart, and a refused recipient holds up no other', async () => {
  const [refused, other] = ['refused@nordfjell.example', 'other@nordfjell.example']
  const ruleId = await valueRule('Far too hot', { notifyEmails: [refused, other], webhookUrl: receiver.url })
  const subjectsOf = (recipient: string) =>
    server.received.filter(({ to }) => to === recipient).map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1]?.trim())
  const wanted = [`Major: Far too hot on ${MACHINE}`, `Cleared: Far too hot on ${MACHINE}`]
  refusedOnce.add(refused)
  receiver.status = 503
  await publish(90)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  const due = (within: string) =>
    app.sql(`UPDATE job SET next_attempt_at = now() + $1::interval WHERE attempts > 0 AND lease IS NULL`, [within])
  const failed = () => app.sql(`SELECT FROM job WHERE reason LIKE '%451%' OR reason = 'The receiver answered 503.'`, [])
  await until('the refusals', async () => (await failed()).length === 2)
  // Until it is made due below: a restart may take longer than the pause after a first attempt.
  await due('1 hour')
  receiver.status = 200
  await publish(20)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null)
  await until('both mails to the other', () => subjectsOf(other).length === 2)
  await app.stopProduct()
  await app.startProduct()
  // Queued and sent behind all that waits for its turn.
  await valueRule('Any value', { limit: '-1', notifyEmails: [EMAIL] })
  await publish(21)
  await until('a mail after the restart', () => subjectsOf(EMAIL).includes(`Major: Any value on ${MACHINE}`))
  expect(subjectsOf(refused)).toEqual([])
  expect(receiver.received).toHaveLength(1)
  await due('0 s')
  await until('both mails', () => subjectsOf(refused).length === 2)
  expect([subjectsOf(refused), subjectsOf(other)]).toEqual([wanted, wanted])
  await until('both posts', () => receiver.received.length === 3)
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual(
    ['raised', 'raised', 'cleared'].map((event) =>
      expect.objectContaining({ event: `alarm.${event}`, alarm: expect.objectContaining({ id: alarm?.id }) }),
    ),
  )
})
