import { afterAll, beforeAll, expect, test } from 'vitest'
import { BULK, TestOpcuaServer } from '../support/opcua-server.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { MACHINE, opcuaConnectionsOf, PATH } from './support/opcua-connections.ts'

const STATE = 'BaseStateMachine.MachineState.ExecuteState.CurrentState'
const TENSION = 'ns=1;s=Film.Tension'
const app = useTestApp()
const { add, look, change, remove, machineId, untilStatus, untilMachine, records } = opcuaConnectionsOf(
  app,
  () => server,
)
let server: TestOpcuaServer

beforeAll(async () => {
  server = await TestOpcuaServer.start()
  await (await app.device()).publish(MACHINE, { totalCycles: 1 })
})

afterAll(async () => {
  await server.stop()
})

test('a machine of the PackML companion needs no tag map; a cycle is one record, and a lost server is found again', async () => {
  const { id } = await add({ enabled: true })
  await untilStatus(id, 'connected')
  const read = { reportedState: 'Execute', cyclesPerMin: 42, totalCycles: 1000, totalRejects: 7 }
  expect(await untilMachine('the first values', ({ totalCycles }) => totalCycles === 1000)).toMatchObject(read)

  const before = await records()
  const at = new Date()
  server.set(STATE, 'Held', at)
  server.set('Status.CurMachSpeed', 0, at)
  server.set('Admin.ProdProcessedCount', 1001, at)
  await untilMachine('a new cycle', (machine) => machine.totalCycles === 1001 && machine.reportedState === 'Held')
  expect(await records()).toBeLessThanOrEqual(before + 2)

  await server.hangUp()
  expect((await untilStatus(id, 'waiting')).lastError).toContain(server.url)
  await server.listen()
  await untilStatus(id, 'connected')
  server.set('Admin.ProdProcessedCount', 1234)
  await untilMachine('values again', ({ totalCycles }) => totalCycles === 1234)
  await remove(id)
  await until('the end of its session', () => server.sessions === 0)
})

test('a state without a good value is unknown, never the last good one, and what else is reported goes on', async () => {
  const { id } = await add({ enabled: true, name: 'Bad quality' })
  await untilMachine('the first values', ({ reportedState }) => reportedState === 'Execute')
  server.set(STATE, undefined)
  server.set('Admin.ProdProcessedCount', 2000)
  await untilMachine(
    'no state',
    (machine) => machine.reportedState === null && machine.totalCycles === 2000 && machine.online === true,
  )
  await until('the complaint', async () => (await look(id)).lastError?.includes('BadSensorFailure'))
  expect((await untilMachine('the issue', ({ sourceIssues }) => sourceIssues.length === 1)).sourceIssues).toEqual([
    expect.stringContaining('no good value of the state'),
  ])
  server.set(STATE, 'Execute')
  await untilMachine('the state again', (machine) => machine.reportedState === 'Execute')
  await untilMachine('no issue', ({ sourceIssues }) => sourceIssues.length === 0)
  await remove(id)
})

test('nodes are read by the tag map of the machine, bad quality is null, and changes need no restart', async () => {
  const staff = await app.as('staff')
  const entry = { canonicalTag: 'tension', address: TENSION, role: 'other' }
  const machine = await machineId()
  const made = await staff.post('/v1/ignition/tag-maps', {
    name: 'Film',
    source: 'opcua',
    machineId: machine,
    entries: [entry],
  })
  expect(made.status, made.text).toBe(201)
  const map = made.body as { id: string }
  const { id } = await add({ name: 'By map' })
  expect((await look(id)).status).toBe('disabled')
  const rolled = await staff.post(`/v1/ignition/tag-maps/${map.id}/roll-out`, { version: 1 })
  expect(rolled.status, rolled.text).toBe(200)
  await change(id, { enabled: true })
  await untilMachine('the value by the map', ({ machineData }) => machineData?.tension === 4.5)
  server.set('Film.Tension', undefined)
  await until('the complaint', async () => (await look(id)).lastError?.includes(TENSION))
  server.set('Film.Tension', 5.25)
  await untilMachine('a good value', ({ machineData }) => machineData?.tension === 5.25)

  await change(id, { samplingMs: 250 })
  await untilStatus(id, 'connected')
  server.set('Film.Tension', 6)
  await untilMachine('a value after the change', ({ machineData }) => machineData?.tension === 6)
  await change(id, { enabled: false })
  await untilStatus(id, 'disabled')
  await until('the end of its session', () => server.sessions === 0)
  await staff.post(`/v1/ignition/tag-maps/${map.id}/roll-out`, { version: null })
  await remove(id)
})

