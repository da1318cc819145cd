import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { mappedRecipes } from './evidence.queries.ts'
import type { StoredSketch } from './speed-sketch.ts'

/** Running time of a machine on a day with a recipe. */
export interface RunningDay {
  machineKey: number
  /** UTC, ISO 8601. */
  day: string
  /** Empty: none is known. */
  recipe: string
  /** Null: the recipe is not known or not mapped. */
  styleId: string | null
  sketch: StoredSketch
}

/** How fast machines ran on the days of a stretch. @param from the first day, ISO 8601; @param to the last one */
export async function readRunningDays(
  db: Db,
  machineKeys: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<RunningDay[]> {
  const keys = sql`${[...machineKeys]}::int[]`
  const { rows } = await sql<RunningDay>`
    WITH ${mappedRecipes(sql`m.key = ANY (${keys})`)}
    SELECT d.machine_key AS "machineKey", d.day::text AS day, d.recipe, styled.style_id AS "styleId", d.sketch
    FROM fleet_running d LEFT JOIN styled USING (machine_key, recipe)
    WHERE d.machine_key = ANY (${keys}) AND d.day BETWEEN ${from}::date AND ${to}::date ORDER BY d.machine_key, d.day, d.recipe
  `.execute(db)
  return rows
}

/** Running time of a machine on a day with a recipe under a condition. */
export interface ConditionedDay {
  machineKey: number
  /** UTC, ISO 8601. */
  day: string
  /** As `conditionKey` writes it. */
  condition: string
  recipe: string
  /** Null without a condition: `RunningDay` has it. */
  sketch: StoredSketch | null
  /** The speed that was set. */
  setSketch: StoredSketch
  /** Running time that was not under the condition. */
  otherMs: number
}

/** What promises are held against beside `readRunningDays`: days that were counted before the promise was made are absent until they are counted again. */
export async function readConditionedDays(
  db: Db,
  machineKeys: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<ConditionedDay[]> {
  const { rows } = await sql<ConditionedDay>`
    SELECT machine_key AS "machineKey", day::text AS day, condition, recipe, sketch, set_sketch AS "setSketch", other_ms AS "otherMs"
    FROM promise_running WHERE machine_key = ANY (${[...machineKeys]}::int[]) AND day BETWEEN ${from}::date AND ${to}::date
    ORDER BY machine_key, day, condition, recipe
  `.execute(db)
  return rows
}
