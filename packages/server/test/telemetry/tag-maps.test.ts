import type { Draft, Row, tagMaps } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

type TagMap = Row<typeof tagMaps>

const PATH = '/v1/ignition/tag-maps'
const app = useTestApp()
let staff: Caller
let device: Device

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
})

const temperature = { canonicalTag: 'temperature', address: 'plc.t1', role: 'temperature' as const, scale: 0.1 }
const state = { canonicalTag: 'state', address: 'st', role: 'state', valueMap: { '6': 'Execute', '2': 'Stopped' } }
const count = { canonicalTag: 'cycles', address: 'n', role: 'count' as const, rolloverAt: 1_000 }

async function make(name: string, draft: Omit<Draft<typeof tagMaps>, 'entries'> & { entries?: object[] } = {}) {
  const answer = await staff.post(PATH, { name, source: 'json', entries: [temperature, state, count], ...draft })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as TagMap
}

async function save(map: TagMap, change: object): Promise<TagMap> {
  const body = { rowVersion: map.rowVersion, ...change }
  const answer = await staff.request(`${PATH}/${map.id}`, { method: 'PUT', body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as TagMap
}

async function rollOut(map: TagMap, version: number | null = map.version): Promise<TagMap> {
  return (await staff.call('rollOutTagMap', { params: { id: map.id }, body: { version } })) as TagMap
}

async function details(id: string) {
  return await staff.call('getMachine', { params: { id } })
}

async function audited(map: TagMap): Promise<string[]> {
  const rows = await app.sql<{ action: string }>('SELECT action FROM audit_entry WHERE row_id = $1 ORDER BY id', [
    map.id,
  ])
  return rows.map(({ action }) => action)
}

test('a deadband retains the temperature that was reported last, until the change exceeds it', async () => {
  const map = await make('Steady', { topicFilter: 'steady/{machineID}', entries: [{ ...temperature, deadband: 0.5 }] })
  await rollOut(map)
  for (const t1 of [200, 204, 207, 203]) await device.publishOn('steady/STEADY-1', { plc: { t1 } })
  const rows = await app.sql<{ temperature: number }>(
    `SELECT temperature FROM record JOIN machine ON key = machine_key WHERE machine_id = 'STEADY-1' ORDER BY at`,
  )
  expect(rows.map((row) => row.temperature)).toEqual([20, 20, 20.7, 20.7])
})

describe('the versions of a tag map', () => {
  test('count up with what messages are read by, and are all stored', async () => {
    let map = await make('Versions')
    expect(map).toMatchObject({ version: 1, activeVersion: null })
    map = await save(map, { name: 'Versions of it', machineType: 'VX' })
    expect(map.version).toBe(1)
    map = await save(map, { entries: [temperature] })
    map = await save(map, { timeAddress: 'ts' })
    map = await save(map, { topicFilter: 'v/{machineID}' })
    expect(map.version).toBe(4)
    const { items, total } = await staff.call('listTagMapVersions', { params: { id: map.id }, query: {} })
    expect(total).toBe(4)
    expect(items.map(({ version, entries, inUse }) => [version, entries.length, inUse])).toEqual([
      [4, 1, false],
      [3, 1, false],
      [2, 1, false],
      [1, 3, false],
    ])
    const first = await staff.call('getTagMapVersion', { params: { id: map.id, version: '1' } })
    expect(first).toMatchObject({ topicFilter: null, timeAddress: null, createdBy: expect.stringMatching(/\w/) })
    expectProblem(await staff.get(`${PATH}/${map.id}/versions/9`), 'not_found')
  })

  test('cannot be changed by anybody who comes in through the API', async () => {
    const rights = await app.sql(`SELECT FROM pg_class WHERE oid = 'tag_map_version'::regclass
      AND has_table_privilege('packhouse_app', oid, 'INSERT, UPDATE, DELETE, TRUNCATE')`)
    expect(rights).toEqual([])
  })

  test('are rolled out, rolled back and taken out of use, each recorded in the audit', async () => {
    let map = await make('Out and back')
    map = await rollOut(await save(await rollOut(map), { entries: [temperature] }))
    expect(map).toMatchObject({ version: 2, activeVersion: 2 })
    expect(await rollOut(map, 1)).toMatchObject({ version: 2, activeVersion: 1 })
    expect(await rollOut(map, 1)).toMatchObject({ activeVersion: 1 })
    expect(await rollOut(map, null)).toMatchObject({ activeVersion: null })
    expect(await audited(map)).toEqual(['create', 'roll-out', 'update', 'roll-out', 'roll-back', 'withdraw'])
    expectProblem(await staff.post(`${PATH}/${map.id}/roll-out`, { version: 3 }), 'not_found')
  })

  test('of two maps for one type are not in use at once', async () => {
    const [one, two] = [await make('One', { machineType: 'TWICE' }), await make('Two', { machineType: 'TWICE' })]
    await rollOut(one)
    const { errors } = expectProblem(await staff.post(`${PATH}/${two.id}/roll-out`, { version: 1 }), 'invalid_request')
    expect(errors).toMatchObject([{ path: 'body.machineType' }])
    await rollOut(one, null)
    expect(await rollOut(two)).toMatchObject({ activeVersion: 1 })
  })

  test('have addresses that can be read, and each tag once', async () => {
    const wrong = [{ ...temperature, address: 'a..b' }, count]
    const { errors } = expectProblem(
      await staff.post(PATH, { name: 'W', source: 'json', entries: wrong }),
      'invalid_request',
    )
    expect(errors).toMatchObject([{ path: 'body.entries.0.address' }])
    const twice = expectProblem(
      await staff.post(PATH, { name: 'W', source: 'json', entries: [count, count] }),
      'invalid_request',
    )
    expect(twice.errors).toMatchObject([{ path: 'body.entries.1.canonicalTag' }])
    await make('Names of Sparkplug', { source: 'sparkplug', entries: [{ ...count, address: 'Node Control/..' }] })
  })
})

describe('a tag map that was deleted', () => {
  test('reads nothing, and reads again in its version once it is restored', async () => {
    const map = await make('Undone', { topicFilter: 'undone/{machineID}' })
    await rollOut(map)
    await device.publishOn('undone/UNDONE-1', { plc: { t1: 200 } })
    expect(await details('UNDONE-1')).toMatchObject({ temperature: 20 })
    expect((await staff.request(`${PATH}/${map.id}`, { method: 'DELETE' })).status).toBe(204)
    // Code that does not know of deleted maps reads by those that are in use.
    expect(await app.sql('SELECT active_version FROM tag_map WHERE id = $1', [map.id])).toEqual([
      { active_version: null },
    ])
    await device.publishOn('undone/UNDONE-1', { plc: { t1: 210 } })
    expect(await details('UNDONE-1')).toMatchObject({ temperature: 20 })
    const restored = await staff.post(`${PATH}/${map.id}/restore`)
    expect(restored.body).toMatchObject({ version: 1, activeVersion: 1 })
    await device.publishOn('undone/UNDONE-1', { plc: { t1: 220 } })
    expect(await details('UNDONE-1')).toMatchObject({ temperature: 22 })
    expect((await audited(map)).slice(-2)).toEqual(['delete', 'restore'])
  })

  test('is not restored into use beside another one of the type, and one that was not in use is not afterwards', async () => {
    const [first, idle] = [await make('First', { machineType: 'UNDO' }), await make('Idle', { machineType: 'UNDO' })]
    await rollOut(first)
    for (const { id } of [first, idle])
      expect((await staff.request(`${PATH}/${id}`, { method: 'DELETE' })).status).toBe(204)
    const second = await make('Second', { machineType: 'UNDO' })
    await rollOut(second)
    expectProblem(await staff.post(`${PATH}/${first.id}/restore`), 'invalid_request')
    expect((await staff.post(`${PATH}/${idle.id}/restore`)).body).toMatchObject({ activeVersion: null })
    await rollOut(second, null)
    expect((await staff.post(`${PATH}/${first.id}/restore`)).body).toMatchObject({ activeVersion: 1 })
  })
})

describe('a machine', () => {
  test('without a map is shown in our own terms; with the map of its type in the terms of the device', async () => {
    await app.sql(`UPDATE machine SET configuration_id = 'TYPE-A' WHERE machine_id IN ('VFFS-2214', 'VFFS-2215')`)
    const map = await make('Type A', { machineType: 'TYPE-A' })
    const reach = await staff.call('tagMapReach', { params: { id: map.id } })
    expect(reach).toEqual({ count: 2, machineIDs: ['VFFS-2214', 'VFFS-2215'], machineType: 'TYPE-A' })
    await until('the type being known', async () => (await details('VFFS-2214')).configurationId === 'TYPE-A')
    await device.publish('VFFS-2214', { temperature: 20 })
    await rollOut(map)
    await device.publish('VFFS-2214', { plc: { t1: 235 }, st: 6, n: 990 })
    expect(await details('VFFS-2214')).toMatchObject({ temperature: 23.5, reportedState: 'Execute', totalCycles: 990 })
    await Promise.all([5, 900, 10].map((n) => device.publish('VFFS-2214', { n })))
    expect(await details('VFFS-2214')).toMatchObject({ totalCycles: 2_010 })
  })

  test('has the units of its readings as its map in use declares them', async () => {
    await app.sql(`UPDATE machine SET configuration_id = 'TYPE-U' WHERE machine_id = 'CRT-1162'`)
    const jaw = { canonicalTag: 'jaw', address: 'plc.jaw', role: 'other', unit: '°C' }
    const map = await make('Units', { machineType: 'TYPE-U', entries: [jaw, count] })
    await until('the type being known', async () => (await details('CRT-1162')).configurationId === 'TYPE-U')
    expect(await details('CRT-1162')).toMatchObject({ units: {} })
    await rollOut(map)
    await device.publish('CRT-1162', { plc: { jaw: 151.5 } })
    expect(await details('CRT-1162')).toMatchObject({ machineData: { jaw: 151.5 }, units: { jaw: '°C' } })
  })

  test('takes records over HTTP in the own words, whatever its map', async () => {
    const body = { records: [{ machineID: 'VFFS-2214', lastSeen: new Date().toISOString(), humidity: 40 }] }
    expect(await staff.call('publishRecords', { body })).toEqual({
      accepted: 1,
      duplicates: 0,
      conflicts: [],
      refused: [],
    })
    expect(await details('VFFS-2214')).toMatchObject({ humidity: 40 })
  })

  test('is read by its own map before that of its type, once it is rolled out', async () => {
    const own = await make('Own', { entries: [{ ...temperature, address: 'own' }] })
    const [machine] = await app.sql<{ id: string; row_version: number }>(
      `SELECT id, row_version FROM machine WHERE machine_id = 'VFFS-2215'`,
    )
    const body = { rowVersion: machine?.row_version, tagMapId: own.id }
    expect((await staff.request(`/v1/machines/${machine?.id}`, { method: 'PUT', body })).status).toBe(200)
    await device.publish('VFFS-2215', { plc: { t1: 100 }, own: 300 })
    expect(await details('VFFS-2215')).toMatchObject({ temperature: 10 })
    await rollOut(own)
    await until('the own map being used', async () => {
      await device.publish('VFFS-2215', { plc: { t1: 100 }, own: 300 })
      return (await details('VFFS-2215')).temperature === 30
    })
    expect((await staff.request(`${PATH}/${own.id}`, { method: 'DELETE' })).status).toBe(409)
  })
})

describe('a foreign topic', () => {
  test('becomes records of the machine that it names, at the time that the message reports', async () => {
    const map = await make('Foreign', { topicFilter: 'plant/+/{machineID}/values', timeAddress: 'ts' })
    await rollOut(map)
    const at = Date.now() - 60_000
    await device.publishOn('plant/hall 2/FOREIGN-1/values', { ts: at / 1000, plc: { t1: 251 }, st: '2' })
    const lastSeen = new Date(at).toISOString()
    expect(await details('FOREIGN-1')).toMatchObject({
      temperature: 25.1,
      reportedState: 'Stopped',
      lastSeen,
      connected: true,
    })
  })

  test('that names no machine is of the one that its map names', async () => {
    const MACHINE = 'VFFS-2214'
    const [machine] = await app.sql<{ id: string }>(`SELECT id FROM machine WHERE machine_id = $1`, [MACHINE])
    const fixed = { topicFilter: 'hall7/line3/+' }
    const refused = await staff.post(PATH, { name: 'Of nobody', source: 'json', ...fixed })
    expectProblem(refused, 'invalid_request')
    expect(refused.text).toContain('must have {machineID} as one level, or the map must name its machine')
    let map = await make('Fixed', { ...fixed, machineId: machine?.id ?? '' })
    map = await rollOut(map)
    await device.publishOn('hall7/line3/values', { plc: { t1: 287 } })
    expect((await details(MACHINE)).temperature).toBe(28.7)
    const messages = await staff.call('tagMapMessages', { params: { id: map.id } })
    expect(messages[0]).toMatchObject({ topic: 'hall7/line3/values', machineID: MACHINE })
    await device.publishOn('hall7/line4/values', { plc: { t1: 301 } })
    expect((await details(MACHINE)).temperature).toBe(28.7)

    // It has to go on naming one.
    const { rowVersion } = map
    const change = (body: object) =>
      staff.request(`${PATH}/${map.id}`, { method: 'PUT', body: { rowVersion, ...body } })
    expectProblem(await change({ machineId: null }), 'invalid_request')
    expect((await change({ machineId: null, topicFilter: 'hall7/{machineID}/values' })).status).toBe(200)
    // The version in use still has the fixed topics, which are of nobody now.
    await until('the fixed topic is refused', async () => {
      await device.publishOn('hall7/line3/values', { plc: { t1: 300 } })
      const letters = await app.sql(`SELECT FROM refused_message WHERE topic = 'hall7/line3/values'`)
      return letters.length > 0
    })
    expect((await details(MACHINE)).temperature).toBe(28.7)
    await rollOut((await staff.get(`${PATH}/${map.id}`)).body as TagMap, null)
  })

  test('is stored as a dead letter where no map reads it or it names no machine', async () => {
    await device.publishOn('nobody/knows/this', '{"a":1}')
    await device.publishOn('plant/hall/no machine/values', '{"n":1}')
    const { items } = await staff.call('listDeadLetters', { query: { topic: '/' } })
    expect(items.slice(0, 2)).toMatchObject([
      { code: 'machine_unknown', topic: 'plant/hall/no machine/values', device: 'sample-device' },
      { code: 'topic_unknown', topic: 'nobody/knows/this' },
    ])
  })

  test('of a device of a customer reaches the machines of that customer alone', async () => {
    const key = (await staff.post('/v1/auth/api-keys', await keyDraft('NORDFJELL'))).body as { id: string; key: string }
    const [scope] = await app.sql<{ id: string }>(`SELECT id FROM api_key_scope WHERE name = 'telemetry:publish'`)
    await staff.post(`/v1/auth/api-keys/${key.id}/scopes/attach`, { ids: [scope?.id] })
    const own = await app.device({ username: 'customer', password: key.key })
    await own.publishOn('plant/hall/VFFS-1987/values', { n: 7 })
    expect(await details('VFFS-1987')).toMatchObject({ totalCycles: 7 })
    await own.publishAndBeThrownOut('plant/hall/FLW-1204/values', { n: 7 })
    expect((await details('FLW-1204')).totalCycles).toBeNull()
    const again = await app.device({ username: 'customer', password: key.key })
    await again.publishAndBeThrownOut('plant/hall/NOBODY-1/values', { n: 7 })
  })

  async function keyDraft(code: string) {
    const [customer] = await app.sql<{ id: string }>('SELECT id FROM customer WHERE code = $1', [code])
    return { name: `Key of ${code}`, customerId: customer?.id }
  }
})

describe('the studio', () => {
  test('is shown what comes in, and tries entries on it beside the version in use', async () => {
    const map = await rollOut(await make('Studio', { topicFilter: 'studio/{machineID}' }))
    await device.publishOn('studio/STUDIO-1', { plc: { t1: 200 }, n: 5 })
    await device.publishOn('studio/STUDIO-1', { plc: { t1: 'hot' } })
    const messages = await staff.call('tagMapMessages', { params: { id: map.id } })
    expect(messages.map(({ topic, machineID, payload }) => [topic, machineID, payload])).toEqual([
      ['studio/STUDIO-1', 'STUDIO-1', '{"plc":{"t1":"hot"}}'],
      ['studio/STUDIO-1', 'STUDIO-1', '{"plc":{"t1":200},"n":5}'],
    ])
    const entries = [{ ...temperature, scale: 1 }, count]
    const body = { tagMapId: map.id, entries, topic: 'studio/STUDIO-1', last: 5 }
    const [first, second] = await staff.call('previewTagMap', { body })
    expect(first).toMatchObject({
      after: { fields: { temperature: 200, totalCycles: 5 }, faults: [], refusal: null },
      before: { fields: { temperature: 20, totalCycles: 5 } },
      changed: ['temperature'],
    })
    expect(second).toMatchObject({
      after: { fields: {}, faults: [{ address: 'plc.t1' }], refusal: { code: 'nothing_mapped' } },
    })
    const given = { tagMapId: null, entries, payloads: ['{"n":998}', '{"n":3}', 'no JSON'] }
    expect(await staff.call('previewTagMap', { body: given })).toMatchObject([
      { after: { fields: { totalCycles: 998 } }, before: null, changed: [] },
      { after: { fields: { totalCycles: 1_003 } } },
      { after: { refusal: { code: 'not_json' } } },
    ])
  })

  test('is shown messages of machines without a map once somebody looks', async () => {
    const map = await make('Watching', { machineType: 'WATCHED' })
    await app.sql(`UPDATE machine SET configuration_id = 'WATCHED' WHERE machine_id = 'CRT-1130'`)
    expect(await staff.call('tagMapMessages', { params: { id: map.id } })).toEqual([])
    await device.publish('CRT-1130', { temperature: 4 })
    expect(await staff.call('tagMapMessages', { params: { id: map.id } })).toMatchObject([
      { payload: '{"temperature":4}' },
    ])
  })
})

describe('a value that is written in plain MQTT', () => {
  const ID = 'VFFS-2214'
  const COMMANDS = `/v1/ignition/machines/${ID}/commands`
  const setSpeed = {
    canonicalTag: 'setSpeed',
    address: 'set',
    role: 'other',
    unit: 'cycles/min',
    scale: 0.1,
    min: 10,
    max: 60,
    writable: true,
    writeTopic: 'line/{machineID}/set',
    writePayload: '{"speed": {value}}',
  }
  let machine: Device
  let received: string[]

  beforeAll(async () => {
    const [row] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [ID])
    await rollOut(await make('Writing', { machineId: row?.id ?? '', entries: [setSpeed] }))
    await app.sql(`INSERT INTO role_permission SELECT id, 'machine.command' FROM role WHERE name = 'customer'`)
    machine = await app.device()
    received = []
    machine.client.on('message', (topic, payload) => received.push(`${topic} ${payload}`))
    await machine.publish(ID, { set: 300 })
  })

  const newest = async () => (await staff.call('machineCommands', { params: { id: ID } })).commands[0]

  test('goes to the machine that listens, and to nobody else; it is confirmed by what the machine reports', async () => {
    const body = { tag: 'setSpeed', value: 42 }
    const deaf = expectProblem(await staff.post(COMMANDS, body), 'machine_unreachable')
    expect(deaf.detail).toContain('line/VFFS-2214/set')
    await machine.client.subscribeAsync('line/VFFS-2214/set')
    const curious = await app.device()
    const overheard: string[] = []
    curious.client.on('message', (topic) => overheard.push(topic))
    await curious.client.subscribeAsync(['line/+/set', 'packhouse/+/commands/#', 'spBv1.0/STATE/packhouse'])
    await expect(curious.client.subscribeAsync('line/#')).rejects.toThrow()

    const { status, body: sent, text } = await staff.post(COMMANDS, body)
    expect(status, text).toBe(201)
    expect(sent).toMatchObject({ before: 30, value: 42, outcome: 'sent' })
    await until('the value', () => received.length > 0)
    expect(received).toEqual(['line/VFFS-2214/set {"speed": 420}'])
    expect(await newest()).toMatchObject({ outcome: 'sent', settledAt: null })
    await machine.publish(ID, { set: 420 })
    await until('the confirmation', async () => (await newest())?.outcome === 'confirmed')
    // Its connection has been sent the state of the host, and nothing before or after it.
    await curious.publish('CRT-1130', { totalCycles: 1 })
    expect(overheard.filter((topic) => topic !== 'spBv1.0/STATE/packhouse')).toEqual([])
  })

  test('is not confirmed where the machine keeps silent', async () => {
    await staff.call('sendMachineCommand', { params: { id: ID }, body: { tag: 'setSpeed', value: 20 } })
    await app.sql(`UPDATE machine_command SET at = at - interval '1 minute' WHERE outcome = 'sent'`)
    expect(await newest()).toMatchObject({ value: 20, outcome: 'not_confirmed', settledAt: expect.any(String) })
  })

  test('is written by those who were given the permission, for the machines they see', async () => {
    const body = { tag: 'setSpeed', value: 30 }
    const [owner, other] = [await app.as('customer'), await app.as('other')]
    expect((await owner.post(COMMANDS, body)).status).toBe(201)
    expectProblem(await other.post(COMMANDS, body), 'not_found')
    expectProblem(await other.get(COMMANDS), 'not_found')
    const { commands } = await owner.call('machineCommands', { params: { id: ID } })
    // Who of the staff wrote a value, customers need not know.
    expect(commands.map(({ value, who }) => [value, who !== null])).toEqual([
      [30, true],
      [20, false],
      [42, false],
    ])
  })

  test('is refused with its fault, or where too many were written in a minute', async () => {
    const faultOf = async (body: object) => expectProblem(await staff.post(COMMANDS, body), 'invalid_request').detail
    expect(await faultOf({ tag: 'setSpeed', value: 61 })).toBe('must not be above 60')
    expect(await faultOf({ tag: 'setSpeed', value: 'fast' })).toBe('must be a number')
    expect(await faultOf({ tag: 'temperature', value: 1 })).toContain('must be a tag')
    const statuses = new Set<number>()
    for (let n = 0; n < 11; n++) statuses.add((await staff.post(COMMANDS, { tag: 'setSpeed', value: 40 + n })).status)
    expect(statuses).toEqual(new Set([201, 429]))
  })

  test('needs a way that its source has', async () => {
    const way = { writeTopic: null, writePayload: null }
    const draft = (source: string, entry: object) => ({
      name: `By ${source}`,
      source,
      entries: [{ ...setSpeed, ...entry }],
    })
    const faults = async (source: string, entry: object) =>
      expectProblem(await staff.post(PATH, draft(source, entry)), 'invalid_request').errors?.map(({ path }) => path)
    expect(await faults('json', way)).toEqual(['body.entries.0.writeTopic'])
    expect(await faults('sparkplug', {})).toEqual(['body.entries.0.writeTopic', 'body.entries.0.writePayload'])
    expect(await faults('opcua', { ...way, address: 'ns=2;s=Set' })).toEqual(['body.entries.0.writable'])
  })
})
