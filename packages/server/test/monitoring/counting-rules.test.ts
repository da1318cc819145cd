import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { WallClock } from '../support/wall-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** It reports something every ten minutes. */
const SLOW = 'VFFS-2214'
const app = useTestApp({ prepare: `UPDATE machine SET stale_after_seconds = 900 WHERE machine_id = '${SLOW}'` })
const clock = new WallClock()
let staff: Caller
let device: Device

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
})
afterEach(() => clock.restore())

const at = (ms: number) => new Date(ms).toISOString()

async function metricsOf(id: string, days = '7') {
  const metrics = await staff.call('machineMetrics', { query: { days } })
  const own = metrics.machines.find(({ machineID }) => machineID === id)
  if (own === undefined) throw new Error(`No metrics of ${id}.`)
  return { ...own, from: Date.parse(metrics.from), to: Date.parse(metrics.to) }
}

async function heatOf(id: string) {
  const { hours, to } = await staff.call('machineHeatmap', { query: { machineID: id, days: '7' } })
  const sum = (name: 'cycles' | 'runningMs' | 'knownMs') => hours.reduce((total, hour) => total + hour[name], 0)
  return { to: Date.parse(to), cycles: sum('cycles'), runningMs: sum('runningMs'), knownMs: sum('knownMs') }
}

async function statesOf(id: string, from: number, to: number) {
  const query = { from: at(from), to: at(to) }
  const states = await staff.call('machineStates', { params: { id }, query })
  return { ...states.totals, to: Date.parse(states.to) }
}

const card = async (id: string) => await staff.call('getMachine', { params: { id }, query: { includeHistory: 'true' } })

describe('the newest record counts until now, or as long as it speaks for the machine', () => {
  test('of a machine at a cadence of ten minutes that never stops', async () => {
    const first = Date.now() - 5 * HOUR_MS
    const last = Date.now() - 8 * MINUTE_MS
    const payloads = []
    for (let time = last; time > first; time -= 10 * MINUTE_MS) payloads.unshift(time)
    await device.publishAll(
      SLOW,
      payloads.map((time, n) => ({ lastSeen: at(time), totalCycles: 300 * n, machineState: 'Execute' })),
    )
    const begin = payloads[0] ?? 0
    const metrics = await metricsOf(SLOW)
    expect(metrics.runningMs).toBe(metrics.to - begin)
    const heat = await heatOf(SLOW)
    expect([heat.runningMs, heat.knownMs]).toEqual([heat.to - begin, heat.to - begin])
    const states = await statesOf(SLOW, begin - HOUR_MS, Date.now() + HOUR_MS)
    expect(states).toMatchObject({ runningMs: states.to - begin, unknownMs: HOUR_MS })
    expect((await card(SLOW)).utilization).toBe(100)
    const query = { tag: 'MachineState', hours: '1' }
    const { points } = await staff.call('machineHistory', { params: { id: SLOW }, query })
    expect(new Set(points.map(({ value }) => value))).toEqual(new Set(['Running']))
  })

  test('of one that never reported anything again, for good', async () => {
    const last = Date.now() - 2 * 24 * HOUR_MS
    await device.publishAll('SILENT-1', [
      { lastSeen: at(last - 30_000), machineState: 'Running' },
      { lastSeen: at(last), machineState: 'Running' },
    ])
    expect(await metricsOf('SILENT-1')).toMatchObject({ runningMs: 90_000 })
    expect(await heatOf('SILENT-1')).toMatchObject({ runningMs: 90_000, knownMs: 90_000 })
    expect(await statesOf('SILENT-1', last - HOUR_MS, last + HOUR_MS)).toMatchObject({ runningMs: 90_000 })
    // Nothing is known of the hours of the card.
    expect((await card('SILENT-1')).utilization).toBeNull()
    // The next record adds what the newest one spoke for: it is counted once.
    await device.publish('SILENT-1', { lastSeen: at(last + HOUR_MS), machineState: 'Stopped' })
    expect(await metricsOf('SILENT-1')).toMatchObject({ runningMs: 90_000, stoppedMs: 60_000 })
  })

  test('in its part of a window that ends in the meantime', async () => {
    const last = Date.now() - HOUR_MS
    await device.publish('SILENT-2', { lastSeen: at(last), machineState: 'Running' })
    expect(await statesOf('SILENT-2', last - 1000, last + 20_000)).toMatchObject({ runningMs: 20_000, unknownMs: 1000 })
  })
})

