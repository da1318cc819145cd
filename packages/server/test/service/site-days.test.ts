import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const [BUSY, NEW, IDLE] = ['VFFS-2214', 'FLW-1204', 'CRT-1162']
const app = useTestApp({ prepare: `UPDATE machine SET stale_after_seconds = 900 WHERE machine_id = '${NEW}'` })
let staff: Caller
let device: Device

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
})

interface Row extends Record<string, unknown> {
  id: string
}

async function make(path: string, body: object): Promise<Row> {
  const answer = await staff.request(path, { method: 'POST', body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Row
}

async function idOf(machine: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [machine])
  return row?.id ?? ''
}

async function plan(machine: string, trigger: string, interval: number): Promise<Row> {
  return await make(`/v1/machines/${await idOf(machine)}/service-plans`, { name: 'Jaws', trigger, interval })
}

async function done(machine: string, { id: planId }: Row, doneAt: string): Promise<Row> {
  return await make('/v1/service-records', { machineId: await idOf(machine), planId, what: 'New jaws', doneAt })
}

const planNow = async ({ id }: Row) => (await staff.request(`/v1/service-plans/${id}`)).body as Row
const cardOf = async (machine: string) => (await staff.request(`/v1/machines/${await idOf(machine)}`)).body as Row
const workOut = async () => await app.sql('UPDATE service_plan SET next_due = next_due')
const dateIn = (zone: string, at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)

/** Moves the site of a machine to a time zone. */
async function moveTo(machine: string, zone: string): Promise<void> {
  await app.sql(
    'UPDATE location SET timezone = $1 WHERE id = (SELECT location_id FROM machine WHERE machine_id = $2)',
    [zone, machine],
  )
}

async function withoutService(machine: string, ...rows: [path: string, row: Row][]): Promise<void> {
  for (const [path, { id }] of rows) await staff.request(`/v1/${path}/${id}`, { method: 'DELETE' })
  await app.sql('UPDATE machine SET commissioned_at = NULL WHERE machine_id = $1', [machine])
}

describe('the days of service are those of the site', () => {
  test.each([
    // 21:00 on 9 March in New York.
    ['America/New_York', '2026-03-10T01:00:00Z', '2026-03-09', '2026-04-08'],
    // 00:15 on 10 March in Kathmandu.
    ['Asia/Kathmandu', '2026-03-09T18:30:00Z', '2026-03-10', '2026-04-09'],
    // Nobody knows it: UTC.
    ['Mars/Olympus', '2026-03-09T23:30:00Z', '2026-03-09', '2026-04-08'],
  ])('in %s', async (zone, doneAt, lastService, nextDue) => {
    await moveTo(IDLE, zone)
    const made = await plan(IDLE, 'calendar', 30)
    const record = await done(IDLE, made, doneAt)
    expect(await planNow(made)).toMatchObject({ nextDue })
    expect(await cardOf(IDLE)).toMatchObject({ lastService, nextDue })
    await withoutService(IDLE, ['service-records', record], ['service-plans', made])
    expect(await cardOf(IDLE)).toMatchObject({ lastService: null, nextDue: null })
  })

  test('of the company, where the machine has no place', async () => {
    const [place] = await app.sql<{ id: string }>('SELECT location_id AS id FROM machine WHERE machine_id = $1', [IDLE])
    await app.sql('UPDATE machine SET location_id = NULL WHERE machine_id = $1', [IDLE])
    await app.sql(`UPDATE customer SET timezone = 'America/New_York'
      WHERE id = (SELECT customer_id FROM machine WHERE machine_id = '${IDLE}')`)
    const made = await plan(IDLE, 'calendar', 30)
    const record = await done(IDLE, made, '2026-03-10T01:00:00Z')
    expect(await cardOf(IDLE)).toMatchObject({ lastService: '2026-03-09', nextDue: '2026-04-08' })
    await withoutService(IDLE, ['service-records', record], ['service-plans', made])
    await app.sql('UPDATE machine SET location_id = $1 WHERE machine_id = $2', [place?.id, IDLE])
  })

  test('of the commissioning, and what is over by them', async () => {
    // The one place is 25 hours ahead of the other, so that its day is always a later one.
    const today = dateIn('Pacific/Pago_Pago', Date.now())
    const commissioned = new Date(Date.parse(today) - 30 * DAY_MS).toISOString().slice(0, 10)
    await moveTo(IDLE, 'Pacific/Pago_Pago')
    await app.sql('UPDATE machine SET commissioned_at = $1 WHERE machine_id = $2', [commissioned, IDLE])
    const made = await plan(IDLE, 'calendar', 30)
    expect(made).toMatchObject({ nextDue: today, remaining: 0, status: 'dueSoon' })
    await moveTo(IDLE, 'Pacific/Kiritimati')
    await workOut()
    const moved = await planNow(made)
    expect(moved).toMatchObject({ nextDue: today, status: 'overdue' })
    expect(moved.remaining).toBeLessThan(0)
    await withoutService(IDLE, ['service-plans', made])
  })

  test('after the site got another time zone, from the next start or hour on', async () => {
    await moveTo(IDLE, 'America/New_York')
    const made = await plan(IDLE, 'calendar', 30)
    const record = await done(IDLE, made, '2026-03-10T01:00:00Z')
    await moveTo(IDLE, 'Asia/Kathmandu')
    await app.stopProduct()
    await app.startProduct()
    staff = await app.as('staff')
    device = await app.device()
    await expect
      .poll(async () => await cardOf(IDLE))
      .toMatchObject({ lastService: '2026-03-10', nextDue: '2026-04-09' })
    await withoutService(IDLE, ['service-records', record], ['service-plans', made])
  })
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
    const [hours, cycles] = [await plan(BUSY, 'runningHours', 100), await plan(BUSY, 'cycles', 100_000)]
    await done(BUSY, hours, at(40))
    await done(BUSY, cycles, at(40))
    // Minutes 0 to 39 before it: 40 minutes and, since the first reading counts nothing, 39 steps. 80 minutes and 81 steps since.
    expect((await planNow(hours)).lastDoneHours).toBeCloseTo(40 / 60, 9)
    expect((await planNow(hours)).remaining).toBeCloseTo(100 - 80 / 60, 9)
    expect(await planNow(cycles)).toMatchObject({ lastDoneCycles: 39 * 30, remaining: 100_000 - 81 * 30 })
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
      [await idOf(BUSY), at(minute)],
    )
    expect([row?.before, row?.since].map((hours) => Math.round((hours ?? 0) * 1e6) / 1e6)).toEqual([before, since])
  })

  test('within one hour counts its minutes once', async () => {
    const [row] = await app.sql<{ hours: number; cycles: number }>('SELECT * FROM machine_usage($1, $2, $3)', [
      await idOf(BUSY),
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
      [await idOf(BUSY), at(40)],
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
    await moveTo(NEW, zone)
    // Six hours of running and 3,600 cycles in three days: 2 hours and 1,200 cycles a day.
    const records = Array.from({ length: 37 }, (_, n) => ({
      lastSeen: new Date(first + n * 10 * MINUTE_MS).toISOString(),
      totalCycles: 100 * n,
      machineState: n < 36 ? 'Execute' : 'Stopped',
    }))
    await device.publishAll(NEW, records)
    await app.sql('UPDATE machine SET commissioned_at = $1 WHERE machine_id = $2', [dateIn(zone, first - DAY_MS), NEW])
  })

  test('is due by what it runs in the days it has', async () => {
    // 94 hours are left, at 2 hours a day.
    const made = await plan(NEW, 'runningHours', 100)
    expect(made.remaining).toBeCloseTo(94, 9)
    expect(daysAround(47)).toContain(made.nextDue)
  })

  test('is due today where the rest is used up today', async () => {
    // One cycle is left, at 1,200 a day.
    const made = await plan(NEW, 'cycles', 3601)
    expect(made.remaining).toBe(1)
    expect(daysAround(0)).toContain(made.nextDue)
  })
})
