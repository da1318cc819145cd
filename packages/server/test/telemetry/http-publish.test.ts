import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let staff: Caller
const MACHINE = 'VFFS-2214'
const START = Date.now() - 3_600_000

interface Answer {
  accepted: number
  duplicates: number
  conflicts: { index: number; machineID: string }[]
  refused: { index: number; machineID: string; code: string; reason: string }[]
}

beforeAll(async () => {
  staff = await app.as('staff')
})

/** A key of staff with the scope to publish. @param machineIDs to which it is bound */
async function publisher(draft: object = {}, machineIDs: readonly string[] = []): Promise<string> {
  const made = (await staff.request('/v1/auth/api-keys', { method: 'POST', body: { name: 'Publisher', ...draft } }))
    .body as { id: string; key: string }
  const [scope] = await app.sql<{ id: string }>(`SELECT id FROM api_key_scope WHERE name = 'telemetry:publish'`)
  const put = (path: string, ids: unknown[]) =>
    staff.request(`/v1/auth/api-keys/${made.id}/${path}`, { method: 'PUT', body: { ids } })
  expect((await put('scopes', [scope?.id])).status).toBe(204)
  if (machineIDs.length > 0) {
    const rows = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = ANY($1)', [machineIDs])
    expect(
      (
        await put(
          'machines',
          rows.map(({ id }) => id),
        )
      ).status,
    ).toBe(204)
  }
  return made.key
}

async function publish(key: string, records: object[]) {
  return await app.anonymous.request('/v1/ignition/records', {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: { records },
  })
}

function recordAt(seconds: number, values: object = {}, machineID = MACHINE): object {
  return { machineID, lastSeen: new Date(START + seconds * 1_000).toISOString(), ...values }
}

async function storedOf(machineID: string): Promise<number> {
  const [row] = await app.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM record r JOIN machine m ON m.key = r.machine_key WHERE m.machine_id = $1',
    [machineID],
  )
  return row?.count ?? 0
}

