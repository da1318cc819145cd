import type { api, CallOutput } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const HOUR_MS = 3_600_000
const ID = 'VFFS-2214'
const DESIGN_SPEED = 34
const app = useTestApp()
/** Start of a whole hour, four hours ago. */
const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 4 * HOUR_MS
const at = (minute: number) => new Date(start + minute * 60_000).toISOString()
const span = { from: at(-10), to: at(120) }
const params = { id: ID }
let customer: Caller
let device: Device
let reasons: Map<string, string>

/** Runs until :60, is stopped until :90 with a fault in between, runs a little, blinks, and is not heard from :101 on. */
function stateAt(minute: number): string {
  if (minute < 60 || (minute >= 90 && minute !== 95)) return 'Execute'
  return minute >= 70 && minute < 75 ? 'Aborted' : 'Stopped'
}

beforeAll(async () => {
  customer = await app.as('customer')
  device = await app.device()
  await device.publishAll(
    ID,
    Array.from({ length: 101 }, (_, minute) => ({
      lastSeen: at(minute),
      totalCycles: 30 * Math.min(minute, 60),
      totalRejects: 3 * Math.min(minute, 60),
      machineState: stateAt(minute),
    })),
  )
  const found = await customer.call('machineStops', { params, query: span })
  reasons = new Map(found.reasons.map(({ code, id }) => [code, id]))
})

type Change = CallOutput<typeof api.assignDowntimeReasons>['body']['changes'][number]

async function say(changes: Partial<Change>[], by = customer) {
  const { version } = await by.call('machineStops', { params, query: span })
  return await attempt(changes, version, by)
}

async function attempt(changes: Partial<Change>[], version: number, by = customer) {
  return await by.request(`/v1/ignition/machines/${ID}/stops`, { method: 'PUT', body: { version, changes } })
}

const reason = (code: string) => reasons.get(code) ?? ''

async function stops() {
  const { stops: found } = await customer.call('machineStops', { params, query: span })
  const codes = new Map([...reasons].map(([code, id]) => [id, code]))
  return found.map(({ from, to, state, parts }) => ({
    from,
    to,
    state,
    parts: parts.map((part) => [part.from, part.to, codes.get(part.reasonId ?? '') ?? null]),
  }))
}

describe('the stops of a machine', () => {
  test('are the times it stood still, minor ones left out; what is unknown is distinguished', async () => {
    const answer = await customer.call('machineStops', { params, query: span })
    expect(answer).toMatchObject({ machineID: ID, from: span.from, to: span.to, minorStopSeconds: 60, version: 0 })
    expect(await stops()).toEqual([{ from: at(60), to: at(90), state: 'Stopped', parts: [[at(60), at(90), null]] }])
    expect(answer.unknown).toEqual([
      { from: at(-10), to: at(0) },
      { from: at(101), to: at(120) },
    ])
    expect(answer.reasons.length).toBeGreaterThan(20)
  })

  test('that are still to come have no reason yet', async () => {
    const change = { from: at(60), to: new Date(Date.now() + HOUR_MS).toISOString(), reasonId: reason('FAULT-MECH') }
    const answer = await say([change])
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('must not be in the future')
  })

  test('are split where two reasons meet, and the rest stays as it was', async () => {
    expect((await say([{ from: at(60), to: at(90), reasonId: reason('FAULT-MECH'), note: 'Jaw' }])).status).toBe(200)
    const split = await say([
      { from: at(60), to: at(70), reasonId: reason('PLANNED-BREAK') },
      { from: at(80), to: at(90), reasonId: reason('CHANGE-REEL') },
    ])
    expect(split.body).toEqual({ version: 2 })
    expect((await stops())[0]?.parts).toEqual([
      [at(60), at(70), 'PLANNED-BREAK'],
      [at(70), at(80), 'FAULT-MECH'],
      [at(80), at(90), 'CHANGE-REEL'],
    ])
    expect((await say([{ from: at(74), to: at(76), reasonId: null }])).status).toBe(200)
    expect((await stops())[0]?.parts).toEqual([
      [at(60), at(70), 'PLANNED-BREAK'],
      [at(70), at(74), 'FAULT-MECH'],
      [at(74), at(76), null],
      [at(76), at(80), 'FAULT-MECH'],
      [at(80), at(90), 'CHANGE-REEL'],
    ])
  })

  test('have every change in the audit', async () => {
    const entries = await app.sql<{ action: string; reason: string | null }>(
      `SELECT action, after ->> 'note' AS reason FROM audit_entry WHERE resource = 'downtime' ORDER BY id`,
    )
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['create', 'update', 'create', 'update', 'create']),
    )
    expect(entries[0]).toEqual({ action: 'create', reason: 'Jaw' })
  })
})

