import { sql } from 'kysely'
import { clock } from '../clock.ts'
import type { Database } from '../database.ts'
import { IssueLog } from '../issue-log.ts'
import { toReason } from '../jobs/job-kind.ts'
import { LeaseKeeper } from '../leases/lease-keeper.ts'
import type { Log } from '../log.ts'
import type { Backfill } from './backfill.ts'
import { noteFailure, readOpen } from './backfill-rows.ts'
import { type Batch, runBatch } from './run-batch.ts'

/** At most a quarter of the time is spent in batches. */
const PAUSE_FACTOR = 3
const SHORTEST_PAUSE_MS = 20
/** So many sessions at work at once mean that the database is busy. */
const BUSY_SESSIONS = 8
const BUSY_PAUSE_MS = 1_000
/** In a database that is always busy a batch runs all the same, after so many pauses. */
const MOST_BUSY_PAUSES = 30
const RETRY_MS = 5_000

export interface BackfillRunnerParts {
  database: Database
  /** The instance of this process. */
  owner: string
  log: Log
  declared: readonly Backfill[]
  retryMs?: number
}

/** Runs the backfills that are not done, in one process at a time, beside everything else. Where all are done it asks once and does no more. */
export class BackfillRunner {
  readonly #parts: BackfillRunnerParts
  readonly #issues: IssueLog
  #keeper: LeaseKeeper | undefined
  #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(parts: BackfillRunnerParts) {
    this.#parts = parts
    this.#issues = new IssueLog(parts.log, 'Backfills go on')
  }

  async start(): Promise<void> {
    const { database, owner, log, declared } = this.#parts
    const open = await readOpen(database.pool, declared)
    if (open.length === 0) return
    const user = { begin: async () => this.#begin(), end: () => this.#end() }
    this.#keeper = new LeaseKeeper('backfills', user, { db: database.system, owner, log })
    await this.#keeper.start()
  }

  /** Ends with the batch that is under way. */
  async stop(): Promise<void> {
    await this.#keeper?.stop()
    await this.#end()
  }

  #begin(): void {
    this.#stopping = new AbortController()
    const { signal } = this.#stopping
    this.#running = this.#runAll(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#parts.log.error({ error: String(error) }, 'Backfills have ended early')
    })
    void this.#running.then(() => (signal.aborted ? undefined : this.#keeper?.stop()))
  }

  async #end(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #runAll(signal: AbortSignal): Promise<void> {
    for (const backfill of this.#parts.declared) {
      await this.#run(backfill, signal)
      this.#parts.log.info({ backfill: backfill.name }, 'A backfill is done')
    }
  }

  async #run(backfill: Backfill, signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#whenQuiet(signal)
      const began = clock.monotonic()
      const batch = await this.#attempt(backfill)
      if (batch === 'failed') await clock.sleep(this.#parts.retryMs ?? RETRY_MS, { signal })
      else if (batch?.isDone) return
      const pause = Math.max(SHORTEST_PAUSE_MS, PAUSE_FACTOR * (clock.monotonic() - began))
      await clock.sleep(pause, { signal })
    }
  }

  async #attempt(backfill: Backfill): Promise<Batch | 'failed' | undefined> {
    const { pool } = this.#parts.database
    try {
      const client = await pool.connect()
      const batch = await runBatch(client, backfill).finally(() => client.release())
      this.#issues.end()
      return batch
    } catch (error) {
      const reason = toReason(error)
      this.#issues.meet('A backfill failed; it is tried again', { backfill: backfill.name, error: reason })
      await noteFailure(pool, backfill, reason).catch(() => undefined)
      return 'failed'
    }
  }

  async #whenQuiet(signal: AbortSignal): Promise<void> {
    for (let pauses = 0; pauses < MOST_BUSY_PAUSES && (await this.#isBusy()); pauses += 1)
      await clock.sleep(BUSY_PAUSE_MS, { signal })
  }

  /** A database that does not answer is met by the batch. */
  async #isBusy(): Promise<boolean> {
    const { rows } = await sql<{ sessions: number }>`
      SELECT count(*)::int AS sessions FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()
    `
      .execute(this.#parts.database.system)
      .catch(() => ({ rows: [] }))
    return (rows[0]?.sessions ?? 0) >= BUSY_SESSIONS
  }
}
