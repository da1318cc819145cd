import { sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

/**
 * Whether an installed machine is offline, has never published or is faulted. What is still to be delivered cannot be running, and of what is not
 * shared with the reader nothing is known.
 */
export const needsAttention = sql<boolean>`(machine.customer_id IS NOT NULL AND machine.key <> ALL ((SELECT unshared_machines())::int[]) AND NOT (
  awaits_delivery(machine.id, machine.project_item_id, machine.commissioned_at) AND NOT EXISTS (SELECT FROM latest l WHERE l.machine_key = machine.key)) AND NOT EXISTS (
  SELECT FROM latest l WHERE l.machine_key = machine.key AND l.machine_state IS DISTINCT FROM 'Faulted'
    AND l.at > now() - machine.stale_after_seconds * interval '1 second'))`

/** Fields that are computed when a row is read, by the resource name. */
export const machineComputedFields: Record<string, Computed> = {
  machine: { needsAttention },
}
