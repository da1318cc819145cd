import { sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

/** How a service plan is on the present day of the machine's site. */
export const planStatus = sql<string>`CASE
  WHEN NOT active THEN 'inactive'
  WHEN trigger = 'calendar' AND next_due < site_date(machine_id, now()) OR trigger <> 'calendar' AND remaining <= 0
    THEN 'overdue'
  WHEN next_due <= site_date(machine_id, now()) + lead_days THEN 'dueSoon'
  ELSE 'ok' END`

/** Fields that are computed when a row is read, by the resource name. */
export const serviceComputedFields: Record<string, Computed> = {
  servicePlan: { status: planStatus },
}
