import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { type Clock, replaceClock, type SleepOptions, sleepOn, type Timer } from '../../src/platform/clock.ts'

interface Waiting {
  /** When it is due, by the monotonic time of the clock. */
  due: number
  work: () => unknown
  /** Of work that comes again and again, ms. */
  everyMs?: number
  /** The timer of the machine, while the clock runs. */
  handle: NodeJS.Timeout | undefined
  isUnref: boolean
}

/** A time that nobody mistakes for today. */
const START = Date.UTC(2031, 2, 10, 12)

/**
 * A clock that a test moves. One that is `stopped` has no other time than that: for units that wait for nothing but the clock.
 * One that is `running` goes on with the time of the machine too: for the whole product, which also waits for its database.
 */
export class MovableClock implements Clock {
  readonly #isRunning: boolean
  readonly #waiting = new Set<Waiting>()
  #aheadMs = 0

  constructor(kind: 'running' | 'stopped') {
    this.#isRunning = kind === 'running'
  }

  /** How much is to come: timers that were begun, and neither stopped nor done. */
  get timers(): number {
    return this.#waiting.size
  }

  /** Whole ms, as those of the machine. */
  readonly now = (): number => Math.floor((this.#isRunning ? Date.now() : START) + this.#aheadMs)
  readonly monotonic = (): number => (this.#isRunning ? performance.now() : 0) + this.#aheadMs
  readonly sleep = (ms: number, options?: SleepOptions): Promise<void> => sleepOn(this, ms, options)
  readonly timeout = (ms: number, work: () => unknown): Timer => this.#begin(ms, { work })
  readonly every = (ms: number, work: () => unknown): Timer => this.#begin(ms, { work, everyMs: ms })

  /**
   * Moves on and does what is due on the way, each at its time and in the order of these times; what was begun before has
   * gone as far as it can without the database or the network. After it, a test looks with `until` for what needs them.
   * @throws what the work throws
   */
  async move(ms: number): Promise<void> {
    const end = this.monotonic() + ms
    await nextTurn()
    for (let next = this.#firstDue(end); next !== undefined; next = this.#firstDue(end)) {
      this.#goTo(next.due)
      this.#do(next)
      await nextTurn()
    }
    this.#goTo(end)
    this.#setTimers()
  }

  /**
   * Moves on as a machine that was suspended: what has come due meanwhile is done once, afterwards. For hours and days of the
   * whole product, whose timers of a second `move` would do thousands of times.
   * @throws what the work throws
   */
  async jump(ms: number): Promise<void> {
    await nextTurn()
    this.#aheadMs += ms
    const due = [...this.#waiting].filter((one) => one.due <= this.monotonic()).sort((a, b) => a.due - b.due)
    for (const one of due) {
      // What came before it may have stopped it.
      if (this.#waiting.has(one)) this.#do(one)
      await nextTurn()
    }
    this.#setTimers()
  }

  #begin(ms: number, { work, everyMs }: Pick<Waiting, 'work' | 'everyMs'>): Timer {
    // A timer of the machine waits for 1 ms at least too.
    const waitMs = Math.max(1, ms)
    const one: Waiting = { due: this.monotonic() + waitMs, work, handle: undefined, isUnref: false }
    if (everyMs !== undefined) one.everyMs = waitMs
    this.#waiting.add(one)
    this.#setTimer(one)
    const timer: Timer = {
      stop: () => {
        this.#waiting.delete(one)
        clearTimeout(one.handle)
      },
      unref: () => {
        one.isUnref = true
        one.handle?.unref()
        return timer
      },
      refresh: () => {
        one.due = this.monotonic() + waitMs
        this.#waiting.add(one)
        this.#setTimer(one)
      },
    }
    return timer
  }

  #firstDue(end: number): Waiting | undefined {
    let first: Waiting | undefined
    for (const one of this.#waiting) if (one.due <= end && (first === undefined || one.due < first.due)) first = one
    return first
  }

  #do(one: Waiting): void {
    if (one.everyMs === undefined) {
      this.#waiting.delete(one)
      clearTimeout(one.handle)
    } else {
      one.due = this.monotonic() + one.everyMs
      this.#setTimer(one)
    }
    one.work()
  }

  /** Never back: while the clock runs the machine may be there already. */
  #goTo(monotonic: number): void {
    this.#aheadMs += Math.max(0, monotonic - this.monotonic())
  }

  #setTimers(): void {
    for (const one of this.#waiting) this.#setTimer(one)
  }

  #setTimer(one: Waiting): void {
    if (!this.#isRunning) return
    clearTimeout(one.handle)
    one.handle = setTimeout(() => this.#do(one), Math.max(0, one.due - this.monotonic()))
    if (one.isUnref) one.handle.unref()
  }
}

/**
 * The clock of the server in the tests of one file. Call it before `useTestApp`: what is begun by the clock of the machine is
 * not moved. The time of the database is its own: what SQL decides by `now()` is tested by an instant in a row.
 */
export function useMovableClock(kind: 'running' | 'stopped'): MovableClock {
  const clock = new MovableClock(kind)
  let putBack: (() => void) | undefined
  beforeAll(() => {
    putBack = replaceClock(clock)
  })
  afterAll(() => putBack?.())
  return clock
}
