import { type MachineDetails, sampleDeviceName } from '@packhouse/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_DEVICE_PASSWORD } from '../support/databases.ts'
import { SparkplugEdge } from '../support/edge-node.ts'
import { expectProblem } from '../support/problem.ts'
import { seed } from '../support/seed.ts'
import { expectAnswers } from '../support/sparkplug/answers.ts'
import { Historian } from '../support/sparkplug/historian.ts'
import { bytesOf, topicOf } from '../support/sparkplug/message.ts'
import { type Act, Session, sessionPlan } from '../support/sparkplug/session.ts'
import { type Heard, TestBroker } from '../support/test-broker.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { changeSubscriber, connected as connectedSubscriber } from './support/subscribers.ts'

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

const STATE_TOPIC = 'spBv1.0/STATE/packhouse'

function isOn(topic: string) {
  return (one: Heard) => one.what === 'publish' && one.topic === topic
}

function isState(online: boolean) {
  return (one: Heard) => isOn(STATE_TOPIC)(one) && one.what === 'publish' && one.payload.includes(`"online":${online}`)
}

async function commandsOf(id: string) {
  const staff = await app.as('staff')
  const ask = () => staff.call('machineCommands', { params: { id } })
  return { staff, ask, params: `/v1/ignition/machines/${id}/commands` }
}

/** Rolls out a tag map for one machine. */
async function allowWriting(machineID: string, entries: object[], source = 'sparkplug'): Promise<void> {
  const staff = await app.as('staff')
  const [row] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [machineID])
  const draft = { name: `Writing to ${machineID}`, source, machineId: row?.id, entries }
  const made = await staff.post('/v1/ignition/tag-maps', draft)
  expect(made.status, made.text).toBe(201)
  await staff.call('rollOutTagMap', { params: { id: (made.body as { id: string }).id }, body: { version: 1 } })
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
      // What it said last is shown, and holds no longer.
      const ended = await untilMachine(device, 'offline', ({ online }) => online === false)
      expect(ended).toMatchObject({ machineState: null, reportedState: null, cyclesPerMin: seen.cyclesPerMin })
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
        `SELECT FROM record JOIN machine ON key = machine_key WHERE machine_id = $1 AND date_trunc('ms', at) = to_timestamp($2 / 1000.0)
         AND cycles_per_min = 7`,
        [alive, past],
      )
      return rows.length === 1
    })
    expect(await machine(alive)).toMatchObject({ connected: true, cyclesPerMin: 40 })
    edge.stop()
  })

  test('a value that its tag map allows is written to a device, and confirmed when it reports it', async () => {
    const device = `${own}-CMD-1`
    const edge = edgeOf('cmd', [device])
    edge.obey()
    await untilMachine(device, 'born', ({ connected, online }) => connected === true && online === true)
    const { params, staff, ask } = await commandsOf(device)
    expect((await ask()).tags).toEqual([])
    expectProblem(await staff.post(params, { tag: 'Film tension', value: 5 }), 'invalid_request')
    await allowWriting(device, [
      {
        canonicalTag: 'tension',
        address: 'Film tension',
        role: 'other',
        writable: true,
        unit: 'N',
        max: 9,
        scale: 0.5,
      },
      { canonicalTag: 'speed', address: 'Status/CurMachSpeed', role: 'speed' },
    ])
    edge.data(device, [{ name: 'Film tension', alias: 4, type: 'Float', value: 4.5 }])
    await untilMachine(device, 'mapped', ({ machineData }) => machineData?.tension === 2.25)
    expect(await ask()).toMatchObject({ unreachable: null, tags: [{ tag: 'tension', value: 2.25, max: 9 }] })
    for (const refused of [
      { tag: 'speed', value: 1 },
      { tag: 'tension', value: 9.5 },
      { tag: 'tension', value: '5' },
    ])
      expectProblem(await staff.post(params, refused), 'invalid_request')
    expect(edge.written).toEqual([])

    const key = { 'idempotency-key': crypto.randomUUID() }
    const answer = await staff.post(params, { tag: 'tension', value: 3.5 }, key)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ tag: 'tension', before: 2.25, value: 3.5, unit: 'N', outcome: 'sent' })
    const command = await until('the confirmation', async () => {
      const [newest] = (await ask()).commands
      return newest?.outcome === 'confirmed' && newest
    })
    expect(command).toMatchObject({ value: 3.5, who: expect.any(String), settledAt: expect.any(String) })
    const { machineData } = await machine(device)
    expect(machineData).toMatchObject({ tension: 3.5 })
    await staff.post(params, { tag: 'tension', value: 3.5 }, key)
    expect(edge.written).toMatchObject([{ device, metrics: [{ alias: { low: 4 }, value: 7 }] }])
    if (own === 'S') {
      const heard = broker.heard.filter(isOn(`spBv1.0/plant/DCMD/S-cmd/${device}`))
      expect(heard).toMatchObject([{ qos: 0, retain: false }])
    }
    const [machineRow] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [device])
    const history = await staff.get(`/v1/machines/${machineRow?.id}/history`)
    const { items } = history.body as { items: object[] }
    const change = { field: 'tag tension', before: 2.25, after: 3.5 }
    expect(items[0]).toMatchObject({ action: 'write-value', changes: [change] })
    const log = await staff.call('listAuthLog', { query: { record: machineRow?.id ?? '', action: 'write-value' } })
    expect(log.items).toMatchObject([{ record: { label: device }, changed: [change.field] }])
    edge.stop()
    await untilMachine(device, 'gone', ({ connected }) => connected === false)
    expectProblem(await staff.post(params, { tag: 'tension', value: 4 }), 'machine_unreachable')
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

