import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Device, Qos } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MACHINE = 'VFFS-2214'
const app = useTestApp()
let device: Device
let watcher: pg.Client

beforeAll(async () => {
  device = await app.device()
  watcher = await app.connection()
  await device.publish(MACHINE, { totalCycles: 1 })
})

async function isStored(totalCycles: number): Promise<boolean> {
  const { rows } = await watcher.query(
    'SELECT 1 FROM record JOIN machine ON key = machine_key WHERE machine_id = $1 AND total_cycles = $2',
    [MACHINE, totalCycles],
  )
  return rows.length > 0
}

/** Prevents the ingest from committing while the work runs. */
async function whileCommitsAreHeld(work: () => Promise<void>): Promise<void> {
  const holder = await app.connection()
  await holder.query('BEGIN')
  await holder.query(
    'SELECT FROM latest JOIN machine ON key = machine_key WHERE machine_id = $1 FOR UPDATE OF latest',
    [MACHINE],
  )
  try {
    await work()
  } finally {
    await holder.query('COMMIT')
  }
}

async function ingestWaitsForTheLock(): Promise<boolean> {
  const { rows } = await watcher.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'latest'`,
  )
  return rows.length > 0
}

describe.each([
  [1, 'puback'],
  [2, 'pubrec'],
] as const)('with QoS %i', (qos: Qos, acknowledgement) => {
  test('nothing is acknowledged before the commit', async () => {
    const publisher = await app.device()
    const cycles = 1000 + qos
    let published: Promise<void> | undefined
    await whileCommitsAreHeld(async () => {
      published = publisher.publish(MACHINE, { totalCycles: cycles }, qos)
      await until('the ingest waiting to commit', ingestWaitsForTheLock)
      // The other way round: an answer to a later packet shows that the acknowledgement is not merely on its way.
      await new Promise<void>(
        (resolve) => publisher.client.once('packetreceive', () => resolve()) && publisher.client.sendPing(),
      )
      expect(publisher.received).not.toContain(acknowledgement)
      expect(await isStored(cycles)).toBe(false)
    })
    await published
    expect(publisher.received).toContain(acknowledgement)
    expect(await isStored(cycles)).toBe(true)
  })

  test('what is acknowledged is visible to every other connection at that moment', async () => {
    for (let step = 0; step < 40; step++) {
      const cycles = 10_000 * qos + step
      await device.publish(MACHINE, { totalCycles: cycles }, qos)
      expect(await isStored(cycles)).toBe(true)
    }
  })

  test('the acknowledged values are those that the API gives at that moment', async () => {
    const staff = await app.as('staff')
    for (let step = 0; step < 20; step++) {
      const cycles = 20_000 * qos + step
      await device.publish(MACHINE, { totalCycles: cycles }, qos)
      expect(await staff.call('getMachine', { params: { id: MACHINE } })).toMatchObject({ totalCycles: cycles })
    }
  })
})

test('with QoS 0 records are stored too', async () => {
  await device.publish(MACHINE, { totalCycles: 99 }, 0)
  await until('the record', () => isStored(99))
})

test('a refused payload is acknowledged when its reason is stored, so that the device does not repeat it for ever', async () => {
  await device.publish(MACHINE, 'no record at all')
  const { rows } = await watcher.query(
    `SELECT code, device, topic FROM refused_message WHERE payload = 'no record at all'`,
  )
  expect(rows).toEqual([{ code: 'not_json', device: 'sample-device', topic: `packhouse/${MACHINE}/record` }])
})

test('many devices at once are all acknowledged, each record once', async () => {
  const devices = await Promise.all(Array.from({ length: 20 }, () => app.device()))
  await Promise.all(
    devices.map((each, i) =>
      each.publishAll(
        `MANY-${i}`,
        Array.from({ length: 50 }, (_, n) => ({
          totalCycles: n,
          lastSeen: new Date(Date.now() - 60_000 + n).toISOString(),
        })),
      ),
    ),
  )
  const { rows } = await watcher.query(
    `SELECT count(*)::int AS records, count(DISTINCT machine_key)::int AS machines FROM record
     JOIN machine ON key = machine_key WHERE machine_id LIKE 'MANY-%'`,
  )
  expect(rows).toEqual([{ records: 1000, machines: 20 }])
})
