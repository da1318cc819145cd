import { type FieldSpecKind, type FilterOptions, MAX_COUNTED_FIELDS, MAX_FIELD_VALUES } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ListRequest } from '../engine/resource/list-rows.ts'
import type { Transaction } from '../platform/database.ts'
import {
  countByValue,
  countOf,
  type Facet,
  type FacetValue,
  idsOf,
  ofColumn,
  ofTable,
  withoutFilter,
} from './facets.ts'
import { readSpecHistograms, readSpeeds } from './histograms.ts'
import { keyOf } from './spec-filter.ts'

type SpecOptions = FilterOptions['specs'][number]

/** Pairs of a machine and what it can be filtered by, with the words for it. */
const facets: Record<Exclude<keyof FilterOptions, 'total' | 'unknownForStyle' | 'speed' | 'specs'>, Facet> = {
  lifecycle: ofColumn('library_machine', 'lifecycle'),
  ipRating: { pairs: sql`SELECT id, ip_rating AS value FROM library_machine`, label: sql`counted.value` },
  typeId: ofTable('machine_type', sql`SELECT id, type_id AS value FROM library_machine`),
  supplierId: ofTable('supplier', sql`SELECT id, supplier_id AS value FROM library_machine`),
  tagId: ofTable('library_tag', sql`SELECT machine_id AS id, tag_id AS value FROM library_machine_tag`),
  styleId: {
    pairs: sql`SELECT machine_id AS id, style_id AS value FROM compatibility WHERE result IN ('yes', 'conditional')`,
    label: sql`(SELECT s.name FROM packaging_style s WHERE s.id = counted.value AND s.deleted_at IS NULL)`,
  },
}

/** What the machines of a list can be filtered by. A filter is left out while its own counts are made. */
export async function readFilterOptions(db: Transaction, request: ListRequest): Promise<FilterOptions> {
  const count = async (name: keyof typeof facets) => await countByValue(db, withoutFilter(request, name), facets[name])
  const total = await countOf(db, request)
  return {
    total,
    unknownForStyle: await countUnknown(db, request, total),
    speed: await readSpeeds(db, withoutFilter(request, 'speed')),
    lifecycle: await count('lifecycle'),
    ipRating: await count('ipRating'),
    typeId: await count('typeId'),
    supplierId: await count('supplierId'),
    tagId: await count('tagId'),
    styleId: await countByValue(
      db,
      withoutFilter(withoutFilter(request, 'styleId'), 'possibleStyleId'),
      facets.styleId,
    ),
    specs: await readSpecOptions(db, request),
  }
}

/** How many machines of a list are there because an answer for a packaging style is unknown. */
async function countUnknown(db: Transaction, request: ListRequest, total: number): Promise<number> {
  const { possibleStyleId = [], styleId = [] } = request.query.filters
  if (possibleStyleId.length === 0) return 0
  const filters = { ...request.query.filters, styleId: [...styleId, ...possibleStyleId] }
  return total - (await countOf(db, { ...request, query: { ...request.query, filters } }))
}

async function readSpecOptions(db: Transaction, request: ListRequest): Promise<SpecOptions[]> {
  const conditions = (request.query.filters.spec ?? []).filter((text) => text !== null)
  const filtered = [...new Set(conditions.map(keyOf))]
  const others = await specsOf(db, request, sql`f.key <> ALL(${filtered}::text[])`)
  const found = [others]
  for (const key of filtered) {
    const spec = conditions.filter((text) => keyOf(text) !== key)
    const filters = { ...withoutFilter(request, 'spec').query.filters, ...(spec.length > 0 ? { spec } : {}) }
    const without = { ...request, query: { ...request.query, filters } }
    found.push(await specsOf(db, without, sql`f.key = ${key}`))
  }
  return found.flat().sort((one, other) => (one.key < other.key ? -1 : 1))
}

interface SpecRow {
  key: string
  label: string
  kind: FieldSpecKind
  unit: string | null
  count: number
  min: number | null
  max: number | null
  values: FacetValue[]
}

/** Types may have fields of the same key; they count together as long as kind and unit agree. */
async function specsOf(db: Transaction, request: ListRequest, which: RawBuilder<unknown>): Promise<SpecOptions[]> {
  const { rows } = await sql<SpecRow>`
    WITH found AS (${idsOf(request)}), had AS (
      SELECT f.key, f.label, f.kind, f.unit, v.number_from, coalesce(v.number_to, v.number_from) AS number_to,
        coalesce(v.words, v.flag::text) AS value
      FROM found JOIN spec_value v ON v.machine_id = found.id JOIN field_spec f ON f.id = v.field_spec_id
      WHERE f.filterable AND ${which}
    ), counted AS (
      SELECT key, kind, unit, value, count(*)::int AS count,
        row_number() OVER (PARTITION BY key, kind, unit ORDER BY count(*) DESC, value) AS place
      FROM had WHERE value IS NOT NULL GROUP BY key, kind, unit, value
    )
    SELECT h.key, min(h.label) AS label, h.kind, h.unit, count(*)::int AS count, min(h.number_from) AS min, max(h.number_to) AS max,
      coalesce((SELECT jsonb_agg(jsonb_build_object('value', c.value, 'label', c.value, 'count', c.count) ORDER BY c.place)
        FROM counted c WHERE c.key = h.key AND c.kind = h.kind AND c.unit IS NOT DISTINCT FROM h.unit
          AND c.place <= ${sql.lit(MAX_FIELD_VALUES)}), '[]') AS values
    FROM had h GROUP BY h.key, h.kind, h.unit ORDER BY 5 DESC, h.key LIMIT ${sql.lit(MAX_COUNTED_FIELDS)}
  `.execute(db)
  const histograms = await readSpecHistograms(db, request, which)
  return rows.map((row) => ({ ...row, histogram: histograms.get(nameOf(row)) ?? null }))
}

/** By what histograms are found. */
function nameOf({ key, kind, unit }: SpecRow): string {
  return [key, kind, ...(unit === null ? [] : [unit])].join(' ')
}
