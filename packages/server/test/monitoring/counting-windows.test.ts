import { stateGroups } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { StoredRecord } from '../support/recount.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { PlainMachine, type WindowAmounts } from '../support/window-amounts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WINDOWS = 25
/** A quarter to the hour, half hours at times, half hours, and whole hours; all but the first set their clocks. */
const ZONES = ['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Europe/Oslo']

const app = useTestApp()
const random = randomNumbers(seed)
const start = Date.now()
/** One machine for each zone, all at sites of the same customer or of others. */
const machines: { id: string; zone: string; records: StoredRecord[]; plain: PlainMachine; changes: number[] }[] = []
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
  const rows = await app.sql<{ id: string; location: string }>(
    `SELECT DISTINCT ON (location_id) machine_id AS id, location_id AS location FROM machine
     WHERE location_id IS NOT NULL ORDER BY location_id, machine_id LIMIT $1`,
    [ZONES.length],
  )
  expect(rows).toHaveLength(ZONES.length)
  for (const [index, zone] of ZONES.entries()) {
    const { id = '', location = '' } = rows[index] ?? {}
    await app.sql('UPDATE location SET timezone = $1 WHERE id = $2', [zone, location])
    const changes = clockChanges(zone)
    const records = [...changes, start - 30 * HOUR_MS].flatMap((around) => recordsAround(around))
    records.push(...recordsUntilNow())
    const inOrder = records.toSorted((a, b) => a.at - b.at)
    const apart = inOrder.filter(({ at }, n) => at !== inOrder[n + 1]?.at)
    machines.push({ id, zone, records: apart, plain: new PlainMachine(apart), changes })
  }
  for (const { id, records } of machines) await deliver(id, records)
  await until('the time zones', async () => {
    const found = machines.map(({ id }) => staff.call('getMachine', { params: { id } }))
    return (await Promise.all(found)).every(({ timeZone }, n) => timeZone === ZONES[n])
  })
})

/** The moments in the last year at which the clocks of a zone are set, to the minute. */
function clockChanges(zone: string): number[] {
  const found: number[] = []
  const first = Math.floor(start / HOUR_MS) * HOUR_MS - 360 * DAY_MS
  let before = wallMinutes(zone, first) - first / MINUTE_MS
  for (let at = first; at < start - 2 * DAY_MS; at += 30 * MINUTE_MS) {
    const ahead = wallMinutes(zone, at) - at / MINUTE_MS
    if (ahead !== before) found.push(at)
    before = ahead
  }
  return found
}

const formats = new Map<string, Intl.DateTimeFormat>()

function wallParts(zone: string, at: number): Record<string, string> {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
  formats.set(zone, format)
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

function wallMinutes(zone: string, at: number): number {
  const { year, month, day, hour, minute } = wallParts(zone, at)
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) / MINUTE_MS
}

