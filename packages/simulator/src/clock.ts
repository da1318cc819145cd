import { setTimeout as delay } from 'node:timers/promises'

/** Time as the simulator sees it, so that tests need not wait. */
export interface Clock {
  /** Unix time, ms. */
  now(): number
  /** Resolves after `ms`, or as soon as `signal` aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await delay(Math.max(0, ms), undefined, { signal })
    } catch {
      // The only way to fail is the abort, which the caller sees on its signal.
    }
  },
}

/** Longer timers than 2^31 ms fire at once, and a suspended computer makes long ones late. */
const LONGEST_SLEEP_MS = 60_000

/** Sleeps until the clock shows `time` (Unix ms) or `signal` aborts. */
export async function sleepUntil(clock: Clock, time: number, signal: AbortSignal): Promise<void> {
  for (let left = time - clock.now(); left > 0 && !signal.aborted; left = time - clock.now()) {
    await clock.sleep(Math.min(left, LONGEST_SLEEP_MS), signal)
  }
}
