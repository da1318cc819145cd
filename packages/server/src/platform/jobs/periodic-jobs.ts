import { randomUUID } from 'node:crypto'
import { clock, type Timer } from '../clock.ts'
import type { Db } from '../database.ts'
import { IssueLog, isFullDisk } from '../issue-log.ts'
import type { Log } from '../log.ts'
import { type PeriodicJob, toReason } from './job-kind.ts'
import { claimPeriodic, declarePeriodic, fail, type Held, release, renew, succeed } from './periodic-rows.ts'

const LEASE_SECONDS = 60
/** Several in a lease, so that one that fails does not cost it. */
const RENEW_MS = 15_000
/** A long one does not hold up the others. */
const AT_ONCE = 2

/** Runs what is due again and again: each job in one process at a time, due from its last success in any of them. */
export class PeriodicJobs {
  readonly #db: Db
  readonly #log: Log
  readonly #jobs: readonly PeriodicJob[]
  readonly #lookMs: number
  readonly #issues: IssueLog
  /** By the name of the job. */
  readonly #running = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()
  #timer: Timer | undefined
  #look: Promise<void> | undefined
  #startedAt = 0

  /** @param lookMs how often it looks for jobs that are due */
  constructor(db: Db, log: Log, jobs: readonly PeriodicJob[], lookMs: number) {
    this.#db = db
    this.#log = log
    this.#jobs = jobs
    this.#lookMs = lookMs
    this.#issues = new IssueLog(log, 'Periodic jobs can be looked for again')
  }

  async start(): Promise<void> {
    await declarePeriodic(this.#db, this.#jobs)
    this.#startedAt = clock.monotonic()
    this.#timer = clock.every(this.#lookMs, () => this.#wake())
  }

  /** Interrupts what runs and waits for it. */
  async stop(): Promise<void> {
    this.#timer?.stop()
    this.#timer = undefined
    this.#stopping.abort()
    await this.#look
    await Promise.all(this.#running.values())
  }

  #wake(): void {
    if (this.#look !== undefined || this.#running.size >= AT_ONCE) return
    this.#look = this.#take()
      .then(
        () => this.#issues.end(),
        (error) => this.#issues.meet('Periodic jobs could not be looked for', { error: toReason(error) }),
      )
      .finally(() => {
        this.#look = undefined
      })
  }

  async #take(): Promise<void> {
    const age = clock.monotonic() - this.#startedAt
    // One that has lost its lease and runs on is not started beside itself.
    const ready = this.#jobs.filter(({ name, afterStartMs = 0 }) => age >= afterStartMs && !this.#running.has(name))
    const lease = randomUUID()
    const bounds = { limit: AT_ONCE - this.#running.size, leaseSeconds: LEASE_SECONDS }
    const names = await claimPeriodic(
      this.#db,
      ready.map(({ name }) => name),
      lease,
      bounds,
    )
    for (const job of ready.filter(({ name }) => names.includes(name))) {
      const run: Promise<void> = this.#attempt(job, { name: job.name, lease })
        .catch((error) => this.#issues.meet('What became of a job could not be stored', { error: toReason(error) }))
        .finally(() => {
          this.#running.delete(job.name)
          if (this.#timer !== undefined) this.#wake()
        })
      this.#running.set(job.name, run)
    }
  }

  async #attempt(job: PeriodicJob, held: Held): Promise<void> {
    const lost = new AbortController()
    const renewing = clock.every(RENEW_MS, () => {
      // One that cannot be asked holds its lease until that ends.
      renew(this.#db, held, LEASE_SECONDS).then(
        (isHeld) => isHeld || lost.abort(),
        () => undefined,
      )
    })
    try {
      const signal = AbortSignal.any([this.#stopping.signal, lost.signal])
      const failure = await job.run(signal).then(
        () => undefined,
        (error: unknown) => toReason(error),
      )
      if (signal.aborted) return await release(this.#db, held)
      if (failure === undefined) return await succeed(this.#db, held)
      if (!isFullDisk(failure))
        this.#log.warn({ job: job.name, error: failure }, 'A job failed; it is tried again later')
      await fail(this.#db, held, failure)
    } finally {
      renewing.stop()
    }
  }
}
