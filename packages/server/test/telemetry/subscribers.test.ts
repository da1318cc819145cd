import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestBroker } from '../support/test-broker.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import {
  addSubscriber,
  changeSubscriber,
  connected,
  removeSubscriber,
  subscriber,
  untilStatus,
} from './support/subscribers.ts'

const MACHINE = 'VFFS-2214'
const TOPIC = `packhouse/${MACHINE}/record`
const MANY = 1_500
const app = useTestApp({ environment: { DEAD_LETTERS_PER_SENDER: '50' } })
let runs = 0
let broker: TestBroker

beforeAll(async () => {
  broker = await TestBroker.start()
  await (await app.device()).publish(MACHINE, { totalCycles: 1 })
})

afterAll(async () => {
  await broker.stop()
})

/** Prevents the ingest from committing while the work runs. */
async function whileCommitsAreHeld(work: () => Promise<void>): Promise<void> {
  const holder = await app.connection()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE record IN SHARE MODE')
  try {
    await work()
  } finally {
    await holder.query('COMMIT')
    await holder.end()
  }
}

async function stored(word: string): Promise<number> {
  const [row] = await app.sql<{ records: number }>(
    `SELECT count(*)::int AS records FROM record WHERE machine_data->>'run' = $1`,
    [word],
  )
  return row?.records ?? 0
}

function records(run: string, count: number) {
  // Of two with the same time one is a repetition: runs must not meet.
  runs += 1
  const start = Date.now() - 300_000 + runs * 10_000
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({ lastSeen: new Date(start + n).toISOString(), machineData: { run, n } }),
  )
}

describe.each([
  [1, '3.1.1'],
  [2, '3.1.1'],
] as const)('with QoS %i and MQTT %s', (qos, protocol) => {
  test(`${MANY} messages are under way before the first is acknowledged, and none is before its commit`, async () => {
    const run = `flight-${qos}`
    const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: TOPIC, qos, protocol })
    const publisher = await broker.client()
    const before = broker.acknowledged
    const publishing: Promise<unknown>[] = []
    await whileCommitsAreHeld(async () => {
      publishing.push(...records(run, MANY).map((record) => publisher.publishAsync(TOPIC, record, { qos: 1 })))
      await until('all of them', async () => (await subscriber(app, id)).messageCount >= MANY)
      expect(broker.acknowledged).toBe(before)
      expect(await stored(run)).toBe(0)
    })
    await Promise.all(publishing)
    await until('the acknowledgements', () => broker.acknowledged - before >= MANY)
    expect(await stored(run)).toBe(MANY)
    await removeSubscriber(app, id)
  })

  test('what was not acknowledged when the connection broke comes again and counts once', async () => {
    const run = `again-${qos}`
    const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: TOPIC, qos, protocol })
    const publisher = await broker.client()
    await whileCommitsAreHeld(async () => {
      await Promise.all(records(run, 200).map((record) => publisher.publishAsync(TOPIC, record, { qos: 1 })))
      await until('all of them', async () => (await subscriber(app, id)).messageCount >= 200)
      await broker.hangUp()
      await untilStatus(app, id, 'waiting')
      await broker.listen()
      await untilStatus(app, id, 'connected')
      await until('all of them again', async () => (await subscriber(app, id)).messageCount >= 400)
    })
    await until('the records', async () => (await stored(run)) === 200)
    const late = await broker.client()
    await late.publishAsync(TOPIC, JSON.stringify({ machineData: { run, last: true } }), { qos: 1 })
    await until('one more', async () => (await stored(run)) === 201)
    await removeSubscriber(app, id)
  })
})

