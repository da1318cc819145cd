import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { HOUR_MS, REJECTS_SPEAK_MS, startOf } from '../../telemetry/index.ts'
import type { Stretch } from './counts.queries.ts'

const SPEAKS = `interval '${REJECTS_SPEAK_MS / 1_000} seconds'`

/**
 * Rows of whole hours of machines and of the 24 before them, with two columns more: `has_reading`, a record of the hour says how many rejects there are, and
 * `is_of_changes`, not every record of it does. Hours that were counted before the readings were have one as far as the newest reading of the machine goes.
 */
export function hoursOfRejects(keys: readonly number[], { from, to }: Stretch): RawBuilder<unknown> {
  return sql`
    SELECT r.*, r.running_ms + r.idle_ms + r.stopped_ms + r.faulted_ms AS known_ms, r.rejects_count IS DISTINCT FROM r.records AS is_of_changes,
      coalesce(r.rejects_count, r.records) > 0 AND coalesce(l.total_rejects IS NOT NULL AND r.at <= coalesce(l.rejects_at, l.at), false) AS has_reading
    FROM hour_rollup r LEFT JOIN latest l ON l.machine_key = r.machine_key
    WHERE r.machine_key = ANY (${[...keys]}::int[]) AND r.at >= ${new Date(startOf(from, HOUR_MS) - REJECTS_SPEAK_MS)} AND r.at < ${new Date(to)}`
}

/**
 * Whether rejects are measured in an hour of `hoursOfRejects`: a reading lies in it, or in the 24 hours before it where the source reports changes alone. One
 * that says it with every record says nothing of the time after them.
 * @param among the column within which readings speak for later hours
 */
export function measuresRejects(among: 'machine_key' | 'recipe'): RawBuilder<boolean> {
  return sql.raw(
    `(has_reading OR coalesce(max(at) FILTER (WHERE has_reading AND is_of_changes) OVER (PARTITION BY ${among} ORDER BY at) >= at - ${SPEAKS}, false))`,
  )
}

/** Hours of a machine with cycles for which it reported no rejects. */
interface SilentHours {
  /** Cycles of whole hours. */
  cycles: number
  /** Starts of those that the stretch cuts, Unix ms. */
  cut: number[]
  /** Known time in them, and in all hours. */
  silentMs: number
  knownMs: number
}

/** @returns by machine key; machines of which nothing was heard in the stretch are absent */
export async function readSilentHours(
  db: Db,
  keys: readonly number[],
  { from, to }: Stretch,
): Promise<Map<number, SilentHours>> {
  if (keys.length === 0 || from >= to) return new Map()
  const whole = sql`at >= ${new Date(from)} AND at <= ${new Date(to - HOUR_MS)}`
  const { rows } = await sql<SilentHours & { key: number }>`
    SELECT machine_key AS key, coalesce(sum(cycles) FILTER (WHERE is_silent AND ${whole}), 0)::float8 AS cycles,
      coalesce(array_agg(extract(epoch FROM at)::float8 * 1000) FILTER (WHERE is_silent AND NOT (${whole})), '{}') AS cut,
      coalesce(sum(known_ms) FILTER (WHERE is_silent), 0)::float8 AS "silentMs", sum(known_ms)::float8 AS "knownMs"
    FROM (SELECT *, cycles > 0 AND NOT ${measuresRejects('machine_key')} AS is_silent FROM (${hoursOfRejects(keys, { from, to })}) hour) heard
    WHERE at >= ${new Date(startOf(from, HOUR_MS))}
    GROUP BY machine_key
  `.execute(db)
  return new Map(rows.map(({ key, ...hours }) => [key, hours]))
}
