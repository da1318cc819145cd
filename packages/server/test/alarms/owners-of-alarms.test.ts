import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmsThat, makeRule, untilJudged } from '../support/alarms.ts'
import { handOver } from '../support/hand-over.ts'
import { PushBrowser, PushService } from '../support/push-browser.ts'
import { emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const receiver = new WebhookReceiver()
const pushService = new PushService()
const app = useTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'on', PUSH_SERVICES: '127.0.0.1' } })
const MACHINE = 'VFFS-2214'
const [first, next, staff] = [emailOf('customer'), emailOf('other'), emailOf('staff')]
const STRANGER = 'on-call@example.com'
/** Somebody who has left the next customer is still somebody of that customer. */
const LEFT = 'left@example.com'

let machineId = ''

beforeAll(async () => {
  await Promise.all([receiver.start(), pushService.start()])
  await app.sql(
    `INSERT INTO user_account (email, first_name, last_name, customer_id, deleted_at)
     SELECT $1, 'Ada', 'Berg', customer_id, now() FROM user_account WHERE email = $2`,
    [LEFT, next],
  )
  const device = await app.device()
  await device.publish(MACHINE, { temperature: 20 })
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [MACHINE])
  machineId = machine?.id ?? ''
  await untilJudged(app, machineId)
  const browser = await PushBrowser.make()
  const body = { name: 'phone', endpoint: pushService.endpoint('phone'), keys: browser.keys }
  await (await app.as('other')).call('addPushDevice', { body })
})
afterAll(() => Promise.all([receiver.stop(), pushService.stop()]))

const publish = async (tag: string, value: number) =>
  await (await app.device()).publish(MACHINE, { machineData: { [tag]: value } })

/** A rule on a value above 40 that mails everybody. @returns its id */
const ruleOn = (tag: string, more: object = {}) =>
  makeRule(app, {
    ...{ name: `Rule ${tag}`, kind: 'value', tag, comparison: 'above', limit: '40' },
    ...{ notifyEmails: [first, next, staff, STRANGER, LEFT], webhookUrl: receiver.url, ...more },
  })

/** To whom mails about a rule are stored, in alphabetical order. */
async function recipientsOf(subject: string): Promise<string[]> {
  const rows = await app.sql<{ recipient: string }>(
    'SELECT recipient FROM mail WHERE subject = $1 ORDER BY recipient COLLATE "C"',
    [`${subject} on ${MACHINE}`],
  )
  return rows.map(({ recipient }) => recipient)
}

test('an alarm is mailed to those people of customers whose machine it is, and to everybody else whom the rule names', async () => {
  const ruleId = await ruleOn('before')
  await publish('before', 55)
  await alarmsThat(app, ruleId, () => true)
  expect(await recipientsOf('Major: Rule before')).toEqual([first, STRANGER, staff].sort())
  await publish('before', 5)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null)
  expect(await recipientsOf('Cleared: Rule before')).toEqual([first, STRANGER, staff].sort())
})

test('after a machine has changed hands its former customer hears nothing of it, and the next one nothing of before', async () => {
  const [ruleId, shelvedId] = [await ruleOn('active'), await ruleOn('shelved')]
  const ofFormer = await ruleOn('former', await forFirst())
  await untilJudged(app, machineId)
  await publish('active', 55)
  await publish('former', 55)
  await alarmsThat(app, ruleId, () => true)
  await alarmsThat(app, ofFormer, () => true)
  await publish('shelved', 55)
  const [earlier] = await alarmsThat(app, shelvedId, () => true)
  await publish('shelved', 5)
  await alarmsThat(app, shelvedId, ({ clearedAt }) => clearedAt !== null)
  const body = { minutes: 60, reason: 'Being repaired' }
  await (await app.as('staff')).call('shelveAlarm', { params: { id: earlier?.id ?? '' }, body })
  await publish('shelved', 77)
  const [withheld] = await alarmsThat(app, shelvedId, ({ clearedAt }) => clearedAt === null)
  await handOver(app, MACHINE, 'other')
  // The alarm that was withheld is active still: staff are mailed, the next customer is not.
  await until('the mail of the withheld one', async () => (await recipientsOf('Major: Rule shelved')).length > 3)
  expect((await recipientsOf('Major: Rule shelved')).filter((one) => one === next)).toEqual([])
  expect(await app.sql('SELECT FROM push_notice WHERE alarm_id = $1', [withheld?.id])).toEqual([])
  // The rule for the former customer is not about the machine any more: its alarm ends, and only staff are mailed.
  await alarmsThat(app, ofFormer, ({ clearedAt }) => clearedAt !== null)
  expect(await recipientsOf('Cleared: Rule former')).toEqual([staff])
  await publish('active', 5)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null)
  expect(await recipientsOf('Cleared: Rule active')).toEqual([STRANGER, staff].sort())
  await publish('active', 66)
  const [raised] = await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt === null)
  const again = async () => (await recipientsOf('Major: Rule active')).filter((one) => one === next)
  expect(await again()).toEqual([next])
  expect((await recipientsOf('Major: Rule active')).filter((one) => one === first)).toHaveLength(1)
  expect(await app.sql('SELECT FROM push_notice WHERE alarm_id = $1', [raised?.id])).toHaveLength(1)
  const posts = await app.sql<{ event: string }>(
    'SELECT d.event FROM alarm_delivery d JOIN alarm a ON a.id = d.alarm_id WHERE a.rule_id = $1',
    [ofFormer],
  )
  expect(posts).toEqual([{ event: 'raised' }])
})

/** A rule for the first customer alone. */
async function forFirst(): Promise<object> {
  const [row] = await app.sql<{ id: string }>('SELECT customer_id AS id FROM user_account WHERE email = $1', [first])
  return { customerId: row?.id }
}
