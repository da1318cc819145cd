import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarmsThat, makeRule } from '../support/alarms.ts'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { SparkplugEdge } from '../support/edge-node.ts'
import { seed } from '../support/seed.ts'
import { TestBroker } from '../support/test-broker.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import { connected } from './support/subscribers.ts'

type Value = string | number | boolean | null

const SSCC = '340123450000000018'
const app = useTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'on' } })
let staff: Caller
let device: Device
let broker: TestBroker

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
  broker = await TestBroker.start()
})

afterAll(async () => {
  await broker.stop()
})

async function readings(machineID: string): Promise<Record<string, Value>> {
  const { body } = await staff.get(`/v1/ignition/machines/${machineID}`)
  return (body as { machineData?: Record<string, Value> }).machineData ?? {}
}

/** Rolls out a tag map for messages on `<name>/<machineID>`. */
async function mapped(name: string, entries: object[], more: object = {}): Promise<void> {
  const draft = { name, source: 'json', topicFilter: `${name}/{machineID}`, entries, ...more }
  const { status, body, text } = await staff.post('/v1/ignition/tag-maps', draft)
  expect(status, text).toBe(201)
  const { id, version } = body as { id: string; version: number }
  await staff.call('rollOutTagMap', { params: { id }, body: { version } })
}

async function publishOverHttp(records: string) {
  const { status, text } = await staff.post('/v1/ignition/records', `{"records":${records}}`)
  expect(status, text).toBe(200)
  return JSON.parse(text) as { accepted: number; refused: { code: string }[] }
}

/** What a file of the last hours has in a column. */
async function exported(machineID: string, column: string): Promise<string[]> {
  const from = new Date(Date.now() - 40 * 3_600_000).toISOString()
  const to = new Date(Date.now() + 60_000).toISOString()
  const { text } = await staff.get(`/v1/ignition/machines/${machineID}/export?${new URLSearchParams({ from, to })}`)
  const lines = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  return lines.flatMap((line) => (line[column] === undefined || line[column] === '' ? [] : [line[column]]))
}

describe('the code of a pallet has all of its digits', () => {
  const sscc = { canonicalTag: 'sscc', address: 'sscc', role: 'other' }
  test.each<[string, (machineID: string) => Promise<void>]>([
    ['over MQTT', (id) => device.publishOn(`packhouse/${id}/record`, `{"machineData":{"sscc":${SSCC}}}`)],
    [
      'over HTTP',
      async (id) => {
        expect(await publishOverHttp(`[{"machineID":"${id}","machineData":{"sscc":${SSCC}}}]`)).toMatchObject({
          accepted: 1,
        })
      },
    ],
    [
      'through a tag map as text',
      async (id) => {
        await mapped('as-text', [{ ...sscc, dataType: 'text' }])
        await device.publishOn(`as-text/${id}`, `{"sscc":${SSCC}}`)
      },
    ],
    [
      'through a tag map as number',
      async (id) => {
        await mapped('as-number', [{ ...sscc, dataType: 'number' }])
        await device.publishOn(`as-number/${id}`, `{"sscc":${SSCC}}`)
      },
    ],
    [
      'as a bare value from a broker',
      async (id) => {
        await connected(app, { brokerUrl: broker.url, topicFilter: `packhouse/${id}/#`, encoding: 'raw' })
        await broker.publish(`packhouse/${id}/sscc`, Buffer.from(SSCC), 1)
      },
    ],
  ])('%s', async (door, send) => {
    const id = `PALLET-${door.replaceAll(/\W/g, '-')}`
    await device.publish(id, { machineState: 'Running' })
    await send(id)
    await until('the code being shown', async () => (await readings(id)).sscc !== undefined)
    expect((await readings(id)).sscc).toBe(SSCC)
    expect(await exported(id, 'sscc')).toEqual([SSCC])
  })
})

test('digits that differ in the last place are two values for an alarm rule and its webhook', async () => {
  const id = 'PALLET-ALARM'
  const receiver = await new WebhookReceiver().start()
  const about = {
    kind: 'value',
    tag: 'sscc',
    comparison: 'equal',
    limit: SSCC,
    webhookUrl: receiver.url,
  }
  const ruleId = await makeRule(app, { name: 'Pallet', ...about })
  for (const digits of ['340123450000000017', SSCC])
    await device.publishOn(`packhouse/${id}/record`, `{"machineData":{"sscc":${digits}}}`)
  const [alarm] = await alarmsThat(app, ruleId, () => true)
  expect(alarm).toMatchObject({ value: SSCC })
  const limit = '340123450000000017'
  const aboveId = await makeRule(app, { name: 'Pallet above', ...about, comparison: 'above', limit })
  const [above] = await alarmsThat(app, aboveId, () => true)
  expect(above).toMatchObject({ value: SSCC, message: expect.stringContaining(limit) })
  await until('the post of the webhook', () => receiver.received.length > 0)
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ alarm: { value: SSCC } })
  await receiver.stop()
})

test('a pallet that is reported again is the same one, and one that differs in the last digit is another', async () => {
  const record = (digits: string) =>
    `[{"machineID":"PALLET-TWICE","lastSeen":"${new Date(START).toISOString()}","machineData":{"sscc":${digits}}}]`
  await device.publish('PALLET-TWICE', { machineState: 'Running' })
  expect(await publishOverHttp(record(SSCC))).toMatchObject({ accepted: 1, duplicates: 0 })
  expect(await publishOverHttp(record(SSCC))).toMatchObject({ accepted: 1, duplicates: 1 })
  expect(await publishOverHttp(record('340123450000000019'))).toMatchObject({ accepted: 0, conflicts: [{ index: 0 }] })
})

