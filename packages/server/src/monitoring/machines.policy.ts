import { type RawBuilder, sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

/**
 * Whether an installed machine is offline, has never published or is faulted. What is still to be delivered cannot be running, and of what is not
 * shared with the reader nothing is known.
 */
export const needsAttention = sql<boolean>`(machine.customer_id IS NOT NULL AND machine.key <> ALL ((SELECT unshared_machines())::int[]) AND NOT (
  awaits_delivery(machine.id, machine.project_item_id, machine.commissioned_at) AND NOT EXISTS (SELECT FROM latest l WHERE l.machine_key = machine.key)) AND NOT EXISTS (
  SELECT FROM latest l WHERE l.machine_key = machine.key AND l.machine_state IS DISTINCT FROM 'Faulted'
    AND l.at > now() - machine.stale_after_seconds * interval '1 second'))`

/** What the day of the next service of a machine is, as its reader may know it. @param machine the alias of its table */
export function machineDue(machine: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${machine}.${name}`)
  return sql<string | null>`(CASE WHEN ${column('key')} <> ALL ((SELECT unshared_machines())::int[]) OR NOT EXISTS (
      SELECT FROM service_plan p WHERE p.machine_id = ${column('id')} AND p.active AND p.deleted_at IS NULL)
    THEN ${column('next_due')} ELSE machine_shared_next_due(${column('id')}) END)`
}

/** Fields that are computed when a row is read, by the resource name. */
export const machineComputedFields: Record<string, Computed> = {
  machine: { needsAttention, nextDue: sql`${machineDue('machine')}::text` },
}
