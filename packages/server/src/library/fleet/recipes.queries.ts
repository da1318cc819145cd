import type { Page, PageQuery, UnmappedRecipe } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { mappedRecipes } from './evidence.queries.ts'

/** Recipes that ran in the field and have no packaging style, the longest running time first. */
export async function readUnmappedRecipes(
  db: Transaction,
  { page, pageSize }: PageQuery,
): Promise<Page<UnmappedRecipe>> {
  const unmapped = sql`
    WITH ${mappedRecipes(sql`t.recipe <> ''`)}
    SELECT min(recipe) AS recipe, l.id, l.model, l.name, count(DISTINCT machine_key)::int AS machines, max(t.last_day) AS last_day,
      sum(t.running_ms) AS ms
    FROM ran JOIN fleet_total t USING (machine_key, recipe) LEFT JOIN styled USING (machine_key, recipe)
      LEFT JOIN library_machine l ON l.id = library_machine_id
    WHERE style_id IS NULL GROUP BY folded, l.id`
  const { rows } = await sql<UnmappedRecipe>`
    SELECT recipe, machines, last_day::text AS "lastDay", (round(ms::numeric / 36000) / 100)::float8 AS hours,
      CASE WHEN id IS NOT NULL THEN jsonb_build_object('id', id, 'model', model, 'name', name) END AS "libraryMachine"
    FROM (${unmapped}) unmapped
    ORDER BY ms DESC, recipe, model NULLS LAST LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
  `.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM (${unmapped}) unmapped`.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0, page, pageSize }
}
