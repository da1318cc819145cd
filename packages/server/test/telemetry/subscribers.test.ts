import { create, toBinary } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetricSchema, PayloadSchema } from '../../src/connect/sparkplug/generated/sparkplug-b_pb.ts'
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

/** Records without a time of their own. */
function timeless(run: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => JSON.stringify({ machineData: { run, n: n % 3 } }))
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

  test.each([
    ['with', records],
    ['without', timeless],
  ] as const)(
    'what was not acknowledged when the connection broke comes again and counts once, %s a time',
    async (word, make) => {
      const run = `again-${qos}-${word}`
      const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: TOPIC, qos, protocol })
      const publisher = await broker.client()
      await whileCommitsAreHeld(async () => {
        await Promise.all(make(run, 200).map((record) => publisher.publishAsync(TOPIC, record, { qos: 1 })))
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
    },
  )
})

test.each(['json', 'raw'])('what the broker has retained makes no record of now (%s)', async (encoding) => {
  const [known, unknown] = [`RETAIN-${encoding}`, `UNHEARD-${encoding}`]
  await (await app.device()).publish(known, { lastSeen: new Date(Date.now() - 600_000).toISOString(), totalCycles: 7 })
  const publisher = await broker.client()
  const retain = (topic: string, payload: string) => publisher.publishAsync(topic, payload, { qos: 1, retain: true })
  const name = encoding === 'json' ? 'record' : 'speed'
  const past = new Date(Date.now() - 300_000).toISOString()
  for (const machineID of [known, unknown])
    await retain(`packhouse/${machineID}/${name}`, encoding === 'json' ? '{"totalCycles":9}' : '9')
  if (encoding === 'json')
    await retain(`packhouse/${known}-2/record`, JSON.stringify({ lastSeen: past, totalCycles: 8 }))
  const { id } = await connected(app, { brokerUrl: broker.url, topicFilter: `packhouse/+/${name}`, encoding })
  await until('both', async () => (await subscriber(app, id)).retainedCount === 2)

  expect(await (await app.as('staff')).call('getMachine', { params: { id: known } })).toMatchObject({
    online: false,
    totalCycles: 7,
  })
  expect(await app.sql('SELECT FROM machine WHERE machine_id = $1', [unknown])).toEqual([])
  if (encoding === 'json') {
    const rows = () =>
      app.sql('SELECT at FROM record JOIN machine ON key = machine_key WHERE machine_id = $1', [`${known}-2`])
    await until('the one with a time', async () => (await rows()).length === 1)
    expect(await rows()).toEqual([{ at: new Date(past) }])
    const tried = await (await app.as('staff')).call('testSubscriber', { params: { id } })
    expect(tried.steps.at(-1)?.words).toContain('3 of them were retained by the broker')
  }
  await removeSubscriber(app, id)
  for (const machineID of [known, unknown, `${known}-2`]) await retain(`packhouse/${machineID}/${name}`, '')
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
  expect(await subscriber(app, id)).toMatchObject({ deadLetterCount: 50, connectionError: null })
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

test('a value is written to the broker of a subscriber, as long as that is connected', async () => {
  const [id, staff] = ['CRT-1130', await app.as('staff')]
  const [row] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [id])
  const entry = {
    canonicalTag: 'recipe',
    address: 'r',
    role: 'other',
    dataType: 'text',
    writable: true,
    writeTopic: 'set/{machineID}',
  }
  const draft = { name: 'Recipes', source: 'json', machineId: row?.id, entries: [entry] }
  const { body: map } = await staff.post('/v1/ignition/tag-maps', draft)
  await staff.call('rollOutTagMap', { params: { id: (map as { id: string }).id }, body: { version: 1 } })
  const { id: subscriberId } = await connected(app, { brokerUrl: broker.url, topicFilter: `packhouse/${id}/record` })
  const machine = await broker.client()
  const received: string[] = []
  machine.on('message', (topic, payload) => received.push(`${topic} ${payload}`))
  await machine.subscribeAsync(`set/${id}`)
  const report = (r: string) => machine.publishAsync(`packhouse/${id}/record`, JSON.stringify({ r }), { qos: 1 })
  const commands = () => staff.call('machineCommands', { params: { id } })
  await report('lasagne')
  await until('the way', async () => {
    const { unreachable, tags } = await commands()
    return unreachable === null && tags[0]?.value === 'lasagne'
  })
  await staff.call('sendMachineCommand', { params: { id }, body: { tag: 'recipe', value: 'ravioli' } })
  await until('the value', () => received.length > 0)
  expect(received).toEqual([`set/${id} ravioli`])
  await report('ravioli')
  await until('the confirmation', async () => (await commands()).commands[0]?.outcome === 'confirmed')
  await removeSubscriber(app, subscriberId)
  await until('the end of the way', async () => (await commands()).unreachable !== null)
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

/** A state as hosts of Sparkplug B publish it, and whether an edge node that waits for the host believes in it (Sparkplug 3.0.0, 5.4 and 5.5). */
class EdgeView {
  readonly states: { online: boolean; timestamp: number }[] = []
  isOnline = false
  /** How often the host was gone. */
  losses = 0
  #onlineAt = Number.NEGATIVE_INFINITY

  static async on(at: TestBroker): Promise<EdgeView> {
    const view = new EdgeView()
    const reader = await at.client()
    reader.on('message', (_topic, payload) => view.#take(JSON.parse(payload.toString())))
    await reader.subscribeAsync('spBv1.0/STATE/packhouse', { qos: 1 })
    return view
  }

  get onlineAt(): number {
    return this.#onlineAt
  }

  #take(state: { online: boolean; timestamp: number }): void {
    this.states.push(state)
    if (state.timestamp < this.#onlineAt) return
    if (!state.online && this.isOnline) this.losses += 1
    this.isOnline = state.online
    if (state.online) this.#onlineAt = state.timestamp
  }
}

describe('the host of Sparkplug B', () => {
  let hosts: TestBroker
  const given = () => ({ brokerUrl: hosts.url, topicFilter: 'spBv1.0/#', encoding: 'sparkplugB' })
  const willOf = ({ clientId }: { clientId: string }) => JSON.parse(hosts.willOf(clientId) ?? '{}')

  beforeAll(async () => {
    hosts = await TestBroker.start()
  })

  afterAll(async () => {
    await hosts.stop()
  })

  test('is gone when the last of its connections to a broker is, and its newest will is that of one which lives', async () => {
    const view = await EdgeView.on(hosts)
    const first = await connected(app, given())
    await until('the birth', () => view.isOnline)
    expect(willOf(first)).toEqual({ online: false, timestamp: view.onlineAt })
    const second = await connected(app, given())
    await until('the birth of the second', () => view.onlineAt > willOf(first).timestamp)
    const { timestamp } = willOf(second)
    expect(timestamp).toBe(view.onlineAt)

    await removeSubscriber(app, second.id)
    await until('a newer birth of the first', () => view.onlineAt > timestamp)
    expect(willOf(first)).toEqual({ online: false, timestamp: view.onlineAt })
    expect(view.losses).toBe(0)

    await changeSubscriber(app, first.id, { enabled: false })
    await until('the death', () => !view.isOnline)
    await removeSubscriber(app, first.id)
  })

  test('is here again when the will of one connection says that it is gone and others live', async () => {
    const view = await EdgeView.on(hosts)
    const first = await connected(app, given())
    const second = await connected(app, given())
    await until('both births', () => view.onlineAt === willOf(second).timestamp)
    const { timestamp } = willOf(second)
    hosts.bar(second.clientId)
    await until('the will', () => view.losses === 1)
    await until('the first with a newer birth', () => view.isOnline && view.onlineAt > timestamp)
    expect(willOf(first).timestamp).toBe(view.onlineAt)
    await Promise.all([first, second].map(({ id }) => removeSubscriber(app, id)))
    await until('the death', () => !view.isOnline)
    expect(view.losses).toBe(2)
  })

  test('drops its session with each connection; a stored one brings what was sent with QoS 1 meanwhile', async () => {
    const rows = {
      clean: await connected(app, { ...given(), topicFilter: 'spBv1.0/clean/#' }),
      stored: await connected(app, { ...given(), topicFilter: 'spBv1.0/stored/#', session: 'stored' }),
    }
    expect(hosts.isClean(rows.clean.clientId)).toBe(true)
    expect(hosts.isClean(rows.stored.clientId)).toBe(false)
    const start = Date.now() - 60_000
    const send = async (kind: string, seq: number, value?: bigint) => {
      for (const group of ['clean', 'stored']) {
        const node = `spBv1.0/${group}/${kind}/edge`
        const topic = kind === 'NBIRTH' ? node : `${node}/${group}-1`
        await hosts.publish(topic, sparkplug(start + 1_000 * seq, seq, value), 1)
      }
    }
    const counts = async (machineID: string) => {
      const found = await app.sql<{ count: number }>(
        `SELECT total_cycles::int AS count FROM record JOIN machine ON key = machine_key
         WHERE machine_id = $1 AND total_cycles IS NOT NULL ORDER BY at`,
        [machineID],
      )
      return found.map(({ count }) => count)
    }
    await send('NBIRTH', 0)
    await send('DBIRTH', 1, 10n)
    for (const machineID of ['clean-1', 'stored-1'])
      await until('the birth', async () => (await counts(machineID)).length === 1)
    await hosts.hangUp()
    for (const { id } of Object.values(rows)) await untilStatus(app, id, 'waiting')
    await send('DDATA', 2, 20n)
    await hosts.listen()
    for (const { id } of Object.values(rows)) await untilStatus(app, id, 'connected')
    await send('NBIRTH', 3)
    await send('DBIRTH', 4, 40n)
    await until('both', async () => (await counts('clean-1')).length === 2 && (await counts('stored-1')).length === 3)
    expect([await counts('clean-1'), await counts('stored-1')]).toEqual([
      [10, 40],
      [10, 20, 40],
    ])
    await Promise.all(Object.values(rows).map(({ id }) => removeSubscriber(app, id)))
  })

  test('is not gone while another server speaks for it, whose lock says that it lives', async () => {
    const view = await EdgeView.on(hosts)
    const elsewhere = await addSubscriber(app, given())
    const other = await app.connection()
    await other.query(`SELECT pg_advisory_lock(hashtextextended('mqtt_subscriber ' || $1 || ' 0', 0))`, [elsewhere.id])
    const ahead = Date.now() + 60_000
    const broker = new URL(hosts.url.replace('mqtt', 'http')).host
    await other.query(`INSERT INTO sparkplug_host_session VALUES ($1, 0, $2, 'packhouse', $3, true)`, [
      elsewhere.id,
      broker,
      ahead,
    ])
    const own = await connected(app, given())
    await until('the birth', () => view.isOnline)
    // The clock of the other one is ahead, which its edge nodes have heard of.
    expect(view.onlineAt).toBe(ahead + 1)
    await changeSubscriber(app, own.id, { enabled: false })
    await untilStatus(app, own.id, 'disabled')
    await until('the end of the session', () => hosts.willOf(own.clientId) === undefined)
    expect(view.isOnline).toBe(true)

    await other.end()
    await changeSubscriber(app, own.id, { enabled: true })
    await until('another birth', () => view.onlineAt > ahead + 1)
    await removeSubscriber(app, own.id)
    await until('the death, since the other server has ended', () => !view.isOnline)
    await removeSubscriber(app, elsewhere.id)
  })
})

/** A payload of Sparkplug B, with the number of cycles. @param at Unix ms */
function sparkplug(at: number, seq: number, cycles?: bigint): Buffer {
  const [timestamp, name] = [BigInt(at), 'Admin/ProdProcessedCount']
  const count = (value: bigint) =>
    create(MetricSchema, { name, timestamp, datatype: 4, value: { case: 'longValue', value } })
  const metrics = cycles === undefined ? [] : [count(cycles)]
  return Buffer.from(toBinary(PayloadSchema, create(PayloadSchema, { timestamp, seq: BigInt(seq), metrics })))
}
