import { shifts } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const app = useTestApp({ prepare: `UPDATE location SET timezone = 'Europe/Berlin'` })
let locationId = ''

/** A week in which Berlin sets its clocks back: on Sunday the 25th of October 2026 at 3 in the morning. */
const FROM = '2026-10-23T22:00:00.000Z'
const TO = '2026-10-27T23:00:00.000Z'

beforeAll(async () => {
  const [machine] = await app.sql<{ key: number; location: string }>(
    'SELECT key, location_id AS location FROM machine WHERE machine_id = $1',
    [ID],
  )
  locationId = machine?.location ?? ''
  // It stood still all the time.
  await app.sql('DELETE FROM state_interval WHERE machine_key = $1', [machine?.key])
  await app.sql(
    `INSERT INTO state_interval (machine_key, state, from_at, to_at) VALUES ($1, 'Stopped', $2::timestamptz - interval '1 day', $3::timestamptz + interval '1 day')`,
    [machine?.key, FROM, TO],
  )
})

async function plannedHours(): Promise<{ planned: number; production: number }> {
  const oee = await (await app.as('customer')).call('machineOee', { params: { id: ID }, query: { from: FROM, to: TO } })
  return { planned: oee.buckets.plannedMs / 3_600_000, production: oee.plannedProductionMs / 3_600_000 }
}

const shift = async (draft: object) => {
  const body = { locationId, name: 'Early', startsAt: '06:00', endsAt: '14:00', ...draft }
  return await (await app.as('staff')).post(shifts.calls.create.path, body)
}

test('a site without shifts plans all of the time; with shifts a stop outside of them is planned', async () => {
  expect(await plannedHours()).toEqual({ planned: 0, production: 97 })
  const early = await shift({ breakFrom: '10:00', breakTo: '10:30' })
  expect(early.status, early.text).toBe(201)
  // Saturday, Sunday of 25 hours, Monday and Tuesday: two shifts of seven and a half hours.
  expect(await plannedHours()).toEqual({ planned: 82, production: 15 })
  const night = await shift({
    name: 'Night',
    startsAt: '22:00',
    endsAt: '06:00',
    sunday: true,
    monday: false,
    friday: false,
  })
  expect(night.status, night.text).toBe(201)
  // From Sunday 22:00 to Monday 6:00, and the first two hours of that of Tuesday.
  expect(await plannedHours()).toEqual({ planned: 72, production: 25 })
  await (await app.as('staff')).post('/v1/non-working-days', { locationId, day: '2026-10-26', name: 'Inventory' })
  expect(await plannedHours()).toEqual({ planned: 79.5, production: 17.5 })
})

test('a new plan from a day on leaves what was planned before, and before the first day of all shifts all time is planned', async () => {
  await app.sql('DELETE FROM shift')
  await app.sql('DELETE FROM non_working_day')
  const every = { saturday: true, sunday: true }
  // Saturday and Sunday as they were, from Monday on two hours longer.
  const before = (await shift({ ...every, lastDay: '2026-10-25' })).body as { id: string }
  await shift({ ...every, endsAt: '16:00', firstDay: '2026-10-26' })
  expect(await plannedHours()).toEqual({ planned: 61, production: 36 })
  // Without the first plan Saturday's 24 and Sunday's 25 hours are days of no shift.
  await (await app.as('staff')).request(`${shifts.calls.create.path}/${before.id}`, { method: 'DELETE' })
  expect(await plannedHours()).toEqual({ planned: 28, production: 69 })
  const refused = await shift({ firstDay: '2026-10-26', lastDay: '2026-10-25' })
  expect(refused.text).toContain('must not be before the first day')
})

test('a break has both ends, times are times of day, and customers do not change shifts', async () => {
  expect((await shift({ breakFrom: '10:00' })).text).toContain('must both be there, or neither')
  for (const [breakFrom, breakTo] of [
    ['10:30', '10:00'],
    ['10:00', '10:00'],
    ['15:00', '15:30'],
    ['13:45', '14:15'],
    ['05:30', '06:15'],
  ])
    expect((await shift({ breakFrom, breakTo })).text).toContain('must lie within the shift')
  const night = { startsAt: '22:00', endsAt: '06:00' }
  for (const breakFrom of ['04:00', '23:50', '22:00', '05:30']) {
    const breakTo = { '04:00': '04:30', '23:50': '00:20', '22:00': '22:10', '05:30': '06:00' }[breakFrom]
    expect((await shift({ ...night, breakFrom, breakTo })).status).toBe(201)
  }
  expect((await shift({ ...night, breakFrom: '05:30', breakTo: '06:10' })).text).toContain('must lie within the shift')
  const second = { breakFrom: '10:00', breakTo: '10:30', secondBreakFrom: '12:30' }
  expect((await shift(second)).text).toContain('must both be there, or neither')
  expect((await shift({ ...second, secondBreakTo: '14:15' })).text).toContain('must lie within the shift')
  expect((await shift({ ...night, secondBreakFrom: '23:50', secondBreakTo: '00:20' })).status).toBe(201)
  expect((await shift({ startsAt: '24:00' })).text).toContain('must be a time of day')
  expectProblem(await (await app.as('customer')).post(shifts.calls.create.path, {}), 'permission_missing')
})