test('a change takes effect without a restart', async () => {
  const { id } = await addSubscriber(app, { brokerUrl: broker.url, topicFilter: 'packhouse/CHANGE-1/record' })
  expect(await subscriber(app, id)).toMatchObject({ status: 'disabled', messageCount: 0, lastMessageAt: null })
  await changeSubscriber(app, id, { enabled: true })
  await untilStatus(app, id, 'connected')
  const publisher = await broker.client()
  const isThere = async (machineID: string) =>
    (await app.sql('SELECT FROM machine WHERE machine_id = $1', [machineID])).length > 0
  await publisher.publishAsync('packhouse/CHANGE-1/record', '{"totalCycles":1}', { qos: 1 })
  await until('the first machine', () => isThere('CHANGE-1'))

  await changeSubscriber(app, id, { topicFilter: 'packhouse/CHANGE-2/record' })
  await until('the new filter', async () => {
    await publisher.publishAsync('packhouse/CHANGE-2/record', '{"totalCycles":1}', { qos: 1 })
    return await isThere('CHANGE-2')
  })
  const { messageCount } = await until('the counter', async () => {
    const row = await subscriber(app, id)
    return row.messageCount >= 2 && row
  })
  await publisher.publishAsync('packhouse/CHANGE-1/record', '{"totalCycles":2}', { qos: 1 })
  await publisher.publishAsync('packhouse/CHANGE-2/record', '{"totalCycles":2}', { qos: 1 })
  await until('the second alone', async () => (await subscriber(app, id)).messageCount > messageCount)

  await changeSubscriber(app, id, { enabled: false })
  await untilStatus(app, id, 'disabled')
  await removeSubscriber(app, id)
})

