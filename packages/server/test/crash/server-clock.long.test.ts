import { healthSchema, recordTopic } from '@packhouse/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { WallClock } from '../support/wall-clock.ts'

const MINUTE_MS = 60_000
const TEN_MS = 10 * MINUTE_MS
const app = useTestApp()
const clock = new WallClock()
let device: Device

beforeAll(async () => {
  device = await app.device()
})

afterEach(() => clock.restore())

/** Monotonic time. */
const rightNow = () => performance.timeOrigin + performance.now()

async function health() {
  const answer = await app.anonymous.get('/v1/health')
  return { code: answer.status, ...healthSchema.parse(answer.body) }
}

/** What there is of the machines whose names begin so. */
async function countsOf(prefix: string) {
  const [row] = await app.sql<{ stored: number; cycles: number; held: number; letters: number }>(
    `WITH mine AS (SELECT key FROM machine WHERE machine_id LIKE $1)
     SELECT (SELECT count(*) FROM record WHERE machine_key IN (SELECT key FROM mine))::int AS stored,
       (SELECT coalesce(sum(cycles), 0) FROM minute_rollup WHERE machine_key IN (SELECT key FROM mine))::int AS cycles,
       (SELECT count(*) FROM held_record WHERE machine_key IN (SELECT key FROM mine))::int AS held,
       (SELECT count(*) FROM refused_message WHERE machine_key IN (SELECT key FROM mine))::int AS letters`,
    [`${prefix}%`],
  )
  return row
}

/** Records of one machine, 100 ms apart, the last of them now. */
function recordsUntilNow(count: number, aheadMs = 0) {
  const end = rightNow() + aheadMs
  return Array.from({ length: count }, (_, n) => ({
    lastSeen: new Date(end - (count - 1 - n) * 100).toISOString(),
    totalCycles: 100 + n,
    machineState: 'Running',
  }))
}

async function publishFleet(prefix: string, machines: number, each: number, aheadMs = 0): Promise<void> {
  await Promise.all(
    Array.from({ length: machines }, (_, n) => device.publishAll(`${prefix}${n}`, recordsUntilNow(each, aheadMs))),
  )
}

