import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** A run of a schedule that this server makes. */
export interface ClaimedRun {
  id: string
  claim: string
  name: string
  customerId: string
  customer: string
  timeZone: string
  /** Whose report is sent, `2026-10`. */
  month: string
  /** This one counts. */
  attempts: number
}

export interface Recipient {
  userId: string
  /** As the account says; null where it says nothing. */
  language: string | null
  timeZone: string | null
  /** Somebody of the maker, who reads only what is shared. */
  isOfStaff: boolean
}

/** How a run goes on: over, or tried again. */
export type Outcome = 'done' | { again: Date; attempts: number }

/** So long a server that says nothing is believed to make a report. */
const CLAIM_MINUTES = 10
const UNTIL = sql`now() + make_interval(mins => ${sql.lit(CLAIM_MINUTES)})`

/** Nothing is in the way of mailing the report: `r` is the recipient, `s` the schedule. */
const IS_ADMITTED = sql`r.unsubscribed_at IS NULL AND report_obstacle(r.user_id, s.customer_id) IS NULL
  AND NOT EXISTS (SELECT FROM user_setting own WHERE own.user_id = r.user_id AND NOT own.report_mails)`

/**
 * Takes the run that is due longest, if there is one. Another server that looks at the same time passes over it; one that looked a
 * moment before finds it claimed.
 */
export async function claimRun(db: Db, claim: string): Promise<ClaimedRun | undefined> {
  const { rows } = await sql<ClaimedRun>`
    WITH found AS MATERIALIZED (
      SELECT s.id, s.name, s.customer_id, c.name AS customer, s.time_zone,
        due_report_month(s.day, s.hour, s.time_zone, now()) AS month
      FROM report_schedule s JOIN customer c ON c.id = s.customer_id LEFT JOIN report_run r ON r.schedule_id = s.id
      WHERE s.active AND s.deleted_at IS NULL AND c.deleted_at IS NULL AND s.next_run_at <= now()
        AND coalesce(r.claimed_until <= now(), true)
      ORDER BY s.next_run_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED
    ), claimed AS (
      INSERT INTO report_run AS run (schedule_id, month, attempts, claim, claimed_until)
      SELECT id, month, 1, ${claim}, ${UNTIL} FROM found
      ON CONFLICT (schedule_id) DO UPDATE SET claim = excluded.claim, claimed_until = excluded.claimed_until,
        month = CASE WHEN run.attempts > 0 THEN run.month ELSE excluded.month END, attempts = run.attempts + 1
        WHERE coalesce(run.claimed_until <= now(), true)
      RETURNING schedule_id, claim, month, attempts
    )
    SELECT id, claim, name, customer_id AS "customerId", customer, time_zone AS "timeZone", claimed.month, attempts
    FROM found JOIN claimed ON schedule_id = id
  `.execute(db)
  return rows[0]
}

