import { setTimeout as sleep } from 'node:timers/promises'
import { STALE_AFTER_SECONDS } from '@packhouse/contract'
import type { DatabaseFaults } from '../platform/database-faults.ts'
import type { Log } from '../platform/log.ts'
import { TroubleLog } from '../platform/trouble-log.ts'
import { type BatchResult, BatchWriter } from './batch-writer.ts'
import { IngestClosed, type IngestSession, IngestTaken } from './ingest-session.ts'
import type { LiveStore } from './live-store.ts'
import type { TelemetryRecord } from './record.ts'
import type { RefusedMessage } from './telemetry-sql.ts'

/** A batch is written when it is this old or this large; while one is being written the next one fills. */
const BATCH_WINDOW_MS = 5
const BATCH_RECORDS = 10_000
/** Beyond this nothing more is taken in: the sender keeps it and sends it again. */
const QUEUE_LIMIT = 100_000
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2_000
/** A batch that takes longer than this counts as an ingest that is away. */
const STUCK_MS = 5_000

type Item = { done: () => void } & ({ record: TelemetryRecord } | { refused: RefusedMessage })

export interface IngestCounters {
  received: number
  stored: number
  duplicates: number
  refused: number
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
  readonly #faults: DatabaseFaults
  readonly #troubleLog: TroubleLog
  readonly #counters = { received: 0, stored: 0, duplicates: 0, refused: 0, lastCommitAt: null as number | null }
  #queue: Item[] = []
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
  constructor(session: IngestSession, live: LiveStore, log: Log, faults: DatabaseFaults) {
    this.#faults = faults
    this.#troubleLog = new TroubleLog(log, 'Records are stored again')
    this.#writer = new BatchWriter(
      session,
      (key) => (live.byKey(key)?.entry.staleAfterSeconds ?? STALE_AFTER_SECONDS) * 1000,
    )
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
    if (!this.#running || this.#queue.length >= QUEUE_LIMIT) return false
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
    return { ...this.#counters, waiting: this.#queue.length }
  }

  /** What is wrong with the ingest, in words; undefined while it works. */
  trouble(): string | undefined {
    if (this.#trouble !== undefined) return this.#faults.disk.trouble() ?? this.#trouble
    if (this.#writingSince === undefined || performance.now() - this.#writingSince < STUCK_MS) return undefined
    return this.#faults.disk.trouble() ?? 'Storing records takes longer than 5 s.'
  }

  async #run(): Promise<void> {
    while (this.#running || this.#queue.length > 0) {
      if (this.#queue.length === 0) await this.#untilOffered()
      // What came while the batch before was written has waited already.
      const rest = this.#waitingSince + BATCH_WINDOW_MS - performance.now()
      if (rest > 0 && this.#queue.length < BATCH_RECORDS && this.#running) await sleep(rest)
      const batch = this.#queue.splice(0, BATCH_RECORDS)
      if (batch.length > 0) await this.#store(batch)
    }
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
    for (const item of batch) {
      if ('record' in item) records.push(item.record)
      else refused.push(item.refused)
    }
    const stored = await this.#untilStored(records, refused)
    this.#writingSince = undefined
    if (stored) for (const item of batch) item.done()
  }

  /** @returns false only where the ingest is being stopped and the database is away */
  async #untilStored(records: TelemetryRecord[], refused: RefusedMessage[]): Promise<boolean> {
    for (let wait = RETRY_MIN_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        this.#account(await this.#writer.write(records, refused), refused.length)
        if (this.#trouble !== undefined) this.#recover()
        if (records.length > 0) for (const listener of this.#listeners) listener(records)
        return true
      } catch (error) {
        if (isDataError(error)) return await this.#putAside(records, refused, error as Error)
        this.#fail(error as Error)
        if (!this.#running) return false
        await sleep(wait)
        await this.#reconnect()
      }
    }
  }

  /**
   * Some record is one the database will never take. Halves are tried until it stands alone; it is kept as refused.
   * Decoding should have found it before, so it is also logged as our fault.
   */
  async #putAside(records: TelemetryRecord[], refused: RefusedMessage[], error: Error): Promise<boolean> {
    const [only, second] = records
    if (only === undefined) {
      this.#log.error({ err: error, refused: refused.length }, 'Refused messages could not be kept')
      return true
    }
    if (second !== undefined) {
      const half = Math.ceil(records.length / 2)
      const first = await this.#untilStored(records.slice(0, half), refused)
      return (await this.#untilStored(records.slice(half), [])) && first
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
    return await this.#untilStored([], [...refused, message])
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
    const full = this.#faults.disk.trouble()
    const words = wordsFor(error)
    this.#trouble = full ?? words
    // A full disk is logged where it is watched, once for all who need it.
    if (full === undefined) this.#troubleLog.meet(words, { error: error.message })
  }
}

/** What is wrong, for whoever looks at the health of the product. */
function wordsFor(error: Error): string {
  if (error instanceof IngestTaken) return error.message
  // SQLSTATE class 28, invalid authorization specification.
  if (/^28/.test((error as { code?: string }).code ?? ''))
    return 'The database does not let the product in: its password or its rights were changed; records wait.'
  return 'The database cannot be reached; records wait.'
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation): repeating cannot help. */
function isDataError(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '')
}
