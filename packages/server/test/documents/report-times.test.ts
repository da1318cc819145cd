import { beforeAll, expect, test } from 'vitest'
import { claimRun, endRun, giveBack } from '../../src/documents/schedules/run-rows.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** Nothing runs by itself: the tests are the servers. */
const app = useTestApp({ environment: { JOBS: 'off' } })
let customerId = ''

beforeAll(async () => {
  const [customer] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'NORDFJELL'`)
  customerId = customer?.id ?? ''
})

const nextRun = async (...given: [day: number, hour: number, zone: string, since: string]) => {
  const [row] = await app.sql<{ at: Date }>('SELECT next_report_run($1, $2, $3, $4) AS at', given)
  return row?.at.toISOString()
}

test.each([
  ['before its day', 5, 6, 'UTC', '2026-11-01T00:00:00Z', '2026-11-05T06:00:00.000Z'],
  ['at its time, which is over then', 5, 6, 'UTC', '2026-11-05T06:00:00Z', '2026-12-05T06:00:00.000Z'],
  ['over the turn of the year', 28, 23, 'UTC', '2026-12-29T00:00:00Z', '2027-01-28T23:00:00.000Z'],
  [
    'where it is the next month already',
    1,
    6,
    'Pacific/Kiritimati',
    '2026-10-31T12:00:00Z',
    '2026-10-31T16:00:00.000Z',
  ],
  [
    'where it is still the month before',
    1,
    0,
    'America/Los_Angeles',
    '2026-11-01T06:59:59Z',
    '2026-11-01T07:00:00.000Z',
  ],
  ['in summer time', 1, 6, 'Europe/Oslo', '2026-06-15T00:00:00Z', '2026-07-01T04:00:00.000Z'],
  ['in winter time', 1, 6, 'Europe/Oslo', '2026-10-28T00:00:00Z', '2026-11-01T05:00:00.000Z'],
  ['in the hour that spring leaves out', 28, 2, 'Europe/Oslo', '2027-03-27T00:00:00Z', '2027-03-28T01:00:00.000Z'],
  ['after that hour', 28, 2, 'Europe/Oslo', '2027-03-28T01:00:00Z', '2027-04-28T00:00:00.000Z'],
  ['after the hour that autumn has twice', 25, 2, 'Europe/Oslo', '2026-10-25T01:00:00Z', '2026-11-25T01:00:00.000Z'],
])('the next run %s', async (_, day, hour, zone, since, expected) => {
  expect(await nextRun(day, hour, zone, since)).toBe(expected)
})

test.each([
  ['on its day', 'UTC', '2026-11-05T06:00:00Z', '2026-10'],
  ['a moment before', 'UTC', '2026-11-05T05:59:59Z', '2026-09'],
  ['in January', 'UTC', '2027-01-20T00:00:00Z', '2026-12'],
  ['by the clock of the zone', 'Pacific/Kiritimati', '2026-11-04T16:00:00Z', '2026-10'],
])('a run that is made %s is of the month before the last that was due', async (_, zone, at, month) => {
  const [row] = await app.sql<{ month: string }>('SELECT due_report_month(5, 6, $1, $2) AS month', [zone, at])
  expect(row?.month).toBe(month)
})

async function schedule(name: string): Promise<{ id: string; rowVersion: number; nextRunAt: string | null }> {
  const body = { customerId, name, day: 1, hour: 6, timeZone: 'Europe/Oslo' }
  const made = await (await app.as('staff')).post('/v1/report-schedules', body)
  expect(made.status, made.text).toBe(201)
  return made.body as { id: string; rowVersion: number; nextRunAt: string | null }
}

const makeDue = (id: string) =>
  app.sql(`UPDATE report_schedule SET next_run_at = now() - interval '100 days' WHERE id = $1`, [id])

test('servers that look at once claim each run once, a lost server gives it up, and what was missed is one run', async () => {
  const { id } = await schedule('Raced')
  await makeDue(id)
  const servers = Array.from({ length: 4 }, () => new Database(app.databaseUrl, createLog('fatal')))
  try {
    const claims = await Promise.all(servers.map(({ system }) => claimRun(system, crypto.randomUUID())))
    const [run, ...others] = claims.filter((claim) => claim !== undefined)
    const db = servers[0]?.system
    if (run === undefined || db === undefined) throw new Error('Nobody has claimed it.')
    expect(others).toEqual([])
    expect(run).toMatchObject({ id, attempts: 1, timeZone: 'Europe/Oslo' })
    await giveBack(db, run)
    expect((await claimRun(db, crypto.randomUUID()))?.attempts).toBe(1)
    await app.sql(`UPDATE report_run SET claimed_until = now() - interval '1 s'`)
    const again = await claimRun(db, crypto.randomUUID())
    expect(again).toMatchObject({ month: run.month, attempts: 2 })
    // The one that was thought lost has nothing to say any more.
    await endRun(db, run, 'done')
    expect(await claimRun(db, crypto.randomUUID())).toBeUndefined()
    if (again !== undefined) await endRun(db, again, 'done')
    expect(await claimRun(db, crypto.randomUUID())).toBeUndefined()
    const { nextRunAt } = (await (await app.as('staff')).get(`/v1/report-schedules/${id}`)).body as {
      nextRunAt: string
    }
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.now())
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
})

test('one that is off or deleted has no next run; switched on again it is planned anew', async () => {
  const { id, rowVersion, nextRunAt } = await schedule('Switched')
  expect(nextRunAt).toMatch(/-01T0[45]:00:00.000Z$/)
  const staff = await app.as('staff')
  const put = async (body: object) => (await staff.request(`/v1/report-schedules/${id}`, { method: 'PUT', body })).body
  expect(await put({ rowVersion, active: false })).toMatchObject({ nextRunAt: null })
  expect(await put({ rowVersion: rowVersion + 1, active: true, hour: 7 })).toMatchObject({
    nextRunAt: expect.stringMatching(/-01T0[56]:00:00.000Z$/),
  })
  await staff.request(`/v1/report-schedules/${id}`, { method: 'DELETE' })
  const [deleted] = await app.sql('SELECT next_run_at FROM report_schedule WHERE id = $1', [id])
  expect(deleted).toEqual({ next_run_at: null })
})