test('a number that no double holds is not taken for a missing value', async () => {
  await device.publish('HUGE-1', { machineState: 'Running' })
  expect(await publishOverHttp('[{"machineID":"HUGE-1","machineData":{"n":1e400}}]')).toMatchObject({ accepted: 1 })
  expect(await readings('HUGE-1')).toEqual({ n: '1e400' })
  const temperature = await publishOverHttp('[{"machineID":"HUGE-1","temperature":1e400}]')
  expect(temperature.refused).toMatchObject([{ code: 'invalid_field' }])
})

test('counts and weights in 32 bits are those that the edge node has', async () => {
  const id = 'FLOAT-1'
  const count = (value: number) => ({ name: 'Admin/ProdProcessedCount', type: 'Float' as const, value })
  await connected(app, { brokerUrl: broker.url, topicFilter: 'spBv1.0/#', encoding: 'sparkplugB' })
  const edge = new SparkplugEdge({
    url: broker.url,
    name: 'floats',
    devices: { [id]: [count(12_345_678), { name: 'Weight', type: 'Float', value: 16_777.217 }] },
  })
  await edge.born()
  const totalIs = (total: number) => async () => {
    const { body } = await staff.get(`/v1/ignition/machines/${id}`)
    return (body as { totalCycles?: number }).totalCycles === total
  }
  await until('the count of the birth', totalIs(12_345_678))
  for (const value of [12_345_679, 12_345_680, 12_345_681, 12_345_682]) {
    edge.data(id, [count(value)])
    await until(`the count ${value}`, totalIs(value))
  }
  expect((await readings(id)).Weight).toBe(16_777.217)
  expect(await exported(id, 'Weight')).toContain('16777.217')
  const [row] = await app.sql<{ cycles: number }>(
    `SELECT sum(cycles)::int AS cycles FROM minute_rollup JOIN machine ON key = machine_key WHERE machine_id = $1`,
    [id],
  )
  expect(row?.cycles).toBe(4)
  edge.stop()
})

/** Recent enough to be sealed by nobody else. */
const START = Date.now() - 2 * 3_600_000
const SEALED_BY = Date.now() + 30 * 3_600_000
const RUNS = 150

/** Numbers as a device writes them. */
const literal = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc
    .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }), fc.integer({ min: 0, max: 19 }))
    .map(([sign, digits, shorter]) => `${sign}${digits / 10n ** BigInt(shorter) || 1n}`),
)

/** What it means: a number, or its digits where a double has others. */
function meant(text: string): string | number {
  return /^-?\d+$/.test(text) && BigInt(text) !== BigInt.asIntN(54, BigInt(text)) ? text : Number(text)
}

/** As JSON and files write it. */
const written = (text: string) => String(meant(text))

describe('what is sent is what is stored, shown and exported', () => {
  const literals = fc.sample(literal, { seed, numRuns: RUNS })
  const at = (place: number) => new Date(START + place * 20_000).toISOString()
  const mappedMessage = (value: string, place: number) => `{"ts":"${at(place)}","n":${value}}`

  test.each<[string, (id: string) => Promise<void>, (text: string) => Value]>([
    [
      'over MQTT',
      async (id) => {
        for (const [place, value] of literals.entries())
          await device.publishOn(`packhouse/${id}/record`, `{"lastSeen":"${at(place)}","machineData":{"n":${value}}}`)
      },
      meant,
    ],
    [
      'over HTTP',
      async (id) => {
        const records = literals.map(
          (value, place) => `{"machineID":"${id}","lastSeen":"${at(place)}","machineData":{"n":${value}}}`,
        )
        expect(await publishOverHttp(`[${records}]`)).toMatchObject({ accepted: RUNS, refused: [] })
      },
      meant,
    ],
    [
      'through a tag map',
      async (id) => {
        const entries = [{ canonicalTag: 'n', address: 'n', role: 'other' }]
        await mapped('any-number', entries, { timeAddress: 'ts' })
        for (const [place, value] of literals.entries())
          await device.publishOn(`any-number/${id}`, mappedMessage(value, place))
      },
      meant,
    ],
    [
      'through a tag map as text',
      async (id) => {
        const entries = [{ canonicalTag: 'n', address: 'n', role: 'other', dataType: 'text' }]
        await mapped('any-text', entries, { timeAddress: 'ts' })
        for (const [place, value] of literals.entries())
          await device.publishOn(`any-text/${id}`, mappedMessage(value, place))
      },
      written,
    ],
  ])('%s', async (door, send, expected) => {
    const id = `ANY-${door.replaceAll(/\W/g, '-')}`
    await device.publish(id, { lastSeen: at(-1) })
    await send(id)
    const values = literals.map(expected)
    const stored = await app.sql<{ value: Value }>(
      `SELECT machine_data -> 'n' AS value FROM record JOIN machine ON key = machine_key
       WHERE machine_id = $1 AND machine_data IS NOT NULL ORDER BY at`,
      [id],
    )
    expect(stored.map(({ value }) => value)).toEqual(values)
    expect((await readings(id)).n).toBe(values.at(-1))
    expect(await exported(id, 'n')).toEqual(literals.map(written))
    await app.runRetention(SEALED_BY)
    const [left] = await app.sql<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM record JOIN machine ON key = machine_key WHERE machine_id = $1`,
      [id],
    )
    expect(left?.rows).toBe(0)
    expect(await exported(id, 'n')).toEqual(literals.map(written))
  })
})
