import { tagMapEntrySchema } from '@packhouse/contract'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FakeOpcuaServer } from '../../../test/support/fake-opcua-server.ts'
import { randomNumbers, seed } from '../../../test/support/seed.ts'
import { LiveStore, type MachineEntry } from '../../live/index.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { compileMap } from '../mapping/compiled-map.ts'
import { MachineMemory } from '../mapping/machine-memory.ts'
import { mapReadings } from '../mapping/map-message.ts'
import type { Decode, OnSettled } from '../message.ts'
import { freshState } from '../supervisor/connection-states.ts'
import { loadOpcua } from './library.ts'
import { MachineWatch } from './machine-watch.ts'
import { Operations } from './operations.ts'

const SESSIONS = Number(process.env.OPCUA_SESSIONS ?? 200)
const BEGIN = Date.UTC(2026, 10, 25, 12)
const HOUR = 3_600_000
const MINUTE = 60_000
const SAMPLING_MS = 1_000
const STALE_S = 60
const entry = {
  id: 'm',
  key: 1,
  machineID: 'M-1',
  customerId: null,
  sharedUntil: null,
  retired: false,
  keepRecordsDays: 400,
  staleAfterSeconds: STALE_S,
  tagMapId: null,
  configurationId: null,
} as unknown as MachineEntry

beforeAll(async () => {
  await loadOpcua()
})

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN })
})

afterEach(() => {
  vi.useRealTimers()
})

/** How the clock of a node runs. */
type Clock = 'right' | 'ahead' | 'behind' | 'none'

interface Node {
  id: string
  clock: Clock
  /** The newest time that it has named. */
  newest: number
}

/** A value as it has left the server. */
interface Delivered {
  node: string
  value: number | null
  source: number
  /** When, by the clock of the server. */
  at: number
  by: 'notification' | 'read'
  session: number
}

/** A reading that a historian has: of the millisecond `at`. */
type Stored = `${string} ${number} ${number | null}`

/** One machine with its connection, behind a server that can be made to misbehave. */
class Site {
  readonly server: FakeOpcuaServer
  readonly live = new LiveStore()
  readonly state = { ...freshState }
  readonly records: TelemetryRecord[] = []
  readonly delivered: Delivered[] = []
  readonly watch: MachineWatch
  /** How far the clock of the server is from ours. */
  readonly skew: number
  session = 0
  isConnected = false
  hasMap = true
  mapVersion = 1
  readonly #memory = new MachineMemory()