test('a host in its session with a broker, from CONNECT to DISCONNECT', async () => {
  const other = await TestBroker.start()
  const clientId = 'host-session'
  const start = Date.now()
  const { id } = await connectedSubscriber(app, {
    brokerUrl: other.url,
    topicFilter: 'spBv1.0/#',
    encoding: 'sparkplugB',
    qos: 0,
    clientId,
  })
  const heard = () => other.heard.filter((one) => one.clientId === clientId)
  await until('the birth', () => heard().some(isState(true)))
  const [connect, ...subscribed] = heard()
  const will = connect?.what === 'connect' ? connect.packet.will : undefined
  const death = JSON.parse(`${will?.payload}`) as { timestamp: number }
  expect(will).toMatchObject({ topic: STATE_TOPIC, qos: 1, retain: true })
  expect(death).toEqual({ online: false, timestamp: expect.any(Number) })
  expect(death.timestamp).toBeGreaterThanOrEqual(start)
  // All that it subscribes to comes before its first message, which is its birth, of the time of its will.
  const state = { what: 'publish', topic: STATE_TOPIC, qos: 1, retain: true }
  const birth = { ...state, payload: JSON.stringify({ online: true, timestamp: death.timestamp }) }
  const first = subscribed.findIndex(({ what }) => what === 'publish')
  expect(subscribed[first]).toMatchObject(birth)
  const topics = subscribed.slice(0, first).flatMap((one) => (one.what === 'subscribe' ? one.topics : []))
  expect(topics).toEqual(expect.arrayContaining([STATE_TOPIC, 'spBv1.0/#']))

  const somebody = await other.client()
  await somebody.publishAsync(STATE_TOPIC, JSON.stringify({ online: false, timestamp: death.timestamp - 1 }), {
    qos: 1,
  })
  await until('the birth again', () => heard().filter(isState(true)).length === 2)
  expect(heard().findLast(isState(true))).toMatchObject(birth)

  // Data before a birth: the births are asked for, by a message that no broker stores.
  await somebody.publishAsync('spBv1.0/elsewhere/NDATA/unborn', Buffer.from([0x18, 0x01]))
  await until('the request for births', () => heard().some(isOn('spBv1.0/elsewhere/NCMD/unborn')))
  expect(heard().find(isOn('spBv1.0/elsewhere/NCMD/unborn'))).toMatchObject({ qos: 0, retain: false })

  const leaving = Date.now()
  await changeSubscriber(app, id, { enabled: false })
  await until('the end', () => heard().some(({ what }) => what === 'leave') && heard().some(isState(false)))
  const deaths = heard().filter(isState(false))
  expect(deaths).toMatchObject([state])
  const last = deaths[0]?.what === 'publish' ? (JSON.parse(deaths[0].payload) as object) : {}
  expect(last).toEqual({ online: false, timestamp: expect.any(Number) })
  expect((last as { timestamp: number }).timestamp).toBeGreaterThanOrEqual(leaving)
  await other.stop()
})

test('the embedded broker retains the state of the host alone, and grants an edge node its own commands', async () => {
  const { client } = await app.device()
  await client.publishAsync('spBv1.0/STATE/another', '{"online":true,"timestamp":1}', { qos: 1, retain: true })
  const states: { topic: string; qos: number; retain: boolean }[] = []
  client.on('message', (topic, _payload, { qos, retain }) => states.push({ topic, qos, retain }))
  const filters = ['spBv1.0/plant/NCMD/edge/#', 'spBv1.0/plant/DCMD/edge/#', 'spBv1.0/STATE/another', STATE_TOPIC]
  const granted = await client.subscribeAsync(filters, { qos: 1 })
  expect(granted.map(({ qos }) => qos)).toEqual([1, 1, 1, 1])
  await until('the state', () => states.length > 0)
  expect(states).toEqual([{ topic: STATE_TOPIC, qos: 1, retain: true }])
})

/** An edge node that has published before its birth, so that the host asks for that; and the topics of what it is sent. */
async function unbornEdge(node: string, filters: readonly string[]) {
  const device = await app.device()
  const topics: string[] = []
  device.client.on('message', (topic) => topics.push(topic))
  const granted = await device.client.subscribeAsync([...filters])
  const publish = () => device.publishOn(`spBv1.0/hall/NDATA/${node}`, Buffer.from([0x18, 0x01]))
  return { device, topics, granted: granted.map(({ qos }) => qos), publish }
}

