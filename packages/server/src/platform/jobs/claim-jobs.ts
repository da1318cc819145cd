import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import type { JobKind } from './job-kind.ts'
import type { ClaimedJob } from './job-rows.ts'

/** How many jobs of a kind a worker takes now. */
export interface Wanted {
  kind: JobKind
  free: number
}

export interface Claim {
  jobs: ClaimedJob[]
  /** Whether there may be more to take: so many had to wait for their turn that not all that are due were looked at. */
  isMore: boolean
}

/** Jobs of a kind that a worker looks at where some of the first have to wait for their turn. */
const MOST_LOOKED_AT = 500

/**
 * A job that waits for its turn is set aside until the one before it is due again, and that long at the least. It is let run as soon as that one has
 * ended (`letNextRun`); the time is for where the process ended before it could do so.
 */
const SET_ASIDE_SECONDS = 300

/**
 * Takes jobs that are due, until the lease ends; no other worker takes them in the meantime. What is due and has to wait for its turn is
 * set aside, so that it is not looked at again and again.
 */
export async function claimJobs(db: Db, wanted: readonly Wanted[], lease: string): Promise<Claim> {
  return await db.transaction().execute(async (transaction) => {
    const first = await look(transaction, wanted.map(toLook), lease)
    if (first.left.length === 0) return { jobs: first.jobs, isMore: false }
    const all = first.left.map((one) => ({ ...one, most: MOST_LOOKED_AT }))
    const second = await look(transaction, all, lease)
    return { jobs: [...first.jobs, ...second.jobs], isMore: second.left.length > 0 }
  })
}

/** Whether a job of one of the kinds is due: one round trip, where taking them is a transaction. */
export async function isAnyDue(db: Db, kinds: readonly JobKind[]): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT EXISTS (
      SELECT FROM unnest(${kinds.map(({ kind }) => kind)}::text[]) AS wanted (kind), LATERAL (
        SELECT FROM job j WHERE j.kind = wanted.kind AND j.state = 'waiting' AND j.next_attempt_at <= now() LIMIT 1
      ) found
    ) AS due
  `.execute(db)
  return rows[0]?.due === true
}

/** `free` jobs of a kind are taken at most, of the first `most` that are due. */
interface Look {
  kind: string
  seconds: number
  free: number
  most: number
}

function toLook({ kind: { kind, leaseSeconds }, free }: Wanted): Look {
  return { kind, seconds: leaseSeconds, free, most: free }
}

/** @returns the jobs that were taken, and of which kinds there may be more */
async function look(
  db: Transaction,
  looks: readonly Look[],
  lease: string,
): Promise<{ jobs: ClaimedJob[]; left: Look[] }> {
  const locked = await lockDue(db, looks)
  const jobs = await takeOrSetAside(db, looks, { ids: locked.map(({ id }) => id), lease })
  const count = (rows: readonly { kind: string }[], wanted: string) => rows.filter(({ kind }) => kind === wanted).length
  const left = looks
    .map((one) => ({ ...one, free: one.free - count(jobs, one.kind) }))
    .filter(({ kind, free, most }) => free > 0 && count(locked, kind) === most)
  return { jobs, left }
}

async function lockDue(db: Transaction, looks: readonly Look[]): Promise<{ id: string; kind: string }[]> {
  const { rows } = await sql<{ id: string; kind: string }>`
    SELECT found.id, found.kind
    FROM jsonb_to_recordset(${JSON.stringify(looks)}::jsonb) AS wanted (kind text, most int), LATERAL (
      SELECT j.id, j.kind FROM job j WHERE j.kind = wanted.kind AND j.state = 'waiting' AND j.next_attempt_at <= now()
      ORDER BY j.next_attempt_at, j.number LIMIT wanted.most FOR UPDATE OF j SKIP LOCKED
    ) found
  `.execute(db)
  return rows
}

/**
 * A job has to wait while one of its turn is not done that was queued before it, whether that one waits for its next attempt, runs, or ran in a process
 * that is gone; and while a later one runs, which it gave way to when it was given up, before staff retried it.
 *
 * A statement of its own behind the locks: it sees everything that was committed before they were taken. An end of the job before that it does not
 * see lets the next one run after this, since that waits for the locks.
 */
async function takeOrSetAside(
  db: Transaction,
  looks: readonly Look[],
  { ids, lease }: { ids: readonly string[]; lease: string },
): Promise<ClaimedJob[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ClaimedJob>`
    WITH looked AS MATERIALIZED (
      SELECT j.id, wanted.seconds, wanted.free, waits.until,
        row_number() OVER (PARTITION BY j.kind, waits.until IS NULL ORDER BY j.next_attempt_at, j.number) AS place
      FROM job j JOIN jsonb_to_recordset(${JSON.stringify(looks)}::jsonb) AS wanted (kind text, seconds int, free int) USING (kind)
        CROSS JOIN LATERAL (SELECT coalesce(
          (SELECT e.next_attempt_at FROM job e
            WHERE e.kind = j.kind AND e.turn = j.turn AND e.state = 'waiting' AND e.number < j.number ORDER BY e.number LIMIT 1),
          (SELECT e.next_attempt_at FROM job e
            WHERE e.kind = j.kind AND e.turn = j.turn AND e.lease IS NOT NULL AND e.next_attempt_at > now() LIMIT 1)
        ) AS until OFFSET 0) waits
      WHERE j.id = ANY(${ids}::uuid[])
    ), changed AS (
      UPDATE job SET attempts = attempts + (until IS NULL)::int, lease = CASE WHEN until IS NULL THEN ${lease}::uuid END,
        next_attempt_at = CASE WHEN until IS NULL THEN now() + make_interval(secs => looked.seconds)
          ELSE greatest(until, now() + make_interval(secs => ${SET_ASIDE_SECONDS})) END
      FROM looked WHERE job.id = looked.id AND (until IS NOT NULL OR place <= looked.free)
      RETURNING job.id, kind, payload, turn, attempts, attempts - attempts_before AS tries, reason, lease
    )
    SELECT * FROM changed WHERE lease IS NOT NULL
  `.execute(db)
  return rows
}
