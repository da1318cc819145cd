import type { LiveFeed } from '../live/index.ts'
import { clock } from '../platform/clock.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import type { Aside } from './aside/aside.ts'
import type { HeldRecord } from './aside/held-store.ts'
import type { RefusedMessage } from './aside/refused-message.ts'
import { BatchWindow } from './batch-window.ts'
import type { Batch, BatchResult } from './batch-writer.ts'
import { besideStored } from './beside-stored.ts'
import type { Item, RecordItem } from './ingest-item.ts'
import { LateQueue } from './late/late-queue.ts'
import { type NotStored, PersistentWriter, type PersistentWriterParts } from './persistent-writer.ts'
import type { Repeat } from './repeats.ts'
import { SourceCounters, type SourceCounts } from './source-counters.ts'

/** No batch is larger; while one is being written the next one fills. */
const BATCH_RECORDS = 10_000
/** So many late records have their turn before the next ones in order, which they so hold up by some ms at most. */
const LATE_RECORDS = 200
/** How long late records of a machine wait that is being sealed, and how often it is looked meanwhile. */
const SEALING_WAIT_MS = 50
const SEALING_LOOK_MS = 5
/** Beyond this nothing more is accepted: the sender stores it and sends it again. */
const QUEUE_LIMIT = 100_000

export interface IngestCounters {
  received: number
  stored: number
  duplicates: number
  conflicts: number
  refused: number
  /** Records that wait until our clock is right. */
  held: number
  waiting: number
  lastCommitAt: number | null
}

/**
 * Takes records in, stores them in batches and calls each one's `done` after its commit, never before. Whatever goes
 * wrong with the database, the batch is written again until it is stored; only a record that the database itself
 * refuses is put aside, with the reason.
 */