/** @returns false where the run is another's by now, or the schedule is to run no more */
export async function renewClaim(db: Db, { id, claim }: ClaimedRun): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE report_run SET claimed_until = ${UNTIL}
    FROM report_schedule s
    WHERE schedule_id = ${id} AND claim = ${claim} AND s.id = schedule_id AND s.active AND s.deleted_at IS NULL
  `.execute(db)
  return numAffectedRows === 1n
}

/** Gives a run back that was interrupted: the attempt does not count. */
export async function giveBack(db: Db, { id, claim }: ClaimedRun): Promise<void> {
  await sql`
    UPDATE report_run SET claim = NULL, claimed_until = NULL, attempts = greatest(attempts - 1, 0)
    WHERE schedule_id = ${id} AND claim = ${claim}
  `.execute(db)
}

/** Ends an attempt. What was planned anew in the meantime stays as it was planned. */
export async function endRun(db: Db, { id, claim }: ClaimedRun, outcome: Outcome): Promise<void> {
  const [attempts, next] =
    outcome === 'done'
      ? [0, sql`CASE WHEN active AND deleted_at IS NULL THEN next_report_run(day, hour, time_zone, now()) END`]
      : [outcome.attempts, sql`${outcome.again}::timestamptz`]
  await db.transaction().execute(async (transaction) => {
    // In the order of whoever plans it anew, which locks the schedule first.
    await sql`SELECT FROM report_schedule WHERE id = ${id} FOR UPDATE`.execute(transaction)
    await sql`
      WITH ended AS (
        UPDATE report_run SET claim = NULL, claimed_until = NULL, attempts = CASE WHEN attempts > 0 THEN ${attempts}::int ELSE 0 END
        WHERE schedule_id = ${id} AND claim = ${claim} RETURNING old.attempts > 0 AS is_planned
      )
      UPDATE report_schedule SET last_run_at = now(), next_run_at = CASE WHEN is_planned THEN ${next} ELSE next_run_at END
      FROM ended WHERE id = ${id}
    `.execute(transaction)
  })
}

/** Who is still to get the report of the month. */
export async function readRecipients(db: Db, { id, month }: ClaimedRun): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT r.user_id AS "userId", u.language, u.timezone AS "timeZone", u.customer_id IS NULL AS "isOfStaff"
    FROM report_recipient r JOIN report_schedule s ON s.id = r.schedule_id JOIN user_account u ON u.id = r.user_id
    WHERE s.id = ${id} AND ${IS_ADMITTED} AND NOT EXISTS (
      SELECT FROM report_delivery d
      WHERE d.schedule_id = s.id AND d.month = ${month} AND d.user_id = r.user_id AND d.state = 'queued')
    ORDER BY r.user_id
  `.execute(db)
  return rows
}

/**
 * Writes down that somebody is mailed the report, once for each month. An unsubscription waits for the transaction, or is seen by it.
 * @param hash of the secret with which that person unsubscribes
 * @returns the address; undefined where the person has it already, or is to get none any more
 */
export async function writeQueued(db: Db, run: ClaimedRun, userId: string, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    SELECT u.email FROM report_recipient r JOIN report_schedule s ON s.id = r.schedule_id JOIN user_account u ON u.id = r.user_id
    WHERE s.id = ${run.id} AND r.user_id = ${userId} AND ${IS_ADMITTED} FOR SHARE OF r
  `.execute(db)
  if (rows[0] === undefined) return undefined
  const written = await sql`
    INSERT INTO report_delivery (schedule_id, month, user_id, state, unsubscribe_hash)
    VALUES (${run.id}, ${run.month}, ${userId}, 'queued', ${hash})
    ON CONFLICT (schedule_id, month, user_id) DO UPDATE
      SET state = 'queued', reason = NULL, unsubscribe_hash = excluded.unsubscribe_hash, at = now()
      WHERE report_delivery.state = 'failed'
    RETURNING user_id
  `.execute(db)
  return written.rows.length === 1 ? rows[0].email : undefined
}

export async function writeMail(db: Db, { id, month }: ClaimedRun, userId: string, mailId: string): Promise<void> {
  await sql`
    UPDATE report_delivery SET mail_id = ${mailId} WHERE schedule_id = ${id} AND month = ${month} AND user_id = ${userId}
  `.execute(db)
}

/** Writes down why somebody has no report. Whoever was removed in the meantime needs none. */
export async function writeFailed(db: Db, { id, month }: ClaimedRun, userId: string, reason: string): Promise<void> {
  await sql`
    INSERT INTO report_delivery (schedule_id, month, user_id, state, reason)
    SELECT schedule_id, ${month}, user_id, 'failed', ${reason}
    FROM report_recipient WHERE schedule_id = ${id} AND user_id = ${userId}
    ON CONFLICT (schedule_id, month, user_id) DO UPDATE SET reason = excluded.reason, at = now()
      WHERE report_delivery.state = 'failed'
  `.execute(db)
}
