import { beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../support/device.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const HOUR_MS = 3_600_000
const app = useTestApp()
const random = randomNumbers(seed)
let device: Device
/** Of all tests: an hour or a day may begin while they run. */
const NOW = Date.now()
/** Start of a whole hour, five hours ago. */
const start = Math.floor(NOW / HOUR_MS) * HOUR_MS - 5 * HOUR_MS

beforeAll(async () => {
  device = await app.device()
})

function record(minute: number, fields: object = {}) {
  return { lastSeen: new Date(start + minute * 60_000).toISOString(), ...fields }
}

async function stored(machineID: string) {
  const [row] = await app.sql<{ rows: number; blocks: number; sealed: number }>(
    `SELECT (SELECT count(*) FROM record WHERE machine_key = key)::int AS rows,
       (SELECT count(*) FROM record_block WHERE machine_key = key)::int AS blocks,
       (SELECT coalesce(sum(records), 0) FROM record_block WHERE machine_key = key)::int AS sealed
     FROM machine WHERE machine_id = $1`,
    [machineID],
  )
  return row
}

async function temperatures(machineID: string, query: Record<string, string> = {}) {
  const staff = await app.as('staff')
  const span = { from: new Date(start).toISOString(), to: new Date(start + 6 * HOUR_MS).toISOString() }
  const answer = await staff.call('machineHistory', {
    params: { id: machineID },
    query: { tag: 'temperature', points: '20000', ...span, ...query },
  })
  return answer.points
}

describe('sealing', () => {
  test('moves the records of past hours into blocks, one for each hour, and every reading stays as it was', async () => {
    const payloads = Array.from({ length: 300 }, (_, minute) =>
      record(minute, {
        totalCycles: 1000 + minute * 20,
        machineState: minute % 60 < 45 ? 'Execute' : 'Suspended',
        temperature: minute === 7 ? null : Math.round((20 + random() * 5) * 100) / 100,
        machineData: { film: Math.round(random() * 100), recipe: minute < 100 ? 'A' : 'B', door: minute % 2 === 0 },
      }),
    )
    await device.publishAll('SEAL-1', payloads)
    const before = {
      temperature: await temperatures('SEAL-1'),
      film: await temperatures('SEAL-1', { tag: 'film' }),
      door: await temperatures('SEAL-1', { tag: 'door' }),
    }
    expect(before.temperature).toHaveLength(300)
    expect(before.temperature[7]).toMatchObject({ value: null })
    expect(before.film).toHaveLength(300)
    await app.runRetention(NOW)
    expect(await stored('SEAL-1')).toEqual({ rows: 60, blocks: 4, sealed: 240 })
    expect(await temperatures('SEAL-1')).toEqual(before.temperature)
    expect(await temperatures('SEAL-1', { tag: 'film' })).toEqual(before.film)
    expect(await temperatures('SEAL-1', { tag: 'door' })).toEqual(before.door)
  })

  test('is done once: a second round has nothing left to do', async () => {
    expect(await app.runRetention(NOW)).toMatchObject({ sealed: 0 })
  })

  test('knows a record again that is sent once more after its hour was sealed', async () => {
    const again = record(30, { totalCycles: 1600, temperature: 99 })
    const before = await temperatures('SEAL-1')
    await device.publish('SEAL-1', again)
    expect(await stored('SEAL-1')).toEqual({ rows: 60, blocks: 4, sealed: 240 })
    expect(await temperatures('SEAL-1')).toEqual(before)
  })

  test('takes a late record into a sealed hour in, shows it at once, and adds it to the block in the next round', async () => {
    const late = record(30.5, { totalCycles: 1605, temperature: 55.5 })
    await device.publish('SEAL-1', late)
    expect(await stored('SEAL-1')).toEqual({ rows: 61, blocks: 4, sealed: 240 })
    expect(await temperatures('SEAL-1')).toContainEqual({ time: late.lastSeen, value: 55.5 })
    await app.runRetention(NOW)
    expect(await stored('SEAL-1')).toEqual({ rows: 60, blocks: 4, sealed: 241 })
    expect(await temperatures('SEAL-1')).toContainEqual({ time: late.lastSeen, value: 55.5 })
  })

  test('goes on beside the ingest, and no record is lost or stored twice', async () => {
    const payloads = Array.from({ length: 600 }, (_, n) => record(n / 4, { totalCycles: n }))
    const rounds = (async () => {
      for (let n = 0; n < 8; n++) await app.runRetention(NOW)
    })()
    for (let n = 0; n < payloads.length; n += 50) {
      const part = payloads.slice(n, n + 50)
      await device.publishAll('SEAL-2', [...part, ...payloads.slice(Math.max(0, n - 20), n)])
    }
    await rounds
    await app.runRetention(NOW)
    expect(await stored('SEAL-2')).toMatchObject({ rows: 0, sealed: 600 })
  })

  test('gives the room of a day back that has been sealed whole', async () => {
    const day = new Date(start - 5 * 24 * HOUR_MS)
    const payloads = Array.from({ length: 50 }, (_, n) => ({
      lastSeen: new Date(day.getTime() + n * 1000).toISOString(),
      totalCycles: n,
    }))
    await device.publishAll('SEAL-3', payloads)
    await app.runRetention(NOW)
    const name = `record_${day.toISOString().slice(0, 10).replaceAll('-', '')}`
    const [size] = await app.sql<{ bytes: number }>('SELECT pg_relation_size($1::regclass)::int AS bytes', [name])
    expect(size?.bytes).toBe(0)
    await device.publish('SEAL-3', { ...payloads[0], lastSeen: new Date(day.getTime() + 500).toISOString() })
    expect(await stored('SEAL-3')).toMatchObject({ rows: 1, sealed: 50 })
  })
})

describe('merging', () => {
  /** A whole day, three days ago. */
  const day = Math.floor(NOW / (24 * HOUR_MS)) * 24 * HOUR_MS - 3 * 24 * HOUR_MS
  const at = (hour: number, ms: number) => new Date(day + hour * HOUR_MS + ms).toISOString()
  const span = { from: new Date(day).toISOString(), to: new Date(day + 24 * HOUR_MS).toISOString() }

  test('makes one block of the hours of a day that is long over, and every reading stays as it was', async () => {
    const payloads = [2, 3, 5, 9].flatMap((hour) =>
      Array.from({ length: 60 }, (_, minute) => ({
        lastSeen: at(hour, minute * 60_000),
        totalCycles: hour * 60 + minute,
        temperature: Math.round(random() * 100) / 4,
        machineData: { film: hour, recipe: 'A' },
      })),
    )
    await device.publishAll('MERGE-1', payloads)
    const before = await temperatures('MERGE-1', span)
    expect(before).toEqual(payloads.map(({ lastSeen, temperature }) => ({ time: lastSeen, value: temperature })))
    await app.runRetention(NOW)
    expect(await stored('MERGE-1')).toEqual({ rows: 0, blocks: 1, sealed: 240 })
    expect(await temperatures('MERGE-1', span)).toEqual(before)
    const part = { from: at(3, 60_000), to: at(5, 60_000) }
    expect(await temperatures('MERGE-1', part)).toEqual(
      before.filter(({ time }) => time >= part.from && time < part.to),
    )
    expect(await temperatures('MERGE-1', { ...part, tag: 'film' })).toHaveLength(60)
  })

  test('leaves a place for what comes late, into an hour that was silent as well, and knows what it has', async () => {
    await device.publishAll('MERGE-1', [
      { lastSeen: at(3, 0), temperature: 99 },
      { lastSeen: at(4, 1), temperature: 41 },
      { lastSeen: at(9, 1), temperature: 91 },
      { lastSeen: at(20, 1), temperature: 20 },
    ])
    expect(await stored('MERGE-1')).toEqual({ rows: 3, blocks: 1, sealed: 240 })
    const shown = await temperatures('MERGE-1', span)
    await app.runRetention(NOW)
    expect(await stored('MERGE-1')).toEqual({ rows: 0, blocks: 1, sealed: 243 })
    expect(await temperatures('MERGE-1', span)).toEqual(shown)
    expect(shown.filter(({ time }) => [at(4, 1), at(9, 1), at(20, 1)].includes(time))).toHaveLength(3)
    expect(shown).not.toContainEqual({ time: at(3, 0), value: 99 })
  })

  test('joins no hours before and after the machine has changed hands, nor the hour of it', async () => {
    const hours = [2, 3, 5, 9, 10]
    await device.publishAll(
      'MERGE-3',
      hours.map((hour) => ({ lastSeen: at(hour, 0), totalCycles: hour })),
    )
    await app.sql(
      `INSERT INTO machine_ownership (machine_key, since, until) SELECT key, '-infinity', $1 FROM machine WHERE machine_id = 'MERGE-3'`,
      [at(5, 600_000)],
    )
    await app.runRetention(NOW)
    const blocks = await app.sql<{ from: Date; records: number }>(
      `SELECT from_at AS "from", records FROM record_block JOIN machine ON key = machine_key WHERE machine_id = 'MERGE-3' ORDER BY from_at`,
    )
    expect(blocks.map(({ from, records }) => [from.toISOString(), records])).toEqual([
      [at(2, 0), 2],
      [at(5, 0), 1],
      [at(9, 0), 2],
    ])
  })

  test('lets no block grow beyond 10,000 records', async () => {
    const payloads = [0, 1, 2].flatMap((hour) =>
      Array.from({ length: hour === 2 ? 10 : 5_100 }, (_, n) => ({ lastSeen: at(hour, n * 700), totalCycles: n })),
    )
    await device.publishAll('MERGE-2', payloads)
    await app.runRetention(NOW)
    expect(await stored('MERGE-2')).toEqual({ rows: 0, blocks: 2, sealed: 10_210 })
  })
})

describe('retention', () => {
  test('retains the data of each customer as long as that customer wants, and takes nothing older in', async () => {
    const staff = await app.as('staff')
    const [own] = await app.sql<{ id: string; version: number }>(
      `SELECT id, row_version AS version FROM customer WHERE id = (SELECT customer_id FROM machine WHERE machine_id = 'VFFS-2214')`,
    )
    const past = (days: number) => ({
      lastSeen: new Date(Date.now() - days * 24 * HOUR_MS).toISOString(),
      totalCycles: days,
    })
    await device.publishAll('VFFS-2214', [past(30), past(3)])
    await device.publishAll('FLW-1204', [past(30), past(3)])
    await app.runRetention(NOW)
    const changed = await staff.request(`/v1/customers/${own?.id}`, {
      method: 'PUT',
      body: { keepRecordsDays: 10, keepMinutesDays: 5, rowVersion: own?.version },
    })
    expect(changed.status).toBe(200)
    // A whole hour later it is time to remove again.
    await app.runRetention(NOW + HOUR_MS)
    const count = async (table: string, machineID: string) => {
      const column = table === 'record_block' ? 'from_at' : 'at'
      const rows = await app.sql(
        `SELECT ${column} FROM ${table} JOIN machine ON key = machine_key WHERE machine_id = $1 AND ${column} < now() - interval '2 days'`,
        [machineID],
      )
      return rows.length
    }
    expect([await count('record_block', 'VFFS-2214'), await count('record_block', 'FLW-1204')]).toEqual([1, 2])
    // Minutes stay as long as the records they were counted from.
    expect([await count('minute_rollup', 'VFFS-2214'), await count('minute_rollup', 'FLW-1204')]).toEqual([1, 2])
    expect([await count('hour_rollup', 'VFFS-2214'), await count('hour_rollup', 'FLW-1204')]).toEqual([2, 2])
    await until('a refusal of what is too old', async () => {
      await device.publish('VFFS-2214', past(20))
      return (await app.sql(`SELECT 1 FROM refused_message WHERE code = 'too_old'`)).length > 0
    })
  })
})
