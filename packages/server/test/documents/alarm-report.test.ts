import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { absentFrom, readsPdfText } from '../support/pdf-text.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { ShownData } from './shown-data.ts'

const MACHINE = 'VFFS-2214'
const app = useTestApp()
let staff: Caller
const shown = new ShownData(() => staff)
/** Long before anything that the sample has. */
const WINDOW = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
const COUNT = 2_003

beforeAll(async () => {
  staff = await app.as('staff')
  // One a minute, each of 90 s; every tenth is critical, and the last is still active.
  await app.sql(
    `INSERT INTO alarm (id, machine_key, code, severity, message, started_at, raised_at, cleared_at, clear_reason, acknowledged_at,
       acknowledged_by, told)
     SELECT uuidv7(), key, CASE WHEN n % 10 = 0 THEN 'Too hot' ELSE 'Film ends' END,
       CASE WHEN n % 10 = 0 THEN 'critical' ELSE 'warning' END, 'Message ' || n, at, at,
       CASE WHEN n < $3 THEN at + interval '90 s' END, CASE WHEN n < $3 THEN 'condition' END,
       CASE WHEN n = 5 THEN at END, CASE WHEN n = 5 THEN (SELECT id FROM user_account WHERE customer_id IS NULL ORDER BY id LIMIT 1) END, true
     FROM machine, generate_series(1, $3) n, LATERAL (SELECT $2::timestamptz + n * interval '1 min' AS at) a
     WHERE machine_id = $1`,
    [MACHINE, WINDOW.from, COUNT],
  )
})

const generate = (parameters: object, caller: Caller, id = MACHINE) =>
  caller.post('/v1/pdf/generate', { type: 'alarmReport', id, parameters })

describe('an alarm report', () => {
  test('lists what the list of alarms has, and counts all of them', async () => {
    const data = await shown.of('alarmReport', { id: MACHINE, parameters: WINDOW })
    const query = { machineID: MACHINE, ...WINDOW, pageSize: '200' }
    const listed = await staff.call('listAlarms', { query })
    expect(data.total).toBe(new Intl.NumberFormat('en-GB').format(listed.total))
    const alarms = data.alarms as { message: string; code: string; end: string | null; length: string }[]
    expect(alarms).toHaveLength(2_000)
    expect(alarms.slice(0, 200).map(({ message }) => message)).toEqual(listed.items.map(({ message }) => message))
    expect(alarms[0]?.end).toBeNull()
    expect(alarms[1]).toMatchObject({ length: '2 mins', code: 'Film ends' })
    expect(data.more).toBe('3 older alarms are not listed. Choose a shorter time to see them; the totals count all.')
    expect(data.severities).toMatchObject([
      { severity: 'critical', word: 'Critical', count: '200', length: '5 hrs 0 mins' },
      { severity: 'warning', count: '1,803' },
    ])
    expect(data.top).toMatchObject([
      { code: 'Film ends', count: '1,803' },
      { code: 'Too hot', count: '200' },
    ])
  })

  test('has the figures of the statistics of the same days', async () => {
    const days = 300
    const statistics = await staff.call('alarmStatistics', { query: { days: String(days), machineID: MACHINE } })
    const { from, to } = statistics
    const data = await shown.of('alarmReport', { id: MACHINE, parameters: { from, to } })
    const written = new Intl.NumberFormat('en-GB')
    expect(data.total).toBe(written.format(statistics.total))
    expect((data.top as { count: string; code: string }[]).map(({ code, count }) => [code, count])).toEqual(
      statistics.top.map(({ code, count }) => [code, written.format(count)]),
    )
  })

  test.runIf(readsPdfText)('has every alarm of the list, and the totals of all, in its text', async () => {
    const hours = { from: '2026-01-01T00:00:00Z', to: '2026-01-01T03:00:30Z' }
    const { items, total } = await staff.call('listAlarms', {
      query: { machineID: MACHINE, ...hours, pageSize: '200' },
    })
    expect(total).toBe(180)
    const { timeZone } = await staff.call('machineOee', { params: { id: MACHINE }, query: hours })
    const { format } = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
    const listed = items.flatMap(({ code, message, startedAt, clearedAt, acknowledgedBy }) => [
      ...[code, message, ...(acknowledgedBy?.name ? [acknowledgedBy.name] : [])],
      ...[startedAt, ...(clearedAt === null ? [] : [clearedAt])].map((at) => format(Date.parse(at))),
    ])
    const { bytes } = await generate(hours, staff)
    // 18 critical ones and 162 warnings, each of 90 s.
    expect(absentFrom(bytes, [...listed, '180', '18', '162', '27 mins', '4 hrs 3 mins'])).toEqual([])
    expect(absentFrom(bytes, ['Message 181', '181'])).toHaveLength(2)
  })

  test('names who acknowledged to those who may know', async () => {
    const minute = { from: '2026-01-01T00:05:00Z', to: '2026-01-01T00:06:00Z' }
    const [alarm] = (await staff.call('listAlarms', { query: { machineID: MACHINE, ...minute } })).items
    const { alarms, total } = await shown.of('alarmReport', { id: MACHINE, parameters: minute })
    expect(total).toBe('1')
    expect(alarms).toMatchObject([{ acknowledgedBy: alarm?.acknowledgedBy?.name, acknowledgedAt: expect.any(String) }])
  })

  test('is for whoever sees the machine, of at most 400 days, and says so where there was none', async () => {
    const customer = await app.as('customer')
    const quiet = { from: '2025-01-01T00:00:00Z', to: '2025-01-02T00:00:00Z' }
    expect((await generate(quiet, customer)).status).toBe(200)
    expectProblem(await generate(quiet, customer, 'FLW-1204'), 'not_found')
    const { alarms, total } = await shown.of('alarmReport', { id: MACHINE, parameters: quiet })
    expect([alarms, total]).toEqual([[], '0'])
    const wrong = [{}, { from: quiet.to, to: quiet.from }, { from: '2024-01-01T00:00:00Z', to: '2025-02-05T00:00:01Z' }]
    for (const parameters of wrong) expectProblem(await generate(parameters, staff), 'invalid_request')
  })
})
