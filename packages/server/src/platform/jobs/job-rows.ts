import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { JobKind } from './job-kind.ts'

export interface ClaimedJob {
  id: string
  kind: string
  payload: unknown
  /** This one counts. */
  attempts: number
  /** Attempts since it was queued or staff retried it. */
  tries: number
  /** Why the attempt before failed. */
  reason: string | null
  lease: string
}

/** How many jobs of a kind a worker takes now. */
export interface Wanted {
  kind: JobKind
  free: number
}

export interface NewJob {
  payload: unknown
  /** Jobs of one kind and turn run one after the other, in the order in which they were queued. */
  turn: string | undefined
}

export async function insertJob(db: Db, kind: string, { payload, turn }: NewJob): Promise<void> {
  await sql`
    INSERT INTO job (kind, payload, turn) VALUES (${kind}, ${JSON.stringify(payload)}::jsonb, ${turn ?? null})
  `.execute(db)
}

/**
 * Takes jobs that are due, until the lease ends; no other worker takes them in the meantime. Materialized, since a plan that
 * repeated the look-up would take more than were wanted.
 */
export async function claimJobs(db: Db, wanted: readonly Wanted[], lease: string): Promise<ClaimedJob[]> {
  const kinds = wanted.map(({ kind, free }) => ({ kind: kind.kind, free, seconds: kind.leaseSeconds }))
  const { rows } = await sql<ClaimedJob>`
    WITH due AS MATERIALIZED (
      SELECT found.id, wanted.seconds
      FROM jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) AS wanted (kind text, free int, seconds int),
      LATERAL (
        SELECT j.id FROM job j
        WHERE j.kind = wanted.kind AND j.state = 'waiting' AND j.next_attempt_at <= now() AND NOT EXISTS (
          SELECT FROM job e WHERE e.kind = j.kind AND e.turn = j.turn AND e.state = 'waiting' AND e.number < j.number)
        ORDER BY j.next_attempt_at, j.number LIMIT wanted.free FOR UPDATE OF j SKIP LOCKED
      ) found
    )
    UPDATE job SET attempts = attempts + 1, lease = ${lease}, next_attempt_at = now() + make_interval(secs => due.seconds)
    FROM due WHERE job.id = due.id
    RETURNING job.id, kind, payload, attempts, attempts - attempts_before AS tries, reason, lease
  `.execute(db)
  return rows
}

/** @returns false if the lease is another's by now: then nothing was changed, and nothing is to be written down */
export async function removeDone(db: Db, { id, lease }: ClaimedJob): Promise<boolean> {
  const { rows } = await sql`DELETE FROM job WHERE id = ${id} AND lease = ${lease} RETURNING id`.execute(db)
  return rows.length > 0
}

/** @returns when it is tried again; undefined if the lease is another's by now */
export async function postpone(
  db: Db,
  { id, lease }: ClaimedJob,
  seconds: number,
  reason: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    UPDATE job SET lease = NULL, reason = ${reason}, next_attempt_at = now() + make_interval(secs => ${seconds})
    WHERE id = ${id} AND lease = ${lease} RETURNING next_attempt_at AS at
  `.execute(db)
  return rows[0]?.at
}

/** @returns false if the lease is another's by now */
export async function bury(db: Db, { id, lease }: ClaimedJob, reason: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET state = 'dead', lease = NULL, reason = ${reason}, next_attempt_at = NULL
    WHERE id = ${id} AND lease = ${lease} RETURNING id
  `.execute(db)
  return rows.length > 0
}

/** Gives a job back that was interrupted: the attempt does not count, and it is due at once. */
export async function giveBack(db: Db, { id, lease }: ClaimedJob): Promise<void> {
  await sql`
    UPDATE job SET lease = NULL, attempts = attempts - 1, next_attempt_at = now() WHERE id = ${id} AND lease = ${lease}
  `.execute(db)
}

/** Dead jobs wait for staff that long. */
export async function forgetDeadJobs(db: Db): Promise<void> {
  await sql`DELETE FROM job WHERE state = 'dead' AND created_at < now() - interval '90 days'`.execute(db)
}