test.each([
  ['exact', 'spBv1.0/hall/NCMD/exact'],
  ['below', 'spBv1.0/hall/NCMD/below/#'],
  ['any-node', 'spBv1.0/hall/NCMD/+'],
  ['any-group', 'spBv1.0/+/NCMD/any-group'],
  ['all-commands', 'spBv1.0/hall/NCMD/#'],
])('the edge node %s is asked for its birth where it has subscribed to %s', async (node, filter) => {
  const edge = await unbornEdge(node, ['spBv1.0/STATE/#', `spBv1.0/hall/DCMD/${node}/#`, filter])
  expect(edge.granted).toEqual([0, 0, 0])
  await edge.publish()
  await until('the request', () => edge.topics.includes(`spBv1.0/hall/NCMD/${node}`))
  expect(edge.topics).toContain('spBv1.0/STATE/packhouse')
})

test('commands to others are not sent to those who subscribe to them, and none to those who have unsubscribed', async () => {
  const other = await unbornEdge('other', ['spBv1.0/+/NCMD/+'])
  const edge = await unbornEdge('asked', ['spBv1.0/hall/NCMD/asked'])
  await edge.publish()
  await until('the request', () => edge.topics.length > 0)
  // Its own comes after whatever it would have been sent before.
  await other.publish()
  await until('the request of its own', () => other.topics.length > 0)
  expect(other.topics).toEqual(['spBv1.0/hall/NCMD/other'])

  const left = await unbornEdge('left', ['spBv1.0/+/NCMD/left', 'spBv1.0/STATE/nobody'])
  await left.device.client.unsubscribeAsync('spBv1.0/+/NCMD/left')
  await left.publish()
  await left.device.client.subscribeAsync('spBv1.0/STATE/packhouse')
  await until('the state', () => left.topics.length > 0)
  expect(left.topics).toEqual(['spBv1.0/STATE/packhouse'])
})

test.each(['#', 'spBv1.0/#', 'packhouse/+/record', 'spBv1.0/plant/+/edge/#', 'spBv1.0/plant/DDATA/#'])(
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

describe('sessions of edge nodes are answered as a perfect historian would hold them', () => {
  const HOUR_MS = 3_600_000
  /** Hours ago, and by clocks that far behind nothing is of now: what the product says by its own clock does not come in. */
  const begin = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 30 * HOUR_MS + 58 * 60_000
  const span = { from: begin - 6 * HOUR_MS, to: begin + 6 * HOUR_MS }
  const byMessages: Act['act'][] = ['data', 'born', 'device born', 'device died', 'old death', 'lose', 'repeat']
  const sessions = fc.sample(sessionPlan, { seed, numRuns: 20 }).map((plan, place) => {
    const nodes = plan.nodes.map((node) => ({ ...node, offset: -130_000, isMachine: false, sharesName: false }))
    const steps = plan.steps.filter(({ act }) => byMessages.includes(act))
    return new Session({ nodes, steps, hosts: 1 }, `H${place}-`, begin)
  })
  const held = sessions.map(({ events }) => new Historian([], events).view())

  beforeAll(async () => {
    const publisher = await broker.client()
    const messages = sessions.flatMap(({ events }) =>
      events.flatMap((event) => ('message' in event ? [event.message] : [])),
    )
    const before = broker.acknowledged
    await Promise.all(messages.map((message) => publisher.publishAsync(topicOf(message), bytesOf(message), { qos: 1 })))
    await until('the last of the messages', () => broker.acknowledged >= before + messages.length)
  })

  test.each(['as rows', 'sealed'])('%s', async (way) => {
    if (way === 'sealed') expect((await app.runRetention()).sealed).toBeGreaterThan(0)
    const staff = await app.as('staff')
    for (const machines of held)
      for (const [id, view] of Object.entries(machines)) await expectAnswers(staff, id, view, span)
  })

  test('with the sums of every minute', async () => {
    for (const [id, { minutes }] of held.flatMap(Object.entries<(typeof held)[number][string]>)) {
      const rows = await app.sql<{ at: Date } & Record<string, number | string>>(
        `SELECT at, records, cycles, rejects, rejects_count AS "rejectsCount", speed_sum AS "speedSum", speed_count AS "speedCount", temperature_sum AS "temperatureSum",
           temperature_count AS "temperatureCount", running_ms AS "runningMs", idle_ms AS "idleMs", stopped_ms AS "stoppedMs",
           faulted_ms AS "faultedMs" FROM minute_rollup JOIN machine ON key = machine_key WHERE machine_id = $1 ORDER BY at`,
        [id],
      )
      const sums = rows.map(
        ({ at, ...row }) => [at.toISOString(), Object.entries(row).filter(([, sum]) => Number(sum) !== 0)] as const,
      )
      const stored = sums
        .filter(([, row]) => row.length > 0)
        .map(([at, row]) => [at, Object.fromEntries(row.map(([name, sum]) => [name, Number(sum)]))])
      expect(Object.fromEntries(stored), id).toEqual(minutes)
    }
  })
})
