import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEAL_LOCK } from '../../src/history/seal-lock.ts'
import { DatabaseProxy } from '../support/database-proxy.ts'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

let proxy: DatabaseProxy
const app = useTestApp({
  route: async (databaseUrl) => {
    const started = await DatabaseProxy.start(databaseUrl)
    proxy = started.proxy
    return started.url
  },
})
let device: Device

beforeAll(async () => {
  device = await app.device()
})

afterAll(async () => {
  await proxy.stop()
})

const start = Date.now() - 600_000

/** So many ms after the start. */
function at(ms: number): string {
  return new Date(start + ms).toISOString()
}

async function counted(machineID: string) {
  const [row] = await app.sql<{ records: number; minutes: number; hours: number; cycles: number; ms: number }>(
    `SELECT (SELECT count(*) FROM record WHERE machine_key = key)::int AS records,
       (SELECT sum(records) FROM minute_rollup WHERE machine_key = key)::int AS minutes,
       (SELECT sum(records) FROM hour_rollup WHERE machine_key = key)::int AS hours,
       (SELECT sum(cycles) FROM minute_rollup WHERE machine_key = key)::int AS cycles,
       (SELECT sum(running_ms) FROM minute_rollup WHERE machine_key = key)::int AS ms
     FROM machine WHERE machine_id = $1`,
    [machineID],
  )
  const staff = await app.as('staff')
  const machine = await staff.call('getMachine', { params: { id: machineID }, query: { includeHistory: 'true' } })
  return { ...row, live: machine.cycleCounts?.total }
}

test('a late record has only its neighbours read, however many records there are in its hour', async () => {
  await device.publishAll(
    'FULL',
    Array.from({ length: 4_000 }, (_, n) => ({ lastSeen: at(n * 100), totalCycles: n, machineState: 'Running' })),
  )
  const read = async () => {
    const [row] = await app.sql<{ scans: number; rows: number }>(
      `SELECT sum(idx_scan)::int AS scans, sum(idx_tup_fetch + seq_tup_read)::int AS rows FROM pg_stat_user_tables
       WHERE relname LIKE 'record_2%'`,
    )
    return row ?? { scans: 0, rows: 0 }
  }
  const before = await read()
  await device.publish('FULL', { lastSeen: at(200_050), totalCycles: 2_000, machineState: 'Idle' })
  const after = await until('the statistics of the late record', async () => {
    // PostgreSQL reports what a session has read when that does something more.
    await device.publish('OTHER', { totalCycles: 1 })
    const now = await read()
    return now.scans > before.scans && now
  })
  expect(after.rows - before.rows).toBeLessThan(50)
  expect(await counted('FULL')).toEqual({
    records: 4_001,
    minutes: 4_001,
    hours: 4_001,
    cycles: 3_999,
    ms: 399_850,
    live: 3_999,
  })
})

test('while a machine is being sealed, only its late records wait', async () => {
  const sealer = await app.connection()
  const behind = await app.device()
  for (const machine of ['SEALED', 'OTHER-1']) {
    await device.publish(machine, { lastSeen: at(0), totalCycles: 10 })
    await device.publish(machine, { lastSeen: at(20_000), totalCycles: 30 })
  }
  const [machine] = await app.sql<{ key: number }>(`SELECT key FROM machine WHERE machine_id = 'SEALED'`)
  await sealer.query('SELECT pg_advisory_lock($1, $2)', [SEAL_LOCK, machine?.key])
  let isAcknowledged = false
  const [first, second] = [15, 99].map((totalCycles) =>
    behind.publish('SEALED', { lastSeen: at(10_000), totalCycles }).then(() => {
      isAcknowledged = true
    }),
  )
  const staff = await app.as('staff')
  await until('a late record that waits', async () => (await staff.call('ignitionHealth')).ingest.waiting > 0)
  await device.publish('OTHER-1', { lastSeen: at(10_000), totalCycles: 15 })
  await device.publish('OTHER-1', { lastSeen: at(30_000), totalCycles: 40 })
  await device.publish('SEALED', { lastSeen: at(30_000), totalCycles: 40 })
  expect(await counted('OTHER-1')).toMatchObject({ records: 4, minutes: 4, cycles: 30, live: 30 })
  expect(await counted('SEALED')).toMatchObject({ records: 3, minutes: 3, cycles: 30, live: 30 })
  expect(isAcknowledged).toBe(false)
  await sealer.query('SELECT pg_advisory_unlock_all()')
  await Promise.all([first, second])
  expect(await counted('SEALED')).toMatchObject({ records: 4, minutes: 4, cycles: 30, live: 30 })
  const stored = await app.sql(
    `SELECT total_cycles::int FROM record JOIN machine ON key = machine_key WHERE machine_id = 'SEALED' ORDER BY at`,
  )
  // Of the two with the same time the first counts.
  expect(stored.map(({ total_cycles }) => total_cycles)).toEqual([10, 15, 30, 40])
})

test('a late record whose commit succeeded without the ingest hearing of it is counted once, live too', async () => {
  await device.publish('UNHEARD', { lastSeen: at(0), totalCycles: 100, machineState: 'Running' })
  await device.publish('UNHEARD', { lastSeen: at(20_000), totalCycles: 20 })
  const lost = proxy.loseAnswerTo('COMMIT')
  const published = device.publish('UNHEARD', { lastSeen: at(10_000), totalCycles: 500, machineState: 'Idle' })
  await lost
  await published
  // The counter goes on by 400, is reset, and goes on to 20.
  const once = { records: 3, minutes: 3, hours: 3, cycles: 420, ms: 10_000, live: 420 }
  expect(await counted('UNHEARD')).toEqual(once)
  await device.publish('UNHEARD', { lastSeen: at(10_000), totalCycles: 500, machineState: 'Idle' })
  expect(await counted('UNHEARD')).toEqual(once)
})

test('a late record is reported to those who wait for it only when it is stored', async () => {
  await device.publish('ORDER', { lastSeen: at(10_000), totalCycles: 10 })
  // Each in turn behind the one before in time, so that nearly all of them are late.
  const times = Array.from({ length: 400 }, (_, n) => at(9_000 - n * 10))
  await device.publishAll(
    'ORDER',
    times.map((lastSeen) => ({ lastSeen, totalCycles: 1 })),
  )
  expect(await counted('ORDER')).toMatchObject({ records: 401, minutes: 401, hours: 401, cycles: 9, live: 9 })
})