describe('OEE', () => {
  test('counts planned time out of the base, and adds up', async () => {
    const oee = await customer.call('machineOee', { params, query: span })
    const minutes = (n: number) => n * 60_000
    expect(oee.buckets).toEqual({
      runningMs: Math.round((1800 / DESIGN_SPEED) * 60_000),
      speedLossMs: minutes(70) - Math.round((1800 / DESIGN_SPEED) * 60_000),
      minorStopMs: minutes(1),
      unplannedMs: minutes(8),
      plannedMs: minutes(10),
      changeoverMs: minutes(10),
      uncategorisedMs: minutes(2),
      unknownMs: minutes(29),
    })
    expect(oee).toMatchObject({ lengthMs: minutes(130), plannedProductionMs: minutes(91), cycles: 1800, rejects: 180 })
    expect(oee.availability).toBeCloseTo(71 / 91, 9)
    expect(oee.performance).toBeCloseTo(1800 / DESIGN_SPEED / 71, 9)
    expect(oee.quality).toBeCloseTo(0.9, 9)
    expect(oee.oee).toBeCloseTo(1620 / DESIGN_SPEED / 91, 9)
    expect(oee.reasons.map(({ name, lengthMs }) => [name, lengthMs])).toEqual([
      ['Break or shift change', minutes(10)],
      ['Reel change', minutes(10)],
      ['Mechanical', minutes(8)],
    ])
  })

  test('has two factors where the machine reports no rejects: quality is not measured', async () => {
    const ofMachine = `WHERE machine_key = (SELECT key FROM machine WHERE machine_id = $1)`
    const [stored] = await app.sql<{ rejects: string }>(`SELECT total_rejects AS rejects FROM latest ${ofMachine}`, [
      ID,
    ])
    await app.sql(`UPDATE latest SET total_rejects = NULL ${ofMachine}`, [ID])
    const oee = await customer.call('machineOee', { params, query: span })
    await app.sql(`UPDATE latest SET total_rejects = $2 ${ofMachine}`, [ID, stored?.rejects])
    expect(oee).toMatchObject({ quality: null, factors: ['availability', 'performance'] })
    expect(oee.oee).toBeCloseTo((oee.availability ?? 0) * (oee.performance ?? 0), 9)
    expect(oee.oee).toBeCloseTo(1800 / DESIGN_SPEED / 91, 9)
  })

  test('of a minor stop stays minor, whatever was said of the time around it', async () => {
    const around = { from: at(80), to: at(100) }
    const before = await customer.call('machineOee', { params, query: around })
    expect(before.buckets).toMatchObject({ minorStopMs: 60_000, changeoverMs: 600_000, uncategorisedMs: 0 })
    expect((await say([{ ...around, reasonId: reason('CHANGE-REEL') }])).status).toBe(200)
    const { buckets, reasons: named } = await customer.call('machineOee', { params, query: around })
    expect(buckets).toEqual(before.buckets)
    expect(named.map(({ name, lengthMs }) => [name, lengthMs])).toEqual([['Reel change', 600_000]])
  })

  test('of a stretch within an hour counts its minutes alone', async () => {
    const { cycles, buckets } = await customer.call('machineOee', { params, query: { from: at(10), to: at(20) } })
    expect(cycles).toBe(300)
    expect(buckets.runningMs + buckets.speedLossMs).toBe(600_000)
  })
})

