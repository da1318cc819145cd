import { COUNTED_CONDITIONS, MATRIX_MACHINES, MATRIX_STYLES, type MatrixDetails } from '@packhouse/contract'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { rowScope } from '../engine/principal.ts'
import type { Database, Transaction } from '../platform/database.ts'

/** Details of machines, styles and answers beside the matrix, read in one snapshot. */
export function matrixDetailsHandlers(database: Database): HandlersOf<'compatibilityMatrixDetails'> {
  return {
    compatibilityMatrixDetails: async ({ principal }) =>
      await database.inSnapshot(rowScope(principal), readMatrixDetails),
  }
}

type Machine = Omit<MatrixDetails['machines'][number], 'type' | 'conditions'> & { typeId: string }

async function readMatrixDetails(db: Transaction): Promise<MatrixDetails> {
  const machines = await sql<Machine>`
    SELECT id, type_id AS "typeId", design_speed AS "designSpeed", design_speed_unit AS "designSpeedUnit"
    FROM library_machine WHERE deleted_at IS NULL ORDER BY model, id LIMIT ${sql.lit(MATRIX_MACHINES)}`.execute(db)
  const types = await sql<MatrixDetails['types'][number]>`
    SELECT id, name, category FROM machine_type
    WHERE id IN (SELECT type_id FROM library_machine WHERE deleted_at IS NULL) ORDER BY name, id`.execute(db)
  const styles = await sql<MatrixDetails['styles'][number]>`
    SELECT id, standard_ref AS "standardRef" FROM packaging_style WHERE deleted_at IS NULL
    ORDER BY code, id LIMIT ${sql.lit(MATRIX_STYLES)}`.execute(db)
  const conditions = await readConditions(db)
  const places = new Map(types.rows.map(({ id }, place) => [id, place]))
  return {
    types: types.rows,
    machines: machines.rows.map(({ typeId, ...machine }) => ({
      ...machine,
      type: places.get(typeId) ?? 0,
      conditions: conditions.get(machine.id) ?? '',
    })),
    styles: styles.rows,
  }
}

/** The numbers of conditions of conditional answers, by machine: a digit for each, in the order of the styles. */
async function readConditions(db: Transaction): Promise<Map<string, string>> {
  const { rows } = await sql<{ machineId: string; digits: string }>`
    WITH parts AS (
      SELECT compatibility_id, count(*)::int AS number FROM (
        SELECT compatibility_id FROM compatibility_required_option
        UNION ALL SELECT compatibility_id FROM compatibility_excluded_option
        UNION ALL SELECT compatibility_id FROM compatibility_material) listed GROUP BY compatibility_id
    )
    SELECT c.machine_id AS "machineId", string_agg(to_hex(least(${sql.lit(COUNTED_CONDITIONS)}, coalesce(parts.number, 0)
      + (num_nonnulls(c.speed_min, c.speed_max) > 0)::int + (c.tooling_cost IS NOT NULL)::int
      + (num_nonnulls(c.length_min, c.length_max, c.width_min, c.width_max, c.height_min, c.height_max) > 0)::int)),
      '' ORDER BY s.code, s.id) AS digits
    FROM compatibility c JOIN packaging_style s ON s.id = c.style_id AND s.deleted_at IS NULL
      LEFT JOIN parts ON parts.compatibility_id = c.id
    WHERE c.result = 'conditional' GROUP BY c.machine_id`.execute(db)
  return new Map(rows.map(({ machineId, digits }) => [machineId, digits]))
}
