import { KEEP_HOURS_DAYS, KEEP_MINUTES_DAYS, KEEP_RECORDS_DAYS } from '@packhouse/contract'
import type pg from 'pg'
import { HOUR_MS, iso, startOf } from '../telemetry/index.ts'
import { emptyOut, type PartitionedTable, partitionsOf } from './partitions.ts'

const DAY_MS = 86_400_000

/** Retention periods of one machine, in days. */
interface RetentionPeriod {
  machine_key: number
  records: number
  minutes: number
  hours: number
}

/** The tables of telemetry, what is over at a time, and how long they are stored. A block goes when all of it is over. */
const periods = [
  { table: 'record', over: 'at <', days: 'records' },
  { table: 'record_block', over: 'to_at <=', days: 'records' },
  { table: 'minute_rollup', over: 'at <', days: 'minutes' },
  { table: 'hour_rollup', over: 'at <', days: 'hours' },
  { table: 'state_interval', over: 'to_at <=', days: 'hours' },
] as const

/**
 * Removes what is older than the retention period of its customer, machine by machine, so that locks are short.
 * @param now Unix ms
 * @returns how many rows were removed
 */
export async function removeOld(client: pg.ClientBase, now: number): Promise<number> {
  const { rows } = await client.query<RetentionPeriod>(
    `SELECT m.key AS machine_key, records, greatest(records, minutes) AS minutes, greatest(records, minutes, hours) AS hours
     FROM machine m LEFT JOIN customer c ON c.id = m.customer_id
       CROSS JOIN LATERAL (SELECT coalesce(c.keep_records_days, $1)::int, coalesce(c.keep_minutes_days, $2)::int,
         coalesce(c.keep_hours_days, $3)::int) AS kept (records, minutes, hours)
     ORDER BY m.key`,
    [KEEP_RECORDS_DAYS, KEEP_MINUTES_DAYS, KEEP_HOURS_DAYS],
  )
  let removed = 0
  for (const machine of rows) {
    for (const { table, over, days } of periods) {
      // Whole hours: an hour is never counted from a part of its minutes.
      const before = startOf(now - machine[days] * DAY_MS, HOUR_MS)
      const values = [machine.machine_key, iso(before)]
      const statement = `DELETE FROM ${table} WHERE machine_key = $1 AND ${over} $2`
      removed +=
        table === 'hour_rollup'
          ? await removeHours(client, statement, values)
          : ((await client.query(statement, values)).rowCount ?? 0)
    }
  }
  const longest = Math.max(KEEP_MINUTES_DAYS, ...rows.map(({ minutes }) => minutes))
  await dropOld(client, 'record', now - (KEEP_RECORDS_DAYS + 2) * DAY_MS)
  await dropOld(client, 'minute_rollup', now - (longest + 2) * DAY_MS)
  await dropOld(
    client,
    'hour_rollup',
    now - (Math.max(KEEP_HOURS_DAYS, ...rows.map(({ hours }) => hours)) + 2) * DAY_MS,
  )
  return removed
}

/** Removes hours of a machine, and keeps what it ran and counted in them by months: service follows its whole use. @returns how many */
async function removeHours(client: pg.ClientBase, statement: string, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ removed: number }>(
    `WITH gone AS (${statement} RETURNING machine_key, at, running_ms, cycles), kept AS (
       INSERT INTO removed_usage AS u (machine_key, month, from_at, to_at, running_ms, cycles)
       SELECT machine_key, (at AT TIME ZONE 'UTC')::date - extract(day FROM at AT TIME ZONE 'UTC')::int + 1 AS month, min(at), max(at) + interval '1 hour',
         sum(running_ms), sum(cycles)
       FROM gone GROUP BY machine_key, month ORDER BY machine_key, month
       ON CONFLICT (machine_key, month) DO UPDATE SET from_at = least(u.from_at, excluded.from_at), to_at = greatest(u.to_at, excluded.to_at),
         running_ms = u.running_ms + excluded.running_ms, cycles = u.cycles + excluded.cycles)
     SELECT count(*)::int AS removed FROM gone`,
    values,
  )
  return rows[0]?.removed ?? 0
}

/** Drops the partitions of days that nothing can belong to any more. */
async function dropOld(client: pg.ClientBase, table: PartitionedTable, before: number): Promise<void> {
  for (const partition of await partitionsOf(client, table)) {
    if (partition.to > before) continue
    await emptyOut(client, partition)
    await client.query(`DROP TABLE ${partition.name}`)
  }
}
