import { sql } from 'kysely'
import { clock, type Timer } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import type { Refusals } from '../platform/refusals.ts'
import { requestContext } from '../platform/request-context.ts'
import { sentence } from '../platform/sentence.ts'
import { storableJson } from '../platform/storable-text.ts'
import { writeApart } from '../platform/write-apart.ts'
import { RefusalGroups } from './refusal-groups.ts'
import { type SecurityEvent, type Seen, seenNow, toLogEntry } from './security-events.ts'

/** Rows of one statement. */
const BATCH = 500
/** What is refused in between is written together: so many statements a second are the most. */
const EVERY_MS = 1_000
/** A reader of the log waits no longer for what is being written. */
export const FLUSH_PATIENCE_MS = 1_000
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
  /** Places what is found, as far as it can be found. */
  resolve: (db: Db) => Promise<void>
}

/**
 * Writes refusals off the path of the request: who is refused neither waits for the log nor learns from the time it takes whether there is such
 * an account. They are collapsed by actor, address, kind and minute, and written once a second (decision 0076).
 */
export class RefusalLog {
  readonly #db: Db
  readonly #log: Log
  readonly #refusals: Refusals
  readonly #groups: RefusalGroups
  readonly #issue: IssueLog
  readonly #sources: Source[] = []
  #timer: Timer | undefined
  #writing: Promise<void> = Promise.resolve()
  /** The write that begins when the one under way has ended. */
  #next: Promise<void> | undefined
  #isStopped = false

  /** @param most actors, addresses and kinds of a minute that have a row of their own */
  constructor(db: Db, { log, refusals, most }: { log: Log; refusals: Refusals; most: number }) {
    this.#db = db
    this.#log = log
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
        if (taken.length === 0) return
        candidates = []
        await writeApart(taken, {
          write: async (part) => {
            for (const refusal of await resolve(db, part)) this.#place(refusal)
          },
          drop: (_candidate, error) => this.#drop('not_looked_up', error),
          giveBack: (rest) => {
            candidates = [...rest, ...candidates].slice(0, MOST_CANDIDATES)
          },
        })
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
    await Promise.race([this.#write(), clock.sleep(FLUSH_PATIENCE_MS, { ref: false })])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.stop()
    await this.#write()
  }

  #place({ event, seen }: SeenRefusal): void {
    const placed = this.#groups.add(toLogEntry(event, seen))
    if (placed !== 'group') this.#refusals.count('auth_log', placed === 'lost' ? 'queue_full' : 'collapsed')
  }

  #writeSoon(): void {
    if (this.#timer !== undefined || this.#isStopped) return
    this.#timer = clock
      .timeout(EVERY_MS, () => {
        this.#timer = undefined
        void this.#write().then(() => this.#groups.waiting > 0 && this.#writeSoon())
      })
      .unref()
  }

  /** What keeps refusals from being written, in words; undefined while they are written, or could not be for the first time. */
  healthIssue(): string | undefined {
    if (!this.#issue.isLasting) return undefined
    return sentence`Refusals cannot be written to the log: see the log of the server.`
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
    const faults: Error[] = []
    const attempt = (work: Promise<void>) => work.catch((error: Error) => void faults.push(error))
    // One that cannot be looked up holds up no other.
    for (const { resolve } of this.#sources) await attempt(resolve(this.#db))
    await attempt(this.#writeGroups())
    const [fault] = faults
    if (fault === undefined) this.#issue.end()
    else this.#issue.meet('Refusals could not be written', { error: fault.message })
  }

  #drop(reason: string, error: Error): void {
    this.#refusals.count('auth_log', reason)
    this.#log.error({ err: error }, 'A refusal could not be written')
  }

  async #writeGroups(): Promise<void> {
    for (let batch = this.#groups.take(BATCH); batch.length > 0; batch = this.#groups.take(BATCH)) {
      await writeApart(batch, {
        write: async (part) => {
          await sql`SELECT write_refusals(${storableJson(part)}::jsonb)`.execute(this.#db)
        },
        drop: (_entry, error) => this.#drop('not_storable', error),
        giveBack: (rest) => this.#groups.giveBack(rest),
      })
    }
  }
}