describe('a change is refused', () => {
  test('where two of its stretches overlap', async () => {
    const answer = await say([
      { from: at(60), to: at(80), reasonId: reason('FAULT-MECH') },
      { from: at(79), to: at(90), reasonId: reason('FAULT-ELEC') },
    ])
    expectProblem(answer, 'invalid_request')
    expect(answer.text).toContain('body.changes.1.from')
  })

  test('where somebody was faster, and says which version there is', async () => {
    const answer = await attempt([{ from: at(60), to: at(90), reasonId: reason('FAULT-MECH') }], 1)
    expectProblem(answer, 'stale')
    expect(answer.body).toMatchObject({ current: { version: 4 } })
  })

  test.each([
    ['runs', 10, 20],
    ['is unknown', 102, 110],
    ['stood still no longer than is minor', 95, 96],
    ['stood still for a minor stop between running', 93, 99],
  ])('for a time in which the machine %s', async (_, from, to) => {
    expectProblem(await say([{ from: at(from), to: at(to), reasonId: reason('FAULT-MECH') }]), 'invalid_request')
  })

  test('for a reason of running time or one that is not there', async () => {
    for (const reasonId of [reason('SPEED-WEAR'), crypto.randomUUID()]) {
      const answer = await say([{ from: at(60), to: at(90), reasonId }])
      expectProblem(answer, 'invalid_request')
      expect(answer.text).toContain('body.changes.0.reasonId')
    }
  })

  test('of parallel ones but for one', async () => {
    const { version } = await customer.call('machineStops', { params, query: span })
    const change = [{ from: at(60), to: at(61), reasonId: reason('PLANNED-BREAK') }]
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(change, version)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  })
})

test('two stretches of one machine cannot overlap, anyone who writes them', async () => {
  const twice = app.sql(`INSERT INTO downtime (machine_key, from_at, to_at, reason_id)
    SELECT machine_key, from_at, to_at, reason_id FROM downtime LIMIT 1`)
  await expect(twice).rejects.toThrow('downtime_never_overlaps')
})

test('what was said stays when late records show that the machine ran, and counts for the rest', async () => {
  await device.publish(ID, { lastSeen: at(82.5), machineState: 'Execute' })
  const [, second] = await stops()
  expect((await stops()).map(({ from, to }) => [from, to])).toEqual([
    [at(60), at(82.5)],
    [at(83), at(90)],
  ])
  expect(second?.parts).toEqual([[at(83), at(90), 'CHANGE-REEL']])
  const { buckets } = await customer.call('machineOee', { params, query: span })
  expect(buckets.changeoverMs).toBe(9.5 * 60_000)
  expect(Object.values(buckets).reduce((sum, ms) => sum + ms, 0)).toBe(130 * 60_000)
})

describe('row-level security', () => {
  test('hides what was said of foreign machines, and takes nothing for them', async () => {
    const client = await app.connection()
    const [other] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'BALTIC'`)
    await client.query('SET ROLE packhouse_app')
    await client.query(`SELECT set_config('packhouse.customers', $1, false)`, [other?.id])
    expect((await client.query('SELECT 1 FROM downtime')).rows).toEqual([])
    expect((await client.query('SELECT 1 FROM downtime_reason')).rows).toEqual([])
    expect((await client.query('DELETE FROM downtime')).rowCount).toBe(0)
    const [foreign] = await app.sql<{ key: number; reason: string }>(
      `SELECT key, (SELECT id FROM downtime_reason LIMIT 1) AS reason FROM machine WHERE machine_id = $1`,
      [ID],
    )
    const forged = client.query(
      `INSERT INTO downtime (machine_key, from_at, to_at, reason_id) VALUES ($1, '2020-01-01', '2020-01-02', $2)`,
      [foreign?.key, foreign?.reason],
    )
    await expect(forged).rejects.toThrow(/row-level security/)
  })
})