describe('records over HTTP', () => {
  test('are stored when the answer comes, seen at once, and counted once however often they are sent', async () => {
    const key = await publisher()
    const records = Array.from({ length: 1_000 }, (_, n) =>
      recordAt(n, { totalCycles: 1_000 + n, machineState: 'Running' }),
    )
    const answers = [
      await publish(key, records),
      ...(await Promise.all([publish(key, records), publish(key, records)])),
    ]
    for (const [n, { status, body }] of answers.entries()) {
      expect(status).toBe(200)
      expect(body).toEqual({ accepted: 1_000, duplicates: n === 0 ? 0 : 1_000, conflicts: [], refused: [] })
    }
    expect(await storedOf(MACHINE)).toBe(1_000)
    expect(await staff.call('getMachine', { params: { id: MACHINE } })).toMatchObject({ totalCycles: 1_999 })
    const [cycles] = await app.sql<{ sum: number }>(
      'SELECT sum(cycles)::int AS sum FROM minute_rollup r JOIN machine m ON m.key = r.machine_key WHERE m.machine_id = $1',
      [MACHINE],
    )
    expect(cycles?.sum).toBe(999)
  })

  test('that are faulty are refused each with its reason, stored for staff to see, and delay no other', async () => {
    const key = await publisher()
    const { status, body } = await publish(key, [
      recordAt(2_001, { totalCycles: 3_000 }),
      recordAt(2_002, { totalCycles: -1 }),
      recordAt(2_003, { colour: 'red' }),
      { ...recordAt(0), lastSeen: new Date(Date.now() + 86_400_000).toISOString() },
      recordAt(2_004, { totalCycles: 3_001 }),
    ])
    expect(status).toBe(200)
    const { accepted, refused } = body as Answer
    expect(accepted).toBe(2)
    expect(refused.map(({ index, machineID, code }) => [index, machineID, code])).toEqual([
      [1, MACHINE, 'invalid_field'],
      [2, MACHINE, 'invalid_field'],
      [3, MACHINE, 'clock_ahead'],
    ])
    expect(refused[1]?.reason).toContain('colour')
    const deadLetters = await app.sql('SELECT code FROM refused_message WHERE topic = $1 ORDER BY id', [
      `packhouse/${MACHINE}/record`,
    ])
    expect(deadLetters).toEqual([{ code: 'invalid_field' }, { code: 'invalid_field' }, { code: 'clock_ahead' }])
  })

  test('with what is refused again are one dead letter of the key’s name, and another of what differs', async () => {
    const key = await publisher({ name: 'Line 4' })
    const [same, other] = [recordAt(1, { colour: 'red' }), recordAt(1, { colour: 'blue' })]
    const answers = [await publish(key, [same, same]), await publish(key, [same]), await publish(key, [other])]
    expect(answers.map(({ body }) => (body as Answer).refused.length)).toEqual([2, 1, 1])
    const { items } = await staff.call('listDeadLetters', { query: { device: 'Line 4' } })
    expect(items.map(({ device, code }) => [device, code])).toEqual([
      ['Line 4', 'invalid_field'],
      ['Line 4', 'invalid_field'],
    ])
  })

  test('without a time get that of receipt, and those that are nothing hold up no other', async () => {
    const key = await publisher()
    const before = Date.now()
    const wrong = [
      5,
      null,
      'text',
      [],
      { totalCycles: 1 },
      { ...recordAt(1), machineID: '#' },
      recordAt(1, {}, 'x'.repeat(999)),
    ]
    const { status, body } = await publish(key, [
      { machineID: 'RECEIPT-1', totalCycles: 7 },
      ...wrong,
      { ...recordAt(1, {}, 'RECEIPT-1'), lastSeen: 'yesterday' },
      { machineID: 'RECEIPT-1', totalCycles: 8 },
    ] as object[])
    const { accepted, refused } = body as Answer
    expect([status, accepted]).toEqual([200, 2])
    expect(refused.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(refused.map(({ code }) => code)).toEqual(Array(8).fill('invalid_field'))
    expect(refused[5]).toMatchObject({ machineID: '#', reason: expect.stringContaining('machineID must be') })
    const machine = await staff.call('getMachine', { params: { id: 'RECEIPT-1' } })
    expect(machine).toMatchObject({ totalCycles: 8 })
    expect(Date.parse(machine.lastSeen ?? '')).toBeGreaterThanOrEqual(before)
    expect(await storedOf('RECEIPT-1')).toBe(2)
  })

  test('that contradict a stored one are told from those that are sent again, in the answer and in the counters', async () => {
    const key = await publisher()
    const counters = async () => (await staff.call('ignitionHealth')).ingest
    const at = (seconds: number, values: object = {}) => recordAt(seconds, values, 'CONFLICT-1')
    const values = { totalCycles: 5, temperature: 21.5, machineData: { a: 1, b: 'x' } }
    await publish(key, [at(1, values), at(2, { totalCycles: 6 })])
    const before = await counters()
    const { body } = await publish(key, [
      at(1, { ...values, machineData: { b: 'x', a: 1 } }),
      at(1, { ...values, temperature: 21.6 }),
      at(2, { totalCycles: 6, humidity: null }),
      at(3, { totalCycles: 7 }),
      at(3, { totalCycles: 8 }),
      at(3, { totalCycles: 7 }),
    ])
    expect(body).toEqual({
      accepted: 4,
      duplicates: 3,
      conflicts: [1, 4].map((index) => ({ index, machineID: 'CONFLICT-1' })),
      refused: [],
    })
    const after = await counters()
    expect([
      after.stored - before.stored,
      after.duplicates - before.duplicates,
      after.conflicts - before.conflicts,
    ]).toEqual([1, 3, 2])
    expect(await staff.call('getMachine', { params: { id: 'CONFLICT-1' } })).toMatchObject({ totalCycles: 7 })
    const scraped = (await staff.get('/v1/prometheus/metrics')).text
    expect(scraped).toMatch(/packhouse_ingest_records_total\{source="http",outcome="conflict"\} [1-9]/)
  })

  test.each([
    ['of none', [], 'body.records'],
    ['of more than 1,000', Array.from({ length: 1_001 }, (_, n) => recordAt(n)), 'body.records'],
  ])('%s are no request', async (_, records, path) => {
    const { errors } = expectProblem(await publish(await publisher(), records), 'invalid_request')
    expect(errors?.map((error) => error.path)).toContain(path)
  })

  test('need the permission to publish', async () => {
    const answer = await (await app.as('customer')).request('/v1/ignition/records', {
      method: 'POST',
      body: { records: [recordAt(1)] },
    })
    expectProblem(answer, 'permission_missing')
  })
})

describe('a key', () => {
  test('that is bound to a machine publishes for it alone; foreign and missing machines look the same', async () => {
    const key = await publisher({}, ['FLW-1204'])
    const { body } = await publish(key, [
      recordAt(1, { totalCycles: 5 }, 'FLW-1204'),
      recordAt(1, { totalCycles: 5 }, 'VFFS-2215'),
      recordAt(1, { totalCycles: 5 }, 'MADE-UP-9'),
    ])
    const { accepted, refused } = body as Answer
    expect(accepted).toBe(1)
    expect(refused.map(({ index, code }) => [index, code])).toEqual([
      [1, 'machine_unknown'],
      [2, 'machine_unknown'],
    ])
    expect(new Set(refused.map(({ reason }) => reason)).size).toBe(1)
    expect(await app.sql(`SELECT FROM machine WHERE machine_id = 'MADE-UP-9'`)).toEqual([])
    expect(await storedOf('VFFS-2215')).toBe(0)
  })

  test('of one customer publishes for its machines alone, and one of none brings new machines in', async () => {
    const [baltic] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'BALTIC'`)
    const bound = await publisher({ customerId: baltic?.id })
    const own = await publish(bound, [recordAt(9, {}, 'FLW-1204'), recordAt(9, {}, MACHINE)])
    expect((own.body as Answer).refused.map(({ index }) => index)).toEqual([1])
    const free = await publish(await publisher(), [recordAt(9, { totalCycles: 4 }, 'HTTP-0001')])
    expect(free.body).toEqual({ accepted: 1, duplicates: 0, conflicts: [], refused: [] })
    expect(await storedOf('HTTP-0001')).toBe(1)
  })
})