const MINUTE_MS = 60_000
const wall = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The weekday and the time of day at the site, by the clock of Intl. */
function wallOf(at: number): { day: string; time: string } {
  const parts = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: parts.weekday ?? '', time: `${parts.hour}:${parts.minute}` }
}

test('shifts of a machine: planned and unplanned time add up to the shift, and so does what it did', async () => {
  await app.sql('DELETE FROM shift')
  await app.sql('DELETE FROM non_working_day')
  const every = { saturday: true, sunday: true }
  await shift({
    ...every,
    name: 'Early',
    breakFrom: '10:00',
    breakTo: '10:30',
    secondBreakFrom: '12:30',
    secondBreakTo: '12:45',
  })
  await shift({ ...every, name: 'Late', startsAt: '14:00', endsAt: '22:00', breakFrom: '18:00', breakTo: '18:20' })
  // It ran and stopped in turns, and was not heard of for some of the time.
  await app.sql('DELETE FROM state_interval WHERE machine_key = (SELECT key FROM machine WHERE machine_id = $1)', [ID])
  await app.sql(
    `INSERT INTO state_interval (machine_key, state, from_at, to_at)
     SELECT key, CASE WHEN n % 2 = 0 THEN 'Running' ELSE 'Stopped' END, at, at + make_interval(mins => 20 + n % 7 * 5)
     FROM machine, generate_series(1, 130) AS n, LATERAL (SELECT date_trunc('hour', now()) - make_interval(hours => n) AS at) times
     WHERE machine_id = $1`,
    [ID],
  )
  const { shifts: found, timeZone } = await (await app.as('customer')).call('machineShifts', { params: { id: ID } })
  expect([timeZone, found.length]).toEqual(['Europe/Berlin', 7])
  const intervals = await app.sql<{ state: string; from: Date; to: Date }>(
    `SELECT state, from_at AS from, to_at AS to FROM state_interval WHERE machine_key = (SELECT key FROM machine WHERE machine_id = $1)`,
    [ID],
  )
  for (const one of found) {
    expect(one.plannedMs + one.unplannedMs).toBe(one.lengthMs)
    expect(one.runningMs + one.stoppedMs + one.plannedStopMs + one.unknownMs).toBe(one.lengthMs)
    if (one.isUnderWay) continue
    const [from, to] = [Date.parse(one.from), Date.parse(one.to)]
    expect([one.name, wallOf(from).time, wallOf(to).time]).toEqual(
      one.name === 'Early' ? ['Early', '06:00', '14:00'] : ['Late', '14:00', '22:00'],
    )
    // Every minute by itself, by another clock than that of the database.
    const counted = { planned: 0, running: 0, stopped: 0, plannedStop: 0, unknown: 0 }
    for (let at = from; at < to; at += MINUTE_MS) {
      const { time } = wallOf(at)
      const breaks = [
        ['10:00', '10:30'],
        ['12:30', '12:45'],
        ['18:00', '18:20'],
      ]
      const isBreak = breaks.some(([start = '', end = '']) => time >= start && time < end)
      const state = intervals.find((other) => other.from.getTime() <= at && at < other.to.getTime())?.state
      if (!isBreak) counted.planned += 1
      if (state === undefined) counted.unknown += 1
      else if (state === 'Running') counted.running += 1
      else counted[isBreak ? 'plannedStop' : 'stopped'] += 1
    }
    expect({
      planned: one.plannedMs / MINUTE_MS,
      running: one.runningMs / MINUTE_MS,
      stopped: one.stoppedMs / MINUTE_MS,
      plannedStop: one.plannedStopMs / MINUTE_MS,
      unknown: one.unknownMs / MINUTE_MS,
    }).toEqual(counted)
  }
  expect(found.map(({ from }) => from)).toEqual(
    found
      .map(({ from }) => from)
      .toSorted()
      .toReversed(),
  )
  expectProblem(await (await app.as('other')).get(`/v1/ignition/machines/${ID}/shifts`), 'not_found')
})

test('a shift of which nothing was heard has no counts, and a site without shifts has none', async () => {
  const customer = await app.as('customer')
  await app.sql('DELETE FROM state_interval WHERE machine_key = (SELECT key FROM machine WHERE machine_id = $1)', [ID])
  const [silent] = (await customer.call('machineShifts', { params: { id: ID } })).shifts.filter(
    (one) => !one.isUnderWay,
  )
  expect(silent).toMatchObject({ cycles: null, goodCycles: null, oee: null, availability: null, stops: [] })
  expect(silent?.unknownMs).toBe(silent?.lengthMs)
  await app.sql('DELETE FROM shift')
  expect((await customer.call('machineShifts', { params: { id: ID } })).shifts).toEqual([])
})
