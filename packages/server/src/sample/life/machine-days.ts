import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { sampleMachineIDs } from './sample-machines.ts'

/** When what happened to a machine, ISO 8601. */
export interface MachineDays {
  machine: string
  /** Its code. */
  customer: string
  /** Null where it was sold before there were quotes here. */
  orderedMachineId: string | null
  ordered: string
  factoryTest: string
  delivery: string
  commissioned: string
}

/**
 * The days of each machine of the sample: those of its order, or else as they usually lie before its commissioning. What is said of a machine
 * follows from them, so that nothing of it was before its time. Machines that are not commissioned are absent.
 */
export async function readMachineDays(db: Transaction): Promise<MachineDays[]> {
  const { rows } = await sql<MachineDays>`
    SELECT m.machine_id AS machine, c.code AS customer, o.id AS "orderedMachineId",
      coalesce((a.accepted_at AT TIME ZONE 'UTC')::date, m.commissioned_at - 190)::text AS ordered,
      coalesce(o.factory_test_done, m.commissioned_at - 28)::text AS "factoryTest",
      coalesce(o.delivery_done, m.commissioned_at - 14)::text AS delivery, m.commissioned_at::text AS commissioned
    FROM machine m JOIN customer c ON c.id = m.customer_id LEFT JOIN ordered_machine o ON o.machine_id = m.id AND o.deleted_at IS NULL
      LEFT JOIN quote_acceptance a ON a.project_id = o.project_id
    WHERE m.machine_id = ANY(${sampleMachineIDs}) AND m.commissioned_at IS NOT NULL
    ORDER BY array_position(${sampleMachineIDs}::text[], m.machine_id)
  `.execute(db)
  return rows
}
