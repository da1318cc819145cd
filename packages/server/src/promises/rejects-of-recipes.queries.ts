import { sql } from 'kysely'
import { hoursOfRejects, measuresRejects } from '../monitoring/area.ts'
import type { Transaction } from '../platform/database.ts'
import type { Span } from '../service/area.ts'
import type { TimesUnder } from './times-under.ts'

/** What a machine made in the times of a recipe. */
export interface RecipeRejects {
  recipe: string
  rejects: number
  /** Those of hours for which it reports rejects. */
  cycles: number
  /** Known time, and that of it in hours with cycles and without reported rejects. */
  knownMs: number
  silentMs: number
}

/**
 * Cycles and rejects in times by recipe: those of whole hours, and of the minutes of hours that are cut. A minute that is cut is of no recipe. Only hours for
 * which rejects are reported count, and a reading speaks for later hours of the same recipe alone.
 * @param byRecipe also of the day before the stretch, whose readings speak for it
 */
export async function readRejectsOfRecipes(
  db: Transaction,
  machineKey: number,
  stretch: Span,
  byRecipe: TimesUnder['byRecipe'],
): Promise<RecipeRejects[]> {
  const times = byRecipe.flatMap(({ recipe, times: own }) => own.map(({ from, to }) => ({ recipe, from, to })))
  if (times.length === 0) return []
  const { rows } = await sql<RecipeRejects>`
    WITH heard AS MATERIALIZED (${hoursOfRejects([machineKey], stretch)})
    SELECT recipe, coalesce(sum(rejects) FILTER (WHERE is_measured), 0)::float8 AS rejects, coalesce(sum(cycles) FILTER (WHERE is_measured), 0)::float8 AS cycles,
      sum(known_ms)::float8 AS "knownMs", coalesce(sum(known_ms) FILTER (WHERE cycles > 0 AND NOT is_measured), 0)::float8 AS "silentMs"
    FROM (
      SELECT t.recipe, h.at, h.known_ms * extract(epoch FROM h.until - h.since) / 3600 AS known_ms, part.cycles, part.rejects, ${measuresRejects('recipe')} AS is_measured
      FROM (SELECT recipe, to_timestamp("from" / 1000) AS from_at, to_timestamp("to" / 1000) AS to_at
          FROM json_to_recordset(${JSON.stringify(times)}::json) AS given (recipe text, "from" float8, "to" float8)) t
        CROSS JOIN LATERAL (
          SELECT *, greatest(at, t.from_at) AS since, least(at + interval '1 hour', t.to_at) AS until
          FROM heard WHERE at > t.from_at - interval '1 hour' AND at < t.to_at) h
        CROSS JOIN LATERAL (
          SELECT h.cycles, h.rejects WHERE h.until - h.since = interval '1 hour'
          UNION ALL
          SELECT coalesce(sum(cycles), 0), coalesce(sum(rejects), 0) FROM minute_rollup
          WHERE machine_key = ${machineKey} AND at >= h.since AND at <= h.until - interval '1 minute' HAVING h.until - h.since < interval '1 hour') part
    ) counted
    WHERE at >= ${new Date(stretch.from)} GROUP BY recipe ORDER BY recipe
  `.execute(db)
  return rows
}
