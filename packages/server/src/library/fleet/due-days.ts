import { KEEP_HOURS_DAYS, KEEP_MINUTES_DAYS, KEEP_RECORDS_DAYS } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** A day of a machine that has to be counted. */
export interface DueDay {
  machineKey: number
  /** As in `2026-11-22`, UTC. */
  day: string
  /** What named it; null where it is counted for the first time because it is over. */
  mark: string | null
  /** Whether it is counted for the first time. */
  isNew: boolean
}

/** The day up to which all are counted, but for changed ones; undefined before the first run. */
export async function readNextDay(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`SELECT next_day::text AS day FROM fleet_progress`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Days that changed, the oldest first, since a day goes on from the one before. @param before a day up to which all were counted */
export async function readChangedDays(db: Db, before: string, limit: number): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    SELECT machine_key AS "machineKey", day::text AS day, mark::text AS mark, false AS "isNew"
    FROM changed_day WHERE day < ${before}::date ORDER BY day, machine_key LIMIT ${limit}
  `.execute(db)
  return rows
}

/** Machines that have something on a day, or had on the day before, which may reach into it, and are not counted for it yet. */
export async function readNewDays(db: Db, day: string, limit: number): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    SELECT seen.machine_key AS "machineKey", ${day} AS day, c.mark::text AS mark, true AS "isNew"
    FROM (SELECT DISTINCT machine_key FROM hour_rollup WHERE ${isAround(sql`${day}::date`)}) seen
      LEFT JOIN changed_day c ON c.machine_key = seen.machine_key AND c.day = ${day}::date
    WHERE NOT EXISTS (SELECT FROM fleet_day f WHERE f.machine_key = seen.machine_key AND f.day = ${day}::date)
    ORDER BY seen.machine_key LIMIT ${limit}
  `.execute(db)
  return rows
}

/** Hours of a day and of the one before. */
function isAround(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`at >= (${day} - 1)::timestamp AT TIME ZONE 'UTC' AND at < (${day} + 1)::timestamp AT TIME ZONE 'UTC'`
}

/**
 * Goes on to the next day of which anything is stored.
 * @param first not before this day
 * @param open the first day that is not over; it is gone on to where there is no other
 * @returns the day; undefined after the last day
 */
export async function goOn(db: Db, first: string, open: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    UPDATE fleet_progress SET next_day = coalesce((
        SELECT day::date FROM generate_series(${first}::date, ${open}::date, interval '1 day') AS day
        WHERE EXISTS (SELECT FROM hour_rollup WHERE ${isAround(sql`day::date`)}) ORDER BY day LIMIT 1
      ), ${open}::date)
    WHERE next_day IS NULL OR next_day < ${open}::date RETURNING next_day::text AS day
  `.execute(db)
  return rows[0]?.day
}

/** Counted days that are older than evidence counts, or than the hours of their customer are stored. */
export async function readExpiredDays(db: Db, today: string, oldest: string, limit: number): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    SELECT f.machine_key AS "machineKey", f.day::text AS day, NULL AS mark, false AS "isNew"
    FROM fleet_day f JOIN machine m ON m.key = f.machine_key LEFT JOIN customer c ON c.id = m.customer_id
    WHERE f.day < greatest(${oldest}::date, ${today}::date - greatest(coalesce(c.keep_records_days, ${sql.lit(KEEP_RECORDS_DAYS)}),
      coalesce(c.keep_minutes_days, ${sql.lit(KEEP_MINUTES_DAYS)}), coalesce(c.keep_hours_days, ${sql.lit(KEEP_HOURS_DAYS)})))
    ORDER BY f.day, f.machine_key LIMIT ${limit}
  `.execute(db)
  return rows
}
