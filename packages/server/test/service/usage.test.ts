import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { removeOld } from '../../src/history/retention.ts'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { dateIn, ServiceRows } from './service-rows.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const [BUSY, NEW, AWAY] = ['VFFS-2214', 'FLW-1204', 'VFFS-2215']
const app = useTestApp({ prepare: `UPDATE machine SET stale_after_seconds = 900 WHERE machine_id = '${NEW}'` })
const rows = new ServiceRows(app, () => staff)
let staff: Caller
let device: Device

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
})

describe('usage', () => {
  /** The start of a whole hour of which two hours are over. */
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 4 * HOUR_MS
  const at = (minute: number) => new Date(start + minute * MINUTE_MS).toISOString()

  beforeAll(async () => {
    // Runs for two hours, 30 cycles in each minute.
    const records = Array.from({ length: 121 }, (_, minute) => ({
      lastSeen: at(minute),
      totalCycles: 30 * minute,
      machineState: minute < 120 ? 'Execute' : 'Stopped',
    }))
    await device.publishAll(BUSY, records)
  })

  test('since a service in the middle of an hour has the rest of that hour', async () => {
    const [hours, cycles] = [await rows.plan(BUSY, 'runningHours', 100), await rows.plan(BUSY, 'cycles', 100_000)]
    await rows.done(BUSY, hours, at(40))
    await rows.done(BUSY, cycles, at(40))
    // Minutes 0 to 39 before it: 40 minutes and, since the first reading counts nothing, 39 steps. 80 minutes and 81 steps since.
    expect((await rows.planNow(hours)).lastDoneHours).toBeCloseTo(40 / 60, 9)
    expect((await rows.planNow(hours)).remaining).toBeCloseTo(100 - 80 / 60, 9)
    expect(await rows.planNow(cycles)).toMatchObject({ lastDoneCycles: 39 * 30, remaining: 100_000 - 81 * 30 })
  })

  test.each([
    [0, 0, 120],
    [40, 40, 80],
    [59, 59, 61],
    [60, 60, 60],
    [119, 119, 1],
  ])('is cut at minute %i without a loss', async (minute, before, since) => {
    const [row] = await app.sql<{ before: number; since: number }>(
      `SELECT (machine_usage($1, '-infinity', $2)).hours * 60 AS before, (machine_usage($1, $2, now())).hours * 60 AS since`,
      [await rows.idOf(BUSY), at(minute)],
    )
    expect([row?.before, row?.since].map((hours) => Math.round((hours ?? 0) * 1e6) / 1e6)).toEqual([before, since])
  })

  test('within one hour counts its minutes once', async () => {
    const [row] = await app.sql<{ hours: number; cycles: number }>('SELECT * FROM machine_usage($1, $2, $3)', [
      await rows.idOf(BUSY),
      at(10),
      at(25),
    ])
    expect(row).toEqual({ hours: 0.25, cycles: 450 })
  })

  test('of an hour whose minutes are gone counts where the hour begins', async () => {
    await app.sql(
      `DELETE FROM minute_rollup WHERE machine_key = (SELECT key FROM machine WHERE machine_id = $1) AND at < $2`,
      [BUSY, at(60)],
    )
    const [row] = await app.sql<{ before: number; since: number }>(
      `SELECT (machine_usage($1, '-infinity', $2)).hours AS before, (machine_usage($1, $2, now())).hours AS since`,
      [await rows.idOf(BUSY), at(40)],
    )
    expect(row).toEqual({ before: 1, since: 1 })
  })
})

describe('a machine that is three days old', () => {
  const zone = 'America/New_York'
  const first = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 3 * DAY_MS
  /** The days that a moment may lie on, as the tests may run over a midnight. */
  const daysAround = (days: number) => [0, 0.02].map((more) => dateIn(zone, Date.now() + (days + more) * DAY_MS))

  beforeAll(async () => {
    await rows.moveTo(NEW, zone)
    // Six hours of running and 3,600 cycles in the first of three days; of the two others nobody knows anything.
    const records = Array.from({ length: 37 }, (_, n) => ({
      lastSeen: new Date(first + n * 10 * MINUTE_MS).toISOString(),
      totalCycles: 100 * n,
      machineState: n < 36 ? 'Execute' : 'Stopped',
    }))
    await device.publishAll(NEW, records)
    await app.sql('UPDATE machine SET commissioned_at = $1 WHERE machine_id = $2', [dateIn(zone, first - DAY_MS), NEW])
  })

  test('is due by what it runs in the days of which something is known', async () => {
    // 94 hours are left, at 6 hours a day.
    const made = await rows.plan(NEW, 'runningHours', 100)
    expect(made.remaining).toBeCloseTo(94, 9)
    expect(daysAround(94 / 6)).toContain(made.nextDue)
  })

  test('is due today where the rest is used up today', async () => {
    // One cycle is left, at 3,600 a day.
    const made = await rows.plan(NEW, 'cycles', 3601)
    expect(made.remaining).toBe(1)
    expect(daysAround(0)).toContain(made.nextDue)
  })
})

