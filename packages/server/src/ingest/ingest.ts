import { setTimeout as sleep } from 'node:timers/promises'
import { STALE_AFTER_SECONDS } from '@packhouse/contract'
import type { LiveStore } from '../live/index.ts'
import type { DatabaseFaults } from '../platform/database-faults.ts'
import type { Log } from '../platform/log.ts'
import { TroubleLog } from '../platform/trouble-log.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import type { Aside } from './aside/aside.ts'
import type { HeldRecord } from './aside/held-store.ts'
import type { RefusedMessage } from './aside/refused-message.ts'
import { halvesOf } from './batch-halves.ts'
import { type Batch, type BatchResult, BatchWriter } from './batch-writer.ts'
import { IngestClosed, type IngestSession } from './ingest-session.ts'
import { isDataError, wordsFor } from './ingest-trouble.ts'
import { LateQueue } from './late/late-queue.ts'

/** A batch is written when it is this old or this large; while one is being written the next one fills. */
const BATCH_WINDOW_MS = 5
const BATCH_RECORDS = 10_000
/** So many late records have their turn before the next ones in order, which they so hold up by some ms at most. */
const LATE_RECORDS = 200
/** How long late records of a machine wait that is being sealed. */
const SEALING_WAIT_MS = 50
/** Beyond this nothing more is taken in: the sender keeps it and sends it again. */
const QUEUE_LIMIT = 100_000
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2_000
/** A batch that takes longer than this counts as an ingest that is away. */
const STUCK_MS = 5_000

interface RecordItem {
  record: TelemetryRecord
  done: () => void
}

type Item =
  | RecordItem
  /** `done` tells whether there was room: if not, the message is counted and gone. */
  | { refused: RefusedMessage; done: (isKept: boolean) => void }
  | { held: HeldRecord; done: (isKept: boolean) => void }

type NotKept = Set<RefusedMessage | HeldRecord>

export interface IngestCounters {
  received: number
  stored: number
  duplicates: number
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
  readonly #writer: BatchWriter
  readonly #live: LiveStore
  readonly #log: Log
  readonly #aside: Aside
  readonly #faults: DatabaseFaults
  readonly #troubleLog: TroubleLog
  readonly #counters = { received: 0, stored: 0, duplicates: 0, refused: 0, lastCommitAt: null as number | null }
  #queue: Item[] = []
  readonly #late = new LateQueue<RecordItem>()
  /** When the oldest of the queue came, by performance.now(). */
  #waitingSince = 0
  #wake: (() => void) | undefined
  #running = false
  #loop: Promise<void> | undefined
  #writingSince: number | undefined
  readonly #listeners = new Set<(records: readonly TelemetryRecord[]) => void>()
  #trouble: string | undefined

