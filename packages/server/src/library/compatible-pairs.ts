import {
  type CompatibilityPair,
  type CompatibilityResult,
  compatibilities,
  compatibilityMaterials,
  type Page,
  type PageQuery,
} from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { ascending } from '../engine/paging/keyset.ts'
import { readPage } from '../engine/paging/read-page.ts'
import { rowOf, selectList, toRow } from '../engine/resource/columns.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Transaction } from '../platform/database.ts'
import { findMaterial } from './materials.ts'

interface PairsQuery extends PageQuery {
  result?: CompatibilityResult[] | undefined
  material?: string | undefined
}

type Selected = Omit<CompatibilityPair, 'cell' | 'materials'> & { cellId: string | null }

/**
 * Pairs of machines and styles with their answers, also those that nobody has answered: unknown is an answer too.
 * @param which a condition on `machine` and `style`
 * @throws ProblemError `invalid_request` for a material that is not known
 */
export async function listPairs(
  db: Transaction,
  cells: ResourceStore,
  which: RawBuilder<unknown>,
  { result, material, ...query }: PairsQuery,
): Promise<Page<CompatibilityPair>> {
  const wanted = result === undefined ? sql`true` : sql`coalesce(cell.result, 'unknown') = ANY(${result}::text[])`
  const from = sql`
    library_machine machine CROSS JOIN packaging_style style
      LEFT JOIN compatibility_answers(${await findMaterial(db, material)}::uuid) cell
        ON cell.machine_id = machine.id AND cell.style_id = style.id`
  const where = sql`machine.deleted_at IS NULL AND style.deleted_at IS NULL AND ${which} AND ${wanted}`
  const select = sql`
    jsonb_build_object('id', machine.id, 'model', machine.model, 'name', machine.name) AS machine,
      jsonb_build_object('id', style.id, 'code', style.code, 'name', style.name) AS style,
      coalesce(cell.result, 'unknown') AS result, cell.compatibility_id AS "cellId",
      ${optionsOf('compatibility_required_option')} AS "requiredOptions",
      ${optionsOf('compatibility_excluded_option')} AS "excludedOptions"`
  const keys = ['machine.model', 'style.code', 'machine.id', 'style.id'].map((column) => ascending(sql.ref(column)))
  const { rows, next } = await readPage<Selected>(db, { select, from, where, keys }, query)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${from} WHERE ${where}`.execute(db)
  const found = await readCells(db, cells, rows)
  const materials = await readMaterials(db, rows)
  const items = rows.map(({ cellId, ...pair }) => ({
    ...pair,
    cell: found.get(cellId ?? '') ?? null,
    materials: materials.filter(({ compatibilityId }) => compatibilityId === cellId),
  }))
  return { items, total: counted.rows[0]?.total ?? 0, page: query.page, pageSize: query.pageSize, next }
}

function optionsOf(table: string): RawBuilder<unknown> {
  return sql`coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) ORDER BY o.name, o.id)
    FROM ${sql.table(table)} p JOIN machine_option o ON o.id = p.option_id WHERE p.compatibility_id = cell.compatibility_id), '[]')`
}

/** The answers of these cells for single materials, in the order of the materials. */
async function readMaterials(db: Transaction, pairs: readonly Selected[]) {
  const ids = pairs.flatMap(({ cellId }) => cellId ?? [])
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(compatibilityMaterials, {})} FROM compatibility_material
    WHERE compatibility_id = ANY(${ids}::uuid[])
    ORDER BY (SELECT m.name FROM packaging_material m WHERE m.id = material_id), id`.execute(db)
  return rows.map((row) => rowOf(compatibilityMaterials, toRow(row)))
}

async function readCells(db: Transaction, { resource, computed }: ResourceStore, pairs: readonly Selected[]) {
  const ids = pairs.flatMap(({ cellId }) => cellId ?? [])
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(resource, computed)} FROM compatibility WHERE id = ANY(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => rowOf(compatibilities, toRow(row))).map((row) => [row.id, row]))
}
