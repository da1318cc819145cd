import type { ServerResponse } from 'node:http'
import { HOME_HISTORY_HOURS, type MachineDifference, type MachineDifferences } from '@packhouse/contract'
import { expect, test, vi } from 'vitest'
import { machineEntry } from '../../test/support/machine-entry.ts'
import { type LiveMachine, LiveStore } from '../live/index.ts'
import { mergeLatest } from '../telemetry/record.ts'
import { LiveStream } from './live-stream.ts'
import { withEntriesFrom } from './machine-json.ts'

/** The machines that a viewer is sent at once. */
function sentTo(stream: LiveStream, lastEventId: number): string[] {
  return machinesIn(open(stream, lastEventId))
}

/** @returns what the viewer is sent */
function open(stream: LiveStream, lastEventId?: number): string[] {
  const written: string[] = []
  const response = {
    write: (event: Buffer) => written.push(event.toString()),
    writableLength: 0,
    once: () => undefined,
    end: () => undefined,
    closed: false,
  }
  const viewer = { response: response as unknown as ServerResponse, audience: 'all', sees: () => true }
  stream.open(viewer as unknown as Parameters<LiveStream['open']>[0], lastEventId)
  return written
}

function machinesIn(written: readonly string[]): string[] {
  return [...written.join('').matchAll(/"machineID":"([^"]+)"/g)].map(([, id]) => id ?? '')
}

test('a viewer that comes from another node gets what that one had not shown yet', () => {
  const live = new LiveStore()
  const before = live.register(machineEntry(1, 'M-1'))
  const { version } = live.register(machineEntry(2, 'M-2'))
  before.version = version - 60_000_000
  // The other node has shown something else a second after this one has shown M-2.
  expect(sentTo(new LiveStream(live, true), version + 1_000_000)).toEqual(['M-2'])
  live.register(machineEntry(3, 'M-3'))
  expect(sentTo(new LiveStream(live, false), version)).toEqual(['M-3'])
})

test('a change goes out at once, what comes soon behind it together, and without viewers nothing waits for one', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const live = new LiveStore()
  const stream = new LiveStream(live, false)
  stream.start()
  const touch = (key: number) => live.touch(live.byKey(key) ?? live.register(machineEntry(key, `M-${key}`)))
  try {
    const before = vi.getTimerCount()
    touch(1)
    expect(vi.getTimerCount()).toBe(before)
    const written = open(stream)
    expect(machinesIn(written)).toEqual([])
    touch(2)
    vi.advanceTimersByTime(1)
    expect(machinesIn(written)).toEqual(['M-2'])
    touch(1)
    touch(3)
    vi.advanceTimersByTime(14)
    expect(written).toHaveLength(2)
    vi.advanceTimersByTime(2)
    expect(written).toHaveLength(3)
    expect(machinesIn(written)).toEqual(['M-2', 'M-1', 'M-3'])
  } finally {
    stream.stop()
    vi.useRealTimers()
  }
})

test('a stream that has much to do rests longer, so that it sends more at once', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const live = new LiveStore()
  const machine = live.register(machineEntry(1, 'M-1'))
  const stream = new LiveStream(live, false)
  stream.start()
  // Each look at the clock takes 4 ms: from its start to its end a flush lasts so long.
  let ticks = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + 4 * ticks++)
  try {
    const written = open(stream)
    live.touch(machine)
    vi.advanceTimersByTime(0)
    expect(written).toHaveLength(2)
    live.touch(machine)
    vi.advanceTimersByTime(30)
    expect(written).toHaveLength(2)
    vi.advanceTimersByTime(20)
    expect(written).toHaveLength(3)
  } finally {
    clock.mockRestore()
    stream.stop()
    vi.useRealTimers()
  }
})

