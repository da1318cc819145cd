import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { BrokerChannel } from '../../src/connect/index.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { createLog } from '../../src/platform/log.ts'
import { serviceUrl } from '../support/databases.ts'
import { Device } from '../support/device.ts'
import { hasMosquitto, Mosquitto } from '../support/mosquitto.ts'
import { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { IngestNode } from './support/ingest-node.ts'

const isHere = hasMosquitto()
if (!isHere) process.stdout.write('Mosquitto is not installed: a broker of others is not tried.\n')

const ACCOUNTS = { packhouse: 'password of the product', 'BROKER-1': 'password of a machine' }

/** As `deploy/brokers` has it. One ingest node: Mosquitto loses what a member of a shared subscription leaves behind unacknowledged. */
describe.skipIf(!isHere)('a broker of others instead of the built-in one', () => {
  let mosquitto: Mosquitto
  let app: TestApp
  let other: IngestNode
  let device: Device

  beforeAll(async () => {
    mosquitto = await Mosquitto.start({ accounts: ACCOUNTS })
    const url = mosquitto.urlOf('packhouse')
    const environment = {
      ROLE: 'api,ingest',
      NODE_ID: 'one',
      DATABASE_URL: 'postgres://given.by/the-test',
      BROKER_URL: url,
    }
    app = await new TestApp(inject('databaseServer'), { environment }).start()
    const keys = keysOf('token key of the tests')
    const channel = new BrokerChannel({ url, nodeId: 'two' }, keys, createLog('silent'))
    other = await new IngestNode(serviceUrl(app.databaseUrl), 'shared', channel).start()
    device = await Device.connectTo(mosquitto.urlOf('BROKER-1'))
  })

  afterAll(async () => {
    await device.close()
    await other.stop()
    await app.stop()
    await mosquitto.kill()
  })

  const shownElsewhere = (machineID: string) => other.live.byID(machineID)?.values?.totalCycles

  test('brings what machines publish to an ingest node, which stores it and shows it to the others', async () => {
    const staff = await app.as('staff')
    await until('the broker', async () => (await staff.call('health')).broker.status === 'ok')
    await device.publishAll(
      'BROKER-1',
      [1, 2, 3].map((n) => ({ lastSeen: new Date(Date.now() - 9_000 + n * 1_000).toISOString(), totalCycles: n })),
    )
    // The broker acknowledges by itself; what was stored is seen at the API.
    await until(
      'the records',
      async () =>
        (await app.sql('SELECT FROM record JOIN machine ON key = machine_key WHERE machine_id = $1', ['BROKER-1']))
          .length === 3,
    )
    await until('the live value', async () => (await staff.get('/v1/ignition/machines/BROKER-1')).status === 200)
    await until('the value at another node', () => shownElsewhere('BROKER-1') === 3)
  })

  test('stores what no machine can have sent as a dead letter, and goes on', async () => {
    await device.publish('BROKER-1', 'no JSON')
    await device.publish('BROKER-1', { totalCycles: 9 })
    await until('the value behind it', () => shownElsewhere('BROKER-1') === 9)
    expect(await app.sql(`SELECT code FROM refused_message`)).toHaveLength(1)
  })

  test('takes nothing without a password, nor what a machine sends in the name of another or to the nodes', async () => {
    for (const [username, password] of [
      [undefined, undefined],
      ['BROKER-1', ACCOUNTS.packhouse],
    ])
      await expect(Device.connectTo(mosquitto.url, { username, password })).rejects.toThrow(/Not authorized/)
    await device.publish('BROKER-2', { totalCycles: 1 })
    await device.publishOn('packhouse/live/5', Buffer.alloc(200, 1))
    await device.publish('BROKER-1', { totalCycles: 10 })
    await until('the value behind it', () => shownElsewhere('BROKER-1') === 10)
    expect(await app.sql('SELECT FROM machine WHERE machine_id = $1', ['BROKER-2'])).toEqual([])
    expect(app.logged.some(({ msg }) => /not of this installation/.test(msg))).toBe(false)
  })

  test('lets nobody show people values without a key of the installation', async () => {
    const insider = await Device.connectTo(mosquitto.urlOf('packhouse'))
    await insider.publishOn('packhouse/live/5', Buffer.alloc(200, 1))
    await insider.publishOn('packhouse/live/6', Buffer.alloc(3, 1))
    await insider.close()
    await device.publish('BROKER-1', { totalCycles: 11 })
    await until('the value behind it', () => shownElsewhere('BROKER-1') === 11)
    await until('the warning', () => app.logged.find(({ msg }) => /not of this installation/.test(msg)))
  })

  test('is asked for what came while it was away, once it is back', async () => {
    await mosquitto.kill()
    const staff = await app.as('staff')
    await until('the fault', async () => (await staff.get('/v1/health')).status === 503)
    await mosquitto.listen()
    device = await Device.connectTo(mosquitto.urlOf('BROKER-1'))
    await until('the broker', async () => (await staff.get('/v1/health')).status === 200)
    await device.publish('BROKER-1', { totalCycles: 12 })
    await until('the value', () => shownElsewhere('BROKER-1') === 12)
  })
})
