import { expect, test } from 'vitest'
import { type HashPriority, HashQueue } from './hash-queue.ts'

/** Work that ends on request, and the order in which it began. */
class Bench {
  readonly started: string[] = []
  readonly #ends = new Map<string, () => void>()
  readonly #queue: HashQueue

  constructor(queue: HashQueue) {
    this.#queue = queue
  }

  take(name: string, priority: HashPriority): boolean {
    const work = () =>
      new Promise<void>((resolve) => {
        this.started.push(name)
        this.#ends.set(name, resolve)
      })
    return this.#queue.run(priority, work) !== undefined
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.()
    await settled()
  }
}

/** What follows from what has just happened has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('no more are computed at once than are allowed, and those who are known come first', async () => {
  const bench = new Bench(new HashQueue({ atOnce: 2, waiting: 10 }))
  for (const name of ['person 1', 'person 2', 'person 3']) bench.take(name, 'person')
  bench.take('device 1', 'device')
  bench.take('known 1', 'known')
  await settled()
  expect(bench.started).toEqual(['person 1', 'person 2'])
  for (const name of ['person 1', 'person 2', 'known 1', 'person 3']) await bench.end(name)
  expect(bench.started).toEqual(['person 1', 'person 2', 'known 1', 'person 3', 'device 1'])
})

test('unknown devices leave a thread to everybody else', async () => {
  const bench = new Bench(new HashQueue({ atOnce: 2, waiting: 20 }))
  for (const name of ['device 1', 'device 2']) expect(bench.take(name, 'device')).toBe(true)
  await settled()
  expect(bench.started).toEqual(['device 1'])
  bench.take('person 1', 'person')
  await settled()
  expect(bench.started).toEqual(['device 1', 'person 1'])
})

test('beyond those that may wait none is taken, and one priority takes no place from another', async () => {
  const queue = new HashQueue({ atOnce: 1, waiting: 50 })
  const bench = new Bench(queue)
  const taken = (priority: HashPriority) =>
    Array.from({ length: 60 }, (_, index) => bench.take(`${priority} ${index}`, priority)).filter(Boolean).length
  // One runs, so many wait.
  expect([taken('device'), taken('person'), taken('known')]).toEqual([3, 50, 50])
  await settled()
  expect([queue.hasRoom('device'), queue.hasRoom('known')]).toEqual([false, false])
  await bench.end('device 0')
  expect([queue.hasRoom('device'), queue.hasRoom('known')]).toEqual([false, true])
})

test('work that fails gives its place back', async () => {
  const queue = new HashQueue({ atOnce: 1, waiting: 1 })
  await expect(queue.run('known', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run('known', async () => 'done')).toBe('done')
})
