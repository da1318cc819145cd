import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Weeks } from './actual.ts'
import type { RejectBasis } from './gap.ts'

/**
 * Cycles and rejects of a machine by recipe, of the days on which it ran one recipe alone: they are counted by the hour and recipes by the day, so that those
 * of a day with several recipes are not known apart.
 */
export async function readRejectsByRecipe(
  db: Db,
  machineKey: number,
  { from, to }: Weeks,
): Promise<RejectBasis['recipes']> {
  const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp AT TIME ZONE 'UTC'`
  const { rows } = await sql<RejectBasis['recipes'][number]>`
    SELECT d.recipe, sum(h.cycles)::float8 AS cycles, sum(h.rejects)::float8 AS rejects
    FROM (SELECT day, min(recipe) AS recipe FROM fleet_running WHERE machine_key = ${machineKey} AND day BETWEEN ${from}::date AND ${to}::date
        GROUP BY day HAVING count(*) = 1) d
      JOIN hour_rollup h ON h.machine_key = ${machineKey} AND h.at >= ${startOf(sql`${from}::date`)} AND h.at < ${startOf(sql`${to}::date + 1`)}
        AND (h.at AT TIME ZONE 'UTC')::date = d.day
    WHERE d.recipe <> '' GROUP BY d.recipe ORDER BY d.recipe
  `.execute(db)
  return rows
}
