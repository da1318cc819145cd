import { api, SECRET_MASK, type SubscriberTest } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../support/certificates.ts'
import { hasMosquitto, Mosquitto } from '../support/mosquitto.ts'
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

const credentials = { username: 'packhouse', password: 'right horse' }
const topicFilter = 'packhouse/TLS-1/record'
const app = useTestApp()
let certificate: { key: string; cert: string }
let broker: TestBroker

beforeAll(async () => {
  certificate = makeCertificate()
  broker = await TestBroker.start({ credentials, tls: certificate })
})

afterAll(async () => {
  await broker.stop()
})

async function tried(given: Record<string, unknown>): Promise<SubscriberTest> {
  const { id } = await addSubscriber(app, { topicFilter, ...given })
  const found = await (await app.as('staff')).call('testSubscriber', { params: { id } })
  await removeSubscriber(app, id)
  return found
}

test('TLS with a certificate of their own, and credentials', async () => {
  const { id } = await connected(app, {
    brokerUrl: broker.url,
    topicFilter,
    caCertificate: certificate.cert.trim(),
    ...credentials,
  })
  const publisher = await broker.client()
  await publisher.publishAsync(topicFilter, '{"totalCycles":5}', { qos: 1 })
  await until('the message', async () => (await subscriber(app, id)).messageCount === 1)
  expect(await subscriber(app, id)).toMatchObject({ password: SECRET_MASK, username: 'packhouse' })
  const rows = await app.sql<{ row: string }>(
    'SELECT mqtt_subscriber::text AS row FROM mqtt_subscriber WHERE id = $1',
    [id],
  )
  expect(rows[0]?.row).not.toContain(credentials.password)
  await removeSubscriber(app, id)
})

test('a wrong password is said so, and the right one mends it without a restart', async () => {
  const given = { brokerUrl: broker.url, topicFilter, caCertificate: certificate.cert.trim(), username: 'packhouse' }
  const { id } = await addSubscriber(app, { ...given, password: 'wrong', enabled: true })
  const failed = await untilStatus(app, id, 'failed')
  expect(failed.lastError).toMatch(/user name and password/)
  expect(failed).toMatchObject({ connectionError: failed.lastError, connectionErrorField: 'username' })
  await changeSubscriber(app, id, { password: credentials.password })
  const mended = await untilStatus(app, id, 'connected')
  expect(mended).toMatchObject({ lastError: failed.lastError, connectionError: null, connectionErrorField: null })
  await removeSubscriber(app, id)
})

describe('a test of the connection explains', () => {
  test('that all is well', async () => {
    const { ok, steps } = await tried({ brokerUrl: broker.url, caCertificate: certificate.cert.trim(), ...credentials })
    expect(steps.map(({ name }) => name)).toEqual(['Connection', 'Topic filter', 'Messages'])
    expect(ok).toBe(true)
  })

  test.each([
    ['an untrusted certificate', () => ({ brokerUrl: broker.url, ...credentials }), /CA certificate/],
    [
      'a wrong password',
      () => ({ brokerUrl: broker.url, rejectUnauthorized: false, ...credentials, password: 'x' }),
      /user name and password/,
    ],
    ['a broker that is away', () => ({ brokerUrl: 'mqtt://127.0.0.1:1' }), /Nothing listens/],
    ['a port that cannot be', () => ({ brokerUrl: 'mqtt://127.0.0.1:99999' }), /no address/],
    ['the wrong protocol', () => ({ brokerUrl: `mqtt://127.0.0.1:${broker.port}` }), /ended the connection/],
  ])('%s', async (_, given, words) => {
    const { ok, steps } = await tried(given())
    expect(ok).toBe(false)
    expect(steps.at(-1)?.words).toMatch(words)
  })

  test.each(['mqtt://169.254.169.254', 'mqtt://[::ffff:169.254.169.254]', 'ws://169.254.169.254/mqtt'])(
    'that %s is never connected to: it cannot be saved, and one of before there was that rule is not asked',
    async (brokerUrl) => {
      const { id } = await addSubscriber(app, { brokerUrl: 'mqtt://127.0.0.1:1', topicFilter })
      const staff = await app.as('staff')
      await expect(changeSubscriber(app, id, { brokerUrl })).rejects.toThrow('link-local')
      await app.sql('UPDATE mqtt_subscriber SET broker_url = $1 WHERE id = $2', [brokerUrl, id])
      const { ok, steps } = await staff.call('testSubscriber', { params: { id } })
      expect(ok).toBe(false)
      expect(steps.at(-1)?.words).toMatch(/never connected to/)
      await removeSubscriber(app, id)
    },
  )
})

