import type { Api, CallResult, PageQuery } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import { sql } from 'kysely'
import { ascending, descending } from '../engine/paging/keyset.ts'
import { readPage } from '../engine/paging/read-page.ts'
import type { Transaction } from '../platform/database.ts'

type JobList = CallResult<Api['listJobs']>

interface JobRow {
  id: string
  kind: string
  state: 'waiting' | 'running' | 'dead'
  attempts: number
  reason: string | null
  created_at: Date
  next_attempt_at: Date | null
}

/** Jobs that are not done; the dead ones first, the newest of them at the top, then the others as they come. */
export async function readJobs(
  db: Transaction,
  { state, ...query }: PageQuery & { state?: JobRow['state'] | undefined },
): Promise<Omit<JobList, 'periodic'>> {
  const stateNow = sql`CASE WHEN lease IS NOT NULL AND next_attempt_at > now() THEN 'running' ELSE state END`
  const wanted = state === undefined ? sql`true` : sql`${stateNow} = ${state}`
  const listed = {
    select: sql`id, kind, ${stateNow} AS state, attempts, reason, created_at, next_attempt_at`,
    from: sql`job`,
    where: wanted,
    keys: [
      descending(sql`(next_attempt_at IS NULL)`),
      { ...ascending(sql`next_attempt_at`), mayBeEmpty: true },
      descending(sql`number`),
    ],
  }
  const { rows, next } = await readPage<JobRow>(db, listed, query)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM job WHERE ${wanted}`.execute(db)
  const items = rows.map(({ created_at, next_attempt_at, ...job }) => ({
    ...job,
    reason: job.reason === null ? null : declared(job.reason),
    createdAt: created_at.toISOString(),
    nextAttemptAt: next_attempt_at?.toISOString() ?? null,
  }))
  return { items, total: counted.rows[0]?.total ?? 0, page: query.page, pageSize: query.pageSize, next }
}

export async function readPeriodicJobs(db: Transaction): Promise<JobList['periodic']> {
  const { rows } = await sql<{
    name: string
    seconds: number
    running: boolean
    last_success_at: Date | null
    next_run_at: Date
    reason: string | null
  }>`
    SELECT name, extract(epoch FROM every)::float8 AS seconds, coalesce(leased_until > now(), false) AS running,
      last_success_at, greatest(CASE WHEN is_wanted THEN now() ELSE coalesce(last_success_at + every, now()) END, retry_at) AS next_run_at, reason
    FROM periodic_job ORDER BY name
  `.execute(db)
  return rows.map(({ name, seconds, running, last_success_at, next_run_at, reason }) => ({
    name: declared(name),
    everySeconds: seconds,
    running,
    lastSuccessAt: last_success_at?.toISOString() ?? null,
    nextRunAt: next_run_at.toISOString(),
    reason: reason === null ? null : declared(reason),
  }))
}