/** The date and the hour that a clock on the wall shows. */
function wallHour(zone: string, at: number): string {
  const { year, month, day, hour } = wallParts(zone, at)
  return `${year}-${month}-${day} ${hour}`
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

function recordAt(at: number, cycles: number): StoredRecord {
  return {
    at: Math.round(at),
    totalCycles: random() < 0.8 ? cycles : null,
    totalRejects: random() < 0.5 ? Math.floor(cycles / 10) : null,
    cyclesPerMin: null,
    temperature: null,
    humidity: null,
    machineState: random() < 0.6 ? pick(stateGroups) : null,
  }
}

/** Four hours on both sides, with short and long silences, and a counter that is reset now and then. */
function recordsAround(around: number): StoredRecord[] {
  const records: StoredRecord[] = []
  let cycles = Math.floor(random() * 1000)
  for (let at = around - 4 * HOUR_MS; at < around + 4 * HOUR_MS; at += random() < 0.1 ? 300_000 : random() * 90_000) {
    cycles = random() < 0.01 ? 0 : cycles + Math.floor(random() * 40)
    records.push(recordAt(at, cycles))
  }
  return records
}

/** The last five hours, and a little more than there has been yet: the clock of the machine is ahead. */
function recordsUntilNow(): StoredRecord[] {
  const records: StoredRecord[] = []
  let cycles = 0
  for (let at = start - 5 * HOUR_MS; at < start + 4 * MINUTE_MS; at += random() * 40_000) {
    cycles += Math.floor(random() * 40)
    records.push(recordAt(at, cycles))
  }
  return records
}

/** Most in order, some late; old ones are sealed before the last come. */
async function deliver(id: string, records: readonly StoredRecord[]): Promise<void> {
  const device = await app.device()
  const late = records.filter(() => random() < 0.02)
  const payload = ({ at, ...fields }: StoredRecord) => ({
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    lastSeen: new Date(at).toISOString(),
  })
  await device.publishAll(id, records.filter((record) => !late.includes(record)).map(payload))
  await app.runRetention()
  await device.publishAll(id, late.map(payload))
}

function oddWindow(records: readonly StoredRecord[]): { from: number; to: number } {
  const middle = pick(records).at
  const length = Math.ceil(random() ** 3 * 5 * HOUR_MS)
  const from = Math.min(middle - Math.floor(random() * length), Date.now() - 2_000)
  return { from, to: Math.min(from + Math.max(1, length), Date.now() - 1_000) }
}

const times = ({ runningMs, idleMs, stoppedMs, faultedMs }: WindowAmounts) => ({
  runningMs,
  idleMs,
  stoppedMs,
  faultedMs,
})
const isoSpan = ({ from, to }: { from: number; to: number }) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

describe('odd windows are counted to the millisecond and the cycle', () => {
  test.each(ZONES)('at a machine in %s', async (zone) => {
    const machine = machines.find((one) => one.zone === zone)
    expect(machine?.records.length).toBeGreaterThan(500)
    const { id = '', records = [], plain } = machine ?? {}
    for (let n = 0; n < WINDOWS; n++) {
      const window = oddWindow(records)
      const [params, query] = [{ id }, isoSpan(window)]
      const expected = plain?.amounts(window, window.to) as WindowAmounts
      const states = await staff.call('machineStates', { params, query })
      expect(states.totals, JSON.stringify(query)).toMatchObject(times(expected))
      const oee = await staff.call('machineOee', { params, query })
      expect({ cycles: oee.cycles, rejects: oee.rejects }, JSON.stringify(query)).toEqual({
        cycles: expected.cycles,
        rejects: expected.rejects,
      })
      expect(oee.buckets.runningMs + oee.buckets.speedLossMs).toBe(expected.runningMs)
      const points = String(1 + Math.floor(random() * 50))
      const history = await staff.call('machineHistory', { params, query: { ...query, points } })
      expect(isoSpan({ from: Date.parse(history.from), to: Date.parse(history.to) })).toEqual(query)
      const sum = history.points.reduce((total, { value }) => total + Number(value ?? 0), 0)
      expect(sum, JSON.stringify(query)).toBe(expected.cycles)
    }
  })
})

describe('windows that end now leave out what is ahead', () => {
  test.each(['1', '7', '366'])('in the metrics of %s days', async (days) => {
    const metrics = await staff.call('machineMetrics', { query: { days } })
    const [from, to] = [Date.parse(metrics.from), Date.parse(metrics.to)]
    for (const { id, plain } of machines) {
      const expected = plain.amounts({ from, to }, to)
      const known = Object.values(times(expected)).reduce((sum, ms) => sum + ms, 0)
      const own = metrics.machines.find(({ machineID }) => machineID === id)
      expect(own).toMatchObject({ ...expected, unknownMs: to - from - known })
    }
  })

  test('in the states and the OEE', async () => {
    for (const { id, plain } of machines) {
      const query = isoSpan({ from: start - 6 * HOUR_MS, to: start + HOUR_MS })
      const states = await staff.call('machineStates', { params: { id }, query })
      const until = Date.parse(states.to)
      expect(states.totals).toMatchObject(times(plain.amounts({ from: start - 6 * HOUR_MS, to: until }, until)))
      const oee = await staff.call('machineOee', { params: { id }, query })
      const end = Date.parse(oee.to)
      const expected = plain.amounts({ from: start - 6 * HOUR_MS, to: end }, end)
      expect({ cycles: oee.cycles, rejects: oee.rejects }).toEqual({
        cycles: expected.cycles,
        rejects: expected.rejects,
      })
    }
  })

  test('on the card, whose share is of the 180 minutes before this one', async () => {
    for (const { id, plain } of machines) {
      const before = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
      const card = await staff.call('getMachine', { params: { id }, query: { includeHistory: 'true' } })
      const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
      const shares = [before, minute].map((to) => {
        const { runningMs } = plain.amounts({ from: to - 3 * HOUR_MS, to }, to)
        return Math.round((1000 * runningMs) / (3 * HOUR_MS)) / 10
      })
      expect(shares).toContain(card.utilization)
      for (const { time, value } of card.cycleCounts?.entries ?? []) {
        const at = Date.parse(time)
        expect(at).toBeLessThanOrEqual(minute)
        // The oldest minutes of an answer at the edge of a minute, and the one that fills, are of either.
        const { cycles } = plain.amounts({ from: at, to: at + MINUTE_MS }, Number.POSITIVE_INFINITY)
        expect(value).toBe(cycles)
      }
    }
  })
})

describe('the heat map has the hours of the wall clock', () => {
  test.each(ZONES)('in %s, also where clocks are set', async (zone) => {
    const machine = machines.find((one) => one.zone === zone)
    const { id = '', plain, changes = [] } = machine ?? {}
    expect(changes.length > 0).toBe(zone !== 'Asia/Kathmandu')
    const map = await staff.call('machineHeatmap', { query: { days: '366', machineID: id } })
    expect(map.timeZone).toBe(zone)
    const end = Date.parse(map.to)
    const reported = new Map<string, { cycles: number; rejects: number; runningMs: number; knownMs: number }>()
    for (const { time, cycles, rejects, runningMs, knownMs } of map.hours) {
      const key = wallHour(zone, Date.parse(time))
      const sums = reported.get(key) ?? { cycles: 0, rejects: 0, runningMs: 0, knownMs: 0 }
      reported.set(key, {
        cycles: sums.cycles + cycles,
        rejects: sums.rejects + rejects,
        runningMs: sums.runningMs + runningMs,
        knownMs: sums.knownMs + knownMs,
      })
    }
    const expected = new Map<string, { cycles: number; rejects: number; runningMs: number; knownMs: number }>()
    for (const at of quartersWithRecords(machine?.records ?? [])) {
      const quarter = plain?.amounts({ from: at, to: at + 15 * MINUTE_MS }, end) as WindowAmounts
      const known = Object.values(times(quarter)).reduce((sum, ms) => sum + ms, 0)
      if (quarter.records === 0 && known === 0) continue
      const key = wallHour(zone, at)
      const sums = expected.get(key) ?? { cycles: 0, rejects: 0, runningMs: 0, knownMs: 0 }
      expected.set(key, {
        cycles: sums.cycles + quarter.cycles,
        rejects: sums.rejects + quarter.rejects,
        runningMs: sums.runningMs + quarter.runningMs,
        knownMs: sums.knownMs + known,
      })
    }
    expect(expected.size).toBeGreaterThan(10)
    expect(new Map([...reported].toSorted())).toEqual(new Map([...expected].toSorted()))
  })
})

/** Starts of the quarter hours that records reach. */
function quartersWithRecords(records: readonly StoredRecord[]): number[] {
  const quarters = new Set<number>()
  for (const { at } of records) {
    for (const time of [at, at + MINUTE_MS]) quarters.add(Math.floor(time / (15 * MINUTE_MS)) * 15 * MINUTE_MS)
  }
  return [...quarters]
}
