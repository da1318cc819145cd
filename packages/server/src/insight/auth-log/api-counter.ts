import { sql } from 'kysely'
import type { AnsweredRequest } from '../../engine/request-outcome.ts'
import { clock, type Timer } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import type { Refusals } from '../../platform/refusals.ts'
import { sentence } from '../../platform/sentence.ts'
import { writeApart } from '../../platform/write-apart.ts'

const FLUSH_MS = 10_000
const MINUTE_MS = 60_000
/** Counters that may wait while the database is away; further ones are lost and counted. */
const MOST = 100_000

interface Count {
  minute: string
  user_id: string | null
  api_key_id: string | null
  /** Method and pattern: `GET /v1/customers/{id}`. */
  route: string
  status_class: number
  calls: number
}

/** Counts calls of the API by caller, route, class of status and minute. A crash loses at most what was counted since the last flush. */
export class ApiCounter {
  readonly #db: Db
  readonly #refusals: Refusals
  readonly #issue: IssueLog
  #counts = new Map<string, Count>()
  #timer: Timer | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Db, log: Log, refusals: Refusals) {
    this.#db = db
    this.#refusals = refusals
    this.#issue = new IssueLog(log, 'Calls are counted in the database again')
  }

  start(): void {
    this.#timer = clock.every(FLUSH_MS, () => void this.flush()).unref()
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    await this.flush()
  }

  count({ principal, method, pattern, status }: AnsweredRequest, now = clock.now()): void {
    // Pages and files of the web are no calls, and addresses that do not exist have no pattern.
    if (pattern === undefined || !pattern.startsWith('/v1/')) return
    this.#add({
      minute: new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS).toISOString(),
      user_id: principal?.viewer?.userId ?? principal?.userId ?? null,
      api_key_id: principal?.apiKeyId ?? null,
      route: `${method} ${pattern.replaceAll(/:(\w+)/g, '{$1}')}`,
      status_class: Math.min(5, Math.max(1, Math.floor(status / 100))),
      calls: 1,
    })
  }

  /** Writes what was counted up to now; what cannot be written is written with the next. */
  async flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    await this.#writing
  }

  /** What keeps calls from being counted, in words; undefined while they are. */
  healthIssue(): string | undefined {
    if (!this.#issue.isLasting) return undefined
    return sentence`Calls of the API cannot be counted: see the log of the server.`
  }

  async #write(): Promise<void> {
    const counts = [...this.#counts.values()]
    if (counts.length === 0) return
    this.#counts = new Map()
    try {
      await writeApart(counts, {
        write: (part) => writeCounts(this.#db, part),
        drop: ({ calls }) => this.#refusals.count('api_count', 'not_storable', calls),
        giveBack: (rest) => {
          for (const count of rest) this.#add(count)
        },
      })
      this.#issue.end()
    } catch (error) {
      this.#issue.meet('Calls could not be counted', { error: (error as Error).message })
    }
  }

  #add(count: Count): void {
    const key = `${count.minute} ${count.user_id} ${count.api_key_id} ${count.status_class} ${count.route}`
    const known = this.#counts.get(key)
    if (known !== undefined) known.calls += count.calls
    else if (this.#counts.size < MOST) this.#counts.set(key, count)
    else this.#refusals.count('api_count', 'full', count.calls)
  }
}

async function writeCounts(db: Db, counts: readonly Count[]): Promise<void> {
  const given = JSON.stringify(counts)
  await db.transaction().execute(async (transaction) => {
    await sql`
      SELECT ensure_month('api_count', minute) FROM (
        SELECT DISTINCT date_trunc('month', minute, 'UTC') AS minute FROM jsonb_to_recordset(${given}::jsonb) AS count (minute timestamptz)
      ) months
    `.execute(transaction)
    // In one order: two processes that add to the same counters would otherwise wait for each other.
    await sql`
      INSERT INTO api_count AS counted (minute, user_id, api_key_id, route, status_class, calls)
      SELECT minute, user_id, api_key_id, route, status_class, calls FROM jsonb_to_recordset(${given}::jsonb)
        AS count (minute timestamptz, user_id uuid, api_key_id uuid, route text, status_class smallint, calls bigint)
      ORDER BY minute, user_id, api_key_id, route, status_class
      ON CONFLICT (minute, user_id, api_key_id, route, status_class) DO UPDATE SET calls = counted.calls + excluded.calls
    `.execute(transaction)
  })
}
