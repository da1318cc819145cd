import { expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import type { StoredValue } from '../device-store.ts'
import { MOST_FILES, Outbox, type OutboxEntry, type Sender } from './outbox.ts'

const away = new TypeError('Failed to fetch')
const stale = new ApiError({ code: 'stale', status: 409, title: 'Changed', current: { product: 'theirs' } })

/** A server that keeps what it is sent by id, and answers or is away as told. */
function makeServer() {
  const tests = new Map<string, unknown>()
  const files = new Map<string, string>()
  const faults: unknown[] = []
  let loses = false
  const take = () => {
    const fault = faults.shift()
    if (fault !== undefined) throw fault
  }
  const sender: Sender = {
    async send({ id, value }) {
      take()
      if (!tests.has(id)) tests.set(id, value)
      if (loses) throw away
      return `test of ${id}`
    },
    async sendFile(becomes, { id, name }) {
      take()
      files.set(id, `${becomes}: ${name}`)
    },
  }
  return {
    tests,
    files,
    sender,
    failNext: (...next: unknown[]) => faults.push(...next),
    loseAnswers(yes: boolean) {
      loses = yes
    },
  }
}

function makeDevice() {
  const values = new Map<string, unknown>()
  let waits: Promise<unknown> = Promise.resolve()
  return {
    store: {
      read: async (start: string): Promise<StoredValue[]> =>
        [...values].flatMap(([path, value]) => (path.startsWith(start) ? [{ path, value }] : [])),
      write: async (path: string, value: unknown) => void values.set(path, structuredClone(value)),
      remove: async (paths: readonly string[]) => paths.forEach((path) => void values.delete(path)),
    },
    locks: {
      request<Result>(_name: string, work: () => Promise<Result>): Promise<Result> {
        const result = waits.then(work)
        waits = result.catch(() => undefined)
        return result
      },
    },
    values,
  }
}

function open({ owner = 'ann', at = 1_000 } = {}, device = makeDevice(), server = makeServer()) {
  let ids = 0
  const clock = { now: at }
  const outbox = new Outbox({
    owner,
    ...device,
    senderOf: async (kind) => (kind === 'test' ? server.sender : undefined),
    now: () => clock.now++,
    newId: () => `new-${ids++}`,
  })
  return { outbox, device, server, clock }
}

const entry = (id: string, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...{ id, kind: 'test', about: 'PAL-1', state: 'waiting', value: { product: id }, begunAt: 0, changedAt: 0 },
  ...more,
})
const photo = (id: string) => ({ id, name: `${id}.jpg`, content: new Blob([id]) })

test('an entry is written before anything is read or answered, and in its order: the page may be going away', async () => {
  const { outbox, device } = open()
  const written: unknown[] = []
  device.store.write = (_, value) => {
    written.push((value as OutboxEntry).value)
    return new Promise(() => undefined)
  }
  device.store.read = () => new Promise(() => undefined)
  for (const product of ['T', 'Tr', 'Tray']) void outbox.keep(entry('a', { state: 'draft', value: { product } }))
  expect(written).toEqual([{ product: 'T' }, { product: 'Tr' }, { product: 'Tray' }])
})

test('what waits is sent with its files, the oldest first, and nothing of it stays', async () => {
  const { outbox, device, server } = open()
  await outbox.keep(entry('a'))
  await outbox.keepFile('a', photo('one'))
  await outbox.keep(entry('b'))
  await outbox.keep(entry('c', { state: 'draft' }))
  const outcomes = await outbox.flush()
  expect([...outcomes.keys()]).toEqual(['a', 'b'])
  expect([...server.tests.keys()]).toEqual(['a', 'b'])
  expect([...server.files]).toEqual([['one', 'test of a: one.jpg']])
  expect(outbox.entries.map(({ id }) => id)).toEqual(['c'])
  expect(device.values.size).toBe(1)
})

