import { clock, type Timer } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import { addReads, type CountedRead } from './partner-reads.queries.ts'

const FLUSH_MS = 10_000

/**
 * Counts which machines partners read, by partner, machine and day, so that a read costs an addition. A crash loses at most what was counted since the last
 * flush. There are as many counters as machines that partners may read.
 */
export class PartnerReadCounter {
  readonly #db: Db
  readonly #issue: IssueLog
  #reads = new Map<string, CountedRead>()
  #timer: Timer | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#issue = new IssueLog(log, 'Reads of partners are counted in the database again')
  }

  start(): void {
    this.#timer = clock.every(FLUSH_MS, () => void this.flush()).unref()
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    await this.flush()
  }

  /** @param machineIds ids of the machines that were read */
  count(apiKeyId: string, machineIds: readonly string[]): void {
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    for (const machineId of machineIds) this.#add({ apiKeyId, machineId, day, requests: 1 })
  }

  /** Writes what was counted up to now; what cannot be written is written with the next. */
  async flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    await this.#writing
  }

  async #write(): Promise<void> {
    const reads = [...this.#reads.values()]
    if (reads.length === 0) return
    this.#reads = new Map()
    try {
      await addReads(this.#db, reads)
      this.#issue.end()
    } catch (error) {
      for (const read of reads) this.#add(read)
      this.#issue.meet('Reads of partners could not be counted', { error: (error as Error).message })
    }
  }

  #add(read: CountedRead): void {
    const key = `${read.apiKeyId} ${read.machineId} ${read.day}`
    const known = this.#reads.get(key)
    if (known === undefined) this.#reads.set(key, read)
    else known.requests += read.requests
  }
}
