import { healthSchema } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { type DatabaseServer, SAMPLE_PASSWORD, startDatabaseServer } from '../support/databases.ts'
import type { Device } from '../support/device.ts'
import type { EventStream } from '../support/event-stream.ts'
import { expectProblem } from '../support/problem.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const MACHINE = 'VFFS-2214'

let server: DatabaseServer
let app: TestApp
let customer: Caller
let device: Device
let stream: EventStream
let published: Promise<void>
const acknowledged: number[] = []

beforeAll(async () => {
  server = await startDatabaseServer()
  app = await startTestApp(server.url)
  customer = await app.as('customer')
  device = await app.device()
  await device.publish(MACHINE, { totalCycles: 1 })
  stream = await app.stream(customer)
})

afterAll(async () => {
  await app.stop()
  await server.stop()
})

async function health() {
  const answer = await app.anonymous.get('/v1/health')
  return { code: answer.status, ...healthSchema.parse(answer.body) }
}

/** Publishes records with this counter and the next ones; each notes when it is acknowledged. */
async function publishFrom(first: number, count: number): Promise<void> {
  const start = Date.now() - 60_000
  const each = Array.from({ length: count }, async (_, i) => {
    await device.publish(MACHINE, { lastSeen: new Date(start + i).toISOString(), totalCycles: first + i })
    acknowledged.push(first + i)
  })
  await Promise.all(each)
}

describe('while the database is away', () => {
  test('health was well before', async () => {
    expect(await health()).toEqual({
      code: 200,
      status: 'ok',
      database: { status: 'ok' },
      broker: { status: 'ok' },
      ingest: { status: 'ok' },
      clock: { status: 'ok' },
      senders: { status: 'ok' },
      scanner: { status: 'ok' },
      logs: { status: 'ok' },
      files: { status: 'ok' },
    })
  })

  test('health answers 503 and names the database', async () => {
    await server.halt()
    await until('the database missed', async () => (await health()).database.status === 'away')
    const { code, status, database, broker } = await health()
    expect({ code, status, broker }).toEqual({ code: 503, status: 'degraded', broker: { status: 'ok' } })
    expect(database.detail).toMatch(/database/)
  })

  test('records are not acknowledged, and health names the ingest too', async () => {
    published = publishFrom(100, 50)
    await until('the ingest missed', async () => (await health()).ingest.status === 'away')
    expect((await health()).ingest.detail).toMatch(/records wait/)
    expect(acknowledged).toEqual([])
    expect(device.connected).toBe(true)
  })

  test('requests are answered with a problem that says so, sign-ins too', async () => {
    const path = '/v1/ignition/machines/me'
    await until('the end of what is remembered of the token', async () => (await customer.get(path)).status === 503)
    expectProblem(await customer.get('/v1/ignition/machines/me'), 'unavailable')
    expectProblem(await app.anonymous.post('/v1/auth/login', { email: 'a', password: SAMPLE_PASSWORD }), 'unavailable')
  })

  test('a device whose key cannot be checked gets the answer that the server is unavailable', async () => {
    // Connect return code 3 (MQTT 3.1.1, table 3.1).
    await expect(app.device({ username: 'never-seen', password: 'x' })).rejects.toMatchObject({ code: 3 })
  })

  test('live streams stay open', () => {
    expect(stream.ended).toBe(false)
  })

  test('and when it is back, everything goes on by itself and the records are stored once', async () => {
    expect(acknowledged).toEqual([])
    await server.resume()
    await published
    await until('health as before', async () => (await health()).code === 200)
    expect(acknowledged.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => 100 + i))
    const [row] = await app.sql<{ records: number; counted: number }>(
      `SELECT count(*)::int AS records, (SELECT sum(records)::int FROM minute_rollup WHERE machine_key = key) AS counted
       FROM record JOIN machine ON key = machine_key WHERE machine_id = $1 GROUP BY key`,
      [MACHINE],
    )
    expect(row).toEqual({ records: 51, counted: 51 })
    expect((await customer.get('/v1/ignition/machines/me')).status).toBe(200)
    // The stream was not closed, and hears of the next record.
    await device.publish(MACHINE, { totalCycles: 1000 })
    await stream.until(MACHINE, (change) => change.totalCycles === 1000)
  })
})