test('a customer’s broker brings records of that customer’s machines alone; the rest is stored with the reason', async () => {
  const [customer] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'NORDFJELL'`)
  const { id } = await connected(app, {
    brokerUrl: broker.url,
    topicFilter: 'packhouse/+/record',
    customerId: customer?.id,
  })
  const publisher = await broker.client()
  await publisher.publishAsync('packhouse/FLW-1204/record', '{"machineData":{"run":"foreign"}}', { qos: 1 })
  await publisher.publishAsync('packhouse/UNKNOWN-7/record', '{"machineData":{"run":"foreign"}}', { qos: 1 })
  await publisher.publishAsync(TOPIC, '{"machineData":{"run":"own"}}', { qos: 1 })
  await until('its own', async () => (await stored('own')) === 1)
  expect(await stored('foreign')).toBe(0)
  const refused = await app.sql(
    `SELECT topic, code FROM refused_message WHERE device LIKE 'subscriber %' AND code = 'machine_unknown' ORDER BY id`,
  )
  expect(refused).toEqual([
    { topic: 'packhouse/FLW-1204/record', code: 'machine_unknown' },
    { topic: 'packhouse/UNKNOWN-7/record', code: 'machine_unknown' },
  ])
  expect(await app.sql(`SELECT FROM machine WHERE machine_id = 'UNKNOWN-7'`)).toEqual([])
  await until('the errors reported', async () => (await subscriber(app, id)).errorCount === 2)
  await removeSubscriber(app, id)
})

test('a topic whose share of refused messages is full holds up no other of the same broker', async () => {
  const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: 'noise/#' })
  const publisher = await broker.client()
  const before = broker.acknowledged
  for (let n = 0; n < 200; n++) await publisher.publishAsync('noise/a', `{"n":${n}}`, { qos: 1 })
  await until('all of them acknowledged', () => broker.acknowledged >= before + 200)
  const [row] = await app.sql(
    `SELECT (SELECT count(*)::int FROM refused_message WHERE topic = 'noise/a') AS kept,
       (SELECT sum(count)::int FROM dead_letter_overflow WHERE topic = 'noise/a') AS "notStored"`,
  )
  expect(row).toEqual({ kept: 50, notStored: 150 })
  await until('the error reported', async () => {
    return (await subscriber(app, id)).lastError?.includes('the share of its sender is full')
  })
  await removeSubscriber(app, id)
})

test('bare values on topics become readings beside each other', async () => {
  const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: 'packhouse/RAW-1/#', encoding: 'raw' })
  const publisher = await broker.client()
  await publisher.publishAsync('packhouse/RAW-1/film/tension', '4.5', { qos: 1 })
  await publisher.publishAsync('packhouse/RAW-1/recipe', 'Bread 500 g', { qos: 1 })
  const staff = await app.as('staff')
  await until('both', async () => {
    const { status, body } = await staff.get('/v1/ignition/machines/RAW-1')
    const { machineData } = body as { machineData?: Record<string, unknown> }
    return status === 200 && machineData?.recipe === 'Bread 500 g' && machineData['film/tension'] === 4.5
  })
  await removeSubscriber(app, id)
})

test('a bare value that could not be mapped is replayed as one', async () => {
  const staff = await app.as('staff')
  const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: 'bare/#', encoding: 'raw' })
  const publisher = await broker.client()
  const topic = 'bare/RAW-2/count'
  await publisher.publishAsync(topic, '12', { qos: 1 })
  const letters = () => staff.call('listDeadLetters', { query: { topic, replayed: 'with' } })
  await until('the dead letter', async () => (await letters()).total === 1)
  const { body } = await staff.post('/v1/ignition/tag-maps', {
    name: 'Bare values',
    source: 'json',
    topicFilter: 'bare/{machineID}/#',
    entries: [{ canonicalTag: 'cycles', role: 'count', address: topic }],
  })
  await staff.call('rollOutTagMap', { params: { id: (body as { id: string }).id }, body: { version: 1 } })
  const [letter] = (await letters()).items
  expect(await staff.call('replayDeadLetter', { params: { id: letter?.id ?? '' } })).toMatchObject({
    unreplayable: null,
    replayedAt: expect.any(String),
  })
  expect(await staff.call('getMachine', { params: { id: 'RAW-2' } })).toMatchObject({ totalCycles: 12 })
  await removeSubscriber(app, id)
})

test('the test of a machine counts what was refused of it on any topic', async () => {
  const staff = await app.as('staff')
  const refusals = async () => {
    const { checks } = await staff.call('testMachine', { params: { id: MACHINE } })
    return checks.find(({ name }) => name === 'refused')?.words
  }
  expect(await refusals()).toBe('No message was refused in the last 24 hours.')
  const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: 'packhouse/#', encoding: 'raw' })
  const publisher = await broker.client()
  await publisher.publishAsync(`packhouse/${MACHINE}/film`, Buffer.from([0xff]), { qos: 1 })
  await publisher.publishAsync(`packhouse/${MACHINE}/${'n'.repeat(200)}`, '1', { qos: 1 })
  await until('both', async () => (await refusals())?.startsWith('2 messages were refused') === true)
  await removeSubscriber(app, id)
})

test('with the database away nothing is acknowledged, and it goes on by itself', async () => {
  const run = 'away'
  const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: TOPIC })
  const publisher = await broker.client()
  const before = broker.acknowledged
  await app.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await Promise.all(records(run, 50).map((record) => publisher.publishAsync(TOPIC, record, { qos: 1 })))
  await until('the records', async () => (await stored(run).catch(() => 0)) === 50)
  await until('the acknowledgements', () => broker.acknowledged - before >= 50)
  await removeSubscriber(app, id)
})

test('a share group is what is subscribed to, under its own client id', async () => {
  const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: TOPIC, shareGroup: 'packhouse' })
  const state = await app.sql(`SELECT slot, subscribed_filter FROM mqtt_subscriber_state WHERE subscriber_id = $1`, [
    id,
  ])
  expect(state).toEqual([{ slot: 0, subscribed_filter: `$share/packhouse/${TOPIC}` }])
  await removeSubscriber(app, id)
})

test('only one server runs a subscriber: anyone who holds its lock', async () => {
  const { id } = await addSubscriber(app, { brokerUrl: broker.url, topicFilter: TOPIC, clientId: 'held-elsewhere' })
  const other = await app.connection()
  await other.query(`SELECT pg_advisory_lock(hashtextextended('mqtt_subscriber ' || $1 || ' 0', 0))`, [id])
  await changeSubscriber(app, id, { enabled: true })
  // Another one, which is looked at after it, runs already.
  const { id: later } = await connected(app, { brokerUrl: broker.url, topicFilter: TOPIC })
  expect(broker.clientIds).not.toContain('held-elsewhere')
  expect((await subscriber(app, id)).status).toBe('waiting')
  await other.query(`SELECT pg_advisory_unlock_all()`)
  await untilStatus(app, id, 'connected')
  await Promise.all([removeSubscriber(app, id), removeSubscriber(app, later)])
})
