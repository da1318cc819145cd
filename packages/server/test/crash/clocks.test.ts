import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { WallClock } from '../support/wall-clock.ts'

const HOUR_MS = 3_600_000
const app = useTestApp()
const clock = new WallClock()
let device: Device
let staff: Caller

beforeAll(async () => {
  device = await app.device()
  staff = await app.as('staff')
})

afterEach(() => clock.restore())

function at(ms: number): string {
  return new Date(Date.now() + ms).toISOString()
}

async function online(machineID: string): Promise<boolean | null> {
  return (await staff.call('getMachine', { params: { id: machineID } })).online
}

async function counted(machineID: string) {
  const [row] = await app.sql<{ records: number; cycles: number; refused: string[] }>(
    `SELECT (SELECT count(*) FROM record WHERE machine_key = key)::int AS records,
       (SELECT coalesce(sum(cycles), 0) FROM minute_rollup WHERE machine_key = key)::int AS cycles,
       ARRAY(SELECT code || CASE WHEN seen > 1 THEN ' x' || seen ELSE '' END FROM refused_message WHERE topic = 'packhouse/' || machine_id || '/record' ORDER BY id) AS refused
     FROM machine WHERE machine_id = $1`,
    [machineID],
  )
  return row
}

/** The version of the list, which its ETag begins with. */
async function listVersion(): Promise<number> {
  const { headers } = await staff.get('/v1/ignition/machines')
  return Number(/^"(\d+)/.exec(headers.etag ?? '')?.[1])
}

describe('the clock of a device', () => {
  test('an hour ahead: its records are refused with the reason and never make the machine online', async () => {
    await device.publish('CLOCK-1', { lastSeen: at(HOUR_MS), totalCycles: 5, machineState: 'Running' })
    expect(await counted('CLOCK-1')).toEqual({ records: 0, cycles: 0, refused: ['clock_ahead'] })
    expect(await online('CLOCK-1')).not.toBe(true)
  })

  test('an hour behind: its records are stored, and the machine is not online', async () => {
    await device.publish('CLOCK-2', { lastSeen: at(-HOUR_MS), totalCycles: 5, machineState: 'Running' })
    expect(await counted('CLOCK-2')).toEqual({ records: 1, cycles: 0, refused: [] })
    expect(await online('CLOCK-2')).toBe(false)
  })

  test('that jumps an hour back and forth: what can be true is counted once, what cannot be is refused', async () => {
    const story = [
      { lastSeen: at(-2_000), totalCycles: 100 },
      { lastSeen: at(HOUR_MS), totalCycles: 110 },
      { lastSeen: at(-HOUR_MS), totalCycles: 90 },
      { lastSeen: at(-1_000), totalCycles: 120 },
    ]
    for (const record of [...story, ...story]) await device.publish('CLOCK-3', record)
    expect(await counted('CLOCK-3')).toEqual({ records: 3, cycles: 30, refused: ['clock_ahead x2'] })
    expect(await online('CLOCK-3')).toBe(true)
  })
})

describe('the clock of the server, set back by an hour', () => {
  test('stores nothing twice, versions go on rising, and no machine is online by a time that is still to come', async () => {
    await device.publish('CLOCK-4', { lastSeen: at(0), totalCycles: 100, machineState: 'Running' })
    expect(await online('CLOCK-4')).toBe(true)
    const before = await listVersion()
    clock.shift(-HOUR_MS)
    await until('the machine not online', async () => (await online('CLOCK-4')) === false)
    const record = { lastSeen: at(0), totalCycles: 40 }
    for (let time = 0; time < 3; time++) await device.publish('CLOCK-4', record)
    expect(await counted('CLOCK-4')).toEqual({ records: 2, cycles: 60, refused: [] })
    expect(await listVersion()).toBeGreaterThan(before)
  })

  test('counts every record that reports no time', async () => {
    await device.publishAll('CLOCK-5', [{ totalCycles: 1 }, { totalCycles: 2 }])
    clock.shift(-HOUR_MS)
    await device.publishAll('CLOCK-5', [{ totalCycles: 3 }, { totalCycles: 5 }])
    expect(await counted('CLOCK-5')).toMatchObject({ records: 4, cycles: 4 })
  })

  test('and a restart: a stream that comes back with a newer id than there is gets everything', async () => {
    const stream = await app.stream(staff, String((Date.now() + HOUR_MS) * 1000))
    await stream.until('CLOCK-4', (change) => change.totalCycles === 100)
  })
})
