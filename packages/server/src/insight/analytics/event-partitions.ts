import { usageDefinitions } from '@packhouse/contract'
import type pg from 'pg'
import type { Database } from '../../platform/database.ts'
import { dropPartition, partitionNames } from '../../platform/partitions.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** The epoch was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS
const WEEKS_AHEAD = 4
/** Rows that one statement removes at most, so that locks are short. */
const FEW = 5_000

/** The tables, and after how many days a week of them is dropped. */
const tables = [
  { table: 'app_event', days: usageDefinitions.rawDays },
  { table: 'event_quarter', days: usageDefinitions.rollupDays },
  { table: 'name_quarter', days: usageDefinitions.rollupDays },
] as const

/** Makes the weeks of events where they are missing. @param known weeks that are there; those that are made are added */
export async function ensureWeeks(pool: pg.Pool, times: readonly number[], known: Set<string>): Promise<void> {
  for (const week of new Set(times.map(mondayOf))) {
    if (known.has(week)) continue
    await pool.query('SELECT ensure_event_week($1::date)', [week])
    known.add(week)
  }
}

/** Makes this week and the four after it. A job of its own: it must go on where nothing can be dropped. */
export async function makeWeeksAhead(pool: pg.Pool, now: number): Promise<void> {
  const weeks = Array.from({ length: WEEKS_AHEAD + 1 }, (_, index) => now + index * WEEK_MS)
  await ensureWeeks(pool, weeks, new Set())
}

/** Drops the weeks that are over for long enough, and removes old spans and the ids of batches a few at a time. */
export async function dropOldWeeks(database: Database, now: number, signal: AbortSignal): Promise<void> {
  const { pool } = database
  for (const { table, days } of tables) {
    for (const { name, from } of await partitionNames(pool, table)) {
      if (signal.aborted) return
      if (from + WEEK_MS > now - days * DAY_MS) continue
      await database.directly((client) => dropPartition(client, table, name))
    }
  }
  const oldest = now - usageDefinitions.rollupDays * DAY_MS
  await removeFew(pool, 'activity_span', 'to_at', new Date(oldest).toISOString(), signal)
  await removeFew(pool, 'name_day', 'day', Math.floor(oldest / DAY_MS), signal)
  await removeFew(pool, 'event_batch', 'at', new Date(now - DAY_MS).toISOString(), signal)
}

async function removeFew(
  pool: pg.Pool,
  table: string,
  column: string,
  before: string | number,
  signal: AbortSignal,
): Promise<void> {
  for (let removed = FEW; removed === FEW && !signal.aborted; ) {
    const result = await pool.query(
      `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${FEW})`,
      [before],
    )
    removed = result.rowCount ?? 0
  }
}

function mondayOf(at: number): string {
  const monday = Math.floor((at - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS
  return new Date(monday).toISOString().slice(0, 10)
}
