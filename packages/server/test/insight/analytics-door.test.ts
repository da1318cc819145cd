import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
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