  /**
   * @param session the way into the database
   * @param faults what is known of the database's disk
   */
  constructor(session: IngestSession, live: LiveStore, log: Log, aside: Aside, faults: DatabaseFaults) {
    this.#faults = faults
    this.#troubleLog = new TroubleLog(log, 'Records are stored again')
    this.#writer = new BatchWriter(
      session,
      (key) => live.byKey(key)?.entry ?? { staleAfterSeconds: STALE_AFTER_SECONDS },
      aside,
    )
    this.#aside = aside
    this.#live = live
    this.#log = log
  }

  async start(): Promise<void> {
    this.#running = true
    await this.#connect()
    this.#loop = this.#run()
  }

  /** Stores what has been taken in, then ends. What cannot be stored any more is not acknowledged. */
  async stop(): Promise<void> {
    this.#running = false
    this.#wake?.()
    await this.#loop
    await this.#writer.close()
  }

  /** @returns whether it was taken; if not, nothing may be acknowledged */
  offer(item: Item): boolean {
    if (!this.#running || this.#waiting() >= QUEUE_LIMIT) return false
    this.#counters.received += 1
    if (this.#queue.length === 0) this.#waitingSince = performance.now()
    this.#queue.push(item)
    this.#wake?.()
    return true
  }

  /**
   * Tells of records once they are committed, in batches; a redelivered record is told again.
   * @returns a function that ends the subscription
   */
  onCommitted(listener: (records: readonly TelemetryRecord[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  counters(): IngestCounters {
    return { ...this.#counters, held: this.#aside.held.waiting.records, waiting: this.#waiting() }
  }

  /** What is wrong with the ingest, in words; undefined while it works. */
  healthIssue(): string | undefined {
    if (this.#trouble !== undefined) return this.#faults.disk.healthIssue() ?? this.#trouble
    if (this.#writingSince === undefined || performance.now() - this.#writingSince < STUCK_MS) return undefined
    return this.#faults.disk.healthIssue() ?? 'Storing records takes longer than 5 s.'
  }

  #waiting(): number {
    return this.#queue.length + this.#late.length
  }

  async #run(): Promise<void> {
    while (this.#running || this.#waiting() > 0) {
      if (this.#waiting() === 0) await this.#untilOffered()
      // What came while the batch before was written has waited already.
      const rest = this.#waitingSince + BATCH_WINDOW_MS - performance.now()
      if (rest > 0 && this.#queue.length < BATCH_RECORDS && this.#running) await sleep(rest)
      const batch = this.#queue.splice(0, BATCH_RECORDS)
      const late = batch.filter((item) => 'record' in item).filter(({ record }) => this.#writer.isLate(record))
      const behind = new Set<Item>(late)
      this.#late.push(late)
      if (late.length < batch.length) await this.#store(batch.filter((item) => !behind.has(item)))
      await this.#storeLate()
    }
  }

  /** Those that are late have a transaction of their own behind that of the others, which so do not wait for them. */
  async #storeLate(): Promise<void> {
    if (this.#late.length === 0) return
    const late = this.#late.take(LATE_RECORDS, performance.now())
    if (late.length > 0) await this.#store(late)
    else if (this.#queue.length === 0) await sleep(BATCH_WINDOW_MS)
  }

  async #untilOffered(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      if (!this.#running) resolve()
    })
    this.#wake = undefined
  }

  async #store(batch: Item[]): Promise<void> {
    this.#writingSince = performance.now()
    const records: TelemetryRecord[] = []
    const refused: RefusedMessage[] = []
    const held: HeldRecord[] = []
    for (const item of batch) {
      if ('record' in item) records.push(item.record)
      else if ('refused' in item) refused.push(item.refused)
      else held.push(item.held)
    }
    const notKept: NotKept = new Set()
    const deferred = await this.#untilStored({ records, refused, held }, notKept)
    this.#writingSince = undefined
    if (deferred === undefined) return
    const waiting = new Set(deferred)
    const back = batch.filter((item) => 'record' in item).filter(({ record }) => waiting.has(record))
    const later = new Set<Item>(back)
    if (back.length > 0) this.#late.putBack(back, performance.now() + SEALING_WAIT_MS)
    for (const item of batch) {
      if (later.has(item)) continue
      if ('record' in item) item.done()
      else item.done(!notKept.has('refused' in item ? item.refused : item.held))
    }
  }

  /** @returns records that have to wait; undefined only where the ingest is being stopped and the database is away */
  async #untilStored(batch: Batch, notKept: NotKept): Promise<readonly TelemetryRecord[] | undefined> {
    for (let wait = RETRY_MIN_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        const result = await this.#writer.write(batch)
        for (const message of result.notKept) notKept.add(message)
        this.#account(result, batch.refused.length)
        if (this.#trouble !== undefined) this.#recover()
        this.#tell(batch.records, result.deferred)
        return result.deferred
      } catch (error) {
        if (isDataError(error)) return await this.#putAside(batch, notKept, error as Error)
        this.#fail(error as Error)
        if (!this.#running) return undefined
        await sleep(wait)
        await this.#reconnect()
      }
    }
  }

  /**
   * Something in the batch is what the database will never take. Halves are tried until it stands alone; a record is then kept
   * as refused. Decoding should have found it before, so it is also logged as our fault.
   */
  async #putAside(batch: Batch, notKept: NotKept, error: Error): Promise<readonly TelemetryRecord[] | undefined> {
    const { records, refused, held } = batch
    if (records.length + refused.length + held.length > 1) {
      const [one, other] = halvesOf(batch)
      const first = await this.#untilStored(one, notKept)
      const rest = await this.#untilStored(other, notKept)
      return first && rest && [...first, ...rest]
    }
    const [only] = records
    if (only === undefined) {
      for (const message of [...refused, ...held]) notKept.add(message)
      this.#log.error({ err: error }, 'A message could not be kept')
      return []
    }
    this.#log.error({ err: error, machineKey: only.machineKey }, 'A decoded record could not be stored')
    const message: RefusedMessage = {
      receivedAt: only.receivedAt,
      device: '',
      topic: this.#live.byKey(only.machineKey)?.entry.machineID ?? '',
      payload: Buffer.from(JSON.stringify(only)),
      encoding: 'record',
      machineKey: only.machineKey,
      code: 'not_storable',
      reason: error.message,
    }
    return await this.#untilStored({ records: [], refused: [message], held: [] }, notKept)
  }

  #tell(records: readonly TelemetryRecord[], deferred: readonly TelemetryRecord[]): void {
    const waiting = new Set(deferred)
    const committed = waiting.size === 0 ? records : records.filter((record) => !waiting.has(record))
    if (committed.length > 0) for (const listener of this.#listeners) listener(committed)
  }

  #account(result: BatchResult, refused: number): void {
    const now = Date.now()
    this.#counters.stored += result.stored
    this.#counters.duplicates += result.duplicates
    this.#counters.refused += refused
    this.#counters.lastCommitAt = now
    this.#live.apply(result.updates, now)
  }

  async #connect(): Promise<void> {
    for (let wait = RETRY_MIN_MS; this.#running; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        await this.#writer.open()
        this.#trouble = undefined
        return
      } catch (error) {
        this.#fail(error as Error)
        await sleep(wait)
      }
    }
  }

  async #reconnect(): Promise<void> {
    await this.#writer.close()
    await this.#writer.open().catch((error: Error) => this.#fail(error))
  }

  #recover(): void {
    this.#trouble = undefined
    this.#troubleLog.end()
    this.#faults.disk.written()
  }

  #fail(error: Error): void {
    // Why it is closed says more, and is known.
    if (error instanceof IngestClosed && this.#trouble !== undefined) return
    this.#faults.hear((error as { code?: string }).code, error.message)
    const full = this.#faults.disk.healthIssue()
    const words = wordsFor(error)
    this.#trouble = full ?? words
    // A full disk is logged where it is watched, once for all who need it.
    if (full === undefined) this.#troubleLog.meet(words, { error: error.message })
  }
}
