import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { StoredReadingNames } from '../../src/history/index.ts'
import { createAside, IngestSession } from '../../src/ingest/index.ts'
import { Ingest } from '../../src/ingest/ingest.ts'
import { LiveStore, OwnFeed } from '../../src/live/index.ts'
import { autoRegisterMachine } from '../../src/live/machines.ts'
import { readConfig } from '../../src/platform/config.ts'
import { Database } from '../../src/platform/database.ts'
import { DatabaseFaults } from '../../src/platform/database-faults.ts'
import { DiskSpace } from '../../src/platform/disk-space.ts'
import { createLog } from '../../src/platform/log.ts'
import { Refusals } from '../../src/platform/refusals.ts'
import type { Caller } from '../support/caller.ts'
import { DatabaseProxy } from '../support/database-proxy.ts'
import { cloneDatabase } from '../support/databases.ts'
import type { Device } from '../support/device.ts'
import { heldBytes } from '../support/held-bytes.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MACHINE = 'VFFS-2214'
const MEMORY_LIMIT = 100 * 1024 * 1024
const RECORDS = 3_000

describe('a network that holds everything back between the product and its database', () => {
  let proxy: DatabaseProxy
  const app = useTestApp({
    environment: { DATABASE_WAIT_MS: '5000' },
    route: async (databaseUrl) => {
      const started = await DatabaseProxy.start(databaseUrl)
      proxy = started.proxy
      return started.url
    },
  })
  let device: Device
  let staff: Caller
  let published: Promise<void>
  const acknowledged: number[] = []
  const healthCode = async () => (await app.anonymous.get('/v1/health')).status

  async function publishAll(): Promise<void> {
    const start = Date.now() - 60_000
    const each = Array.from({ length: RECORDS }, async (_, n) => {
      await device.publish(MACHINE, { lastSeen: new Date(start + n).toISOString(), totalCycles: 100 + n })
      acknowledged.push(n)
    })
    await Promise.all(each)
  }

  beforeAll(async () => {
    device = await app.device()
    staff = await app.as('staff')
    await device.publish(MACHINE, { totalCycles: 1, lastSeen: new Date(Date.now() - 120_000).toISOString() })
  })

  afterAll(async () => {
    await proxy.stop()
  })

  test('is reported by both health calls, and nothing is acknowledged in the meantime', async () => {
    const memory = heldBytes()
    proxy.stall()
    published = publishAll()
    const ignitionHealth = async () => {
      const { status, body } = await staff.get('/v1/ignition/health')
      return status === 503 || (body as { status: string }).status === 'degraded'
    }
    await Promise.all([
      until('the outage in /v1/health', async () => (await healthCode()) === 503),
      until('the outage in /v1/ignition/health', ignitionHealth),
    ])
    expect(acknowledged).toEqual([])
    expect(heldBytes() - memory).toBeLessThan(MEMORY_LIMIT)
  })

  test('does no harm when it lets everything through again: all arrives, once', async () => {
    proxy.resume()
    await published
    await until('health as before', async () => (await healthCode()) === 200)
    expect(acknowledged).toHaveLength(RECORDS)
    const [row] = await app.sql<{ records: number; counted: number; cycles: number }>(
      `SELECT count(*)::int AS records, (SELECT sum(records)::int FROM minute_rollup WHERE machine_key = key) AS counted,
         (SELECT sum(cycles)::int FROM minute_rollup WHERE machine_key = key) AS cycles
       FROM record JOIN machine ON key = machine_key WHERE machine_id = $1 GROUP BY key`,
      [MACHINE],
    )
    expect(row).toEqual({ records: RECORDS + 1, counted: RECORDS + 1, cycles: RECORDS + 98 })
    expect((await staff.get('/v1/ignition/machines/me')).status).toBe(200)
  })
})

test('a connection that is lost without either end noticing is given up, its lock too, and records are stored once', async () => {
  const database = await cloneDatabase(inject('databaseServer'))
  const direct = new Database(database.url, createLog('silent'))
  const { proxy, url } = await DatabaseProxy.start(database.url)
  const live = new LiveStore()
  const log = createLog('silent')
  const aside = createAside(readConfig({}).keeping, new Refusals(), live)
  const faults = new DatabaseFaults(new DiskSpace(0, log), log)
  const names = new StoredReadingNames(() => direct.pool)
  const ingest = new Ingest({
    session: new IngestSession(url, 300),
    live,
    feed: new OwnFeed(live),
    log,
    aside,
    faults,
    names,
  })
  try {
    const { key } = live.register(await autoRegisterMachine(direct.pool, 'LOST-1')).entry
    const start = Date.now() - 60_000
    const store = (n: number) =>
      new Promise<void>((done) => {
        ingest.offer({
          record: { machineKey: key, at: start + n, receivedAt: start, totalCycles: n },
          source: 'mqtt',
          done: () => done(),
        })
      })
    await ingest.start()
    await store(1)
    proxy.forgetConnections()
    await Promise.all([store(2), store(3)])
    expect(ingest.healthIssue()).toBeUndefined()
    const { rows } = await direct.pool.query('SELECT total_cycles::int AS cycles FROM record WHERE machine_key = $1', [
      key,
    ])
    expect(rows.map(({ cycles }) => cycles).toSorted()).toEqual([1, 2, 3])
  } finally {
    await ingest.stop()
    await direct.stop()
    await proxy.stop()
    await database.drop()
  }
})
