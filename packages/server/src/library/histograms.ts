import { HISTOGRAM_PARTS, type Histogram } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ListRequest } from '../engine/resource/list-rows.ts'
import type { Transaction } from '../platform/database.ts'
import { idsOf } from './facets.ts'

const parts = sql.lit(HISTOGRAM_PARTS)

/** Where the design speeds of a list lie. */
export async function readSpeeds(db: Transaction, request: ListRequest): Promise<Histogram> {
  const values = sql`SELECT id AS machine_id, 'speed' AS name, design_speed AS low, design_speed AS high
    FROM library_machine WHERE design_speed IS NOT NULL`
  return (await readHistograms(db, request, values)).get('speed') ?? null
}

/** Where the values of fields lie, by the key, kind and unit of the field. @param which a condition on the field `f` */
export async function readSpecHistograms(
  db: Transaction,
  request: ListRequest,
  which: RawBuilder<unknown>,
): Promise<Map<string, NonNullable<Histogram>>> {
  const values = sql`SELECT v.machine_id, concat_ws(' ', f.key, f.kind, f.unit) AS name, v.number_from AS low,
      coalesce(v.number_to, v.number_from) AS high
    FROM spec_value v JOIN field_spec f ON f.id = v.field_spec_id
    WHERE f.filterable AND f.kind IN ('number', 'range') AND ${which}`
  return await readHistograms(db, request, values)
}

/**
 * The parts divide the numbers of the whole library, so that a histogram stays where it is while filters change.
 * @param values a query of `machine_id`, `name`, `low` and `high` of every machine
 */
async function readHistograms(
  db: Transaction,
  request: ListRequest,
  values: RawBuilder<unknown>,
): Promise<Map<string, NonNullable<Histogram>>> {
  const partOf = (number: RawBuilder<unknown>) =>
    sql`CASE WHEN e.low = e.high THEN 1 ELSE least(${parts}, 1 + floor((${number} - e.low) / (e.high - e.low) * ${parts})::int) END`
  const { rows } = await sql<{ name: string; from: number; to: number; counts: number[] }>`
    WITH numbers AS MATERIALIZED (
      SELECT n.* FROM (${values}) n JOIN library_machine m ON m.id = n.machine_id WHERE m.deleted_at IS NULL
    ), extent AS (SELECT name, min(low) AS low, max(high) AS high FROM numbers GROUP BY name),
    counted AS (
      SELECT n.name, part, count(*)::int AS count FROM numbers n JOIN extent e ON e.name = n.name
        CROSS JOIN LATERAL generate_series(${partOf(sql`n.low`)}, ${partOf(sql`n.high`)}) part
      WHERE n.machine_id IN (${idsOf(request)}) GROUP BY n.name, part
    )
    SELECT e.name, e.low AS "from", e.high AS "to", array_agg(coalesce(c.count, 0) ORDER BY place.part) AS counts
    FROM extent e CROSS JOIN generate_series(1, ${parts}) place (part)
      LEFT JOIN counted c ON c.name = e.name AND c.part = place.part
    GROUP BY e.name, e.low, e.high
  `.execute(db)
  return new Map(rows.map(({ name, ...histogram }) => [name, histogram]))
}