test('only staff with the permission may try', async () => {
  const { id } = await addSubscriber(app, { brokerUrl: 'mqtt://127.0.0.1:1', topicFilter })
  const path = api.testSubscriber.path.replace('{id}', id)
  expect((await (await app.as('customer')).post(path)).status).toBe(403)
  await removeSubscriber(app, id)
})

describe.skipIf(!hasMosquitto())('with Mosquitto (skipped where its programs are not installed)', () => {
  let mosquitto: Mosquitto

  beforeAll(async () => {
    mosquitto = await Mosquitto.start()
  })

  afterAll(async () => {
    await mosquitto.stop()
  })

  test.each(['3.1.1', '5'])(
    'MQTT %s: what mosquitto_pub sends arrives, also what it sent while we were away',
    async (protocol) => {
      const machineID = `MOSQUITTO-${protocol}`
      const filter = `packhouse/${machineID}/record`
      const { id } = await connected(app, { brokerUrl: mosquitto.url, topicFilter: filter, qos: 2, protocol })
      const untilCycles = (cycles: number) =>
        until(`${cycles} cycles`, async () => {
          const { body } = await (await app.as('staff')).get(`/v1/ignition/machines/${machineID}`)
          return (body as { totalCycles?: number }).totalCycles === cycles
        })
      mosquitto.publish(filter, '{"totalCycles":1}', 2)
      await untilCycles(1)
      await app.stopProduct()
      mosquitto.publish(filter, '{"totalCycles":2}', 1)
      await app.startProduct()
      await untilCycles(2)
      await until('the message that waited', async () => (await subscriber(app, id)).messageCount === 2)
      await removeSubscriber(app, id)
    },
  )

  test.each([
    ['3.1.1', 1],
    ['5', 0],
  ])(
    'MQTT %s: what is retained is a record when it comes live, and none when it comes again with a connection',
    async (protocol, again) => {
      const machineID = `RETAINED-${protocol}`
      const filter = `packhouse/${machineID}/record`
      const { id } = await connected(app, { brokerUrl: mosquitto.url, topicFilter: filter, protocol })
      const cycles = () =>
        app.sql(
          `SELECT total_cycles::int AS n FROM record JOIN machine ON key = machine_key WHERE machine_id = $1 ORDER BY at`,
          [machineID],
        )
      mosquitto.publish(filter, '{"totalCycles":1}', 1, { isRetained: true })
      await until('the record', async () => (await cycles()).length === 1)
      await app.stopProduct()
      await app.startProduct()
      await untilStatus(app, id, 'connected')
      mosquitto.publish(filter, '{"totalCycles":2}', 1)
      await until('one more', async () => (await subscriber(app, id)).messageCount === 2 + again)
      await until('its record', async () => (await cycles()).length > 1)
      expect(await cycles()).toEqual([{ n: 1 }, { n: 2 }])
      expect((await subscriber(app, id)).retainedCount).toBe(again)
      await removeSubscriber(app, id)
    },
  )

  test('MQTT 5: more than 1,000 are under way before the first commit', async () => {
    const filter = 'packhouse/MANY-5/record'
    const { id } = await connected(app, { brokerUrl: mosquitto.url, topicFilter: filter, protocol: '5' })
    const holder = await app.connection()
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE record IN SHARE MODE')
    const start = Date.now() - 60_000
    const lines = Array.from({ length: 1_200 }, (_, n) =>
      JSON.stringify({ lastSeen: new Date(start + n).toISOString() }),
    )
    mosquitto.publishLines(filter, lines)
    await until('all of them', async () => (await subscriber(app, id)).messageCount === 1_200)
    await holder.query('COMMIT')
    await until('the records', async () => {
      const [row] = await app.sql<{ records: number }>(
        `SELECT count(*)::int AS records FROM record JOIN machine ON key = machine_key WHERE machine_id = 'MANY-5'`,
      )
      return row?.records === 1_200
    })
    await removeSubscriber(app, id)
  })
})
