import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'

/** What customers see of an item of the catalogue. */
export interface NamedItem {
  number: string
  name: string
  unit: string
  isActive: boolean
}

/** Customers see what parts of their machines are called, though the catalogue with its prices is for staff alone. @param ids of rows that they see */
export async function namedItems(database: Database, ids: readonly string[]): Promise<Map<string, NamedItem>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NamedItem & { id: string }>`
    SELECT id, code AS number, description AS name, unit, active AND deleted_at IS NULL AS "isActive"
    FROM item_master WHERE id = ANY(${[...new Set(ids)]}::uuid[])
  `.execute(database.system)
  return new Map(rows.map(({ id, ...item }) => [id, item]))
}