describe('a machine that was not heard of for days', () => {
  const random = randomNumbers(seed)
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  /** Hours ago, the newest first; those of silent days have no row. */
  const hours = Array.from({ length: 60 * 24 }, (_, place) => ({
    ago: place + 1,
    minutes: Math.floor(random() * 61),
    cycles: Math.floor(random() * 2_000),
  })).filter(({ ago }) => !isSilent(Math.floor(ago / 24)))

  /** A gateway that is away every other day, and nine days on end. */
  function isSilent(day: number): boolean {
    return day % 2 === 1 || (day >= 8 && day < 17)
  }

  const perDay = async () =>
    (
      await app.sql<{ hours: number; cycles: number }>('SELECT * FROM machine_usage_per_day($1)', [
        await rows.idOf(AWAY),
      ])
    )[0]
  const usedSince = async (daysAgo: number) => {
    const since = daysAgo === Number.POSITIVE_INFINITY ? '-infinity' : new Date(now - daysAgo * DAY_MS).toISOString()
    const [row] = await app.sql<{ hours: number; cycles: number }>('SELECT * FROM machine_usage($1, $2, now())', [
      await rows.idOf(AWAY),
      since,
    ])
    return row
  }

  beforeAll(async () => {
    await app.sql(
      `SELECT ensure_day(day::date) FROM generate_series(now() - interval '62 days', now(), interval '1 day') AS day`,
    )
    await app.sql(
      `INSERT INTO hour_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count, humidity_sum, humidity_count,
         running_ms, idle_ms, stopped_ms, faulted_ms)
       SELECT m.key, h.at, 1, h.cycles, 0, 0, 0, 0, 0, 0, h.minutes * 60000, (60 - h.minutes) * 60000, 0, 0
       FROM machine m, json_to_recordset($2::json) AS h (at timestamptz, minutes int, cycles int) WHERE m.machine_id = $1`,
      [
        AWAY,
        JSON.stringify(hours.map(({ ago, ...hour }) => ({ ...hour, at: new Date(now - ago * HOUR_MS).toISOString() }))),
      ],
    )
  })

  test('runs on as in the days of which something is known', async () => {
    // Days end now, which is some minutes after the full hour.
    const dayOf = (ago: number) => Math.floor((Date.now() - (now - ago * HOUR_MS)) / DAY_MS)
    const days = [...new Set(hours.map(({ ago }) => dayOf(ago)))].slice(0, 14)
    const counted = hours.filter(({ ago }) => days.includes(dayOf(ago)))
    const found = await perDay()
    expect(found?.hours).toBeCloseTo(sumOf(counted.map(({ minutes }) => minutes / 60)) / 14, 6)
    expect(found?.cycles).toBeCloseTo(sumOf(counted.map(({ cycles }) => cycles)) / 14, 6)
  })

  test('is not newer than it is once its hours are stored no more', async () => {
    const all = { whole: await usedSince(Number.POSITIVE_INFINITY), known: await usedSince(20) }
    const client = new pg.Client({ connectionString: app.databaseUrl })
    await client.connect()
    try {
      await app.sql(
        `UPDATE customer SET keep_records_days = 1, keep_minutes_days = 1, keep_hours_days = 25
         WHERE id = (SELECT customer_id FROM machine WHERE machine_id = $1)`,
        [AWAY],
      )
      for (const _ of ['first', 'again']) await removeOld(client, Date.now())
    } finally {
      await client.end()
    }
    const [left] = await app.sql(
      `SELECT count(*)::int AS count FROM hour_rollup JOIN machine ON key = machine_key WHERE machine_id = $1 AND at < now() - interval '26 days'`,
      [AWAY],
    )
    expect(left).toEqual({ count: 0 })
    expect(await usedSince(Number.POSITIVE_INFINITY)).toEqual(all.whole)
    expect(await usedSince(20)).toEqual(all.known)
  })
})

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
