import {
  type CellHistoryEntry,
  compatibilities,
  compatibilityMaterials,
  type HistoryEntry,
  type Page,
  type PageQuery,
} from '@packhouse/contract'
import { sql } from 'kysely'
import { readEntries } from '../engine/resource/history.ts'
import type { Transaction } from '../platform/database.ts'

const resources = [compatibilities, compatibilityMaterials] as const

/**
 * Who changed the answer for a pair, newest first: of the cell that is there, of those that were removed, and of their answers for
 * materials.
 */
export async function readCellHistory(
  db: Transaction,
  { machineId, styleId }: { machineId: string; styleId: string },
  query: PageQuery,
): Promise<Page<CellHistoryEntry>> {
  const pair = sql`coalesce(after, before) ->> 'machineId' = ${machineId} AND coalesce(after, before) ->> 'styleId' = ${styleId}`
  // What was attached to a cell names the cell alone.
  const cells = sql`SELECT row_id FROM audit_entry WHERE resource = 'compatibility' AND ${pair}`
  const { items, ...page } = await readEntries(
    db,
    resources,
    sql`e.id IN (
      SELECT id FROM audit_entry WHERE resource = 'compatibility' AND row_id IN (${cells})
      UNION ALL SELECT id FROM audit_entry
      WHERE resource = 'compatibilityMaterial' AND coalesce(after, before) ->> 'compatibilityId' IN (SELECT row_id::text FROM (${cells}) of_pair)
    )`,
    query,
  )
  const materials = await readMaterials(db, items)
  return { ...page, items: items.map((entry) => ({ ...entry, material: materials.get(entry.id) ?? null })) }
}

type Material = NonNullable<CellHistoryEntry['material']>

/** The materials of entries of answers for one, by the entry. */
async function readMaterials(db: Transaction, entries: readonly HistoryEntry[]): Promise<Map<string, Material>> {
  const { rows } = await sql<Material & { entry: string }>`
    SELECT e.entry, e.id, m.code, m.name
    FROM (
      SELECT id::text AS entry, (coalesce(after, before) ->> 'materialId')::uuid AS id FROM audit_entry
      WHERE id = ANY(${entries.map(({ id }) => id)}::bigint[]) AND resource = 'compatibilityMaterial'
    ) e LEFT JOIN packaging_material m USING (id)
  `.execute(db)
  return new Map(rows.map(({ entry, ...material }) => [entry, material]))
}
