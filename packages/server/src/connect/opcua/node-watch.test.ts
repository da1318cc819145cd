import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeOpcuaServer } from '../../../test/support/fake-opcua-server.ts'
import { type NodeChange, NodeWatch, type Unmonitored } from './node-watch.ts'
import { Operations } from './operations.ts'

const SAMPLING_MS = 1_000
const nodes = Array.from({ length: 400 }, (_, place) => `ns=1;i=${place + 1}`)
let watches: NodeWatch[] = []

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.close()))
  watches = []
  vi.useRealTimers()
})

async function watch(server: FakeOpcuaServer, asked: readonly string[] = nodes) {
  const seen = {
    changes: [] as NodeChange[],
    unmonitored: [] as Unmonitored[],
    unread: [] as (Error | undefined)[],
    silent: 0,
    alive: 0,
  }
  const opened = await NodeWatch.open(await Operations.of(server.session), asked, SAMPLING_MS, {
    changed: (changes) => seen.changes.push(...changes),
    unchanged: () => {
      seen.alive += 1
    },
    unmonitored: (found) => seen.unmonitored.push(found),
    unread: (error) => seen.unread.push(error),
    silent: () => {
      seen.silent += 1
    },
  })
  watches.push(opened)
  opened.start()
  return seen
}

function serverWith(options: ConstructorParameters<typeof FakeOpcuaServer>[0]): FakeOpcuaServer {
  const server = new FakeOpcuaServer(options)
  for (const [place, node] of nodes.entries()) server.set(node, place, 1)
  return server
}

/** Time passes at a server that is alive. */
async function pass(server: FakeOpcuaServer, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    server.publish(passed)
    await vi.advanceTimersByTimeAsync(5_000)
  }
  server.publish(ms)
}

const valuesOf = (changes: readonly NodeChange[], node: string | undefined) =>
  changes.flatMap((change) => (change.node === node ? [change.value.value?.value ?? change.value.statusCode.name] : []))

test.each([100, 150])('with a limit of %i operations all nodes are monitored, in parts', async (most) => {
  const server = serverWith({ limits: { read: most, browse: most, monitor: most } })
  const seen = await watch(server)
  expect(server.monitored).toBe(nodes.length)
  expect(server.largest('monitor')).toBe(most)
  server.publish(2)
  expect(seen.changes.map(({ node }) => node)).toEqual(nodes)
  expect(seen.unmonitored).toEqual([{ polled: new Map(), missing: new Map() }])
})

test('items that the server refuses are named and read instead, in parts, and only what has changed is reported', async () => {
  const server = serverWith({ items: 150, limits: { read: 100, monitor: 100 } })
  const seen = await watch(server)
  const refused = nodes.slice(150)
  expect(seen.unmonitored.at(-1)?.polled).toEqual(new Map(refused.map((node) => [node, 'BadTooManyMonitoredItems'])))
  server.publish(2)
  await vi.advanceTimersByTimeAsync(5 * SAMPLING_MS)
  expect(server.largest('read')).toBe(100)
  const last = nodes.at(-1)
  expect(valuesOf(seen.changes, last)).toEqual([399])
  server.set(last ?? '', 7, 5_000)
  server.set(nodes[0] ?? '', 8, 5_000)
  await vi.advanceTimersByTimeAsync(2 * SAMPLING_MS)
  server.publish(6_000)
  expect(valuesOf(seen.changes, last)).toEqual([399, 7])
  expect(valuesOf(seen.changes, nodes[0])).toEqual([0, 8])
  server.raise(400)
  await pass(server, 65_000)
  expect(seen.unmonitored.at(-1)?.polled.size).toBe(0)
  expect(server.monitored).toBe(400)
})

test('while refused nodes cannot be read their values are unknown, and why is reported', async () => {
  const server = serverWith({ items: 399 })
  const seen = await watch(server)
  const last = nodes.at(-1)
  await vi.advanceTimersByTimeAsync(SAMPLING_MS)
  server.isUnreadable = true
  await vi.advanceTimersByTimeAsync(3 * SAMPLING_MS)
  expect(valuesOf(seen.changes, last)).toEqual([399, 'BadNoCommunication'])
  expect(seen.unread.at(-1)?.message).toContain('BadResourceUnavailable')
  server.isUnreadable = false
  await vi.advanceTimersByTimeAsync(2 * SAMPLING_MS)
  expect(valuesOf(seen.changes, last)).toEqual([399, 'BadNoCommunication', 399])
  expect(seen.unread.at(-1)).toBeUndefined()
})

test('nodes that are not there are unknown and not read, and are found when they are there', async () => {
  const server = serverWith({})
  const seen = await watch(server, ['ns=1;i=1', 'ns=1;s=later'])
  expect(seen.unmonitored.at(-1)?.missing).toEqual(new Map([['ns=1;s=later', 'BadNodeIdUnknown']]))
  expect(valuesOf(seen.changes, 'ns=1;s=later')).toEqual(['BadNodeIdUnknown'])
  server.set('ns=1;s=later', 5, 10)
  await pass(server, 65_000)
  expect(valuesOf(seen.changes, 'ns=1;s=later')).toEqual(['BadNodeIdUnknown', 5])
  expect(seen.unmonitored.at(-1)?.missing.size).toBe(0)
})

test('every change in the queue of the server is reported in its order, and the last of the first message is true now', async () => {
  const server = serverWith({})
  const seen = await watch(server, ['ns=1;i=1'])
  for (const at of [10, 20, 30]) server.set('ns=1;i=1', at, at)
  server.publish(40)
  expect(seen.changes.map(({ value, begins }) => [value.value.value, begins])).toEqual([
    [0, 'first'],
    [10, 'before'],
    [20, 'before'],
    [30, 'now'],
  ])
  server.set('ns=1;i=1', 50, 50)
  server.publish(60)
  expect(seen.changes.at(-1)?.begins).toBeUndefined()
})

test('a server that sends no message any more is silent, once; one that has nothing to say is alive', async () => {
  const server = serverWith({})
  const seen = await watch(server, ['ns=1;i=1'])
  server.publish(1)
  server.publish(2)
  expect(seen.alive).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen.silent).toBe(1)
  server.hangUp()
  expect(seen.silent).toBe(1)
})
