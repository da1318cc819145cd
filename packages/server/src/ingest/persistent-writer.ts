import { STALE_AFTER_SECONDS } from '@packhouse/contract'
import type { StoredReadingNames } from '../history/index.ts'
import type { LiveStore } from '../live/index.ts'
import { clock } from '../platform/clock.ts'
import type { DatabaseFaults } from '../platform/database-faults.ts'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import { isDataError } from '../platform/write-apart.ts'
import { fieldTimesText, type TelemetryRecord } from '../telemetry/index.ts'
import type { Aside } from './aside/aside.ts'
import type { HeldRecord } from './aside/held-store.ts'
import type { RefusedMessage } from './aside/refused-message.ts'
import { halvesOf } from './batch-halves.ts'
import { type Batch, type BatchResult, BatchWriter } from './batch-writer.ts'
import { wordsFor } from './ingest-issue.ts'
import { IngestClosed, type IngestSession } from './ingest-session.ts'

const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2_000
/** A batch that takes longer than this counts as an ingest that is away. */
const STUCK_MS = 5_000

/** Messages for which there was no room. */
export type NotStored = Set<RefusedMessage | HeldRecord>

export interface PersistentWriterParts {
  /** The way into the database. */
  session: IngestSession
  live: LiveStore
  log: Log
  aside: Aside
  /** What is known of the database's disk. */
  faults: DatabaseFaults
  /** The names of readings in sealed blocks. */
  names: StoredReadingNames
}

/**
 * Writes a batch again and again until it is stored, whatever goes wrong with the database. Only a record that the
 * database itself refuses is put aside, with the reason.
 */
export class PersistentWriter {
  readonly #writer: BatchWriter
  readonly #live: LiveStore
  readonly #log: Log
  readonly #faults: DatabaseFaults
  readonly #issueLog: IssueLog
  readonly #onStored: (batch: Batch, result: BatchResult) => void
  #isRunning = false
  #writingSince: number | undefined
  #issue: string | undefined

  /** @param onStored called after each commit */
  constructor(
    { session, live, log, aside, faults, names }: PersistentWriterParts,
    onStored: (batch: Batch, result: BatchResult) => void,
  ) {
    this.#faults = faults
    this.#issueLog = new IssueLog(log, 'Records are stored again')
    const hasChangedHands = (key: number) => (live.byKey(key)?.entry.periodsOfOthers ?? null) !== null
    this.#writer = new BatchWriter(
      session,
      (key) => live.byKey(key)?.entry ?? { staleAfterSeconds: STALE_AFTER_SECONDS },
      (key, values) => (session.isShared || hasChangedHands(key) ? fieldTimesText(values) : null),
      aside,
      names,
    )
    this.#live = live
    this.#log = log
    this.#onStored = onStored
  }

  /** Connects, until it is connected or nothing is tried again any more. */
  async start(): Promise<void> {
    this.#isRunning = true
    for (let wait = RETRY_MIN_MS; this.#isRunning; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        await this.#writer.open()
        this.#issue = undefined
        return
      } catch (error) {
        this.#fail(error as Error)
        await clock.sleep(wait)
      }
    }
  }

  /** From now on what fails is not tried again. */
  stopRetrying(): void {
    this.#isRunning = false
  }

  async close(): Promise<void> {
    await this.#writer.close()
  }

  /** Whether a record is older than what is stored of its machine. */
  isLate(record: TelemetryRecord): boolean {
    return this.#writer.isLate(record)
  }

  /**
   * Stores a batch.
   * @param notKept gets the messages for which there was no room
   * @returns records that have to wait; undefined only where nothing is tried again any more and the database is away
   */
  async write(batch: Batch, notStored: NotStored): Promise<readonly TelemetryRecord[] | undefined> {
    this.#writingSince = clock.monotonic()
    const deferred = await this.#untilStored(batch, notStored)
    this.#writingSince = undefined
    return deferred
  }

  /** What is wrong with the ingest, in words; undefined while it works. */
  healthIssue(): string | undefined {
    if (this.#issue !== undefined) return this.#faults.disk.healthIssue() ?? this.#issue
    if (this.#writingSince === undefined || clock.monotonic() - this.#writingSince < STUCK_MS) return undefined
    return this.#faults.disk.healthIssue() ?? 'Storing records takes longer than 5 s.'
  }

  async #untilStored(batch: Batch, notStored: NotStored): Promise<readonly TelemetryRecord[] | undefined> {
    for (let wait = RETRY_MIN_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        const result = await this.#writer.write(batch)
        for (const message of result.notStored) notStored.add(message)
        if (this.#issue !== undefined) this.#recover()
        this.#onStored(batch, result)
        return result.deferred
      } catch (error) {
        if (isDataError(error)) return await this.#putAside(batch, notStored, error as Error)
        this.#fail(error as Error)
        if (!this.#isRunning) return undefined
        await clock.sleep(wait)
        await this.#reconnect()
      }
    }
  }

  /**
   * Something in the batch is what the database will never take. Halves are tried until it is alone; a record is then stored
   * as refused. Decoding should have found it before, so it is also logged as our fault.
   */
  async #putAside(batch: Batch, notStored: NotStored, error: Error): Promise<readonly TelemetryRecord[] | undefined> {
    const { records, refused, held } = batch
    if (records.length + refused.length + held.length > 1) {
      const [one, other] = halvesOf(batch)
      const first = await this.#untilStored(one, notStored)
      const rest = await this.#untilStored(other, notStored)
      return first && rest && [...first, ...rest]
    }
    const [only] = records
    if (only === undefined) {
      for (const message of [...refused, ...held]) notStored.add(message)
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
    return await this.#untilStored({ records: [], refused: [message], held: [] }, notStored)
  }

  async #reconnect(): Promise<void> {
    await this.#writer.close()
    await this.#writer.open().catch((error: Error) => this.#fail(error))
  }

  #recover(): void {
    this.#issue = undefined
    this.#issueLog.end()
    this.#faults.disk.written()
  }

  #fail(error: Error): void {
    // Why it is closed says more, and is known.
    if (error instanceof IngestClosed && this.#issue !== undefined) return
    this.#faults.hear((error as { code?: string }).code, error.message)
    const full = this.#faults.disk.healthIssue()
    const words = wordsFor(error)
    this.#issue = full ?? words
    // A full disk is logged where it is watched, once for all who need it.
    if (full === undefined) this.#issueLog.meet(words, { error: error.message })
  }
}
