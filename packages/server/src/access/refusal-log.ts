import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../platform/database.ts'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import type { Refusals } from '../platform/refusals.ts'
import { type LogEntry, type SecurityEvent, toLogEntry, writeLogEntries } from './security-events.ts'

/** Entries of one statement. */
const BATCH = 500
/** The pause after a failed attempt. */
const RETRY_MS = 1_000
const FLUSH_PATIENCE_MS = 1_000

/**
 * Writes refusals off the path of the request: who is refused neither waits for the log nor learns from the time it takes whether there is such
 * an account. At most so many wait; those beyond are counted and lost.
 */
export class RefusalLog {
  readonly #db: Db
  readonly #refusals: Refusals
  readonly #most: number
  readonly #issue: IssueLog
  readonly #waiting: LogEntry[] = []
  #writing: Promise<void> | undefined
  #isStopping = false

  constructor(db: Db, { log, refusals, most }: { log: Log; refusals: Refusals; most: number }) {
    this.#db = db
    this.#refusals = refusals
    this.#most = most
    this.#issue = new IssueLog(log, 'Refusals are written again')
  }

  add(event: SecurityEvent): void {
    if (this.#waiting.length >= this.#most) {
      this.#refusals.count('auth_log', 'queue_full')
      return
    }
    this.#waiting.push(toLogEntry(event))
    this.#writing ??= this.#write()
  }

  /** What was added is written when it resolves, or a second has passed: a flood, or a database that is slow, holds up no reader. */
  async flush(): Promise<void> {
    if (this.#writing === undefined) return
    await Promise.race([this.#writing, sleep(FLUSH_PATIENCE_MS, undefined, { ref: false })])
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#writing
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH)
      try {
        await writeLogEntries(this.#db, batch)
        this.#waiting.splice(0, batch.length)
        this.#issue.end()
      } catch (error) {
        this.#issue.meet('Refusals could not be written', { error: (error as Error).message })
        if (this.#isStopping) break
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    this.#writing = undefined
  }
}
