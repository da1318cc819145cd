import type { Db } from '../database.ts'
import type { Log } from '../log.ts'
import { sentence } from '../sentence.ts'
import type { JobKind, PeriodicJob } from './job-kind.ts'
import { JobQueue } from './job-queue.ts'
import { forgetDeadJobs, insertJob } from './job-rows.ts'
import { PeriodicJobs } from './periodic-jobs.ts'
import { discardJob, type FoundJob, retryJob, type Staffed } from './staff-acts.ts'

const LOOK_MS = 2_000
const PERIODIC_LOOK_MS = 5_000
const DAY_MS = 86_400_000

export interface JobsOptions {
  db: Db
  log: Log
  /** Whether this process runs jobs; they are queued in any case. */
  isRunning?: boolean
  /** Whether what speaks to the outside waits. */
  isPaused?: () => boolean
  lookMs?: number
  periodicLookMs?: number
}

/** The work beside requests: queued jobs and periodic ones, with what is known of them in the database. */
export class Jobs {
  readonly #options: JobsOptions
  readonly #kinds = new Map<string, JobKind>()
  #queue: JobQueue | undefined
  #periodic: PeriodicJobs | undefined

  constructor(options: JobsOptions) {
    this.#options = options
  }

  /** @param jobs of every area: what is queued, and what is due again and again */
  async start(jobs: readonly (JobKind | PeriodicJob)[]): Promise<void> {
    const { db, log, isRunning = true, lookMs = LOOK_MS, periodicLookMs = PERIODIC_LOOK_MS } = this.#options
    const forget = { name: sentence`Remove old dead jobs`, everyMs: DAY_MS, run: () => forgetDeadJobs(db) }
    const periodic: PeriodicJob[] = [forget]
    for (const job of jobs) {
      if ('kind' in job) this.#kinds.set(job.kind, job)
      else periodic.push(job)
    }
    if (!isRunning) return
    this.#periodic = new PeriodicJobs(db, log, periodic, periodicLookMs)
    const { isPaused = () => false } = this.#options
    this.#queue = new JobQueue(db, log, [...this.#kinds.values()], { lookMs, isPaused })
    await this.#periodic.start()
    this.#queue.start()
  }

  /** Interrupts what can be interrupted and waits for the rest. What is left goes on after the next start, or in another process. */
  async stop(): Promise<void> {
    await Promise.all([this.#queue?.stop(), this.#periodic?.stop()])
  }

  /**
   * Queues a job.
   * @param db the transaction of what it reports of: one is never there without the other; `wake` when that is committed
   * @param turn jobs of one kind and turn run one after the other, in the order in which they were queued
   */
  async enqueue<Payload>(
    db: Db,
    { kind }: Pick<JobKind<Payload>, 'kind' | 'payload'>,
    payload: Payload,
    turn?: string,
  ): Promise<void> {
    await insertJob(db, kind, { payload, turn })
  }

  /** Queues a job that is due after a while; otherwise as `enqueue`. */
  async enqueueLater<Payload>(
    db: Db,
    { kind }: Pick<JobKind<Payload>, 'kind' | 'payload'>,
    payload: Payload,
    seconds: number,
  ): Promise<void> {
    await insertJob(db, kind, { payload, turn: undefined, afterSeconds: seconds })
  }

  /** Kinds that speak to the outside. */
  outgoingKinds(): string[] {
    return [...this.#kinds.values()].filter(({ isOutgoing }) => isOutgoing).map(({ kind }) => kind)
  }

  /** Runs at once what was queued; without it the next look finds it. */
  wake(): void {
    this.#queue?.wake()
  }

  /** Has a job run again that is dead, or one that waits run now. */
  async retry(db: Db, id: string): Promise<Staffed> {
    return await retryJob(db, id, this.#kindOf)
  }

  /** Removes a job for good; what it was about is written down as failed. */
  async discard(db: Db, id: string): Promise<Staffed> {
    return await discardJob(db, id, this.#kindOf)
  }

  readonly #kindOf = ({ kind }: FoundJob) => this.#kinds.get(kind)
}
