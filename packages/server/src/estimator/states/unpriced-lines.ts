import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/**
 * The descriptions of lines and extras for 0 whose item or machine is not for 0 in the catalogue, or has no price in the currency of the project: nobody has
 * entered one. What is given away has its price and a discount of 100 %.
 */
export async function readUnpricedLines(db: Transaction, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ description: string }>`
    SELECT line.description FROM project JOIN (
        SELECT project_id, description, unit_price, master_id, library_machine_id, 0 AS part, sort, id FROM project_item
        UNION ALL SELECT project_id, description, unit_price, master_id, NULL, 1, sort, id FROM project_optional_extra
      ) line ON line.project_id = project.id
      LEFT JOIN item_master item ON item.id = line.master_id
      LEFT JOIN LATERAL item_price_on(item.id, current_date) today ON true
      LEFT JOIN library_machine machine ON machine.id = line.library_machine_id
    WHERE project.id = ${projectId} AND line.unit_price = 0 AND (
      (item.id IS NOT NULL AND (item.currency <> project.currency OR today.price IS DISTINCT FROM 0))
      OR (machine.id IS NOT NULL AND (machine.currency IS DISTINCT FROM project.currency OR machine.base_price IS DISTINCT FROM 0)))
    ORDER BY line.part, line.sort, line.id
  `.execute(db)
  return rows.map(({ description }) => description)
}
