import { createHash } from 'node:crypto'
import type { ServiceSignatures } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { ShownData } from '../documents/shown-data.ts'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { ServiceRows } from './service-rows.ts'

const MACHINE = 'VFFS-2214'
const app = useTestApp()
let staff: Caller
let customer: Caller
const rows = new ServiceRows(app, () => staff)
const shown = new ShownData(() => staff)
const DRAWING = [
  [
    [0, 0],
    [600, 200],
  ],
  [[30, 40]],
]

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
})

interface Row {
  id: string
  rowVersion: number
}

async function recordOf(machineID = MACHINE): Promise<Row> {
  const body = { machineId: await rows.idOf(machineID), what: 'New jaws', doneAt: new Date().toISOString() }
  return (await staff.post('/v1/service-records', body)).body as Row
}

const pathOf = ({ id }: Row) => `/v1/service-records/${id}/signature`
const read = async (record: Row) => (await staff.get(pathOf(record))).body as ServiceSignatures
const sign = async (record: Row, body: object, caller = staff) =>
  await caller.post(pathOf(record), { party: 'customer', name: 'Kari', ...body })

async function signNow(record: Row, body: object = {}, caller = staff) {
  return await sign(record, { sha256: (await read(record)).sha256, ...body }, caller)
}

async function change(record: Row, what: string): Promise<void> {
  const { rowVersion } = (await staff.get(`/v1/service-records/${record.id}`)).body as Row
  const body = { rowVersion, what }
  expect((await staff.request(`/v1/service-records/${record.id}`, { method: 'PUT', body })).status).toBe(200)
}

describe('a signature', () => {
  test('is of a person: an API key cannot sign', async () => {
    const record = await recordOf()
    const made = await staff.post('/v1/auth/api-keys', { name: 'A program' })
    const { id, key } = made.body as { id: string; key: string }
    const scopes = (await staff.get('/v1/auth/api-key-scopes')).body as { items: Row[] }
    const body = { ids: scopes.items.map((scope) => scope.id) }
    await staff.request(`/v1/auth/api-keys/${id}/scopes`, { method: 'PUT', body })
    const { sha256 } = await read(record)
    const answer = await app.anonymous.post(
      pathOf(record),
      { party: 'service', name: 'Robot', sha256 },
      { 'x-api-key': key },
    )
    expectProblem(answer, 'permission_missing')
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^API keys cannot sign/) })
    expect((await read(record)).signatures).toEqual([])
  })

  test('is stored with name, time and the hash of what was signed, drawn or typed', async () => {
    const record = await recordOf()
    const { sha256, signatures } = await read(record)
    expect(signatures).toEqual([])
    expect((await sign(record, { sha256, name: '  كاري נורדמן ', drawing: DRAWING })).status).toBe(201)
    const typed = await sign(record, { sha256, party: 'service', name: 'Ingrid' })
    const time = expect.stringMatching(/Z$/)
    const common = { sha256, isChanged: false, signedAt: time, receivedAt: time, id: expect.any(String) }
    expect((typed.body as ServiceSignatures).signatures).toEqual([
      { ...common, party: 'service', name: 'Ingrid', drawing: null },
      { ...common, party: 'customer', name: 'كاري נורדמן', drawing: DRAWING },
    ])
    const [stored] = await app.sql<{ signed: string }>(
      'SELECT signed FROM service_signature WHERE service_record_id = $1 LIMIT 1',
      [record.id],
    )
    expect(
      createHash('sha256')
        .update(stored?.signed ?? '')
        .digest('hex'),
    ).toBe(sha256)
    expect(JSON.parse(stored?.signed ?? '')).toMatchObject({ id: record.id, machineID: MACHINE, what: 'New jaws' })
    const history = (await staff.get(`/v1/service-records/${record.id}/history`)).body as {
      items: { action: string }[]
    }
    expect(history.items.map(({ action }) => action)).toEqual(['sign', 'sign', 'create'])
  })

  test('is in the report, which says where the record was changed since', async () => {
    const record = await recordOf()
    await signNow(record, { drawing: DRAWING })
    const before = await shown.of('serviceReport', { id: record.id })
    expect(before).toMatchObject({ unsigned: ['For the service'] })
    expect(before.signatures).toMatchObject([{ name: 'Kari', isChanged: false, drawing: 'M0 0L600 200M30 40' }])
    await change(record, 'Something else')
    expect((await shown.of('serviceReport', { id: record.id })).signatures).toMatchObject([{ isChanged: true }])
    const pdf = await customer.post('/v1/pdf/generate', { type: 'serviceReport', id: record.id, locale: 'de' })
    expect(pdf.status, pdf.text).toBe(200)
  })

  test('never changes; what has changed can be signed again, and the same not twice', async () => {
    const record = await recordOf()
    const { sha256 } = await read(record)
    await signNow(record)
    expectProblem(await signNow(record, { name: 'Another' }), 'duplicate')
    await expect(app.sql(`UPDATE service_signature SET name = 'x'`)).rejects.toThrow('a signature never changes')
    await change(record, 'Something else')
    expectProblem(await sign(record, { sha256 }), 'stale')
    expect((await signNow(record)).status).toBe(201)
    expect((await read(record)).signatures.map(({ isChanged }) => isChanged)).toEqual([false, true])
    await change(record, 'New jaws')
    expect((await read(record)).signatures.map(({ isChanged }) => isChanged)).toEqual([true, false])
  })

  test('holds when a file is added, and no longer when one that was signed is removed', async () => {
    const record = await recordOf()
    const files = `/v1/service-records/${record.id}/files`
    const first = (await sendFile(app, staff, files, 'before.txt', Buffer.from('before'))).body as Row
    await signNow(record)
    const report = { type: 'serviceReport', id: record.id, keep: true }
    expect((await staff.post('/v1/pdf/generate', report)).status).toBe(200)
    expect((await read(record)).signatures).toMatchObject([{ isChanged: false }])
    await staff.request(`${files}/${first.id}`, { method: 'DELETE' })
    expect((await read(record)).signatures).toMatchObject([{ isChanged: true }])
  })

  test('is bounded, and has a name', async () => {
    const record = await recordOf()
    const wrong = [
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { drawing: [] },
      { drawing: [[[601, 0]]] },
      { drawing: [[[0, -1]]] },
      { drawing: [Array.from({ length: 5_001 }, () => [1, 1])] },
      { drawing: Array.from({ length: 201 }, () => [[1, 1]]) },
      { party: 'somebody' },
    ]
    for (const body of wrong) expectProblem(await signNow(record, body), 'invalid_request')
    const most = Array.from({ length: 200 }, () => Array.from({ length: 25 }, () => [600, 200]))
    expect((await signNow(record, { drawing: most })).status).toBe(201)
  })

  test('of the customer is given by whoever sees the machine, of the service by whoever may change records', async () => {
    const record = await recordOf()
    expectProblem(await signNow(record, { party: 'service' }, customer), 'permission_missing')
    expect((await signNow(record, {}, customer)).status).toBe(201)
    const seen = (await customer.get(pathOf(record))).body as ServiceSignatures
    expect(seen.signatures).toMatchObject([{ name: 'Kari' }])
    const foreign = await recordOf('FLW-1204')
    expectProblem(await customer.get(pathOf(foreign)), 'not_found')
    expectProblem(await signNow(foreign, {}, customer), 'not_found')
    await staff.request(`/v1/service-records/${record.id}`, { method: 'DELETE' })
    expectProblem(await customer.get(pathOf(record)), 'not_found')
  })
})
