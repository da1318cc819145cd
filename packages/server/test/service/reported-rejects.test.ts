import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { recount } from '../support/recount.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ID = 'VFFS-2214'
const SECOND = 'VFFS-2215'
const app = useTestApp()
/** A whole hour four hours ago. */
const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 4 * HOUR_MS
let customer: Caller
let device: Device
let cycles = 1_000

beforeAll(async () => {
  customer = await app.as('customer')
  device = await app.device()
})

/**
 * Ten minutes of production from then on, of a machine that reports changes alone.
 * @param totalRejects what the counter shows all the time; not given where the machine does not report it
 */
async function produce(from: number, totalRejects?: number): Promise<void> {
  cycles += 300
  await device.publishAll(
    ID,
    Array.from({ length: 10 }, (_, minute) => ({
      lastSeen: new Date(from + minute * MINUTE_MS).toISOString(),
      totalCycles: cycles + minute * 30,
      machineState: 'Running',
      ...(totalRejects !== undefined && minute === 0 && { totalRejects }),
    })),
  )
}

async function qualityFrom(from: number, length = 10 * MINUTE_MS): Promise<number | null> {
  const query = { from: new Date(from).toISOString(), to: new Date(from + length).toISOString() }
  const { quality, factors } = await customer.call('machineOee', { params: { id: ID }, query })
  expect(factors.includes('quality')).toBe(quality !== null)
  return quality
}

test('rejects count as reported where a reading lies in the window or 24 hours before it, now as later', async () => {
  const [reported, spokenFor, silent, without, again] = [
    start - 10 * DAY_MS,
    start - 10 * DAY_MS + 20 * HOUR_MS,
    start - 10 * DAY_MS + 26 * HOUR_MS,
    start - 6 * DAY_MS,
    start - 2 * DAY_MS,
  ]
  await produce(reported, 7)
  await produce(spokenFor)
  await produce(silent)
  await produce(without)
  const read = async () =>
    await Promise.all([reported, spokenFor, silent, without].map(async (from) => await qualityFrom(from)))
  const before = await read()
  expect(before).toEqual([1, 1, null, null])
  await produce(again, 7)
  expect(await read()).toEqual(before)
  expect(await qualityFrom(again)).toBe(1)
  // The whole of it has readings.
  expect(await qualityFrom(reported, 9 * DAY_MS)).toBe(1)
  const late = without + 20 * MINUTE_MS
  await produce(late, 7)
  expect([await qualityFrom(late), await qualityFrom(without)]).toEqual([1, null])
})

test('metrics of days follow the same rule', async () => {
  const factorsOf = async (days: string) =>
    (await customer.call('machineMetrics', { query: { days } })).machines.find(({ machineID }) => machineID === ID)
      ?.factors
  expect(await factorsOf('7')).toEqual(['availability', 'performance', 'quality'])
  expect(await factorsOf('1')).toEqual(['availability', 'performance'])
})

test('hours that were counted before readings of rejects were count as before, but not for good', async () => {
  const own = `machine_key = (SELECT key FROM machine WHERE machine_id = $1)`
  for (const table of ['minute_rollup', 'hour_rollup'])
    await app.sql(`UPDATE ${table} SET rejects_count = NULL WHERE ${own}`, [ID])
  expect(await qualityFrom(start - 6 * DAY_MS)).toBe(1)
  await app.sql(`UPDATE latest SET rejects_at = $2 WHERE ${own}`, [ID, new Date(start - 8 * DAY_MS).toISOString()])
  expect(await qualityFrom(start - 10 * DAY_MS)).toBe(1)
  expect(await qualityFrom(start - 6 * DAY_MS)).toBeNull()
})

test('quality is of the hours for which rejects are reported, and says of how many cycles', async () => {
  /** An hour with a tenth of rejects that are reported with every record, and three without a word about rejects. */
  const records = Array.from({ length: 240 }, (_, minute) => ({
    at: start - 5 * DAY_MS + minute * MINUTE_MS,
    totalCycles: 5_000 + 10 * minute,
    totalRejects: minute < 60 ? minute : null,
    ...{ cyclesPerMin: null, temperature: null, humidity: null, machineState: 'Running' },
  }))
  await device.publishAll(
    SECOND,
    records.map(({ at, totalCycles, totalRejects, machineState }) => ({
      ...{ lastSeen: new Date(at).toISOString(), totalCycles, machineState },
      ...(totalRejects !== null && { totalRejects }),
    })),
  )
  const hours = [...recount(records, HOUR_MS).values()]
  const reported = hours.filter(({ rejects_count: readings = 0 }) => readings > 0)
  const sum = (name: string, of = reported) => of.reduce((total, hour) => total + (hour[name] ?? 0), 0)
  const quality = 1 - sum('rejects') / sum('cycles')
  expect([hours.length, reported.length]).toEqual([4, 1])
  const query = { from: new Date(start - 5 * DAY_MS).toISOString(), to: new Date(start - 4 * DAY_MS).toISOString() }
  const oee = await customer.call('machineOee', { params: { id: SECOND }, query })
  expect(oee).toMatchObject({ cycles: sum('cycles', hours), measuredCycles: sum('cycles'), rejects: sum('rejects') })
  expect(oee.quality).toBeCloseTo(quality, 9)
  expect(oee.oee).toBeCloseTo((oee.availability ?? 0) * (oee.performance ?? 0) * quality, 9)
  // A window that cuts the hour after the last reading: nobody has said of it how many rejects there are.
  const cut = { ...query, from: new Date(start - 5 * DAY_MS + 30 * MINUTE_MS).toISOString() }
  const later = await customer.call('machineOee', { params: { id: SECOND }, query: cut })
  expect([later.measuredCycles, later.rejects]).toEqual([300, 30])
  const without = { ...query, from: new Date(start - 5 * DAY_MS + 65 * MINUTE_MS).toISOString() }
  expect(await customer.call('machineOee', { params: { id: SECOND }, query: without })).toMatchObject({
    ...{ quality: null, measuredCycles: 0, factors: ['availability', 'performance'] },
  })
  const metrics = await customer.call('machineMetrics', { query: { days: '7' } })
  expect(metrics.machines.find(({ machineID }) => machineID === SECOND)?.quality).toBeCloseTo(quality, 9)
})
