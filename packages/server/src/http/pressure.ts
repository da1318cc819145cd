import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { clock, type Timer } from '../platform/clock.ts'
import type { HttpLimits } from '../platform/http-limits.ts'

/** Each step is a wake of the process. */
const RESOLUTION_MS = 50
const SAMPLE_MS = 500
/** Nanoseconds of a millisecond, the unit of the histogram. */
const NS_OF_MS = 1e6

/**
 * Watches whether the process has more to do than it can: the mean delay of the event loop in two samples in a row, since one
 * pause for a collection or a start is no pressure; and how full the heap is, as soon as it is seen.
 */
export class Pressure {
  readonly #limits: HttpLimits['pressure']
  #delays: ReturnType<typeof monitorEventLoopDelay> | undefined
  #timer: Timer | undefined
  #slowSamples = 0
  #isHeapFull = false

  constructor(limits: HttpLimits['pressure']) {
    this.#limits = limits
  }

  start(): void {
    this.#delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    this.#delays.enable()
    this.#timer = clock.every(SAMPLE_MS, () => this.#sample())
  }

  stop(): void {
    this.#timer?.stop()
    this.#delays?.disable()
  }

  /** What there is too little of; undefined if nothing is. */
  get cause(): 'event_loop' | 'heap' | undefined {
    if (this.#isHeapFull) return 'heap'
    return this.#slowSamples >= 2 ? 'event_loop' : undefined
  }

  #sample(): void {
    const delay = (this.#delays?.mean ?? 0) / NS_OF_MS - RESOLUTION_MS
    this.#delays?.reset()
    const isSlow = this.#limits.eventLoopMs > 0 && delay > this.#limits.eventLoopMs
    this.#slowSamples = isSlow ? this.#slowSamples + 1 : 0
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    this.#isHeapFull = used > limit * this.#limits.heapShare
  }
}