describe('a server clock that is ten minutes behind', () => {
  test('loses none of 2,000 acknowledged records: they wait, health and log say why, and are stored when it is right', async () => {
    app.logged.length = 0
    clock.shift(-TEN_MS)
    await publishFleet('BEHIND-', 8, 250)
    await until('all of them waiting', async () => (await countsOf('BEHIND-'))?.held === 2_000)
    expect(await countsOf('BEHIND-')).toEqual({ stored: 0, cycles: 0, held: 2_000, letters: 0 })
    const found = await health()
    expect(found).toMatchObject({ code: 200, status: 'degraded', clock: { status: 'attention' } })
    // Ten minutes, less what the records took on their way.
    const behind = Number(/(\d+) s/.exec(found.clock.detail ?? '')?.[1])
    expect(behind).toBeGreaterThan(500)
    expect(behind).toBeLessThanOrEqual(601)
    expect(found.clock.detail).toContain('Set the clock of the server')
    expect(app.logged.filter(({ msg }) => /server's clock|clock of the server/.test(msg))).toHaveLength(1)
    const staff = await app.as('staff')
    const summary = await staff.call('deadLetterSummary')
    expect(summary).toMatchObject({
      held: { records: 2_000, machines: 8 },
      clock: expect.stringContaining('Set the clock of the server'),
    })
    expect((await staff.call('ignitionHealth')).ingest.held).toBe(2_000)

    clock.restore()
    await until('all of them stored', async () => (await countsOf('BEHIND-'))?.held === 0)
    expect(await countsOf('BEHIND-')).toEqual({ stored: 2_000, cycles: 8 * 249, held: 0, letters: 0 })
    await until('a trusted clock', async () => (await health()).clock.status === 'ok')
  })

  test('retains what waits over a restart', async () => {
    clock.shift(-TEN_MS)
    await publishFleet('RESTART-', 4, 25)
    await until('all of them waiting', async () => (await countsOf('RESTART-'))?.held === 100)
    await app.stopProduct()
    clock.restore()
    await app.startProduct()
    device = await app.device()
    await publishFleet('ON-TIME-', 4, 1)
    await until('none of them waiting', async () => (await countsOf('RESTART-'))?.held === 0)
    expect(await countsOf('RESTART-')).toEqual({ stored: 100, cycles: 4 * 24, held: 0, letters: 0 })
  })
})

describe('machines that are all ten minutes ahead', () => {
  test('mean that the server may be behind, whatever its database says; when they come back their records are dead letters', async () => {
    await publishFleet('FLEET-', 5, 20, TEN_MS)
    await until('all of them waiting', async () => (await countsOf('FLEET-'))?.held === 100)
    expect((await health()).clock.detail).toMatch(
      /\d of \d+ machines are ahead of the server's clock by about (5[5-9]|60)\d s/,
    )
    await until('the machines on time again', async () => {
      await publishFleet('PUT-RIGHT-', 9, 1)
      return (await countsOf('FLEET-'))?.held === 0
    })
    expect(await countsOf('FLEET-')).toEqual({ stored: 0, cycles: 0, held: 0, letters: 100 })
    const staff = await app.as('staff')
    const { items } = await staff.call('listDeadLetters', { query: { topic: recordTopic('FLEET-1') } })
    expect(items[0]).toMatchObject({ code: 'clock_ahead', seen: 1, unreplayable: null })
    clock.shift(TEN_MS)
    const { id = '' } = items[0] ?? {}
    expect((await staff.call('replayDeadLetter', { params: { id } })).replayedAt).not.toBeNull()
  })
})

describe('one machine alone', () => {
  test('that is ahead of everybody is at fault itself', async () => {
    await publishFleet('EVERYBODY-', 9, 1)
    await device.publishAll('ALONE-1', recordsUntilNow(10, TEN_MS))
    expect(await countsOf('ALONE-')).toEqual({ stored: 0, cycles: 0, held: 0, letters: 10 })
  })
})

describe('a server clock that is ahead', () => {
  test('stores every record, and health says so', async () => {
    clock.shift(TEN_MS)
    await publishFleet('AHEAD-', 4, 50)
    expect(await countsOf('AHEAD-')).toEqual({ stored: 200, cycles: 4 * 49, held: 0, letters: 0 })
    await until('the doubt', async () => (await health()).clock.status === 'attention')
    expect((await health()).clock.detail).toContain('ahead of that of the database')
  })

  test('by years refuses no record as too old', async () => {
    clock.shift(3 * 365 * 24 * 60 * MINUTE_MS)
    await publishFleet('YEARS-', 2, 10)
    await until('all of them waiting', async () => (await countsOf('YEARS-'))?.held === 20)
    expect((await health()).clock.detail).toMatch(/9460\d{4} s ahead of that of the database/)
    clock.restore()
    await until('all of them stored', async () => (await countsOf('YEARS-'))?.stored === 20)
  })
})

describe('records that wait beyond the share of their machine', () => {
  const small = useTestApp({ environment: { HELD_MEGABYTES_PER_MACHINE: '1' } })

  test('are not acknowledged, so that the machine sends them again when the clock is right', async () => {
    clock.shift(-TEN_MS)
    const readings = { text: 'x'.repeat(1_000), more: 'x'.repeat(1_000) }
    const records = recordsUntilNow(600).map((record) => ({ ...record, machineData: readings }))
    const sender = await small.device()
    const staff = await small.as('staff')
    const held = async () => (await staff.call('deadLetterSummary')).held.records
    // Three machines that agree: without the doubt the records would be refused, and have another share.
    for (const name of ['SHARE-2', 'SHARE-3', 'SHARE-4']) await sender.publishAll(name, recordsUntilNow(5))
    await until('the doubt', async () => (await held()) >= 15)
    let acknowledged = 0
    for (const record of records) {
      sender.publish('SHARE-1', record).then(
        () => {
          acknowledged += 1
        },
        () => undefined,
      )
    }
    const full = async () => (await staff.call('refusalCounts')).refused['held_records.share_of_machine'] ?? 0
    await until('the share full', async () => (await full()) + acknowledged >= 600)
    await until('what was acknowledged held', async () => (await held()) >= acknowledged + 15)
    expect(acknowledged).toBeGreaterThan(400)
    expect(acknowledged).toBeLessThan(600)
    expect(sender.connected).toBe(true)
    clock.restore()
    const again = await small.device()
    await again.publishAll('SHARE-1', records)
    const count = async () =>
      (await small.sql(`SELECT FROM record JOIN machine ON key = machine_key WHERE machine_id = 'SHARE-1'`)).length
    await until('all of them once', async () => (await count()) === 600)
  })
})