/** Numbers from 0 to 1 that are the same for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Reads the stream, and puts together what it knows of each machine. */
class Follower {
  readonly machines = new Map<string, MachineDifference>()
  readonly #stream: LiveStream
  readonly #parts: { differences: boolean; audience: string; sees: (machine: LiveMachine) => boolean }
  #response: { writableLength: number; closed: boolean; end: () => void } | undefined
  #close: () => void = () => undefined
  #lastEventId: number | undefined
  bytes = 0

  constructor(stream: LiveStream, differences: boolean, customerId?: string) {
    const sees = ({ entry }: LiveMachine) =>
      !entry.retired && (customerId === undefined || entry.customerId === customerId)
    this.#stream = stream
    this.#parts = { differences, audience: customerId ?? 'all', sees }
  }

  open(): void {
    const response = {
      write: (event: Buffer) => this.#read(event.toString()),
      once: (_event: string, close: () => void) => {
        this.#close = close
      },
      end: () => undefined,
      writableLength: 0,
      closed: false,
    }
    this.#response = response
    const viewer = { ...this.#parts, response, mayStay: async () => true }
    this.#stream.open(viewer as unknown as Parameters<LiveStream['open']>[0], this.#lastEventId)
  }

  close(): void {
    this.#close()
  }

  /** As one whose connection takes nothing more for a while. */
  fallBehind(isBehind: boolean): void {
    if (this.#response !== undefined) this.#response.writableLength = isBehind ? 2 ** 30 : 0
  }

  #read(event: string): void {
    if (event.startsWith(':')) return
    this.bytes += event.length
    this.#lastEventId = Number(/^id: (\d+)$/m.exec(event)?.[1])
    const { machines }: MachineDifferences = JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '')
    for (const { cycleCounts, ...values } of machines) {
      const before = this.machines.get(values.machineID)
      const entries = new Map(before?.cycleCounts?.entries.map(({ time, value }) => [time, value]))
      for (const { time, value } of cycleCounts?.entries ?? []) entries.set(time, value)
      const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([time, value]) => ({ time, value }))
      const counts = { total: 0, ...before?.cycleCounts, ...cycleCounts, entries: sorted }
      this.machines.set(values.machineID, { ...before, ...values, cycleCounts: counts })
    }
  }
}

const MINUTE_MS = 60_000

function publish(live: LiveStore, key: number, at: number, random: () => number): void {
  const machine = live.byKey(key)
  if (machine === undefined) throw new Error(`There is no machine ${key}`)
  const isNewest = machine.values === undefined || at > machine.values.at
  const machineState = random() < 0.8 ? 'Execute' : 'Idle'
  const temperature = random() < 0.5 ? 20 : 20 + Math.floor(random() * 3)
  const record = { machineKey: key, at, receivedAt: Date.now(), cyclesPerMin: 30, temperature, machineState } as const
  const latest = isNewest ? mergeLatest(machine.values, record, machine.entry) : undefined
  const minute = {
    at: Math.floor(at / MINUTE_MS) * MINUTE_MS,
    records: 1,
    cycles: 1,
    rejects: 0,
    runningMs: 900,
    knownMs: 1_000,
  }
  const change = { machineKey: key, latest, added: isNewest ? [minute] : [], corrected: isNewest ? [] : [minute] }
  live.apply([{ ...change, reread: [] }], Date.now())
}

