import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { clock, type Timer } from './clock.ts'

const LOOK_MS = 60_000
/** Share of a minute that the event loop is busy, below which the process is at rest. */
const AT_REST = 0.1
/** A collection stops the process for some tenths of a second: it is not made for less. */
const WORTH_BYTES = 64 * 1024 * 1024
/** It takes the longer the more there is: of more than this, as of very many machines, it would take seconds. */
const MOST_USED_BYTES = 256 * 1024 * 1024

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>

export interface SpareMemoryParts {
  /** Share of the time since the last call in which the event loop was busy. */
  busyShare: () => number
  /** Bytes of the heap that are taken from the system. */
  heapBytes: () => number
  /** Bytes of it that are in use, garbage included. */
  usedBytes: () => number
  /** Collects everything and hands back what is free. */
  collect: () => Promise<void>
}

/**
 * Hands back memory that the process does not need at rest. V8 has room for young objects by what was allocated at most, and lets old ones lie until there are
 * twice as many; neither shrinks where little is allocated, so that a start with its imports would be held for good (decision 0105). Under load it grows again.
 */
export class SpareMemory {
  readonly #parts: SpareMemoryParts
  #timer: Timer | undefined
  /** The heap behind the last collection. */
  #least = 0

  constructor(parts: SpareMemoryParts = ofThisProcess()) {
    this.#parts = parts
  }

  start(): void {
    this.#parts.busyShare()
    this.#timer = clock.every(LOOK_MS, () => void this.look()).unref()
  }

  stop(): void {
    this.#timer?.stop()
  }

  /** Collects where the process was at rest since the last look, and has grown. */
  async look(): Promise<void> {
    const { busyShare, heapBytes, usedBytes, collect } = this.#parts
    // Asked each time, since it speaks of the time since it was asked.
    const isAtRest = busyShare() <= AT_REST
    if (!isAtRest || heapBytes() - this.#least < WORTH_BYTES || usedBytes() > MOST_USED_BYTES) return
    await collect()
    this.#least = heapBytes()
  }
}

function ofThisProcess(): SpareMemoryParts {
  let last = performance.eventLoopUtilization()
  return {
    busyShare() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    heapBytes: () => getHeapStatistics().total_heap_size,
    usedBytes: () => getHeapStatistics().used_heap_size,
    collect: handBack,
  }
}

/** Collects everything and hands back what is free then. It takes some tenths of a second. */
export async function handBack(): Promise<void> {
  // Node shows the function to contexts that are made while the flag is set; no other way leads to such a collection.
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  await gc({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
