import { type MachineDetails, sampleDeviceName } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_DEVICE_PASSWORD } from '../support/databases.ts'
import { SparkplugEdge } from '../support/edge-node.ts'
import { TestBroker } from '../support/test-broker.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { connected as connectedSubscriber } from './support/subscribers.ts'

const app = useTestApp()
let broker: TestBroker

beforeAll(async () => {
  broker = await TestBroker.start()
  await connectedSubscriber(app, { brokerUrl: broker.url, topicFilter: 'spBv1.0/#', encoding: 'sparkplugB' })
})

afterAll(async () => {
  await broker.stop()
})

async function machine(machineID: string): Promise<Partial<MachineDetails>> {
  const { body } = await (await app.as('staff')).get(`/v1/ignition/machines/${machineID}`)
  return body as Partial<MachineDetails>
}

async function untilMachine(machineID: string, wanted: string, holds: (seen: Partial<MachineDetails>) => boolean) {
  return await until(`${machineID} ${wanted}`, async () => {
    const seen = await machine(machineID)
    return holds(seen) && seen
  })
}

const birth = [
  { name: 'Status/StateCurrent', alias: 1, type: 'Int32' as const, value: 6 },
  { name: 'Status/CurMachSpeed', alias: 2, type: 'Double' as const, value: 40 },
  { name: 'Admin/ProdProcessedCount', alias: 3, type: 'Int64' as const, value: 1_000 },
  { name: 'Film tension', alias: 4, type: 'Float' as const, value: 4.5 },
]

describe.each(['a subscriber', 'the embedded broker'])('over %s', (way) => {
  const own = way === 'a subscriber' ? 'S' : 'E'
  const edgeOf = (name: string, devices: string[]) => {
    const given = { name: `${own}-${name}`, devices: Object.fromEntries(devices.map((device) => [device, birth])) }
    if (own === 'S') return new SparkplugEdge({ url: broker.url, ...given })
    const credentials = { username: sampleDeviceName, password: SAMPLE_DEVICE_PASSWORD }
    return new SparkplugEdge({ url: `mqtt://127.0.0.1:${app.mqttPort}`, ...credentials, ...given })
  }

  test('an edge node brings many devices, each of them a machine', async () => {
    const devices = [`${own}-FILL-1`, `${own}-FILL-2`, `${own}-FILL-3`]
    const edge = edgeOf('many', devices)
    for (const device of devices) {
      const seen = await untilMachine(device, 'born', ({ connected, online }) => connected === true && online === true)
      expect(seen).toMatchObject({ machineState: 'Running', cyclesPerMin: 40, totalCycles: 1_000, online: true })
      expect(seen.machineData).toMatchObject({ 'Film tension': 4.5 })
    }
    edge.data(devices[0] ?? '', [{ alias: 2, type: 'Double', value: 42 }])
    const changed = await untilMachine(devices[0] ?? '', 'faster', ({ cyclesPerMin }) => cyclesPerMin === 42)
    expect(changed).toMatchObject({ machineState: 'Running', totalCycles: 1_000 })
    expect(await machine(devices[1] ?? '')).toMatchObject({ cyclesPerMin: 40 })
    edge.stop()
    for (const device of devices) {
      const seen = await untilMachine(device, 'gone', ({ connected }) => connected === false)
      // Whether its data are fresh and what state it reported last are other facts.
      expect(seen).toMatchObject({ online: true, machineState: 'Running' })
    }
  })

  test('what was missed is asked for again', async () => {
    const device = `${own}-GAP-1`
    const edge = edgeOf('gap', [device])
    await untilMachine(device, 'born', ({ connected, online }) => connected === true && online === true)
    expect(edge.births).toBe(1)
    edge.loseOne()
    edge.data(device, [{ name: 'Status/CurMachSpeed', alias: 2, type: 'Double', value: 50 }])
    await until('the second birth', () => edge.births === 2)
    await untilMachine(device, 'born again', ({ cyclesPerMin }) => cyclesPerMin === 40)
    // A moment later it is not asked once more.
    edge.loseOne()
    edge.data(device, [{ name: 'Status/CurMachSpeed', alias: 2, type: 'Double', value: 60 }])
    await untilMachine(device, 'faster', ({ cyclesPerMin }) => cyclesPerMin === 60)
    expect(edge.births).toBe(2)
    edge.stop()
  })

  test('a device dies alone, and history is stored at its own time', async () => {
    const [dead, alive] = [`${own}-DEAD-1`, `${own}-ALIVE-1`]
    const edge = edgeOf('dead', [dead, alive])
    await untilMachine(alive, 'born', ({ connected, online }) => connected === true && online === true)
    const past = Date.now() - 120_000
    edge.data(alive, [
      { name: 'Status/CurMachSpeed', alias: 2, type: 'Double', value: 7, timestamp: past, isHistorical: true },
    ])
    edge.deviceDied(dead)
    await untilMachine(dead, 'dead', ({ connected }) => connected === false)
    await until('the history', async () => {
      const rows = await app.sql(
        `SELECT FROM record JOIN machine ON key = machine_key WHERE machine_id = $1 AND at = to_timestamp($2 / 1000.0)
         AND cycles_per_min = 7`,
        [alive, past],
      )
      return rows.length === 1
    })
    expect(await machine(alive)).toMatchObject({ connected: true, cyclesPerMin: 40 })
    edge.stop()
  })

  test('two in one millisecond are both stored', async () => {
    const device = `${own}-TWICE-1`
    const edge = edgeOf('twice', [device])
    await untilMachine(device, 'born', ({ connected, online }) => connected === true && online === true)
    const at = Date.now()
    for (const value of [71, 72, 73]) {
      edge.data(device, [{ name: 'Status/CurMachSpeed', alias: 2, type: 'Double', value }], at)
    }
    await untilMachine(device, 'at the last', ({ cyclesPerMin }) => cyclesPerMin === 73)
    const rows = await app.sql(
      `SELECT cycles_per_min AS speed FROM record JOIN machine ON key = machine_key
       WHERE machine_id = $1 AND cycles_per_min > 70 ORDER BY at`,
      [device],
    )
    expect(rows).toEqual([{ speed: 71 }, { speed: 72 }, { speed: 73 }])
    edge.stop()
  })
})

