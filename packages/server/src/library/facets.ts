import { MAX_FACET_VALUES } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { type ListRequest, matchesOf } from '../engine/resource/list-rows.ts'
import type { Transaction } from '../platform/database.ts'

export interface FacetValue {
  value: string
  label: string
  count: number
}

/** What a list can be filtered by. */
export interface Facet {
  /** A query of `id` and `value`; it is joined with the rows of the list. */
  pairs: RawBuilder<unknown>
  /** The name of `counted.value`; a value without one is left out. */
  label: RawBuilder<unknown>
}

/** A filter by a column of the rows themselves, whose values are their own names. */
export const ofColumn = (table: string, column: string): Facet => ({
  pairs: sql`SELECT id, ${sql.ref(column)} AS value FROM ${sql.table(table)}`,
  label: sql`counted.value::text`,
})

/** A filter by rows of another table. @param pairs of `id` and the id of the other row as `value` */
export const ofTable = (table: string, pairs: RawBuilder<unknown>): Facet => ({
  pairs,
  label: sql`(SELECT other.name FROM ${sql.table(table)} other WHERE other.id = counted.value)`,
})

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
 * Names are looked up for values, not for each of the many pairs.
 */
export async function countByValue(
  db: Transaction,
  request: ListRequest,
  { pairs, label }: Facet,
): Promise<FacetValue[]> {
  const { rows } = await sql<FacetValue>`
    WITH counted AS MATERIALIZED (
      SELECT pair.value, count(*)::int AS count FROM (${pairs}) pair WHERE pair.id IN (${idsOf(request)}) GROUP BY pair.value
    ), named AS (SELECT value::text AS value, ${label} AS label, count FROM counted), most AS (
      SELECT * FROM named WHERE label IS NOT NULL ORDER BY count DESC, label, value LIMIT ${sql.lit(MAX_FACET_VALUES)}
    ) SELECT * FROM most ORDER BY label, value
  `.execute(db)
  return rows
}
