import { sql } from 'kysely'
import type { Telemetry } from '../../monitoring/area.ts'
import { clock, type Timer } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { DatabaseFaults } from '../../platform/database-faults.ts'
import type { DatabaseProbe } from '../../platform/database-probe.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { FINE, type HealthStore } from './health-store.ts'
import { type Beside, type Counted, countedIn, figuresOf, nothingCounted } from './sample-figures.ts'

export interface SamplerParts {
  db: Db
  store: HealthStore
  metrics: Metrics
  nodeName: string
  telemetry: Pick<Telemetry, 'ingest' | 'doorIssue'>
  probe: Pick<DatabaseProbe, 'findFault'>
  faults: DatabaseFaults
  log: Log
}

/** Scrapes its own process every 15 s and stores what it finds, under the name of this server. */
export class HealthSampler {
  readonly #parts: SamplerParts
  readonly #startedAt = new Date(clock.now())
  readonly #issues: IssueLog
  #before: Counted = nothingCounted
  #lookedAt = clock.monotonic()
  #databaseSeconds: number | undefined
  #timer: Timer | undefined
  #looking = Promise.resolve()

  constructor(parts: SamplerParts) {
    this.#parts = parts
    this.#issues = new IssueLog(parts.log, 'The health of this server is stored again')
  }

  start(): void {
    void this.look()
    this.#timer = clock.every(FINE.step * 1_000, () => void this.look())
    this.#timer.unref()
  }

  /** Stores what has come since the last look. */
  async stop(): Promise<void> {
    this.#timer?.stop()
    await this.look()
    await this.#parts.store.stopped(this.#parts.nodeName).catch(() => undefined)
  }

  /** Looks once; resolves when it is stored, or could not be. */
  async look(): Promise<void> {
    // One that takes longer than the next is due is waited for.
    this.#looking = this.#looking.then(() => this.#look())
    await this.#looking
  }

  async #look(): Promise<void> {
    const { metrics, nodeName, store } = this.#parts
    try {
      const begun = clock.monotonic()
      const samples = await metrics.samples()
      const tookMs = clock.monotonic() - begun
      const seconds = Math.max(0.001, (begun - this.#lookedAt) / 1_000)
      const counted = countedIn(samples)
      const figures = figuresOf(samples, this.#before, counted, seconds, await this.#beside())
      const node = { name: nodeName, version: metrics.version, startedAt: this.#startedAt }
      const issues = await this.#findIssues()
      const written = clock.monotonic()
      await store.write({ ...node, tookMs, series: samples.count, issues }, clock.now(), seconds, figures)
      this.#databaseSeconds = (clock.monotonic() - written) / 1_000
      // What could not be stored is a part of the next one.
      this.#before = counted
      this.#lookedAt = begun
      this.#issues.end()
    } catch (error) {
      this.#issues.meet('The health of this server could not be stored', { error: String(error) })
    }
  }

  async #beside(): Promise<Beside> {
    const { db, faults } = this.#parts
    const { rows } = await sql<{ wait: number; mails: number }>`
      SELECT coalesce(max(extract(epoch FROM now() - next_attempt_at)) FILTER (WHERE lease IS NULL AND next_attempt_at < now()), 0)::float8 AS wait,
        count(*) FILTER (WHERE kind = 'mail' AND state = 'waiting')::float8 AS mails
      FROM job
    `.execute(db)
    const [queue] = rows
    return {
      disk: await faults.disk.usage(),
      databaseSeconds: this.#databaseSeconds,
      jobWaitSeconds: queue?.wait,
      mailsWaiting: queue?.mails,
    }
  }

  async #findIssues(): Promise<Record<string, string>> {
    const { telemetry, probe, faults } = this.#parts
    const found = {
      disk: faults.disk.healthIssue(),
      database: (await probe.findFault()) ?? faults.damage(),
      broker: telemetry.doorIssue(),
      ingest: telemetry.ingest.healthIssue(),
    }
    return Object.fromEntries(Object.entries(found).filter((entry) => entry[1] !== undefined)) as Record<string, string>
  }
}