test('a tag map of 705 entries: requests are within the limits, what is refused is read, parts have values, and faults say why', async () => {
  const staff = await app.as('staff')
  const addresses = [
    ...Array.from({ length: BULK.nodes }, (_, place) => `ns=1;s=Bulk.${place + 1}`),
    'AccCount@ns=1;s=Press.Count',
    '[1]@ns=1;s=Press.Temps',
    'Speed@ns=1;s=Press.Count',
    'ns=1;s=Gone',
  ]
  const entries = addresses.map((address, place) => ({ canonicalTag: `tag${place + 1}`, address, role: 'other' }))
  const draft = { name: 'Bulk', source: 'opcua', machineId: await machineId(), entries }
  const wrong = { ...draft, entries: [{ canonicalTag: 'x', address: 'plc.t1', role: 'other' }] }
  expect((await staff.post('/v1/ignition/tag-maps', wrong)).text).toContain('must be a node id')
  const made = await staff.post('/v1/ignition/tag-maps', draft)
  expect(made.status, made.text).toBe(201)
  const map = made.body as { id: string }
  const { id } = await add({ name: 'Bulk', enabled: true, samplingMs: 250 })
  await untilStatus(id, 'connected')
  const rolled = await staff.post(`/v1/ignition/tag-maps/${map.id}/roll-out`, { version: 1 })
  expect(rolled.status, rolled.text).toBe(200)
  // A server sends first values in several notifications, and what is read instead comes apart from them.
  const all = { tag1: 1, tag650: 650, tag700: 700, tag701: 4_321, tag702: 81.5, tag704: null }
  const first = await untilMachine('all values', ({ machineData = {} }) =>
    Object.entries(all).every(([tag, value]) => machineData[tag] === value),
  )
  expect(first.machineData).not.toHaveProperty('tag703')
  // One item that is monitored, and one that is refused and read.
  server.set('Bulk.2', -2)
  server.set('Bulk.699', -699)
  await untilMachine('changes', ({ machineData = {} }) => machineData.tag2 === -2 && machineData.tag699 === -699)
  const { sourceIssues } = await untilMachine('the issues', (machine) => machine.sourceIssues.length === 4)
  const said = sourceIssues.join(' ')
  expect(said).toContain('The server refuses to monitor')
  expect(said).toContain('BadTooManyMonitoredItems')
  expect(said).toContain('ns=1;s=Gone (BadNodeIdUnknown)')
  expect(said).toContain('there is no field Speed. There are ID, Name, Unit, Count, AccCount.')
  const tested = await staff.call('testMachine', { params: { id: MACHINE } })
  expect(tested.checks.find(({ name }) => name === 'source')).toMatchObject({
    works: false,
    words: sourceIssues.join(' '),
  })
  await staff.post(`/v1/ignition/tag-maps/${map.id}/roll-out`, { version: null })
  await remove(id)
})

test('the test says what it found, browsing reports values, and a wrong server or password is reported in words', async () => {
  const staff = await app.as('staff')
  const { id } = await add({ name: 'Looked at' })
  const tested = await staff.post(`${PATH}/${id}/test`, {})
  expect(tested.body).toMatchObject({
    ok: true,
    steps: [
      { ok: true },
      { name: 'Certificate', words: expect.stringContaining('Not verified') },
      { words: 'The server is running.' },
      { ok: true },
    ],
    serverCertificate: null,
  })
  const { body } = await staff.get(`${PATH}/${id}/browse`)
  const film = (body as { nodes: { name: string; nodeId: string }[] }).nodes.find(({ name }) => name === 'Film')
  server.set('Film.Tension', 4.5)
  const below = await staff.get(`${PATH}/${id}/browse?nodeId=${encodeURIComponent(film?.nodeId ?? '')}`)
  expect(below.body).toEqual({
    nodes: [{ nodeId: TENSION, name: 'Tension', kind: 'variable', dataType: 'Double', value: 4.5, readable: true }],
    trouble: null,
  })
  const press = await staff.get(`${PATH}/${id}/browse?nodeId=${encodeURIComponent('ns=1;s=Press.Count')}`)
  expect((press.body as { nodes: unknown[] }).nodes).toContainEqual({
    nodeId: 'AccCount@ns=1;s=Press.Count',
    name: 'AccCount',
    kind: 'part',
    dataType: null,
    value: 4_321,
    readable: true,
  })
  await change(id, { userName: 'packhouse', password: 'wrong' })
  const refused = await staff.post(`${PATH}/${id}/test`, {})
  expect(refused.body).toMatchObject({
    ok: false,
    steps: [{ words: expect.stringContaining('user name and password') }],
  })
  await change(id, { userName: 'packhouse', password: 'a secret of the line', securityMode: 'signAndEncrypt' })
  const secured = await staff.post(`${PATH}/${id}/test`, {})
  expect(secured.body).toMatchObject({
    ok: true,
    steps: [{ words: expect.stringContaining('as packhouse, encrypted') }, {}, {}, {}],
  })
  await change(id, { endpointUrl: 'opc.tcp://127.0.0.1:1', securityMode: 'none' })
  const away = await staff.post(`${PATH}/${id}/test`, {})
  expect(away.body).toMatchObject({ ok: false, steps: [{ words: expect.stringContaining('Nothing listens') }] })
  await expect(change(id, { endpointUrl: 'opc.tcp://169.254.169.254:4840' })).rejects.toThrow(
    'must not be a link-local',
  )
  // Of before there was that rule.
  await app.sql(`UPDATE opcua_connection SET endpoint_url = 'opc.tcp://169.254.169.254:4840' WHERE id = $1`, [id])
  const forbidden = await staff.post(`${PATH}/${id}/test`, {})
  expect(forbidden.body).toMatchObject({ ok: false, steps: [{ words: expect.stringContaining('never connected to') }] })
  await remove(id)
})

test('only one server runs a connection: anyone who holds its lock', async () => {
  const { id } = await add({ name: 'Held elsewhere' })
  const other = await app.connection()
  await other.query(`SELECT pg_advisory_lock(hashtextextended('opcua_connection ' || $1 || ' 0', 0))`, [id])
  await change(id, { enabled: true })
  const { id: later } = await add({ name: 'Later', enabled: true, samplingMs: 60_000 })
  await untilStatus(later, 'connected')
  expect((await look(id)).status).toBe('waiting')
  await other.query('SELECT pg_advisory_unlock_all()')
  await untilStatus(id, 'connected')
  // Both over one session.
  expect(server.sessions).toBe(1)
  await Promise.all([remove(id), remove(later)])
  await other.end()
})

test('a customer sees no connections', async () => {
  const { id } = await add({ name: 'Not theirs' })
  const customer = await app.as('customer')
  for (const path of [PATH, `${PATH}/${id}`, `${PATH}/${id}/browse`])
    expect((await customer.get(path)).status).toBe(403)
  await remove(id)
})
