import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { readEndOfPlanned, readLastPlanned } from '../../src/production/planned-time.queries.ts'
import { readTargets } from '../../src/production/shifts/shift-targets.queries.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { MINUTE_MS, plannedMinutes, randomCalendar, type SiteCalendar, shiftsOn } from './site-calendar.ts'

const ID = 'VFFS-2214'
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** When clocks are set, and a zone that never sets them. */
const CHANGES: readonly [zone: string, at: string][] = [
  ['Europe/Berlin', '2025-10-26T01:00:00Z'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['America/New_York', '2025-11-02T06:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  // By half an hour.
  ['Australia/Lord_Howe', '2025-10-04T15:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Asia/Kathmandu', '2026-03-29T01:00:00Z'],
]
const PLANS_PER_CHANGE = 4
const QUESTIONS_PER_PLAN = 5

const app = useTestApp({ prepare: `UPDATE location SET timezone = 'UTC'` })
let database: Database
let machine = { key: 0, location: '' }

beforeAll(async () => {
  database = new Database(app.databaseUrl, createLog('silent'))
  const [found] = await app.sql<typeof machine>(
    'SELECT key, location_id AS location FROM machine WHERE machine_id = $1',
    [ID],
  )
  if (found !== undefined) machine = found
  // It stood still all the time: what of it OEE counts as production is planned time.
  await app.sql('DELETE FROM state_interval WHERE machine_key = $1', [machine.key])
  await app.sql(
    `INSERT INTO state_interval (machine_key, state, from_at, to_at) VALUES ($1, 'Stopped', '2025-09-01Z', '2026-09-01Z')`,
    [machine.key],
  )
})
afterAll(async () => void (await database?.stop()))

const clock = (minute: number) => {
  const [hours, minutes] = [Math.floor((minute % 1_440) / 60), minute % 60]
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
}

async function enter({ zone, shifts, holidays }: SiteCalendar): Promise<void> {
  const { location } = machine
  await app.sql('DELETE FROM shift')
  await app.sql('DELETE FROM non_working_day')
  await app.sql('UPDATE location SET timezone = $2 WHERE id = $1', [location, zone])
  for (const { from, to, rest, days, firstDay, lastDay } of shifts) {
    const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
    await app.sql(
      `INSERT INTO shift (location_id, name, starts_at, ends_at, break_from, break_to, ${names.join(', ')}, first_day, last_day)
       VALUES ($1, 'Shift', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        ...[location, clock(from), clock(to), rest ? clock(rest.from) : null, rest ? clock(rest.to) : null],
        ...names.map((name) => days.has(name)),
        ...[firstDay, lastDay],
      ],
    )
  }
  for (const day of holidays)
    await app.sql(`INSERT INTO non_working_day (location_id, day, name) VALUES ($1, $2, 'Holiday')`, [location, day])
}

/** Plans around each change of the clocks, with a source of random whole numbers. */
function* plans() {
  for (const [place, [zone, change]] of CHANGES.entries()) {
    for (let plan = 0; plan < PLANS_PER_CHANGE; plan++) {
      const own = seed + place * 1_000 + plan
      const random = randomNumbers(own)
      const below = (end: number) => Math.floor(random() * end)
      const at = Date.parse(change)
      yield { name: `${zone} ${change}, seed ${own}`, calendar: randomCalendar(own, zone, at), at, below }
    }
  }
}

const iso = (at: number) => new Date(at).toISOString()

test('what takes planned time ends when a calendar that looks at every minute says so, and OEE counts the same time', async () => {
  const customer = await app.as('customer')
  let answered = 0
  for (const { name, calendar, at, below } of plans()) {
    await enter(calendar)
    const window = { from: at - 5 * DAY_MS, to: at + 60 * DAY_MS }
    const minutes = plannedMinutes(calendar, window)
    for (let question = 0; question < QUESTIONS_PER_PLAN; question++) {
      const first = below(9 * 1_440)
      const asked = 1 + below(20 * 60)
      let [place, left] = [first, asked]
      for (; left > 0 && place < minutes.length; place++) left -= minutes[place] ?? 0
      // A plan of hardly any time says nothing in two months.
      if (left > 0) continue
      answered += 1
      const from = window.from + first * MINUTE_MS
      const expected = window.from + place * MINUTE_MS
      const plannedMs = asked * MINUTE_MS
      const end = await database.inSnapshot('all', (db) => readEndOfPlanned(db, machine.key, { from, plannedMs }))
      expect([name, iso(from), asked, end && iso(end)]).toEqual([name, iso(from), asked, iso(expected)])
      const query = { from: iso(from), to: iso(expected) }
      const oee = await customer.call('machineOee', { params: { id: ID }, query })
      expect([name, query, oee.plannedProductionMs]).toEqual([name, query, plannedMs])
      // The same time, looked at from its end.
      const last = await database.inSnapshot('all', (db) =>
        readLastPlanned(db, machine.key, { from, to: expected }, HOUR_MS),
      )
      const lastMs = last.reduce((sum, span) => sum + span.to - span.from, 0)
      // A plan of many short times is looked at no further back than six of them.
      if (last.length < 6) expect([name, lastMs]).toEqual([name, Math.min(HOUR_MS, plannedMs)])
    }
  }
  expect(answered).toBeGreaterThan(100)
})

test('targets of shifts are by planned time, and those of all shifts of an order are its target', async () => {
  const TARGET = 1_000_000
  for (const { name, calendar, at, below } of plans()) {
    await enter(calendar)
    await app.sql('DELETE FROM production_order')
    const from = at - below(3 * 1_440) * MINUTE_MS
    const order = { from, to: from + (60 + below(4 * 1_440)) * MINUTE_MS }
    await app.sql(
      `INSERT INTO production_order (machine_key, number, product, target, planned_from, planned_to) VALUES ($1, 'PO-1', 'Tea', $2, $3, $4)`,
      [machine.key, TARGET, iso(order.from), iso(order.to)],
    )
    const window = { from: order.from - 3 * DAY_MS, to: order.to + 3 * DAY_MS }
    const minutes = plannedMinutes(calendar, window)
    const planned = (span: { from: number; to: number }) => {
      const [first, end] = [Math.max(span.from, order.from), Math.min(span.to, order.to)]
      let count = 0
      for (let minute = first; minute < end; minute += MINUTE_MS) {
        count += minutes[(minute - window.from) / MINUTE_MS] ?? 0
      }
      return count
    }
    const whole = planned(order)
    const spans = shiftsOn(calendar, order).filter((span) => span.from < span.to)
    const targets = await database.inSnapshot('all', (db) => readTargets(db, machine.key, [...spans, order]))
    const expected = [...spans, order].map((span) => {
      const count = planned(span)
      return whole === 0 || count === 0 ? null : Math.round((TARGET * count) / whole)
    })
    // An order of no planned time at all is shared out by all of its time.
    if (whole === 0) expect(targets.at(-1), name).toBe(TARGET)
    else expect([name, targets]).toEqual([name, expected])
  }
})

test('an order that is under way ends in the next shift, at the rate of the last hour of planned time', async () => {
  await app.sql('DELETE FROM production_order')
  await app.sql('DELETE FROM state_interval WHERE machine_key = $1', [machine.key])
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  // The shift ended an hour ago, and the next one begins in 21 hours.
  const shift = { from: now - 3 * HOUR_MS, to: now - HOUR_MS }
  const minuteOf = (at: number) => (at / MINUTE_MS) % 1_440
  const every = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
  const pattern = {
    from: minuteOf(shift.from),
    to: minuteOf(shift.from) + 120,
    rest: undefined,
    days: new Set(every),
    firstDay: null,
    lastDay: null,
  }
  await enter({ zone: 'UTC', shifts: [pattern], holidays: new Set() })
  // In the first half hour it made twice as much, and after the shift five minutes of it were heard, without a cycle.
  const made = Array.from({ length: 95 }, (_, minute) => (minute === 0 || minute > 90 ? 0 : minute <= 30 ? 20 : 10))
  let totalCycles = 1_000
  await (await app.device()).publishAll(
    ID,
    made.map((cycles, minute) => {
      totalCycles += cycles
      const lastSeen = iso(shift.from + (30 + minute) * MINUTE_MS)
      return { lastSeen, totalCycles, totalRejects: 0, machineState: minute < 90 ? 'Execute' : 'Idle' }
    }),
  )
  await app.sql(
    `INSERT INTO production_order (machine_key, number, product, target, planned_from, planned_to, started_at) VALUES ($1, 'PO-2', 'Tea', 1500, $2, $3, $2)`,
    [machine.key, iso(shift.from + 30 * MINUTE_MS), iso(shift.to)],
  )
  const customer = await app.as('customer')
  const read = async () => await customer.call('machineOrders', { params: { id: ID } })
  const { underWay, hasShifts } = await read()
  expect(hasShifts).toBe(true)
  const good = underWay?.figures?.goodCycles ?? 0
  const rate = underWay?.goodPerMinute ?? 0
  expect(rate).toBeGreaterThan(9)
  expect(rate).toBeLessThan(11)
  const leftMs = Math.ceil(((1_500 - good) / rate) * MINUTE_MS)
  expect(underWay?.expectedEnd).toBe(iso(shift.from + DAY_MS + leftMs))

  await app.sql('UPDATE shift SET last_day = current_date - 2')
  const ended = await customer.call('machineShiftReports', { params: { id: ID } })
  // Around the clock, the last hour is one of which nothing is known.
  const around = await read()
  expect(ended.shifts).toEqual([])
  expect(around).toMatchObject({ hasShifts: false, underWay: { goodPerMinute: null, expectedEnd: null } })
})