  constructor(nodes: readonly string[], options: ConstructorParameters<typeof FakeOpcuaServer>[0] = {}, skew = 0) {
    this.server = new FakeOpcuaServer(options)
    this.skew = skew
    this.server.now = () => this.now
    this.server.onValue = (node, value, by) => {
      if (!nodes.includes(node)) return
      const isBad = value.statusCode.value >>> 31 === 1
      const source = value.sourceTimestamp?.getTime() ?? 0
      this.delivered.push({
        node,
        value: isBad ? null : value.value.value,
        source,
        at: this.now,
        by,
        session: this.session,
      })
    }
    const entries = nodes.map((address) =>
      tagMapEntrySchema.parse({ canonicalTag: tagOf(address), address, role: 'other' }),
    )
    const map = {
      id: 'map',
      version: 1,
      name: 'Map',
      compiled: compileMap({ source: 'opcua', entries, timeAddress: null }),
    }
    const parts = {
      live: this.live,
      tagMaps: {
        mapOf: () => (this.hasMap ? { ...map, version: this.mapVersion } : undefined),
        decodeReadings: (machine: { entry: MachineEntry }, _map: unknown, given: never, arrival: number) => {
          const mapped = { ...machine.entry, before: (at: number) => this.#memory.before(1, undefined, at) }
          const outcome = mapReadings(map.compiled, mapped, given, arrival)
          if ('record' in outcome) this.#memory.keep(outcome.record)
          return outcome
        },
      },
      intake: {
        receiveDecoded: (_origin: unknown, machineID: string, decode: Decode, settle: OnSettled) => {
          const machine = this.live.byID(machineID)
          if (machine === undefined) throw new Error('The machine is not registered.')
          const decoded = decode(machine, Date.now())
          if ('refusal' in decoded) throw new Error(decoded.refusal.reason)
          this.records.push(decoded.record)
          settle(null, machine)
        },
      },
    }
    const connection = { id: 'c', name: 'Line', machineID: 'M-1', samplingMs: SAMPLING_MS, endpointUrl: 'opc.tcp://x' }
    this.watch = new MachineWatch(connection as never, this.state, parts as never, () => undefined)
  }

  /** Now, by the clock of the server. */
  get now(): number {
    return Date.now() + this.skew
  }

  get issues(): string[] {
    return [...(this.live.byID('M-1')?.sourceIssues.values() ?? [])].flat()
  }

  async connect(): Promise<void> {
    this.session += 1
    this.isConnected = true
    const operations = await Operations.of(this.server.session)
    await this.watch.begin({ operations } as never, () => this.end())
  }

  end(): void {
    this.isConnected = false
    this.server.hangUp()
    this.watch.lost('gone', 'waiting')
  }

  publish(): void {
    this.server.publish(this.now)
  }

  /** The newest time that a node has named to us over this session. */
  newestTold(node: string): number | undefined {
    return newestOf(this.delivered.filter((one) => one.node === node && one.session === this.session))?.source
  }

  /** What is stored, by the millisecond. */
  stored(): Stored[] {
    return this.records.flatMap(({ at, machineData = {} }) =>
      Object.entries(machineData).map(([tag, value]): Stored => `${tag} ${Math.floor(at)} ${value as number | null}`),
    )
  }

  /** The newest value of a tag by the times of the records. */
  newest(tag: string): unknown {
    const found = this.records.filter(({ machineData = {} }) => tag in machineData).toSorted((a, b) => a.at - b.at)
    return found.at(-1)?.machineData?.[tag]
  }
}

function tagOf(node: string): string {
  return node.replace(/.*=/, '')
}

/**
 * What a historian holds of nodes with a right clock: every value at its own time, and what a session begins with also at its
 * beginning, since it is true then.
 */
function wanted({ delivered }: Site, nodes: readonly Node[]): Stored[] {
  const readings: Stored[] = []
  for (const { id, clock } of nodes) {
    if (clock !== 'right') continue
    let newest = Number.NEGATIVE_INFINITY
    let stored = Number.NEGATIVE_INFINITY
    let before: Delivered | undefined
    const own = delivered.filter(({ node }) => node === id)
    for (const one of own) {
      const { value, source, at, session } = one
      const first = own.filter((other) => other.session === session)
      const atOnce = first.filter((other) => other.at === first[0]?.at)
      const isTrueNow = one === newestOf(atOnce)
      const isInitial = one === first[0]
      const isRepeat = one.by === 'read' && !isInitial && before?.value === value
      const isUnknown = newest === Number.NEGATIVE_INFINITY
      // What was there when nothing was known may be there for ever.
      const isOld = isUnknown && (isTrueNow ? source < at : isInitial)
      const isTold = isInitial && source <= newest
      // What is read is the value of then, where it has not changed since the last reading.
      const time = one.by === 'read' && source <= stored ? at : source
      if (!isRepeat && !isTold && !isOld) readings.push(`${tagOf(id)} ${time} ${value}`)
      if (isTrueNow && source < at) readings.push(`${tagOf(id)} ${at} ${value}`)
      if (!isRepeat) stored = Math.max(stored, isTrueNow ? at : time)
      if (!isRepeat && (isTrueNow || !isOld)) newest = Math.max(newest, source)
      before = one
    }
  }
  return readings
}

test(`of ${SESSIONS} courses of sessions every value is stored at its time, and nothing else`, async () => {
  for (let course = 0; course < SESSIONS; course += 1) {
    const random = randomNumbers(seed + course)
    const pick = (most: number) => Math.floor(random() * most)
    const count = 2 + pick(9)
    const clocks: Clock[] = ['right', 'right', 'right', 'ahead', 'behind', 'none']
    const nodes = Array.from({ length: count }, (_, place): Node => {
      return { id: `ns=1;s=n${place + 1}`, clock: clocks[pick(clocks.length)] ?? 'right', newest: 0 }
    })
    const limit = 1 + pick(count)
    const site = new Site(
      nodes.map(({ id }) => id),
      {
        ...(random() < 0.5 && { limits: { read: limit, monitor: limit } }),
        ...(random() < 0.3 && { taken: { read: limit, monitor: limit } }),
        ...(random() < 0.4 && { items: pick(count + 1) }),
      },
      pick(3_000) - 1_500,
    )
    site.live.register(entry)
    const { StatusCodes } = await loadOpcua()
    const change = (node: Node, isOld = false) => {
      const offset = { right: 0, none: 0, ahead: 5 * HOUR, behind: -3 * HOUR }[node.clock]
      const told = site.newestTold(node.id)
      const isLate = node.clock === 'right' && told !== undefined && random() < 0.1
      const own = site.now + offset - (isOld ? pick(20 * MINUTE) : 0)
      const source = isLate ? told - 1 - pick(20_000) : Math.max(own, node.newest + 1)
      node.newest = Math.max(node.newest, source)
      const isBad = random() < 0.15
      const status = isBad ? StatusCodes.BadSensorFailure : StatusCodes.Good
      site.server.set(node.id, isBad ? 0 : pick(1_000), node.clock === 'none' ? null : source, status)
    }
    for (const node of nodes) change(node, true)
    for (let step = 0; step < 25; step += 1) {
      await vi.advanceTimersByTimeAsync(50 + pick(2_000))
      const before = site.records.length
      for (const node of nodes) while (random() < 0.3) change(node)
      if (!site.isConnected) {
        expect(site.records.length).toBe(before)
        if (random() < 0.4) await site.connect()
      } else if (random() < 0.06) site.end()
      // Where it is not sent, what has changed waits at the server.
      else if (random() < 0.8) site.publish()
    }
    if (!site.isConnected) await site.connect()
    site.publish()
    await vi.advanceTimersByTimeAsync(2 * SAMPLING_MS)
    site.publish()
    const right = new Set(nodes.flatMap(({ id, clock }) => (clock === 'right' ? [tagOf(id)] : [])))
    const stored = site.stored().filter((text) => right.has(text.split(' ')[0] ?? ''))
    const due = wanted(site, nodes)
    // A value that is sent twice with the same time, such as after a new session, is one.
    expect([...new Set(stored)].toSorted(), `course ${course}`).toEqual([...new Set(due)].toSorted())
    expect(stored.length, `course ${course}`).toBeLessThanOrEqual(due.length)
    for (const { id, clock } of nodes) {
      const seen = site.delivered.filter(({ node, session }) => node === id && session === site.session)
      const last = clock === 'right' && seen.at(-1)?.by !== 'read' ? newestOf(seen) : seen.at(-1)
      expect(site.newest(tagOf(id)), `course ${course}, ${clock} ${id}`).toBe(last?.value)
    }
    await site.watch.stop()
  }
})

/** The newest by its own time. */
function newestOf(delivered: readonly Delivered[]): Delivered | undefined {
  return delivered.reduce<Delivered | undefined>(
    (newest, one) => (one.source >= (newest?.source ?? 0) ? one : newest),
    undefined,
  )
}

const NODES = Array.from({ length: 6 }, (_, place) => `ns=1;s=n${place + 1}`)

function siteWith(options: ConstructorParameters<typeof FakeOpcuaServer>[0] = {}): Site {
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
