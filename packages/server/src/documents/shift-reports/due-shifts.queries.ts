import { MOST_SHIFT_READERS, SHIFT_GRACE_MINUTES } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { subscribedShifts } from './replaced-shifts.ts'

/** So many shifts are looked at in one run. */
const MOST_SHIFTS = 200
/** Older ones are not reported any more: nobody acts on them. */
const OLDEST_HOURS = 24
/** So long a report that was sent is remembered, and its link ends the subscription. */
const REMEMBERED_DAYS = 90

/** A shift that is over, whose report is to be sent. */
export interface DueShift {
  shiftId: string
  /** On which it began, by the clock of the site. */
  day: string
  name: string
  locationId: string
  location: string
  customerId: string | null
  timeZone: string
  from: Date
  to: Date
  /** That have failed. */
  attempts: number
}

export interface ShiftReader {
  userId: string
  email: string
  language: string | null
  /** Somebody of the maker, who reads only what is shared. */
  isStaff: boolean
}

/** Shifts that ended lately, with somebody who wants their reports, the oldest first. */
export async function readDueShifts(db: Db): Promise<DueShift[]> {
  const { rows } = await sql<DueShift>`
    SELECT s.id AS "shiftId", o.day::text, s.name, l.id AS "locationId", l.name AS location, l.customer_id AS "customerId", z.zone AS "timeZone",
      o.from_at AS "from", o.to_at AS "to", coalesce(r.attempts, 0) AS attempts
    FROM shift s JOIN location l ON l.id = s.location_id LEFT JOIN customer c ON c.id = l.customer_id
      CROSS JOIN LATERAL (SELECT coalesce(l.timezone, c.timezone, 'UTC') AS zone) z
      CROSS JOIN LATERAL shift_times(s, z.zone, now() - interval '2 days', now()) o
      LEFT JOIN shift_report r ON r.shift_id = s.id AND r.day = o.day
    WHERE s.deleted_at IS NULL AND l.deleted_at IS NULL AND c.deleted_at IS NULL AND r.done_at IS NULL AND o.from_at < o.to_at
      AND o.to_at <= now() - make_interval(mins => ${SHIFT_GRACE_MINUTES}) AND o.to_at > now() - make_interval(hours => ${OLDEST_HOURS})
      AND EXISTS (SELECT FROM shift_subscription u WHERE u.shift_id IN ${subscribedShifts} AND u.since < o.to_at)
    ORDER BY o.to_at, s.id LIMIT ${MOST_SHIFTS}
  `.execute(db)
  return rows
}

/** Who is still to get the report. Rights come and go: they are asked when it is sent. */
export async function readShiftReaders(db: Db, shift: DueShift): Promise<ShiftReader[]> {
  const { rows } = await sql<ShiftReader>`
    SELECT u.id AS "userId", u.email, u.language, u.customer_id IS NULL AS "isStaff"
    FROM shift s JOIN shift_subscription r ON r.shift_id IN ${subscribedShifts} JOIN user_account u ON u.id = r.user_id
    WHERE s.id = ${shift.shiftId} AND r.since < ${shift.to} AND report_obstacle(u.id, ${shift.customerId}) IS NULL
      AND NOT EXISTS (SELECT FROM user_setting own WHERE own.user_id = u.id AND NOT own.report_mails)
      AND NOT EXISTS (SELECT FROM shift_report_delivery d WHERE d.shift_id = s.id AND d.day = ${shift.day} AND d.user_id = u.id)
    GROUP BY u.id ORDER BY min(r.since), u.id LIMIT ${MOST_SHIFT_READERS}
  `.execute(db)
  return rows
}

/**
 * Notes that somebody is mailed the report, in the transaction of the mail.
 * @param hash of the secret with which that person unsubscribes. @returns false where the person has it already, or wants none any more
 */
export async function writeDelivery(db: Db, shift: DueShift, userId: string, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO shift_report_delivery (shift_id, day, user_id, unsubscribe_hash)
    SELECT shift_id, ${shift.day}, user_id, ${hash} FROM (
      SELECT s.id AS shift_id, r.user_id FROM shift s JOIN shift_subscription r ON r.shift_id IN ${subscribedShifts}
      WHERE s.id = ${shift.shiftId} AND r.user_id = ${userId} LIMIT 1 FOR SHARE OF r
    ) wanted
    ON CONFLICT (shift_id, day, user_id) DO NOTHING
  `.execute(db)
  return numAffectedRows === 1n
}

/** Notes how an attempt ended. @param isDone the report is sent, or given up */
export async function writeAttempt(db: Db, { shiftId, day, attempts }: DueShift, isDone: boolean): Promise<void> {
  const failed = attempts + (isDone ? 0 : 1)
  await sql`
    INSERT INTO shift_report (shift_id, day, attempts, done_at) VALUES (${shiftId}, ${day}, ${failed}, CASE WHEN ${isDone} THEN now() END)
    ON CONFLICT (shift_id, day) DO UPDATE SET attempts = excluded.attempts, done_at = coalesce(shift_report.done_at, excluded.done_at)
  `.execute(db)
}

/** Forgets reports that are old enough. */
export async function forgetOldShiftReports(db: Db): Promise<void> {
  await sql`DELETE FROM shift_report_delivery WHERE day < current_date - ${REMEMBERED_DAYS}::int`.execute(db)
  await sql`DELETE FROM shift_report WHERE day < current_date - ${REMEMBERED_DAYS}::int`.execute(db)
}
