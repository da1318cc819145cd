import { randomUUID } from 'node:crypto'
import type { Service } from '../../engine/area.ts'
import { clock, type Timer } from '../../platform/clock.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import type { Refusals } from '../../platform/refusals.ts'
import { sentence } from '../../platform/sentence.ts'
import { writeApart } from '../../platform/write-apart.ts'
import { ApiCallCounter } from './api-call-counter.ts'
import type { EventStore } from './event-store.ts'
import type { EventBatch } from './usage-event.ts'

/** A batch is stored when it is as old, or as large. */
const FLUSH_MS = 1_000
const FLUSH_EVENTS = 1_000
/** What waits beyond this is dropped and counted: a database that is away must not fill the memory. */
const MAX_WAITING = 20_000
const COUNTER_MS = 10_000

/** Takes events off the way of requests and stores them in batches. */
export class EventQueue implements Service {
  readonly #store: EventStore
  readonly #refusals: Refusals
  readonly #issues: IssueLog
  readonly calls = new ApiCallCounter()
  #waiting: EventBatch[] = []
  #count = 0
  #timer: Timer | undefined
  #underWay: Promise<void> = Promise.resolve()
  #countedAt = clock.now()

  constructor(store: EventStore, refusals: Refusals, log: Log) {
    this.#store = store
    this.#refusals = refusals
    this.#issues = new IssueLog(log, 'Events of analytics are stored again')
  }

  start(): void {
    this.#timer = clock.every(FLUSH_MS, () => void this.flush())
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    this.#takeCounters()
    await this.flush()
  }

  /** @returns false where the queue is full: the batch is dropped and counted */
  add(batch: EventBatch): boolean {
    if (this.#count + batch.events.length > MAX_WAITING) {
      this.#refusals.count('analytics', 'queue_full', batch.events.length)
      return false
    }
    this.#waiting.push(batch)
    this.#count += batch.events.length
    if (this.#count >= FLUSH_EVENTS) void this.flush()
    return true
  }

  /** Resolves when all that waits now is stored, or could not be. */
  async flush(): Promise<void> {
    this.#underWay = this.#underWay.then(() => this.#storeWaiting())
    await this.#underWay
  }

  /** What keeps events from being stored, in words; undefined while they are. */
  healthIssue(): string | undefined {
    if (!this.#issues.isLasting) return undefined
    return sentence`Events of analytics cannot be stored: see the log of the server.`
  }

  async #storeWaiting(): Promise<void> {
    if (clock.now() - this.#countedAt >= COUNTER_MS) this.#takeCounters()
    while (this.#waiting.length > 0) {
      const batches = this.#take()
      try {
        await writeApart(batches, {
          write: async (part) => void (await this.#store.write(part)),
          drop: ({ events }) => this.#refusals.count('analytics', 'not_storable', events.length),
          // They come first again: the next flush tries once more.
          giveBack: (rest) => {
            this.#waiting.unshift(...rest)
            this.#count += sizeOf(rest)
          },
        })
        this.#issues.end()
      } catch (error) {
        this.#issues.meet('Events of analytics could not be stored', { error: String(error) })
        return
      }
    }
  }

  #take(): EventBatch[] {
    const batches: EventBatch[] = []
    for (let size = 0; size < FLUSH_EVENTS; ) {
      const batch = this.#waiting.shift()
      if (batch === undefined) break
      batches.push(batch)
      size += batch.events.length
    }
    this.#count -= sizeOf(batches)
    return batches
  }

  #takeCounters(): void {
    this.#countedAt = clock.now()
    for (const [userId, events] of this.calls.take()) this.add({ id: randomUUID(), userId, events })
    const dropped = this.calls.takeDropped()
    if (dropped > 0) this.#refusals.count('analytics', 'counter_full', dropped)
  }
}

function sizeOf(batches: readonly EventBatch[]): number {
  return batches.reduce((sum, { events }) => sum + events.length, 0)
}