describe('nothing counts before its time', () => {
  const ID = 'AHEAD-1'
  let now: number

  test('of a record that is three minutes ahead', async () => {
    now = Date.now()
    await device.publishAll(ID, [
      { lastSeen: at(now - 10_000), totalCycles: 100, machineState: 'Running' },
      { lastSeen: at(now + 3 * MINUTE_MS), totalCycles: 150, machineState: 'Idle' },
    ])
    const metrics = await metricsOf(ID)
    expect(metrics).toMatchObject({ records: 1, cycles: 0, runningMs: metrics.to - now + 10_000, idleMs: 0 })
    const heat = await heatOf(ID)
    expect(heat).toMatchObject({ cycles: 0, runningMs: heat.to - now + 10_000 })
    const states = await statesOf(ID, now - HOUR_MS, now + HOUR_MS)
    expect(states).toMatchObject({ runningMs: states.to - now + 10_000, idleMs: 0 })
    const oee = await staff.call('machineOee', {
      params: { id: ID },
      query: { from: at(now - HOUR_MS), to: at(now + HOUR_MS) },
    })
    expect(oee.cycles).toBe(0)
    const history = await staff.call('machineHistory', { params: { id: ID }, query: { hours: '1' } })
    expect(history.points.reduce((sum, { value }) => sum + Number(value ?? 0), 0)).toBe(0)
    expect(await card(ID)).toMatchObject({ online: true, cycleCounts: { total: 0 } })
    const { machines } = await staff.call('myMachines', { query: { includeHistory: 'true' } })
    expect(machines.find(({ machineID }) => machineID === ID)?.cycleCounts?.total).toBe(0)
  })

  test('and everything once it has come', async () => {
    clock.shift(5 * MINUTE_MS)
    expect(await metricsOf(ID)).toMatchObject({ records: 2, cycles: 50, runningMs: 60_000, idleMs: 60_000 })
    expect(await heatOf(ID)).toMatchObject({ cycles: 50, runningMs: 60_000, knownMs: 120_000 })
    expect(await card(ID)).toMatchObject({ cycleCounts: { total: 50 } })
    const { machines } = await staff.call('myMachines', { query: { includeHistory: 'true' } })
    expect(machines.find(({ machineID }) => machineID === ID)?.cycleCounts?.total).toBe(50)
  })
})

describe('a window that cuts a minute', () => {
  test('counts its records to the millisecond', async () => {
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 2 * HOUR_MS
    await device.publishAll('ODD-1', [
      { lastSeen: at(minute), totalCycles: 0, totalRejects: 0, machineState: 'Running' },
      { lastSeen: at(minute + 20_000), totalCycles: 7, totalRejects: 1 },
      { lastSeen: at(minute + 40_000), totalCycles: 18, totalRejects: 2 },
      { lastSeen: at(minute + 80_000), totalCycles: 31, totalRejects: 5 },
    ])
    const window = async (from: number, to: number) => {
      const query = { from: at(minute + from), to: at(minute + to) }
      const { cycles, rejects } = await staff.call('machineOee', { params: { id: 'ODD-1' }, query })
      const history = await staff.call('machineHistory', { params: { id: 'ODD-1' }, query })
      expect([history.from, history.to]).toEqual([query.from, query.to])
      return [cycles, rejects, history.points.reduce((sum, { value }) => sum + Number(value ?? 0), 0)]
    }
    expect(await window(0, 120_000)).toEqual([31, 5, 31])
    expect(await window(20_000, 40_000)).toEqual([7, 1, 7])
    expect(await window(20_001, 40_001)).toEqual([11, 1, 11])
    expect(await window(20_001, 80_000)).toEqual([11, 1, 11])
    expect(await window(40_000, 80_001)).toEqual([24, 4, 24])
  })
})

