import { sql } from 'kysely'
import { hoursOfRejects, measuresRejects } from '../monitoring/area.ts'
import type { Db } from '../platform/database.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import type { Weeks } from './actual.ts'
import type { RejectBasis } from './gap.ts'

const DAY_MS = 24 * HOUR_MS

/**
 * Cycles and rejects of a machine by recipe, of the days on which it ran one recipe alone: they are counted by the hour and recipes by the day, so that those
 * of a day with several recipes are not known apart. Only hours for which rejects are reported count, and the reading of one recipe says nothing of another:
 * one that reports none is not the best one.
 */
export async function readRejectsByRecipe(
  db: Db,
  machineKey: number,
  { from, to }: Weeks,
): Promise<RejectBasis['recipes']> {
  const hours = hoursOfRejects([machineKey], { from: Date.parse(from), to: Date.parse(to) + DAY_MS })
  const { rows } = await sql<RejectBasis['recipes'][number]>`
    SELECT recipe, sum(cycles)::float8 AS cycles, sum(rejects)::float8 AS rejects
    FROM (
      SELECT d.day, d.recipe, h.cycles, h.rejects, ${measuresRejects('recipe')} AS is_measured
      FROM (SELECT day, min(recipe) AS recipe FROM fleet_running
          WHERE machine_key = ${machineKey} AND day BETWEEN ${from}::date - 1 AND ${to}::date GROUP BY day HAVING count(*) = 1) d
        JOIN (${hours}) h ON (h.at AT TIME ZONE 'UTC')::date = d.day
    ) heard
    WHERE is_measured AND recipe <> '' AND day >= ${from}::date GROUP BY recipe ORDER BY recipe
  `.execute(db)
  return rows
}
