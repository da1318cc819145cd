import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/** In the order in which packs go: fillers and wrappers, labellers, cartoners, case packers, palletisers. */
const ORDER = ['VFFS', 'FLW', 'TRS', 'LBL', 'CRT', 'CSP', 'PAL']

/** A line of the machines at each site that has several. */
export async function seedLines(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM production_line LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    WITH sites AS (
      SELECT location_id FROM machine WHERE location_id IS NOT NULL AND deleted_at IS NULL GROUP BY location_id HAVING count(*) > 1
    ), made AS (
      INSERT INTO production_line (location_id, name) SELECT location_id, 'Line 1' FROM sites RETURNING id, location_id
    )
    INSERT INTO line_machine (line_id, machine_id, place)
    SELECT made.id, m.id, row_number() OVER (
      PARTITION BY made.id ORDER BY array_position(${ORDER}::text[], split_part(m.machine_id, '-', 1)) NULLS LAST, m.machine_id)
    FROM made JOIN machine m ON m.location_id = made.location_id AND m.deleted_at IS NULL
  `.execute(db)
}
