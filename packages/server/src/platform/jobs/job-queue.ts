import { randomUUID } from 'node:crypto'
import { clock, type Timer } from '../clock.ts'
import type { Db } from '../database.ts'
import { IssueLog } from '../issue-log.ts'
import type { Log } from '../log.ts'
import { sentence } from '../sentence.ts'
import { claimJobs, isAnyDue } from './claim-jobs.ts'
import { FinalFailure, type JobKind, pauseAfter, toReason } from './job-kind.ts'
import { bury, type ClaimedJob, giveBack, letNextRun, postpone, removeDone } from './job-rows.ts'
import { record } from './record-outcome.ts'

/** The part of a lease after which an attempt is interrupted. */
const MOST_OF_LEASE = 0.9

/** Takes queued jobs that are due and runs them, at once when woken. Several processes share the work. */
export class JobQueue {
  readonly #db: Db
  readonly #log: Log
  readonly #lookMs: number
  readonly #issues: IssueLog
  readonly #kinds: readonly JobKind[]
  readonly #isPaused: () => boolean
  readonly #running = new Map<Promise<void>, string>()
  readonly #stopping = new AbortController()
  #timer: Timer | undefined
  #look: Promise<void> | undefined
  #isWoken = false

  /**
   * @param lookMs how often it looks for jobs whose next attempt has come
   * @param isPaused whether what speaks to the outside waits
   */
  constructor(
    db: Db,
    log: Log,
    kinds: readonly JobKind[],
    { lookMs, isPaused }: { lookMs: number; isPaused: () => boolean },
  ) {
    this.#db = db
    this.#log = log
    this.#kinds = kinds
    this.#lookMs = lookMs
    this.#isPaused = isPaused
    this.#issues = new IssueLog(log, 'Jobs can be looked for again')
  }

  start(): void {
    this.#timer = clock.every(this.#lookMs, () => this.#wakeLater())
    this.wake()
  }

  /** Interrupts what can be interrupted and waits for the rest; what was interrupted is due at once. */
  async stop(): Promise<void> {
    this.#timer?.stop()
    this.#timer = undefined
    this.#stopping.abort()
    await this.#look
    await Promise.all(this.#running.keys())
  }

  /** Runs what is due. Anyone who queued a job calls it after the commit. */
  wake(): void {
    this.#isWoken = true
    if (this.#timer === undefined || this.#look !== undefined) return
    this.#look = this.#lookAgain().finally(() => {
      this.#look = undefined
    })
  }

  /** Mostly nothing is due. A look that fails leaves it to the taking to say so. */
  #wakeLater(): void {
    if (this.#look !== undefined) return
    this.#look = isAnyDue(this.#db, this.#kinds)
      .catch(() => true)
      .then(async (isDue) => {
        this.#isWoken ||= isDue
        await this.#lookAgain()
      })
      .finally(() => {
        this.#look = undefined
      })
  }

  /** Once more where it was woken in the meantime: a job may have been committed behind the look. */
  async #lookAgain(): Promise<void> {
    while (this.#isWoken && this.#timer !== undefined) {
      this.#isWoken = false
      try {
        await this.#take()
        this.#issues.end()
      } catch (error) {
        this.#issues.meet('Jobs could not be looked for', { error: toReason(error) })
      }
    }
  }

  async #take(): Promise<void> {
    const busy = [...this.#running.values()]
    const isPaused = this.#isPaused()
    const wanted = this.#kinds
      .filter(({ isOutgoing }) => !(isPaused && isOutgoing))
      .map((kind) => ({ kind, free: kind.atOnce - busy.filter((name) => name === kind.kind).length }))
      .filter(({ free }) => free > 0)
    if (wanted.length === 0) return
    const { jobs, isMore } = await claimJobs(this.#db, wanted, randomUUID())
    this.#isWoken ||= isMore
    for (const job of jobs) {
      const kind = this.#kinds.find((one) => one.kind === job.kind)
      if (kind === undefined) continue
      const run: Promise<void> = this.#attempt(kind, job)
        .then(() => letNextRun(this.#db, job))
        .catch((error) => this.#issues.meet('What became of jobs could not be stored', { error: toReason(error) }))
        .finally(() => {
          this.#running.delete(run)
          this.wake()
        })
      this.#running.set(run, kind.kind)
    }
  }

  async #attempt(kind: JobKind, job: ClaimedJob): Promise<void> {
    const { signal } = this.#stopping
    // Before the lease ends: what another process takes then must not go on here beside it, or behind what comes after it.
    const late = AbortSignal.timeout(kind.leaseSeconds * 1_000 * MOST_OF_LEASE)
    try {
      // What was claimed while the product was told to stop does not begin.
      signal.throwIfAborted()
      // The last one went down with its process: one that ends every process must not be tried for ever.
      if (job.tries > kind.attempts) throw new FinalFailure('The product ended during the last attempt.')
      await kind.run(kind.payload.parse(job.payload), { signal: AbortSignal.any([signal, late]), reason: job.reason })
    } catch (error) {
      if (signal.aborted) return await giveBack(this.#db, job)
      return await this.#fail(
        kind,
        job,
        late.aborted ? new Error(sentence`The attempt took too long and was interrupted.`) : error,
      )
    }
    await this.#db.transaction().execute(async (db) => {
      if (await removeDone(db, job)) await record(db, kind, job, { state: 'done', attempts: job.attempts })
    })
  }

  async #fail(kind: JobKind, job: ClaimedJob, error: unknown): Promise<void> {
    const reason = toReason(error)
    if (error instanceof FinalFailure || job.tries >= kind.attempts) return await this.#giveUp(kind, job, reason)
    await this.#db.transaction().execute(async (db) => {
      const nextAttemptAt = await postpone(db, job, pauseAfter(kind, job.tries), reason)
      const { attempts } = job
      if (nextAttemptAt) await record(db, kind, job, { state: 'waiting', attempts, reason, nextAttemptAt })
    })
  }

  async #giveUp(kind: JobKind, job: ClaimedJob, reason: string): Promise<void> {
    const isBuried = await this.#db.transaction().execute(async (db) => {
      if (!(await bury(db, job, reason))) return false
      await record(db, kind, job, { state: 'dead', attempts: job.attempts, reason })
      return true
    })
    // Without its reason, which may hold an address with its own secret: staff read it in the list.
    if (isBuried) this.#log.warn({ job: job.id, kind: job.kind }, 'A job was given up')
  }
}
