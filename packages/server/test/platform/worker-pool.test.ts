import { setFlagsFromString } from 'node:v8'
import { afterEach, describe, expect, test } from 'vitest'
import { WorkerPool, type WorkerPoolOptions } from '../../src/platform/worker-pool.ts'
import type { TestTask } from '../support/task-worker.ts'
import { until } from '../support/until.ts'

const script = new URL('../support/task-worker.ts', import.meta.url)
const pools: WorkerPool[] = []

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()))
})

/** A pool of one worker with time enough, unless a test changes that. */
function poolOf(changes: Partial<WorkerPoolOptions> = {}) {
  const options = { script, workers: 1, queue: 8, perOwner: 8, timeoutMs: 300_000, memoryMb: 64, ...changes }
  const pool = new WorkerPool(options)
  pools.push(pool)
  const run = (task: TestTask, owner = 'a') => pool.run(task, owner)
  /** The fault with which a task ends; undefined if it has a result. */
  const faultOf = (task: TestTask, owner?: string): Promise<string | undefined> =>
    run(task, owner).then(
      () => undefined,
      ({ fault }) => fault,
    )
  return { pool, run, faultOf }
}

const echo = (word: string): TestTask => ({ does: 'echo', word })

describe('a pool of workers', () => {
  test('has none before there is a task, and no more than it may', async () => {
    const { pool, run } = poolOf({ workers: 2 })
    expect(pool.size).toBe(0)
    expect(await run(echo('one'))).toBe('one')
    expect(pool.size).toBe(1)
    const words = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(await Promise.all(words.map((word) => run(echo(word))))).toEqual(words)
    expect(pool.size).toBe(2)
  })

  test('ends an idle worker, and starts another for the next task', async () => {
    const { pool, run } = poolOf({ idleMs: 1 })
    expect(await run(echo('one'))).toBe('one')
    await until('no worker is left', () => pool.size === 0)
    expect(await run(echo('two'))).toBe('two')
  })

  test('does not end a worker that was idle and has a task again', async () => {
    const busy = poolOf({ idleMs: 200 })
    await busy.run(echo('one'))
    const held = busy.faultOf({ does: 'hold' })
    // It is idle later than the busy one was: when it has ended, so would have the busy one.
    const idle = poolOf({ idleMs: 200 })
    await idle.run(echo('one'))
    await until('the idle worker has ended', () => idle.pool.size === 0)
    expect(busy.pool.size).toBe(1)
    await busy.pool.stop()
    expect(await held).toBe('stopped')
  })

  test('ends a task that takes too long while the event loop goes on, and then works as before', async () => {
    const { run, faultOf } = poolOf({ timeoutMs: 300 })
    let turns = 0
    const turning = setInterval(() => turns++, 1)
    expect(await faultOf({ does: 'spin' })).toBe('timeout')
    clearInterval(turning)
    // A loop that stands still turns once, when it hears of the end.
    expect(turns).toBeGreaterThan(1)
    // A busy machine may take too long for a short task too.
    expect(await until('the next', () => run(echo('next')).catch(() => undefined))).toBe('next')
  })

  test('counts the start of the first worker neither as waiting nor as work', async () => {
    // No worker starts in 5 ms.
    const { faultOf } = poolOf({ timeoutMs: 5 })
    expect(await faultOf({ does: 'spin' })).toBe('timeout')
  })

  test('ends a task that takes too much memory', async () => {
    const { run, faultOf } = poolOf({ memoryMb: 32 })
    expect(await faultOf({ does: 'grow' })).toBe('memory')
    expect(await run(echo('next'))).toBe('next')
  })

  test('bounds the memory of its workers by their own limit where the process was started with another', async () => {
    setFlagsFromString('--max-old-space-size=3000')
    const { run } = poolOf({ memoryMb: 32 })
    expect(await run({ does: 'heap' })).toBeLessThan(1_000)
  })

  test('says that a task failed, and goes on', async () => {
    const { run, faultOf } = poolOf()
    await expect(run({ does: 'fail' })).rejects.toMatchObject({
      fault: 'failed',
      cause: { message: 'It went wrong.' },
    })
    expect(await faultOf({ does: 'exit' })).toBe('failed')
    expect(await run(echo('next'))).toBe('next')
  })

  test('refuses what is more than may wait, and what is more than one owner may have', async () => {
    const { run, faultOf } = poolOf({ queue: 3, perOwner: 2 })
    await run(echo('started'))
    const held = [faultOf({ does: 'hold' }, 'a'), faultOf({ does: 'hold' }, 'a')]
    expect(await faultOf(echo('x'), 'a')).toBe('owner_limit')
    held.push(faultOf(echo('x'), 'b'), faultOf(echo('x'), 'b'))
    expect(await faultOf(echo('x'), 'c')).toBe('queue_full')
    await pools.pop()?.stop()
    expect(await Promise.all(held)).toEqual(['stopped', 'stopped', 'stopped', 'stopped'])
    expect(await faultOf(echo('x'), 'd')).toBe('stopped')
  })

  test('gives an owner room again when a task has ended', async () => {
    const { run } = poolOf({ perOwner: 1 })
    for (const word of ['one', 'two', 'three']) expect(await run(echo(word))).toBe(word)
  })

  test('serves owners in turn', async () => {
    const { run } = poolOf()
    const order: string[] = []
    const tasks = ['a1', 'a2', 'a3', 'b1', 'c1', 'a4'].map(async (word) => {
      order.push(String(await run(echo(word), word.charAt(0))))
    })
    await Promise.all(tasks)
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4'])
  })

  test('lets no caller wait for longer than a task may take', async () => {
    const { faultOf } = poolOf({ timeoutMs: 200 })
    const faults = await Promise.all([faultOf({ does: 'hold' }), faultOf(echo('a')), faultOf(echo('b'))])
    expect(faults).toEqual(['timeout', 'waited_too_long', 'waited_too_long'])
  })

  test('whose module cannot be loaded fails its tasks one after the other', async () => {
    const { faultOf } = poolOf({ script: new URL('./no-such-module.ts', import.meta.url) })
    expect(await Promise.all([faultOf(echo('a')), faultOf(echo('b'))])).toEqual(['failed', 'failed'])
  })
})