test('without a connection everything stays, and is sent once later, also from two tabs at the same time', async () => {
  const { outbox, device, server } = open()
  await outbox.keep(entry('a'))
  await outbox.keepFile('a', photo('one'))
  server.failNext(away)
  expect((await outbox.flush()).get('a')).toEqual({ state: 'waiting' })
  const other = open({}, device, server).outbox
  await Promise.all([outbox.flush(), other.flush(), outbox.flush()])
  expect(server.tests.size).toBe(1)
  expect(device.values.size).toBe(0)
})

test('what the server took without being heard is not entered twice; files that are missing follow', async () => {
  const { outbox, server } = open()
  await outbox.keep(entry('a'))
  await outbox.keepFile('a', photo('one'))
  await outbox.keepFile('a', photo('two'))
  server.loseAnswers(true)
  await outbox.flush()
  server.loseAnswers(false)
  // The second file does not arrive.
  server.failNext(undefined, undefined, away)
  await outbox.flush()
  expect(outbox.entries[0]).toMatchObject({ state: 'waiting', becomes: 'test of a' })
  expect(await outbox.reopen('a')).toBeUndefined()
  await outbox.flush()
  expect([...server.tests.keys()]).toEqual(['a'])
  expect([...server.files.keys()].sort()).toEqual(['one', 'two'])
  expect(outbox.entries).toEqual([])
})

test('another version is a conflict that keeps both; what the server does not take keeps its reason', async () => {
  const { outbox, server } = open()
  await outbox.keep(entry('a'))
  await outbox.keep(entry('b'))
  server.failNext(stale, new ApiError({ code: 'invalid_request', status: 400, title: 'A value is missing' }))
  await outbox.flush()
  const [first, second] = [...outbox.entries].sort((one, other) => (one.id < other.id ? -1 : 1))
  expect(first).toMatchObject({ state: 'conflict', current: { product: 'theirs' }, value: { product: 'a' } })
  expect(second).toMatchObject({ state: 'refused', reason: 'A value is missing' })
  expect(await outbox.flush()).toEqual(new Map())
  expect(await outbox.reopen('a')).toMatchObject({ id: 'a', state: 'draft', value: { product: 'a' } })
})

test('an entry that the server may have is changed under another id, with its files', async () => {
  const { outbox, server } = open()
  await outbox.keep(entry('a'))
  await outbox.keepFile('a', photo('one'))
  server.failNext(away)
  await outbox.flush()
  const draft = await outbox.reopen('a')
  expect(draft).toMatchObject({ id: 'new-0', state: 'draft' })
  expect((await outbox.filesOf('new-0')).map(({ id }) => id)).toEqual(['one'])
  expect(outbox.entries.map(({ id }) => id)).toEqual(['new-0'])
})

test('a server that is busy, or a session that is over, is asked again; what is not reached holds up all', async () => {
  const { outbox, server } = open()
  await outbox.keep(entry('a'))
  await outbox.keep(entry('b'))
  server.failNext(new ApiError({ code: 'unknown', status: 503, title: 'Busy' }))
  expect([...(await outbox.flush())].map(([id, { state }]) => [id, state])).toEqual([
    ['a', 'waiting'],
    ['b', 'sent'],
  ])
  await outbox.keep(entry('c'))
  server.failNext(away)
  expect([...(await outbox.flush()).keys()]).toEqual(['a'])
})

test('an account sees its own entries alone, and nothing for ever or without bounds', async () => {
  const { outbox, device, clock } = open()
  await outbox.keep(entry('a'))
  const other = open({ owner: 'bob' }, device)
  expect(await other.outbox.read()).toEqual([])
  await other.outbox.flush()
  expect(other.server.tests.size).toBe(0)
  for (let n = 0; n < MOST_FILES; n++) await outbox.keepFile('a', photo(`f${n}`))
  await expect(outbox.keepFile('a', photo('more'))).rejects.toThrow()
  await expect(
    outbox.keepFile('b', { ...photo('large'), content: new Blob(['x'.repeat(2_000_001)]) }),
  ).rejects.toThrow()
  for (let n = 0; n < 49; n++) await outbox.keep(entry(`e${n}`, { state: 'draft' }))
  await expect(outbox.keep(entry('more'))).rejects.toThrow()
  clock.now += 91 * 86_400_000
  expect(await outbox.read()).toEqual([])
  expect(device.values.size).toBe(0)
})
