import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const PATH = '/v1/ignition/dead-letters'
const MACHINE = 'VFFS-2214'
const app = useTestApp()
let staff: Caller
let device: Device

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
})

async function newestOf(topic: string) {
  const { items } = await staff.call('listDeadLetters', { query: { topic, replayed: 'with' } })
  const [letter] = items
  if (letter === undefined) throw new Error(`There is no dead letter of ${topic}.`)
  return letter
}

async function recordsOf(machineID: string): Promise<number> {
  const sql = 'SELECT FROM record JOIN machine ON key = machine_key WHERE machine_id = $1'
  return (await app.sql(sql, [machineID])).length
}

async function mapFor(topicFilter: string, entry: object, owner: object = {}): Promise<string> {
  const entries = [{ canonicalTag: 'cycles', role: 'count', ...entry }]
  const { body } = await staff.post('/v1/ignition/tag-maps', {
    name: topicFilter,
    source: 'json',
    topicFilter,
    entries,
    ...owner,
  })
  const { id } = body as { id: string }
  await staff.call('rollOutTagMap', { params: { id }, body: { version: 1 } })
  return id
}

describe('a dead letter', () => {
  test('is shown with its payload as text, or as bytes if it is not text', async () => {
    await device.publish(MACHINE, '{"temperatur":4}')
    const text = await newestOf(`${MACHINE}/record`)
    expect(text).toMatchObject({ code: 'invalid_field', bytes: 16, attempts: 0, replayedAt: null })
    expect(await staff.call('getDeadLetter', { params: { id: text.id } })).toMatchObject({
      encoding: 'text',
      payload: '{"temperatur":4}',
    })
    await device.publish(MACHINE, Buffer.from([0xff, 0x00]))
    const bytes = await newestOf(`${MACHINE}/record`)
    expect(await staff.call('getDeadLetter', { params: { id: bytes.id } })).toMatchObject({
      encoding: 'base64',
      payload: '/wA=',
    })
  })

  test('stays with the new reason where it is refused again', async () => {
    await device.publishOn('line/LATER-1', { a: { n: 5 } })
    const { id } = await newestOf('line/LATER-1')
    const again = await staff.call('replayDeadLetter', { params: { id } })
    expect(again).toMatchObject({ code: 'topic_unknown', attempts: 1, replayedAt: null })
    await mapFor('line/{machineID}', { address: 'b' })
    const refused = await staff.call('replayDeadLetter', { params: { id } })
    expect(refused).toMatchObject({ code: 'nothing_mapped', attempts: 2, replayedAt: null })
    expect(await recordsOf('LATER-1')).toBe(0)
    const { total } = await staff.call('listDeadLetters', { query: { topic: 'line/LATER-1' } })
    expect(total).toBe(1)
  })

  test('of Sparkplug B says why it cannot be replayed, and is passed over among others', async () => {
    const topic = 'spBv1.0/plant/NBIRTH/press'
    await device.publishOn(topic, 'no protobuf')
    const letter = await newestOf(topic)
    const { id, unreplayable } = letter
    expect(unreplayable).toContain('births')
    const problem = expectProblem(await staff.post(`${PATH}/${id}/replay`), 'not_usable')
    expect(problem.detail).toBe(unreplayable)
    expect(await staff.call('replayDeadLetters', { body: { topic } })).toMatchObject({ replayed: 0, refused: 1 })
    expect(await newestOf(topic)).toEqual(letter)
  })

  test('becomes a record exactly once, at the time at which it came, however often it is replayed', async () => {
    await device.publishOn('once/ONCE-1', { n: 5 })
    const letter = await newestOf('once/ONCE-1')
    await mapFor('once/{machineID}', { address: 'n' })
    const replay = () => staff.call('replayDeadLetter', { params: { id: letter.id } })
    const [one, two] = await Promise.all([replay(), replay()])
    expect([one.replayedAt, two.replayedAt]).toEqual([expect.any(String), expect.any(String)])
    expect((await replay()).replayedAt).toBe((await newestOf('once/ONCE-1')).replayedAt)
    expect(await recordsOf('ONCE-1')).toBe(1)
    const { totalCycles, lastSeen } = await staff.call('getMachine', { params: { id: 'ONCE-1' } })
    expect({ totalCycles, lastSeen }).toEqual({ totalCycles: 5, lastSeen: letter.receivedAt })
    const audited = await app.sql(`SELECT action FROM audit_entry WHERE row_id = $1`, [letter.id])
    expect(audited[0]).toEqual({ action: 'replay' })
  })

  test('in the product’s own words is read by no tag map when it is replayed', async () => {
    const record = { machineID: 'VFFS-2219', lastSeen: new Date().toISOString(), colour: 'red', n: 5 }
    expect((await staff.post('/v1/ignition/records', { records: [record] })).status).toBe(200)
    const { id } = await newestOf('VFFS-2219/record')
    const [machine] = await app.sql<{ id: string }>(`SELECT id FROM machine WHERE machine_id = 'VFFS-2219'`)
    await mapFor('words/{machineID}', { address: 'n' }, { machineId: machine?.id })
    const again = await staff.call('replayDeadLetter', { params: { id } })
    expect(again).toMatchObject({ code: 'invalid_field', attempts: 1, replayedAt: null })
  })

  test('of a device of a customer becomes no record of another one', async () => {
    await device.publishOn('theirs/FLW-1204', { n: 5 })
    const { id } = await newestOf('theirs/FLW-1204')
    await mapFor('theirs/{machineID}', { address: 'n' })
    await app.sql(
      `UPDATE refused_message SET customer_id = (SELECT id FROM customer WHERE code = 'NORDFJELL') WHERE letter_id = $1`,
      [id],
    )
    expect(await staff.call('replayDeadLetter', { params: { id } })).toMatchObject({
      code: 'machine_unknown',
      replayedAt: null,
    })
    expect(await recordsOf('FLW-1204')).toBe(0)
  })

  test('is discarded for good', async () => {
    await device.publishOn('away/AWAY-1', 'x')
    const { id } = await newestOf('away/AWAY-1')
    expect((await staff.request(`${PATH}/${id}`, { method: 'DELETE' })).status).toBe(204)
    expectProblem(await staff.get(`${PATH}/${id}`), 'not_found')
    expectProblem(await staff.request(`${PATH}/${id}`, { method: 'DELETE' }), 'not_found')
    expectProblem(await staff.post(`${PATH}/${id}/replay`), 'not_found')
  })
})

