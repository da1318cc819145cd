import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import type { Refusals } from '../platform/refusals.ts'
import { requestContext } from '../platform/request-context.ts'
import { RefusalGroups } from './refusal-groups.ts'
import { type SecurityEvent, type Seen, seenNow, toLogEntry } from './security-events.ts'

/** Rows of one statement. */
const BATCH = 500
/** What is refused in between is written together: so many statements a second are the most. */
const EVERY_MS = 1_000
const FLUSH_PATIENCE_MS = 1_000
/** Candidates of one kind that may wait to be looked up. */
const MOST_CANDIDATES = 1_000

/** A refusal with when and from where. */
export interface SeenRefusal {
  event: SecurityEvent
  seen: Seen
}

/** Finds out of what was noted which are refusals, and of whom. */
export type Resolve<Candidate> = (db: Db, candidates: readonly Candidate[]) => Promise<SeenRefusal[]>

interface Source {
  resolve: (db: Db) => Promise<SeenRefusal[]>
}

/**
 * Writes refusals off the path of the request: who is refused neither waits for the log nor learns from the time it takes whether there is such
 * an account. They are collapsed by actor, address, kind and minute, and written once a second (decision 0076).
 */
export class RefusalLog {
  readonly #db: Db
  readonly #refusals: Refusals
  readonly #groups: RefusalGroups
  readonly #issue: IssueLog
  readonly #sources: Source[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  /** The write that begins when the one under way has ended. */
  #next: Promise<void> | undefined
  #isStopped = false

  /** @param most actors, addresses and kinds of a minute that have a row of their own */
  constructor(db: Db, { log, refusals, most }: { log: Log; refusals: Refusals; most: number }) {
    this.#db = db
    this.#refusals = refusals
    this.#groups = new RefusalGroups(most)
    this.#issue = new IssueLog(log, 'Refusals are written again')
  }

  add(event: SecurityEvent, seen = seenNow()): void {
    const context = requestContext.getStore()
    if (context !== undefined) context.refusalLogged = true
    this.#place({ event, seen })
    this.#writeSoon()
  }

  /**
   * Takes what has to be looked up before it is known whether it is a refusal, or of whom.
   * @returns how to note one; beyond a bound they are counted and lost
   */
  lookUp<Candidate>(resolve: Resolve<Candidate>): (candidate: Candidate) => void {
    let candidates: Candidate[] = []
    this.#sources.push({
      resolve: async (db) => {
        const taken = candidates
        if (taken.length === 0) return []
        candidates = []
        try {
          return await resolve(db, taken)
        } catch (error) {
          candidates = [...taken, ...candidates].slice(0, MOST_CANDIDATES)
          throw error
        }
      },
    })
    return (candidate) => {
      if (candidates.length >= MOST_CANDIDATES) {
        this.#refusals.count('auth_log', 'not_looked_up')
        return
      }
      candidates.push(candidate)
      this.#writeSoon()
    }
  }

  /** What was added is written when it resolves, or a second has passed: a flood, or a database that is slow, holds up no reader. */
  async flush(): Promise<void> {
    await Promise.race([this.#write(), sleep(FLUSH_PATIENCE_MS, undefined, { ref: false })])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#write()
  }

  #place({ event, seen }: SeenRefusal): void {
    const placed = this.#groups.add(toLogEntry(event, seen))
    if (placed !== 'group') this.#refusals.count('auth_log', placed === 'lost' ? 'queue_full' : 'collapsed')
  }

  #writeSoon(): void {
    if (this.#timer !== undefined || this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#write().then(() => this.#groups.waiting > 0 && this.#writeSoon())
    }, EVERY_MS).unref()
  }

  /** One writer at a time. What cannot be written is tried again with the next. */
  async #write(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined
      return this.#writeAll()
    })
    this.#writing = this.#next
    await this.#next
  }

  async #writeAll(): Promise<void> {
    try {
      for (const source of this.#sources) for (const refusal of await source.resolve(this.#db)) this.#place(refusal)
      while (await this.#writeBatch());
      this.#issue.end()
    } catch (error) {
      this.#issue.meet('Refusals could not be written', { error: (error as Error).message })
    }
  }

  /** @returns whether there was anything to write */
  async #writeBatch(): Promise<boolean> {
    const batch = this.#groups.take(BATCH)
    if (batch.length === 0) return false
    try {
      await sql`SELECT write_refusals(${JSON.stringify(batch)}::jsonb)`.execute(this.#db)
    } catch (error) {
      this.#groups.giveBack(batch)
      throw error
    }
    return true
  }
}
