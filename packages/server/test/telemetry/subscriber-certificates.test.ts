import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SECRET_MASK } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../support/certificates.ts'
import { eventually } from '../support/eventually.ts'
import { hasMosquitto, Mosquitto } from '../support/mosquitto.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { TestBroker } from '../support/test-broker.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { addSubscriber, connected, removeSubscriber, subscriber } from './support/subscribers.ts'

const app = useTestApp()
const brokers = makeCertificate()
/** A self-signed client certificate, which the brokers trust. */
const ours = makeCertificate()
const others = makeCertificate()
const caCertificate = brokers.cert.trim()
const tls = { ...brokers, requestCert: true, rejectUnauthorized: true, ca: [ours.cert] }

const identity = { clientCertificate: ours.cert.trim(), clientKey: ours.key.trim() }
const strange = { clientCertificate: others.cert.trim(), clientKey: others.key.trim() }

async function brings(brokerUrl: string, machineID: string, publish: (topic: string) => Promise<unknown>, given = {}) {
  const topicFilter = `packhouse/${machineID}/record`
  const { id } = await connected(app, { brokerUrl, topicFilter, ...given })
  await publish(topicFilter)
  await until('the message', async () => (await subscriber(app, id)).messageCount === 1)
  await eventually(() => app.sql('SELECT FROM machine WHERE machine_id = $1', [machineID])).toHaveLength(1)
  return id
}

describe.each([
  { name: 'TLS', isWeb: false },
  { name: 'a web socket over TLS', isWeb: true },
])('a broker over $name that asks for certificates of clients', ({ isWeb }) => {
  let broker: TestBroker

  beforeAll(async () => {
    broker = await TestBroker.start({ tls, isWeb })
  })

  afterAll(async () => {
    await broker.stop()
  })

  const publish = async (topic: string) => {
    const client = await broker.client({ cert: ours.cert, key: ours.key })
    await client.publishAsync(topic, '{"totalCycles":5}', { qos: 1 })
  }

  test('lets the subscriber in by its own, whose key is encrypted and never returned', async () => {
    const id = await brings(broker.url, `CLIENT-${isWeb}`, publish, { caCertificate, ...identity })
    expect(await subscriber(app, id)).toMatchObject({ clientKey: SECRET_MASK })
    const [stored] = await app.sql<{ row: string }>(
      'SELECT mqtt_subscriber::text AS row FROM mqtt_subscriber WHERE id = $1',
      [id],
    )
    expect(stored?.row).not.toContain('PRIVATE KEY')
    await removeSubscriber(app, id)
  })

  test.each([
    ['without one', {}],
    ['with that of somebody else', strange],
  ])('refuses it %s, and it is reported', async (_, certificate) => {
    const draft = { brokerUrl: broker.url, topicFilter: 'packhouse/OUT-1/record', caCertificate, ...certificate }
    const { id, clientId } = await addSubscriber(app, { ...draft, enabled: true })
    const { lastError } = await until('the refusal', async () => {
      const row = await subscriber(app, id)
      return row.lastError !== null && row
    })
    expect(lastError).toMatch(/certificate/i)
    expect(broker.clientIds).not.toContain(clientId)
    await removeSubscriber(app, id)
  })
})

test('a broker over a plain web socket brings records too', async () => {
  const broker = await TestBroker.start({ isWeb: true })
  const id = await brings(broker.url, 'WEB-1', async (topic) =>
    (await broker.client()).publishAsync(topic, '{"totalCycles":5}', { qos: 1 }),
  )
  await removeSubscriber(app, id)
  await broker.stop()
})

describe.skipIf(!hasMosquitto())('Mosquitto that asks for certificates of clients (skipped without it)', () => {
  let folder: TemporaryFolder
  let mosquitto: Mosquitto

  beforeAll(async () => {
    folder = await makeTemporaryFolder('certificates')
    const write = async (name: string, text: string) => {
      await writeFile(join(folder.path, name), text)
      return join(folder.path, name)
    }
    mosquitto = await Mosquitto.start({
      tls: {
        caFile: await write('ca.pem', ours.cert),
        certFile: await write('cert.pem', brokers.cert),
        keyFile: await write('key.pem', brokers.key),
      },
    })
  })

  afterAll(async () => {
    await mosquitto.stop()
    await folder.remove()
  })

  test('lets the subscriber in by its own alone', async () => {
    const given = { brokerUrl: mosquitto.url, topicFilter: 'packhouse/MOSQUITTO-TLS/record', caCertificate }
    const { id } = await connected(app, { ...given, ...identity })
    const out = await addSubscriber(app, { ...given, ...strange, enabled: true })
    const { status, lastError } = await until('the refusal', async () => {
      const row = await subscriber(app, out.id)
      return row.lastError !== null && row
    })
    expect(status).not.toBe('connected')
    expect(lastError).toMatch(/certificate/)
    expect((await subscriber(app, id)).status).toBe('connected')
    await Promise.all([removeSubscriber(app, id), removeSubscriber(app, out.id)])
  })
})