test('that are old go and are counted', async () => {
  await device.publishOn('old/O-1', { n: 1 })
  await device.publishOn('old/O-2', { n: 1 })
  const { dropped } = await staff.call('listDeadLetters', { query: {} })
  await app.sql(`UPDATE refused_message SET received_at = now() - interval '31 days' WHERE topic = 'old/O-1'`)
  await app.stopProduct()
  await app.startProduct()
  staff = await app.as('staff')
  device = await app.device()
  await until(
    'the old one gone',
    async () => (await staff.call('listDeadLetters', { query: {} })).dropped === dropped + 1,
  )
  expect((await staff.call('listDeadLetters', { query: { topic: 'old/' } })).items).toMatchObject([
    { topic: 'old/O-2' },
  ])
})

describe('dead letters', () => {
  test('are found by code, device, topic and time, and replayed and discarded by the same', async () => {
    await Promise.all([1, 2, 3].map((n) => device.publishOn('many/MANY-1', { n })))
    await device.publishOn('many/MANY-2', { x: 1 })
    const { items, codes, devices } = await staff.call('listDeadLetters', {
      query: { topic: 'MANY/', code: 'topic_unknown', device: 'sample-device' },
    })
    expect(items).toHaveLength(4)
    await device.publishOn('odds/ΟΔΟΣ', { n: 1 })
    expect((await staff.call('listDeadLetters', { query: { topic: 'ODDS/οδος' } })).total).toBe(1)
    expect(codes).toContain('topic_unknown')
    expect(devices).toContain('sample-device')
    const from = new Date(Date.now() + 60_000).toISOString()
    expect((await staff.call('listDeadLetters', { query: { from } })).total).toBe(0)
    await mapFor('many/{machineID}', { address: 'n' })
    expect(await staff.call('replayDeadLetters', { body: { topic: 'many/' } })).toEqual({
      replayed: 3,
      refused: 1,
      last: null,
    })
    expect(await recordsOf('MANY-1')).toBe(3)
    expect(await staff.call('discardDeadLetters', { body: { topic: 'many/' } })).toEqual({ discarded: 1 })
    expect((await staff.call('listDeadLetters', { query: { topic: 'many/', replayed: 'only' } })).total).toBe(3)
  })

  test('are never replayed or discarded all by leaving out which', async () => {
    expectProblem(await staff.post(`${PATH}/replay`, {}), 'invalid_request')
    expectProblem(await staff.post(`${PATH}/discard`, {}), 'invalid_request')
  })

  test('of the same content are one, which counts how often it came', async () => {
    await Promise.all(Array.from({ length: 50 }, () => device.publishOn('same/S-1', { n: 1 })))
    await device.publishOn('same/S-1', { n: 1 })
    const { items } = await staff.call('listDeadLetters', { query: { topic: 'same/S-1' } })
    expect(items.map(({ seen }) => seen)).toEqual([51])
    expect(Date.parse(items[0]?.lastAt ?? '')).toBeGreaterThan(Date.parse(items[0]?.receivedAt ?? ''))
    await mapFor('same/{machineID}', { address: 'n' })
    await staff.call('replayDeadLetters', { body: { topic: 'same/S-1' } })
    await app.sql('UPDATE tag_map SET active_version = NULL WHERE topic_filter LIKE $1', ['same/%'])
    await until('the map out of use', async () => {
      await device.publishOn('same/S-1', { n: 1 })
      return (await staff.call('listDeadLetters', { query: { topic: 'same/S-1' } })).total === 1
    })
  })

  test('are never shown to users of a customer, whatever the role', async () => {
    await app.sql(`INSERT INTO role_permission SELECT r.role_id, unnest(ARRAY['deadLetter.read', 'deadLetter.replay', 'tagMap.read', 'tagMap.update'])
      FROM user_role r JOIN user_account u ON u.id = r.user_id WHERE u.email LIKE 'customer@%' ON CONFLICT DO NOTHING`)
    const customer = await app.signIn('customer')
    const { items, total } = await customer.call('listDeadLetters', { query: { replayed: 'with' } })
    expect({ items, total }).toEqual({ items: [], total: 0 })
    await device.publishOn('flood/F-1', { n: 1 })
    const { id } = await newestOf('flood/F-1')
    expectProblem(await customer.get(`${PATH}/${id}`), 'not_found')
    expectProblem(await customer.post(`${PATH}/${id}/replay`), 'not_found')
    expectProblem(await customer.request(`${PATH}/${id}`, { method: 'DELETE' }), 'not_found')
    const maps = await staff.get('/v1/ignition/tag-maps')
    const [map] = (maps.body as { items: { id: string }[] }).items
    for (const tail of ['', '/versions', '/reach', '/messages']) {
      expectProblem(await customer.get(`/v1/ignition/tag-maps/${map?.id}${tail}`), 'not_found')
    }
    expectProblem(await customer.post(`/v1/ignition/tag-maps/${map?.id}/roll-out`, { version: null }), 'not_found')
    expectProblem(
      await customer.post('/v1/ignition/tag-maps/preview', { entries: [], topic: 'flood/F-1' }),
      'not_found',
    )
  })
})