test.each([1, 2])(
  'who reads differences knows the same as who reads whole machines, whatever happens (seed %d)',
  (seed) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 20) })
    const random = randomOf(seed)
    const pick = (most: number) => Math.floor(random() * most)
    const live = new LiveStore()
    const entryOf = (key: number, customerId: string) => ({ ...machineEntry(key, `M-${key}`), customerId })
    for (let key = 1; key <= 6; key++) live.register(entryOf(key, 'A'))
    const stream = new LiveStream(live, false)
    stream.start()
    // Each pair sees the same and comes, goes and falls behind together.
    const pairs = [undefined, undefined, 'A', 'B'].map((customer) => {
      const [whole, short] = [new Follower(stream, false, customer), new Follower(stream, true, customer)]
      return { whole, short, customer, isOpen: false }
    })
    try {
      for (let step = 0; step < 400; step++) {
        for (const pair of pairs) {
          const { whole, short } = pair
          if (pick(30) === 0) {
            for (const one of [whole, short]) pair.isOpen ? one.close() : one.open()
            pair.isOpen = !pair.isOpen
          }
          const isBehind = pick(10) === 0
          if (pick(3) === 0) for (const one of [whole, short]) one.fallBehind(isBehind)
        }
        for (let record = pick(4); record > 0; record--) {
          publish(live, 1 + pick(6), Date.now() - (pick(12) === 0 ? pick(100) * MINUTE_MS : 0), random)
        }
        if (pick(25) === 0)
          live.register({ ...entryOf(1 + pick(6), pick(2) === 0 ? 'A' : 'B'), description: `${step}` })
        live.checkFreshness(Date.now())
        vi.advanceTimersByTime(pick(20) === 0 ? pick(70_000) : pick(120))
        for (const { whole, short } of pairs) expect(short.machines).toEqual(whole.machines)
      }
      for (const { whole, short, isOpen } of pairs) {
        for (const one of [whole, short]) {
          if (!isOpen) one.open()
          one.fallBehind(false)
        }
      }
      for (const machine of live.machines()) live.touch(machine)
      vi.advanceTimersByTime(50)
      const now = Date.now()
      for (const { short, customer } of pairs) {
        for (const machine of live.machines()) {
          if (customer !== undefined && machine.entry.customerId !== customer) continue
          const { cycleCounts, ...values } = withEntriesFrom(machine, 0, HOME_HISTORY_HOURS, now)
          const found = short.machines.get(machine.entry.machineID)
          expect(found).toMatchObject({ ...values, cycleCounts: { total: cycleCounts.total } })
        }
      }
      expect(pairs[0]?.short.bytes).toBeLessThan(0.8 * (pairs[0]?.whole.bytes ?? 0))
    } finally {
      stream.stop()
      vi.useRealTimers()
    }
  },
)

test('a reader of differences is sent each machine whole at first, and then what has changed', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 20) })
  const live = new LiveStore()
  live.register(machineEntry(1, 'M-1'))
  const stream = new LiveStream(live, false)
  stream.start()
  const written: string[] = []
  const listen = () => {
    const response = {
      write: (event: Buffer) => written.push(event.toString()),
      once: () => undefined,
      end: () => undefined,
    }
    const viewer = {
      response: { ...response, writableLength: 0, closed: false },
      differences: true,
      mayStay: async () => true,
      audience: 'all',
      sees: () => true,
    }
    stream.open(viewer as unknown as Parameters<LiveStream['open']>[0], undefined)
  }
  const next = (): object[] => {
    const from = written.length
    vi.advanceTimersByTime(1_000)
    const events = written.slice(from).filter((event) => event.startsWith('event'))
    return events.map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '').machines[0])
  }
  try {
    listen()
    publish(live, 1, Date.now(), () => 0)
    expect(next()).toEqual([expect.objectContaining({ machineID: 'M-1', timeZone: 'UTC', temperature: 20 })])
    publish(live, 1, Date.now(), () => 0)
    const lastSeen = new Date().toISOString()
    const cycleCounts = { total: 2, entries: [{ time: '2026-11-21T12:00:00.000Z', value: 2 }] }
    expect(next()).toEqual([{ machineID: 'M-1', lastSeen, cycleCounts }])
    // Another reader does not know it yet, and this one does.
    listen()
    publish(live, 1, Date.now(), () => 0)
    const [first, second] = next()
    expect(first).not.toHaveProperty('timeZone')
    expect(second).toHaveProperty('timeZone')
  } finally {
    stream.stop()
    vi.useRealTimers()
  }
})
