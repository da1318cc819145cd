import { sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

/** Fields that are computed when a row is read, by the resource name. */
export const machineComputedFields: Record<string, Computed> = {
  machine: {
    // What is still to be delivered cannot be running.
    needsAttention: sql`(machine.customer_id IS NOT NULL AND NOT (machine.project_item_id IS NOT NULL
      AND machine.commissioned_at IS NULL AND NOT EXISTS (SELECT FROM latest l WHERE l.machine_key = machine.key)) AND NOT EXISTS (
      SELECT FROM latest l WHERE l.machine_key = machine.key AND l.machine_state IS DISTINCT FROM 'Faulted'
        AND l.at > now() - machine.stale_after_seconds * interval '1 second'))`,
  },
}
