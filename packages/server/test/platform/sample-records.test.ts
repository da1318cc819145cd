import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database, type Transaction } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { seedAlarms } from '../../src/sample/life/alarms.ts'
import { seedComments } from '../../src/sample/life/comments.ts'
import { seedMails } from '../../src/sample/life/mails.ts'
import { seedReadingSettings } from '../../src/sample/life/reading-settings.ts'
import { seedServiceRequests } from '../../src/sample/life/service-requests.ts'
import { seedSubscribers } from '../../src/sample/life/subscribers.ts'
import { seedTagMaps } from '../../src/sample/life/tag-maps.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let database: Database

beforeAll(() => {
  database = new Database(app.databaseUrl, createLog('silent'))
})
afterAll(async () => await database.stop())

/** Enters it twice: what is there does not come again. */
async function seedTwice(seed: (db: Transaction) => Promise<void>): Promise<void> {
  for (const _ of ['first', 'again']) await database.system.transaction().execute(seed)
}

test('the staff of the sample company write to each other about records, and want to look at some again', async () => {
  await seedTwice(seedComments)
  const [counts] = await app.sql(`SELECT (SELECT count(*)::int FROM record_comment) AS comments,
    (SELECT count(*)::int FROM comment_mention WHERE seen_at IS NULL) AS unseen, (SELECT count(*)::int FROM follow_up) AS later`)
  expect(counts).toEqual({ comments: 9, unseen: 2, later: 4 })
})

test('the alarm rules of the sample company say what to do, and where it is written', async () => {
  await seedTwice(seedAlarms)
  const rules = await app.sql('SELECT name, document_kind, part FROM alarm_rule WHERE steps IS NOT NULL ORDER BY name')
  expect(rules).toEqual([
    { name: 'Cabinet too warm', document_kind: 'manual', part: 'Filter mat of the cabinet' },
    { name: 'Machine faulted', document_kind: 'manual', part: null },
    { name: 'No data for 10 minutes', document_kind: null, part: null },
  ])
})

test('the alarms of the sample company reach back months; one rule is shelved with its reason, and somebody has an alarm', async () => {
  const [found] = await app.sql(`SELECT array_agg(DISTINCT code ORDER BY code) AS codes,
      max(started_at) - min(started_at) > interval '3 months' AS "isLong", bool_and(cleared_at < now()) AS "areOver",
      count(*) FILTER (WHERE assignee_id IS NOT NULL AND acknowledged_at IS NOT NULL)::int AS assigned,
      count(*) FILTER (WHERE acknowledge_note IS NOT NULL) > 5 AS "haveNotes" FROM alarm`)
  expect(found).toEqual({
    codes: ['Cabinet too warm', 'No data for 10 minutes'],
    isLong: true,
    areOver: true,
    assigned: 1,
    haveNotes: true,
  })
  const { items } = await (await app.as('staff')).call('listAlarmShelves', { query: {} })
  expect(items).toMatchObject([
    { code: 'Cabinet too warm', isActive: false, reason: 'New filter mats are on order and come next week.' },
  ])
})

test('the mails of the sample company are of the past: none waits to be sent', async () => {
  await seedTwice(seedMails)
  expect(await app.sql('SELECT state, count(*)::int AS count FROM mail GROUP BY state ORDER BY state')).toEqual([
    { state: 'failed', count: 1 },
    { state: 'sent', count: 11 },
  ])
  expect(await app.sql("SELECT FROM job WHERE kind = 'mail'")).toEqual([])
})

test('customers of the sample company have asked for service: one request is overdue, an engineer comes for another, and no mail is due for any', async () => {
  await seedTwice(seedServiceRequests)
  const { items } = (await (await app.as('staff')).get('/v1/service-requests?sort=subject')).body as {
    items: { subject: string; status: string; isOverdue: boolean }[]
  }
  const shown = items.map(({ subject, status, isOverdue }) => [subject, status, isOverdue])
  expect(shown).toEqual([
    ['Glue strings on the flap', 'done', false],
    ['Lift stops between layers', 'open', false],
    ['Long seal opens', 'planned', true],
    ['More bags a minute', 'declined', false],
    ['Oxygen too low', 'planned', false],
  ])
  expect(
    await app.sql(
      'SELECT v.subject, count(task.request_id)::int AS requests FROM service_visit v JOIN visit_task task ON task.visit_id = v.id GROUP BY 1',
    ),
  ).toEqual([{ subject: 'Oxygen too low', requests: 1 }])
  expect(await app.sql('SELECT FROM service_notice')).toEqual([])
})

test('the subscribers of the sample company are switched off: it calls nobody', async () => {
  await seedTwice(seedSubscribers)
  expect(await app.sql('SELECT DISTINCT enabled FROM mqtt_subscriber')).toEqual([{ enabled: false }])
})

test('no tag map of the sample company that is in use reads what its machines send', async () => {
  await seedTwice(seedTagMaps)
  expect(await app.sql('SELECT source, version, active_version AS active FROM tag_map ORDER BY name')).toEqual([
    { source: 'sparkplug', version: 2, active: 2 },
    { source: 'json', version: 1, active: null },
    { source: 'opcua', version: 2, active: 2 },
  ])
})

test('the usual readings of the sample company have normal ranges and decimals, for the types that its machines have', async () => {
  await seedTwice(seedReadingSettings)
  const general = 'SELECT tag FROM reading_setting WHERE machine_type IS NULL ORDER BY tag'
  expect((await app.sql<{ tag: string }>(general)).map(({ tag }) => tag)).toEqual([
    'Air pressure (bar)',
    'humidity',
    'temperature',
  ])
  const foreign = `SELECT FROM reading_setting s WHERE machine_type IS NOT NULL
    AND NOT EXISTS (SELECT FROM machine m WHERE m.configuration_id = s.machine_type)`
  expect(await app.sql(foreign)).toEqual([])
  const [baggers] = await app.sql(`SELECT s.decimals, s.normal_low, s.normal_high FROM reading_setting s
    JOIN machine m ON m.configuration_id = s.machine_type WHERE m.machine_id = 'VFFS-2214' AND s.tag = 'Jaw temperature (°C)'`)
  expect(baggers).toEqual({ decimals: 1, normal_low: 148, normal_high: 156 })
})