test('changing "offline after" moves nothing of the past, however late a record comes', async () => {
  const ID = 'CHANGED-1'
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - HOUR_MS
  const publishAt = (minute: number) =>
    device.publish(ID, { lastSeen: at(start + minute * MINUTE_MS), machineState: 'Running' })
  for (const minute of [0, 10, 20]) await publishAt(minute)
  expect(await statesOf(ID, start, start + HOUR_MS)).toMatchObject({ runningMs: 3 * MINUTE_MS })
  await app.sql('UPDATE machine SET stale_after_seconds = 900 WHERE machine_id = $1', [ID])
  await until('the changed limit', async () => (await card(ID)).staleAfterSeconds === 900)
  expect(await statesOf(ID, start, start + HOUR_MS)).toMatchObject({ runningMs: 3 * MINUTE_MS })
  await publishAt(5)
  await publishAt(30)
  const expected = { runningMs: 5 * MINUTE_MS }
  expect(await statesOf(ID, start, start + HOUR_MS)).toMatchObject(expected)
  expect(await metricsOf(ID)).toMatchObject(expected)
  expect(await heatOf(ID)).toMatchObject(expected)
  expect((await card(ID)).online).toBe(false)
  // It holds from then on.
  await until('the time from which it holds', async () => {
    const [row] = await app.sql<{ held: boolean }>('SELECT until_at < now() AS held FROM stale_after_change')
    return row?.held
  })
  const now = Date.now()
  await device.publish(ID, { lastSeen: at(now), machineState: 'Running' })
  clock.shift(14 * MINUTE_MS)
  const metrics = await metricsOf(ID)
  expect(metrics.runningMs).toBe(5 * MINUTE_MS + metrics.to - now)
})

test('"offline after" of a machine without records applies to all that it will report', async () => {
  await staff.call('listMachineIds')
  await app.sql(`INSERT INTO machine (machine_id, stale_after_seconds) VALUES ('NEW-1', 600)`)
  await until('the machine', async () => (await staff.call('listMachineIds')).ids.includes('NEW-1'))
  const start = Date.now() - HOUR_MS
  await device.publish('NEW-1', { lastSeen: at(start), machineState: 'Running' })
  expect(await statesOf('NEW-1', start, start + HOUR_MS)).toMatchObject({ runningMs: 10 * MINUTE_MS })
})

test('the heat map of a place at 5:45 has the cycles of its own hours', async () => {
  const [row] = await app.sql<{ id: string; location: string }>(
    'SELECT machine_id AS id, location_id AS location FROM machine WHERE location_id IS NOT NULL AND machine_id <> $1 LIMIT 1',
    [SLOW],
  )
  const { id = '', location = '' } = row ?? {}
  await app.sql(`UPDATE location SET timezone = 'Asia/Kathmandu' WHERE id = $1`, [location])
  await until('the time zone', async () => (await card(id)).timeZone === 'Asia/Kathmandu')
  // From 14:00 to 15:00 UTC it makes one cycle a minute; it is 19:45 to 20:45 there.
  const from = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 10 * HOUR_MS
  await device.publishAll(
    id,
    Array.from({ length: 61 }, (_, n) => ({
      lastSeen: at(from + n * MINUTE_MS),
      totalCycles: n,
      machineState: 'Running',
    })),
  )
  const hoursOf = async () => {
    const { hours } = await staff.call('machineHeatmap', { query: { machineID: id, days: '3' } })
    return hours.map(({ time, cycles, knownMs }) => [time, cycles, knownMs])
  }
  expect(await hoursOf()).toEqual([
    [at(from - 45 * MINUTE_MS), 14, 15 * MINUTE_MS],
    [at(from + 15 * MINUTE_MS), 46, 46 * MINUTE_MS],
  ])
  // Where minutes are gone, an hour of UTC counts where its middle lies.
  await app.sql('DELETE FROM minute_rollup r USING machine m WHERE m.key = r.machine_key AND m.machine_id = $1', [id])
  clock.shift(2 * MINUTE_MS)
  expect(await hoursOf()).toEqual([
    [at(from + 15 * MINUTE_MS), 59, HOUR_MS + MINUTE_MS],
    [at(from + 75 * MINUTE_MS), 1, 0],
  ])
})
