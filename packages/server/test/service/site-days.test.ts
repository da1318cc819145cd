import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { eventually } from '../support/eventually.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { dateIn, type Row, ServiceRows } from './service-rows.ts'

const DAY_MS = 86_400_000
const IDLE = 'CRT-1162'
const app = useTestApp({ hasPeriodicJobs: true })
const rows = new ServiceRows(app, () => staff)
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})

const workOut = async () => await app.sql('UPDATE service_plan SET next_due = next_due')

async function withoutService(machine: string, ...made: [path: string, row: Row][]): Promise<void> {
  for (const [path, { id }] of made) await staff.request(`/v1/${path}/${id}`, { method: 'DELETE' })
  await app.sql('UPDATE machine SET commissioned_at = NULL WHERE machine_id = $1', [machine])
}

describe('the days of service are those of the site', () => {
  test.each([
    // 21:00 on 9 March in New York.
    ['America/New_York', '2026-03-10T01:00:00Z', '2026-03-09', '2026-04-08'],
    // 00:15 on 10 March in Kathmandu.
    ['Asia/Kathmandu', '2026-03-09T18:30:00Z', '2026-03-10', '2026-04-09'],
    // Unknown: UTC.
    ['Mars/Olympus', '2026-03-09T23:30:00Z', '2026-03-09', '2026-04-08'],
  ])('in %s', async (zone, doneAt, lastService, nextDue) => {
    await rows.moveTo(IDLE, zone)
    const made = await rows.plan(IDLE, 'calendar', 30)
    const record = await rows.done(IDLE, made, doneAt)
    expect(await rows.planNow(made)).toMatchObject({ nextDue })
    expect(await rows.cardOf(IDLE)).toMatchObject({ lastService, nextDue })
    await withoutService(IDLE, ['service-records', record], ['service-plans', made])
    expect(await rows.cardOf(IDLE)).toMatchObject({ lastService: null, nextDue: null })
  })

  test('of the company, where the machine has no place', async () => {
    const [place] = await app.sql<{ id: string }>('SELECT location_id AS id FROM machine WHERE machine_id = $1', [IDLE])
    await app.sql('UPDATE machine SET location_id = NULL WHERE machine_id = $1', [IDLE])
    await app.sql(`UPDATE customer SET timezone = 'America/New_York'
      WHERE id = (SELECT customer_id FROM machine WHERE machine_id = '${IDLE}')`)
    const made = await rows.plan(IDLE, 'calendar', 30)
    const record = await rows.done(IDLE, made, '2026-03-10T01:00:00Z')
    expect(await rows.cardOf(IDLE)).toMatchObject({ lastService: '2026-03-09', nextDue: '2026-04-08' })
    await withoutService(IDLE, ['service-records', record], ['service-plans', made])
    await app.sql('UPDATE machine SET location_id = $1 WHERE machine_id = $2', [place?.id, IDLE])
  })

  test('of the commissioning, and what is over by them', async () => {
    // The one place is 25 hours ahead of the other, so that its day is always a later one.
    const today = dateIn('Pacific/Pago_Pago', Date.now())
    const commissioned = new Date(Date.parse(today) - 30 * DAY_MS).toISOString().slice(0, 10)
    await rows.moveTo(IDLE, 'Pacific/Pago_Pago')
    await app.sql('UPDATE machine SET commissioned_at = $1 WHERE machine_id = $2', [commissioned, IDLE])
    const made = await rows.plan(IDLE, 'calendar', 30)
    expect(made).toMatchObject({ nextDue: today, remaining: 0, status: 'dueSoon' })
    await rows.moveTo(IDLE, 'Pacific/Kiritimati')
    await workOut()
    const moved = await rows.planNow(made)
    expect(moved).toMatchObject({ nextDue: today, status: 'overdue' })
    expect(moved.remaining).toBeLessThan(0)
    await withoutService(IDLE, ['service-plans', made])
  })

  test('after the site got another time zone, from the next start or hour on', async () => {
    await rows.moveTo(IDLE, 'America/New_York')
    const made = await rows.plan(IDLE, 'calendar', 30)
    const record = await rows.done(IDLE, made, '2026-03-10T01:00:00Z')
    await rows.moveTo(IDLE, 'Asia/Kathmandu')
    await app.stopProduct()
    await app.startProduct()
    staff = await app.as('staff')
    await eventually(() => rows.cardOf(IDLE)).toMatchObject({ lastService: '2026-03-10', nextDue: '2026-04-09' })
    await withoutService(IDLE, ['service-records', record], ['service-plans', made])
  })
})
