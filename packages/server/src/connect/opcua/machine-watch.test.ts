import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { checkCourses } from '../../../test/support/opcua/check-courses.ts'
import { entry, Site, STALE_S } from '../../../test/support/opcua/site.ts'
import { loadOpcua } from './library.ts'

/** More of them are in `npm run test:long`. */
const COURSES = 200
const BEGIN = Date.UTC(2026, 10, 25, 12)

beforeAll(async () => {
  await loadOpcua()
})

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN })
})

afterEach(() => {
  vi.useRealTimers()
})

test(`of ${COURSES} courses of sessions every value is stored at its time, and nothing else`, async () => {
  await checkCourses(COURSES)
})

const NODES = Array.from({ length: 6 }, (_, place) => `ns=1;s=n${place + 1}`)

function siteWith(options: ConstructorParameters<typeof Site>[1] = {}): Site {
  const site = new Site(NODES, options)
  for (const node of NODES) site.server.set(node, 1, BEGIN)
  return site
}

test('what a server refuses to monitor is shown by the connection and at the machine, until it is over', async () => {
  const site = siteWith({ items: 2 })
  const machine = site.live.register(entry)
  const { version } = machine
  await site.connect()
  site.publish()
  const words = expect.stringContaining('ns=1;s=n3 (BadTooManyMonitoredItems)')
  expect(site.state).toMatchObject({ status: 'connected', errorCount: 1, lastError: words })
  expect(site.issues).toEqual([words])
  expect(machine.version).toBeGreaterThan(version)
  await site.watch.stop()
  expect(site.issues).toEqual([])
})

test('a machine that is registered after its connection is watched at once', async () => {
  const site = siteWith()
  await site.connect()
  expect(site.state).toMatchObject({ status: 'failed', lastError: 'The machine M-1 is not registered.' })
  site.live.register({ ...entry, machineID: 'OTHER', key: 2 })
  await vi.advanceTimersByTimeAsync(0)
  expect(site.state.status).toBe('failed')
  site.live.register(entry)
  await vi.advanceTimersByTimeAsync(0)
  site.publish()
  expect(site.state.status).toBe('connected')
  expect(site.newest('n1')).toBe(1)
  await site.watch.stop()
})

test('a tag map that comes where there was nothing to read is taken over by the next review', async () => {
  const site = siteWith()
  site.hasMap = false
  site.live.register(entry)
  await site.connect()
  expect(site.state).toMatchObject({ status: 'failed', lastError: expect.stringContaining('no tag map for OPC UA') })
  await site.watch.checkMap()
  expect(site.state.status).toBe('failed')
  site.hasMap = true
  await site.watch.checkMap()
  site.publish()
  expect(site.state.status).toBe('connected')
  expect(site.newest('n1')).toBe(1)
  await site.watch.stop()
})

test('another version of the tag map is taken over, unless the connection is switched off at that moment', async () => {
  const site = siteWith()
  site.live.register(entry)
  await site.connect()
  site.mapVersion = 2
  await site.watch.checkMap()
  expect(site.server.subscriptions).toBe(2)
  site.mapVersion = 3
  const reviewed = site.watch.checkMap()
  await site.watch.stop()
  await reviewed
  expect(site.server.subscriptions).toBe(2)
})

test('while nothing changes the machine is reported as alive, without a value; and not while nobody knows', async () => {
  const site = siteWith()
  site.live.register(entry)
  await site.connect()
  site.publish()
  const before = site.records.length
  for (let second = 0; second < STALE_S; second += 5) {
    await vi.advanceTimersByTimeAsync(5_000)
    site.publish()
  }
  const alive = site.records.slice(before)
  expect(alive.map(({ at, machineData }) => [at - BEGIN, machineData])).toEqual([
    [25_000, undefined],
    [50_000, undefined],
  ])
  site.end()
  await vi.advanceTimersByTimeAsync(2 * STALE_S * 1_000)
  expect(site.records).toHaveLength(before + 2)
})

test('what is reported of one time shares a record, also where another message was of that time already', async () => {
  const site = siteWith()
  site.live.register(entry)
  await site.connect()
  site.publish()
  const before = site.records.length
  const at = BEGIN + 10
  await vi.advanceTimersByTimeAsync(100)
  for (const [place, node] of NODES.entries()) {
    site.server.set(node, 7, at)
    if (place === 2) site.publish()
  }
  site.publish()
  expect(site.records.slice(before).map((record) => [record.at - at, Object.keys(record.machineData ?? {})])).toEqual([
    [0, ['n1', 'n2', 'n3']],
    [expect.closeTo(0.001, 3), ['n4', 'n5', 'n6']],
  ])
  await site.watch.stop()
})
