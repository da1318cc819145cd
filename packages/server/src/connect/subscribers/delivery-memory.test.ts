import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useMovableClock } from '../../../test/support/movable-clock.ts'
import { DeliveryMemory } from './delivery-memory.ts'

const clock = useMovableClock('stopped')
const owner = { subscriberId: 'a', slot: 0, session: 'broker:1883 client' }

/** A table of deliveries, as far as the statements go. */
class Table {
  readonly rows = new Map<number, { digest: string; at: number }>()
  isAway = false
  statements = 0

  async query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    this.statements += 1
    if (this.isAway) throw new Error('The database is away.')
    if (text.startsWith('SELECT')) return { rows: [...this.rows].map(([packetId, row]) => ({ packetId, ...row })) }
    if (text.startsWith('DELETE')) this.rows.clear()
    else {
      const [gone, ids, digests, times] = values.slice(2) as [number[], number[], Buffer[], number[]]
      for (const id of gone) this.rows.delete(id)
      for (const [n, id] of ids.entries())
        this.rows.set(id, { digest: digests[n]?.toString('hex') ?? '', at: times[n] ?? 0 })
    }
    return { rows: [] }
  }
}

function packet(id: number, text: string, isRepeated = false, properties = '""') {
  return { id, isRepeated, topic: 'packhouse/A/record', payload: Buffer.from(text), properties }
}

let table: Table
const memories: DeliveryMemory[] = []

beforeEach(() => {
  table = new Table()
})

afterEach(async () => {
  await Promise.all(memories.splice(0).map((memory) => memory.stop()))
})

async function opened(isResumed = true, ping: () => void = () => undefined): Promise<DeliveryMemory> {
  const memory = new DeliveryMemory(table as never, owner)
  memories.push(memory)
  await memory.load()
  memory.opened(isResumed, ping)
  await turn()
  return memory
}

/** Takes a message in as one without a time. @returns when it came, once that is stored */
async function take(memory: DeliveryMemory, one: ReturnType<typeof packet>, now: number): Promise<number> {
  const at = memory.cameAt(one) ?? now
  await new Promise<void>((resolve) => memory.remember(one, at, resolve))
  return at
}

test('a repeat has the time at which the message came first, in this process and in the next', async () => {
  const memory = await opened()
  expect(await take(memory, packet(7, 'a'), 1)).toBe(1)
  expect(await take(memory, packet(7, 'a', true), 2)).toBe(1)
  // Not acknowledged, its number is its own, whether or not the broker says that it repeats.
  memory.opened(true, () => undefined)
  expect(await take(memory, packet(7, 'a'), 3)).toBe(1)
  const next = await opened()
  expect(await take(next, packet(7, 'a', true), 4)).toBe(1)
})

test.each([
  ['other content', packet(7, 'b', true)],
  ['another number', packet(8, 'a', true)],
  ['other properties', packet(7, 'a', true, '{"n":"2"}')],
  ['a number that is used anew', packet(7, 'a', false)],
])('%s is another message', async (_, other) => {
  const memory = await opened()
  await take(memory, packet(7, 'a'), 1)
  memory.acknowledged(7)
  expect(await take(memory, other, 2)).toBe(2)
})

test('in a session that the broker has begun anew nothing is repeated', async () => {
  await take(await opened(), packet(7, 'a'), 1)
  const next = await opened(false)
  expect(table.rows.size).toBe(0)
  expect(await take(next, packet(7, 'a', true), 2)).toBe(2)
})

test('what the broker has acknowledged by the answer to a ping is forgotten, and nothing else', async () => {
  let pings = 0
  const memory = await opened(true, () => {
    pings += 1
    memory.pinged()
  })
  for (const id of [1, 2, 3]) await take(memory, packet(id, 'a'), id)
  memory.acknowledged(1)
  await clock.move(5_000)
  expect(pings).toBe(1)
  memory.acknowledged(2)
  memory.answered()
  await turn()
  expect([...table.rows.keys()]).toEqual([2, 3])
  memory.released(3)
  await turn()
  expect([...table.rows.keys()]).toEqual([2])
})

test('what an earlier process has left and the broker does not repeat is forgotten', async () => {
  await take(await opened(), packet(1, 'a'), 1)
  const next = await opened(true, () => next.pinged())
  await clock.move(70_000)
  next.answered()
  await turn()
  expect(table.rows.size).toBe(0)
})

test('with the database away the record waits until its time is stored', async () => {
  const memory = await opened()
  table.isAway = true
  let isStored = false
  memory.remember(packet(1, 'a'), 1, () => {
    isStored = true
  })
  await clock.move(60_000)
  expect(isStored).toBe(false)
  table.isAway = false
  await clock.move(1_000)
  expect(isStored).toBe(true)
  expect([...table.rows.keys()]).toEqual([1])
})

test('messages whose records have a time are not written down', async () => {
  const memory = await opened()
  const before = table.statements
  for (let id = 1; id <= 100; id += 1) {
    expect(memory.cameAt(packet(id, 'a'))).toBe(undefined)
    memory.acknowledged(id)
  }
  await turn()
  expect(table.statements).toBe(before)
})
