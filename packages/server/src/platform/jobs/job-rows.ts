import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { storableJson } from '../storable-text.ts'

export interface ClaimedJob {
  id: string
  kind: string
  payload: unknown
  turn: string | null
  /** This one counts. */
  attempts: number
  /** Attempts since it was queued or staff retried it. */
  tries: number
  /** Why the attempt before failed. */
  reason: string | null
  lease: string
}

export interface NewJob {
  payload: unknown
  /** Jobs of one kind and turn run one after the other, in the order in which they were queued. */
  turn: string | undefined
  /** When it is due at the earliest. */
  afterSeconds?: number
}

export async function insertJob(db: Db, kind: string, { payload, turn, afterSeconds = 0 }: NewJob): Promise<void> {
  await sql`
    INSERT INTO job (kind, payload, turn, next_attempt_at)
    VALUES (${kind}, ${storableJson(payload)}::jsonb, ${turn ?? null}, now() + make_interval(secs => ${afterSeconds}))
  `.execute(db)
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

/**
 * Lets the next job of a turn run that was set aside until this one was done, given up or put off. After that is committed: by then, no
 * worker can set it aside any more for the sake of this one.
 */
export async function letNextRun(db: Db, { id, kind, turn }: Pick<ClaimedJob, 'id' | 'kind' | 'turn'>): Promise<void> {
  if (turn === null) return
  await sql`
    UPDATE job SET next_attempt_at = now() WHERE lease IS NULL AND id <> ${id} AND id = (
      SELECT e.id FROM job e WHERE e.kind = ${kind} AND e.turn = ${turn} AND e.state = 'waiting' ORDER BY e.number LIMIT 1)
  `.execute(db)
}

/** Dead jobs wait for staff that long. */
export async function forgetDeadJobs(db: Db): Promise<void> {
  await sql`DELETE FROM job WHERE state = 'dead' AND created_at < now() - interval '90 days'`.execute(db)
}
