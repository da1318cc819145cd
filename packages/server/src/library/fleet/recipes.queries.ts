import type { Page, PageQuery, UnmappedRecipe } from '@packhouse/contract'
import { sql } from 'kysely'
import { ascending, descending } from '../../engine/paging/keyset.ts'
import { readPage } from '../../engine/paging/read-page.ts'
import type { Transaction } from '../../platform/database.ts'
import { isInFigures, mappedRecipes } from './evidence.queries.ts'

/** Recipes that ran in the field and have no packaging style, the longest running time first. */
export async function readUnmappedRecipes(db: Transaction, query: PageQuery): Promise<Page<UnmappedRecipe>> {
  const unmapped = sql`
    WITH ${mappedRecipes(sql`t.recipe <> '' AND ${isInFigures('t.machine_key')}`)}
    SELECT min(recipe) AS recipe, l.id, l.model, l.name, count(DISTINCT machine_key)::int AS machines, max(t.last_day) AS last_day,
      sum(t.running_ms) AS ms
    FROM ran JOIN fleet_total t USING (machine_key, recipe) LEFT JOIN styled USING (machine_key, recipe)
      LEFT JOIN library_machine l ON l.id = library_machine_id
    WHERE style_id IS NULL GROUP BY folded, l.id`
  const select = sql`
    recipe, machines, last_day::text AS "lastDay", (round(ms::numeric / 36000) / 100)::float8 AS hours,
      CASE WHEN id IS NOT NULL THEN jsonb_build_object('id', id, 'model', model, 'name', name) END AS "libraryMachine"`
  const keys = [
    descending(sql`ms`),
    ascending(sql`recipe`),
    { ...ascending(sql`model`), mayBeEmpty: true },
    { ...ascending(sql`id`), mayBeEmpty: true },
  ]
  const listed = { select, from: sql`(${unmapped}) unmapped`, where: sql`true`, keys }
  const { rows, next } = await readPage<UnmappedRecipe>(db, listed, query)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM (${unmapped}) unmapped`.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0, page: query.page, pageSize: query.pageSize, next }
}
