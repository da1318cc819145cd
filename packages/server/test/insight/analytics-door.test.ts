import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { EventQueue } from '../../src/insight/analytics/event-queue.ts'
import { EventStore, WRITER_LOCK } from '../../src/insight/analytics/event-store.ts'
import { recordUsageHandlers } from '../../src/insight/analytics/record-usage.actions.ts'
import { Refusals } from '../../src/platform/refusals.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const PATH = '/v1/auth/user-analytics/events'

test('a batch that comes twice counts once, unknown names are dropped, and everybody sees their own', async () => {
  const customer = await app.as('customer')
  const body = {
    batch: randomUUID(),
    events: [
      { kind: 'page_view', name: '/machines/$id', age: 60_000 },
      { kind: 'page_view', name: '/machines/VFFS-2214', age: 0 },
      { kind: 'page_time', name: '/machines/$id', age: 0, duration: 60_000 },
    ],
  }
  expect(await customer.post(PATH, body)).toMatchObject({
    status: 200,
    body: { recording: true, accepted: 2, dropped: 1 },
  })
  await customer.post(PATH, body)
  // Batches are stored in order: when this one is there, both before it are done with.
  const last = { batch: randomUUID(), events: [{ kind: 'action', name: 'search', age: 0 }] }
  await customer.post(PATH, last)
  await until('the last batch is stored', async () => {
    const stored = await app.sql('SELECT FROM event_batch WHERE id = $1', [last.batch])
    return stored.length === 1
  })
  const own = await customer.call('myUsage', {})
  const ofPage = own.names.filter(({ name }) => name === '/machines/$id')
  expect(ofPage.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
    { kind: 'page_time', name: '/machines/$id', count: 1, minutes: 1 },
    { kind: 'page_view', name: '/machines/$id', count: 1, minutes: 0 },
  ])
  expect((await customer.get('/v1/me/usage/export')).text).toContain('/machines/$id')
  const other = await (await app.as('other')).call('myUsage', {})
  expect(other.names.filter(({ kind }) => kind !== 'api_call')).toEqual([])
})

test('the door refuses what is too old, too much or nothing at its field', async () => {
  const staff = await app.as('staff')
  const view = { kind: 'page_view', name: '/', age: 0 }
  const refused = async (events: unknown) => (await staff.post(PATH, { batch: randomUUID(), events })).status
  expect(await refused([{ ...view, age: 86_400_001 }])).toBe(400)
  expect(await refused([{ ...view, age: -1 }])).toBe(400)
  expect(await refused(Array.from({ length: 101 }, () => view))).toBe(400)
  expect(await refused([])).toBe(400)
  expect((await staff.get('/v1/auth/user-analytics/dashboard?zone=Mars/Olympus')).status).toBe(400)
  expect((await staff.get('/v1/auth/user-analytics/dashboard?days=1000000000')).status).toBe(400)
})

test('nobody records more than 600 events a minute, however they are divided into batches', async () => {
  const other = await app.as('other')
  const send = async (count: number) => {
    const events = Array.from({ length: count }, () => ({ kind: 'page_view', name: '/', age: 0 }))
    return (await other.post(PATH, { batch: randomUUID(), events })).status
  }
  for (let batch = 0; batch < 6; batch++) expect(await send(100)).toBe(200)
  expect(await send(1)).toBe(429)
})

test('events beyond the queue of a store that stands still are dropped and counted, the answer says so, and those that waited are stored', async () => {
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
  const holder = await pool.connect()
  const refusals = new Refusals()
  const queue = new EventQueue(new EventStore(pool), refusals, pino({ level: 'silent' }))
  const { recordUsage } = recordUsageHandlers(queue, refusals, () => 'full')
  const [person] = await app.sql<{ id: string }>('SELECT id FROM user_account ORDER BY id LIMIT 1')
  const userId = person?.id ?? ''
  const at = Date.now()
  const event = { at, userId, customerId: null, kind: 'page_view', name: '/', n: 1, durationMs: 0 } as const
  const batchOf = (count: number) => {
    const events = Array.from({ length: count }, () => ({ ...event, sessionId: undefined }))
    return { id: randomUUID(), userId, events }
  }
  const stored = async () => {
    const rows = await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM app_event WHERE at = $1', [
      new Date(at),
    ])
    return rows[0]?.count
  }
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [WRITER_LOCK])
    expect(queue.add(batchOf(1_000))).toBe(true)
    await until('the first thousand to be on its way', async () => {
      const [lock] = await app.sql('SELECT FROM pg_locks WHERE objid = $1 AND NOT granted', [WRITER_LOCK])
      return lock !== undefined
    })
    for (let thousand = 0; thousand < 19; thousand++) expect(queue.add(batchOf(1_000))).toBe(true)
    expect(queue.add(batchOf(950))).toBe(true)
    const principal = { userId, sessionId: undefined, customerId: null, permissions: new Set<string>() }
    const view = { kind: 'page_view', name: '/', age: 0 } as const
    const body = { batch: randomUUID(), events: Array.from({ length: 100 }, () => view) }
    expect(await recordUsage({ principal, body })).toEqual({ recording: true, accepted: 0, dropped: 100 })
    expect(refusals.snapshot()).toEqual({ 'analytics.queue_full': 100 })
    await holder.query('SELECT pg_advisory_unlock($1)', [WRITER_LOCK])
    await queue.flush()
    expect(await stored()).toBe(20_950)
    expect(await recordUsage({ principal, body })).toMatchObject({ accepted: 100, dropped: 0 })
    await queue.stop()
  } finally {
    holder.release(true)
    await pool.end()
  }
})
