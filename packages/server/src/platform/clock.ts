/** Work that is to come. */
export interface Timer {
  /** From now on it does nothing. One that is over may be stopped too. */
  stop: () => void
  /** Lets the process end before it is due. */
  unref: () => Timer
  /** Waits its whole time again, from now on. */
  refresh: () => void
}

export interface SleepOptions {
  /** Ends the sleep early: it rejects with the reason of the signal. */
  signal?: AbortSignal
  /** `false` lets the process end meanwhile. */
  ref?: boolean
}

/**
 * Time as the server sees it. What is decided by a time, or done after one, asks the clock; `clock-use.test.ts` finds what
 * asks the machine instead. A limit of waiting for a socket or a request (`AbortSignal.timeout`, `socket.setTimeout`) is the
 * machine's: it bounds what happens outside of the process.
 */
export interface Clock {
  /** Unix time in ms. It jumps where somebody sets the clock of the machine. */
  now: () => number
  /** ms from a moment that means nothing: for durations, since nobody sets it. */
  monotonic: () => number
  /** Resolves after so many ms. @throws the reason of the signal */
  sleep: (ms: number, options?: SleepOptions) => Promise<void>
  /** Does something every so many ms, for the first time after so many. What it throws is not caught. */
  every: (ms: number, work: () => unknown) => Timer
  /** Does something once, after so many ms. What it throws is not caught. */
  timeout: (ms: number, work: () => unknown) => Timer
}

/** The clock of the machine. It looks its functions up at each call, so that a test may replace single ones. */
const machineClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, options) => sleepOn(machineClock, ms, options),
  every(ms, work) {
    const handle = setInterval(work, ms)
    return timerOf(handle, () => clearInterval(handle))
  },
  timeout(ms, work) {
    const handle = setTimeout(work, ms)
    return timerOf(handle, () => clearTimeout(handle))
  },
}

/** The clock of this process. Read it at each use: a test replaces it. */
export let clock = machineClock

/** For tests. @returns puts the clock back that was there before */
export function replaceClock(other: Clock): () => void {
  const before = clock
  clock = other
  return () => {
    clock = before
  }
}

/** A sleep by the timers of a clock. */
export function sleepOn({ timeout }: Pick<Clock, 'timeout'>, ms: number, options: SleepOptions = {}): Promise<void> {
  const { signal, ref = true } = options
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      timer.stop()
      reject(signal?.reason)
    }
    const timer = timeout(ms, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
    if (!ref) timer.unref()
  })
}

function timerOf(handle: NodeJS.Timeout, stop: () => void): Timer {
  const timer: Timer = {
    stop,
    unref() {
      handle.unref()
      return timer
    },
    refresh: () => void handle.refresh(),
  }
  return timer
}