export class Ingest {
  readonly #writer: PersistentWriter
  readonly #feed: Pick<LiveFeed, 'publish'>
  readonly #aside: Aside
  readonly #counters = {
    received: 0,
    stored: 0,
    duplicates: 0,
    conflicts: 0,
    refused: 0,
    lastCommitAt: null as number | null,
  }
  readonly #sources = new SourceCounters()
  /** Records of the batch that is written which are not stored, since others of their time are. */
  readonly #repeats = new Map<TelemetryRecord, Repeat | 'complement'>()
  #queue: Item[] = []
  readonly #late = new LateQueue<RecordItem>()
  readonly #window = new BatchWindow(() => this.#isWatched())
  /** Whether somebody waits to see what comes in. */
  #isWatched = () => false
  /** When the oldest of the queue came, by clock.monotonic(). */
  #waitingSince = 0
  #wake: (() => void) | undefined
  #running = false
  #loop: Promise<void> | undefined
  readonly #listeners = new Set<(records: readonly TelemetryRecord[]) => void>()
  #onAcknowledged: ((seconds: number) => void) | undefined

  /** @param feed gets what was committed, before the listeners */
  constructor({ feed, ...parts }: PersistentWriterParts & { feed: Pick<LiveFeed, 'publish'> }) {
    this.#writer = new PersistentWriter(parts, (batch, result) => {
      this.#account(batch, result)
      this.#announce(batch.records, result)
    })
    this.#aside = parts.aside
    this.#feed = feed
  }

  async start(): Promise<void> {
    this.#running = true
    await this.#writer.start()
    this.#loop = this.#run()
  }

  /** Stores what has been taken in, then ends. What cannot be stored any more is not acknowledged. */
  async stop(): Promise<void> {
    this.#running = false
    this.#writer.stopRetrying()
    this.#wake?.()
    await this.#loop
    await this.#writer.close()
  }

  /** @returns whether it was taken; if not, nothing may be acknowledged */
  offer(item: Item): boolean {
    if (!this.#running || this.#waiting() >= QUEUE_LIMIT) return false
    this.#counters.received += 1
    const now = clock.monotonic()
    if (this.#queue.length === 0) this.#waitingSince = now
    this.#window.came(now)
    this.#queue.push(item)
    if (this.#queue.length === 1 || this.#window.isDecisive(this.#queue.length)) this.#wake?.()
    return true
  }

  /**
   * Reports records once they are committed, in batches; a redelivered record is reported again.
   * @returns a function that ends the subscription
   */
  onCommitted(listener: (records: readonly TelemetryRecord[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reports of each batch how long its first message has waited until it was acknowledged. */
  measure(onAcknowledged: (seconds: number) => void): void {
    this.#onAcknowledged = onAcknowledged
  }

  /** From now on small batches are collected longer while nobody waits to see what comes in. */
  hurryWhile(isWatched: () => boolean): void {
    this.#isWatched = isWatched
  }

  counters(): IngestCounters {
    return { ...this.#counters, held: this.#aside.held.waiting.records, waiting: this.#waiting() }
  }

  /** What became of records, by the way on which they came. */
  countersBySource(): SourceCounts {
    return this.#sources.counts
  }

  /** What is wrong with the ingest, in words; undefined while it works. */
  healthIssue(): string | undefined {
    return this.#writer.healthIssue()
  }

  #waiting(): number {
    return this.#queue.length + this.#late.length
  }

  async #run(): Promise<void> {
    while (this.#running || this.#waiting() > 0) {
      if (this.#waiting() === 0) await this.#untilOffered()
      await this.#untilDue()
      const batch = this.#queue.splice(0, BATCH_RECORDS)
      const late = batch.filter((item) => 'record' in item).filter(({ record }) => this.#writer.isLate(record))
      const behind = new Set<Item>(late)
      this.#late.push(late)
      const since = this.#waitingSince
      if (late.length < batch.length) {
        await this.#store(batch.filter((item) => !behind.has(item)))
        this.#onAcknowledged?.((clock.monotonic() - since) / 1_000)
      }
      await this.#storeLate()
    }
  }

  /** Those that are late have a transaction of their own behind that of the others, which so do not wait for them. */
  async #storeLate(): Promise<void> {
    if (this.#late.length === 0) return
    const late = this.#late.take(LATE_RECORDS, clock.monotonic())
    if (late.length > 0) await this.#store(late)
    else if (this.#queue.length === 0) await clock.sleep(SEALING_LOOK_MS)
  }

  async #untilOffered(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      if (!this.#running) resolve()
    })
    this.#wake = undefined
  }

  /** Collects the batch. What came while the one before was written has waited already, and late records that wait have their turn behind it. */
  async #untilDue(): Promise<void> {
    while (this.#running && this.#queue.length > 0 && this.#late.length === 0) {
      const wait = this.#window.wait(this.#queue.length, this.#waitingSince, clock.monotonic())
      if (wait <= 0) return
      await new Promise<void>((resolve) => {
        const timer = clock.timeout(wait, resolve)
        this.#wake = () => {
          timer.stop()
          resolve()
        }
      })
      this.#wake = undefined
    }
  }

  async #store(batch: Item[]): Promise<void> {
    const records: TelemetryRecord[] = []
    const refused: RefusedMessage[] = []
    const held: HeldRecord[] = []
    this.#sources.read(batch)
    this.#repeats.clear()
    for (const item of batch) {
      if ('record' in item) records.push(item.record)
      else if ('refused' in item) refused.push(item.refused)
      else held.push(item.held)
    }
    const notStored: NotStored = new Set()
    const deferred = await this.#writer.write({ records, refused, held }, notStored)
    if (deferred === undefined) return
    const waiting = new Set(deferred)
    const back = batch.filter((item) => 'record' in item).filter(({ record }) => waiting.has(record))
    const later = new Set<Item>(back)
    if (back.length > 0) this.#late.putBack(back, clock.monotonic() + SEALING_WAIT_MS)
    for (const item of batch) {
      if (later.has(item)) continue
      if ('record' in item) this.#settle(item)
      else item.done(!notStored.has('refused' in item ? item.refused : item.held))
    }
    this.#window.acknowledged(batch.length - back.length, clock.monotonic())
  }

  #settle(item: RecordItem): void {
    const repeat = this.#repeats.get(item.record)
    if (repeat !== 'complement') {
      item.done(repeat)
      return
    }
    const moved = item.isOrdered === true ? undefined : besideStored(item.record)
    if (moved === undefined) {
      this.#counters.conflicts += 1
      this.#sources.contradicts(item.source)
      item.done('conflict')
      return
    }
    // It is under way already: there is always room for it.
    if (this.#queue.length === 0) this.#waitingSince = clock.monotonic()
    this.#queue.push({ ...item, record: moved })
  }

  #announce(records: readonly TelemetryRecord[], { deferred, complements, conflicts }: BatchResult): void {
    const notStored = new Set([...deferred, ...complements, ...conflicts])
    const committed = notStored.size === 0 ? records : records.filter((record) => !notStored.has(record))
    if (committed.length > 0) for (const listener of this.#listeners) listener(committed)
  }

  #account(batch: Batch, result: BatchResult): void {
    const now = clock.now()
    this.#counters.stored += result.stored
    this.#counters.duplicates += result.duplicates.length
    this.#counters.conflicts += result.conflicts.length
    for (const record of result.duplicates) this.#repeats.set(record, 'duplicate')
    for (const record of result.conflicts) this.#repeats.set(record, 'conflict')
    for (const record of result.complements) this.#repeats.set(record, 'complement')
    this.#counters.refused += batch.refused.length
    this.#sources.count(batch, result)
    this.#counters.lastCommitAt = now
    this.#feed.publish(result.changes)
  }
}