test('the host announces that it is online, and the broker when it is not', async () => {
  const reader = await broker.client()
  const states: { online: boolean; timestamp: number }[] = []
  reader.on('message', (_topic, payload) => states.push(JSON.parse(payload.toString())))
  await reader.subscribeAsync('spBv1.0/STATE/packhouse', { qos: 1 })
  await until('the state', () => states.length > 0)
  expect(states[0]).toMatchObject({ online: true, timestamp: expect.any(Number) })

  const device = await app.device()
  const payloads: string[] = []
  device.client.on('message', (_topic, payload) => payloads.push(payload.toString()))
  await device.client.subscribeAsync('spBv1.0/STATE/packhouse', { qos: 1 })
  await until('the state of the embedded broker', () => payloads.length > 0)
  expect(JSON.parse(payloads[0] ?? '')).toMatchObject({ online: true })
})

test.each(['#', 'spBv1.0/#', 'packhouse/+/record', 'spBv1.0/+/NCMD/edge/#'])(
  'a device may not subscribe to %s',
  async (filter) => {
    const device = await app.device()
    await expect(device.client.subscribeAsync(filter)).rejects.toThrow()
  },
)

test('what cannot be read is stored with the reason', async () => {
  const device = await app.device()
  await device.publishOn('spBv1.0/plant/NBIRTH/broken', '{"no":"protobuf"}')
  await device.publishOn('spBv1.0/plant/NDATA/unborn', Buffer.from([0x18, 0x01]))
  await device.publishOn('spBv1.0/plant/NONSENSE/x', Buffer.from([]))
  const rows = await app.sql(`SELECT topic, code FROM refused_message WHERE topic ~ '^spBv1.0/plant/N' ORDER BY id`)
  expect(rows).toEqual([
    { topic: 'spBv1.0/plant/NBIRTH/broken', code: 'not_sparkplug' },
    { topic: 'spBv1.0/plant/NDATA/unborn', code: 'before_birth' },
    { topic: 'spBv1.0/plant/NONSENSE/x', code: 'topic_unknown' },
  ])
})
