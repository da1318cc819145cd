import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { MovableClock } from '../../test/support/movable-clock.ts'
import { clock, replaceClock } from './clock.ts'

describe('the clock of the machine', () => {
  test('agrees with the machine, and its timers end with their stop', async () => {
    const before = Date.now()
    expect([before, before + 1]).toContain(Math.min(clock.now(), before + 1))
    const done: string[] = []
    const stopped = [
      clock.timeout(1, () => done.push('stopped timeout')),
      clock.every(1, () => done.push('stopped interval')),
    ]
    for (const timer of stopped) timer.stop()
    await new Promise<void>((resolve) => {
      const timer = clock.every(1, () => {
        if (done.push('round') < 3) return
        timer.stop()
        resolve()
      })
    })
    await clock.sleep(5)
    expect(done).toEqual(['round', 'round', 'round'])
  })

  test('a sleep ends early with the reason of its signal', async () => {
    const aborting = new AbortController()
    const asleep = clock.sleep(3_600_000, { signal: aborting.signal })
    aborting.abort(new Error('no longer'))
    await expect(asleep).rejects.toThrow('no longer')
    await expect(clock.sleep(1, { signal: aborting.signal })).rejects.toThrow('no longer')
  })
})

describe('a clock that a test moves', () => {
  let done: string[]
  let moved: MovableClock

  beforeEach(() => {
    done = []
    moved = new MovableClock('stopped')
    onTestFinished(replaceClock(moved))
  })

  /** What is done, with the second in which it is. */
  function note(what: string): void {
    done.push(`${clock.monotonic() / 1_000} ${what}`)
  }

  test('stops until it is moved', async () => {
    clock.timeout(1, () => note('soon'))
    const before = clock.now()
    for (const end = performance.now() + 2; performance.now() < end; ) await nextTurn()
    expect([clock.now() - before, done]).toEqual([0, []])
    await moved.move(1)
    expect([clock.now() - before, done]).toEqual([1, ['0.001 soon']])
  })

  test('does what is due on the way in the order of its times, and what begins on the way too', async () => {
    const second = async () => {
      await clock.sleep(2_000)
      note('slept')
      await clock.sleep(2_000)
      note('slept again')
    }
    clock.timeout(3_000, () => note('late'))
    clock.timeout(1_000, () => {
      note('early')
      clock.timeout(1_500, () => note('after it'))
    })
    const timer = clock.every(2_000, () => note('every'))
    const slept = second()
    await moved.move(5_000)
    await slept
    expect(done).toEqual(['1 early', '2 every', '2 slept', '2.5 after it', '3 late', '4 every', '4 slept again'])
    timer.stop()
    await moved.move(60_000)
    expect([done.length, moved.timers]).toEqual([7, 0])
  })

  test('jumps as a machine that was suspended: what is due is done once, afterwards', async () => {
    clock.timeout(5_000, () => note('later'))
    clock.every(1_000, () => note('every'))
    await moved.jump(3_600_000)
    expect(done).toEqual(['3600 every', '3600 later'])
    await moved.move(1_000)
    expect(done.at(-1)).toBe('3601 every')
  })

  test('a timer that is refreshed waits its whole time again', async () => {
    const timer = clock.timeout(1_000, () => note('silent'))
    await moved.move(900)
    timer.refresh()
    await moved.move(900)
    expect(done).toEqual([])
    await moved.move(100)
    expect(done).toEqual(['1.9 silent'])
  })

  test('what work throws is the error of the move', async () => {
    clock.timeout(10, () => {
      throw new Error('on purpose')
    })
    await expect(moved.move(10)).rejects.toThrow('on purpose')
  })

  test('one that runs goes on with the machine, from where it was moved to', async () => {
    const running = new MovableClock('running')
    const before = running.now()
    const timer = new Promise<void>((resolve) => running.timeout(3_600_000, resolve))
    await running.jump(3_599_999)
    await timer
    expect(running.now() - before).toBeGreaterThanOrEqual(3_599_999)
    expect(running.timers).toBe(0)
  })
})
