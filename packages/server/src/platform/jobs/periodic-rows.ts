import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { PeriodicJob } from './job-kind.ts'

/** The lease of a periodic job. */
export interface Held {
  name: string
  lease: string
}

export async function declarePeriodic(db: Db, jobs: readonly PeriodicJob[]): Promise<void> {
  const rows = jobs.map(({ name, everyMs, atStart = false }) => ({ name, seconds: everyMs / 1_000, wanted: atStart }))
  await sql`
    INSERT INTO periodic_job (name, every, is_wanted)
    SELECT name, make_interval(secs => seconds), wanted
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS declared (name text, seconds float8, wanted boolean)
    ON CONFLICT (name) DO UPDATE SET every = excluded.every, is_wanted = periodic_job.is_wanted OR excluded.is_wanted
      WHERE periodic_job.every <> excluded.every OR excluded.is_wanted
  `.execute(db)
}

/**
 * Takes jobs that are due and that no process runs. A wish is taken with them, so that one that comes while a job runs is still there when
 * it ends. What still has a lease that is over ended with its process and is due again.
 * @param limit how many at most
 * @returns their names
 */
export async function claimPeriodic(
  db: Db,
  names: readonly string[],
  lease: string,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    WITH due AS MATERIALIZED (
      SELECT name FROM periodic_job
      WHERE name = ANY(${names}::text[]) AND (leased_until IS NULL OR leased_until <= now())
        AND (last_success_at IS NULL OR is_wanted OR leased_until IS NOT NULL OR last_success_at + every <= now()) AND (retry_at IS NULL OR retry_at <= now())
      ORDER BY last_success_at NULLS FIRST LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE periodic_job SET lease = ${lease}, leased_until = now() + make_interval(secs => ${leaseSeconds}), is_wanted = false
    FROM due WHERE periodic_job.name = due.name RETURNING periodic_job.name
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** @returns false if the lease is another's by now */
export async function renew(db: Db, { name, lease }: Held, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE periodic_job SET leased_until = now() + make_interval(secs => ${leaseSeconds})
    WHERE name = ${name} AND lease = ${lease} RETURNING name
  `.execute(db)
  return rows.length > 0
}

export async function succeed(db: Db, { name, lease }: Held): Promise<void> {
  await sql`
    UPDATE periodic_job SET last_success_at = now(), retry_at = NULL, failures = 0, reason = NULL, lease = NULL, leased_until = NULL
    WHERE name = ${name} AND lease = ${lease}
  `.execute(db)
}

/** Tried again after a minute, then after twice as long each time, and at the latest after its own period. */
export async function fail(db: Db, { name, lease }: Held, reason: string): Promise<void> {
  await sql`
    UPDATE periodic_job SET failures = failures + 1, reason = ${reason}, is_wanted = true, lease = NULL, leased_until = NULL,
      retry_at = now() + least(every, make_interval(mins => (2 ^ least(failures, 10))::int))
    WHERE name = ${name} AND lease = ${lease}
  `.execute(db)
}

/** Gives up a lease without a word on the work: it is due as before. */
export async function release(db: Db, { name, lease }: Held): Promise<void> {
  await sql`
    UPDATE periodic_job SET is_wanted = true, lease = NULL, leased_until = NULL WHERE name = ${name} AND lease = ${lease}
  `.execute(db)
}
