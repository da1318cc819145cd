import { MAX_FACET_VALUES } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { type ListRequest, matchesOf } from '../engine/resource/list-rows.ts'
import type { Transaction } from '../platform/database.ts'

export interface FacetValue {
  value: string
  label: string
  count: number
}

/** The same list without one of its filters: what else could be chosen there. */
export function withoutFilter(request: ListRequest, name: string): ListRequest {
  const { [name]: _, ...filters } = request.query.filters
  return { ...request, query: { ...request.query, filters } }
}

/** The ids of the rows of a list, as a subquery. */
export function idsOf(request: ListRequest): RawBuilder<unknown> {
  return matchesOf(request, sql`${sql.ref(`${request.resource.table}.id`)}`)
}

export async function countOf(db: Transaction, request: ListRequest): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM (${idsOf(request)}) found`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/**
 * How many rows of a list there are by value, in the order of the labels; of very many values the most frequent ones.
 * @param pairs a query of `id`, `value` and `label`; it is joined with the rows of the list
 */
export async function countByValue(
  db: Transaction,
  request: ListRequest,
  pairs: RawBuilder<unknown>,
): Promise<FacetValue[]> {
  const { rows } = await sql<FacetValue>`
    SELECT * FROM (
      SELECT pair.value::text AS value, pair.label::text AS label, count(*)::int AS count
      FROM (${pairs}) pair WHERE pair.id IN (${idsOf(request)})
      GROUP BY 1, 2 ORDER BY 3 DESC, 2, 1 LIMIT ${sql.lit(MAX_FACET_VALUES)}
    ) most ORDER BY label, value
  `.execute(db)
  return rows
}
