import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ID = 'VFFS-2214'
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

/** Ten minutes of production from then on. @param totalRejects what the counter shows all the time; not given where the machine does not report it */
async function produce(from: number, totalRejects?: number): Promise<void> {
  cycles += 300
  await device.publishAll(
    ID,
    Array.from({ length: 10 }, (_, minute) => ({
      lastSeen: new Date(from + minute * MINUTE_MS).toISOString(),
      totalCycles: cycles + minute * 30,
      machineState: 'Running',
      ...(totalRejects !== undefined && { totalRejects }),
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
