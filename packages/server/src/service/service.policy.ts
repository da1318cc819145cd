import { sql } from 'kysely'
import type { FilterCondition } from '../engine/resource/behaviour.ts'
import type { Computed } from '../engine/resource/columns.ts'
import { isRequestOverdue, isVisitOverdue } from './overdue.ts'

/** How a service plan is on the present day of the machine's site. */
export const planStatus = sql<string>`CASE
  WHEN NOT active THEN 'inactive'
  WHEN trigger = 'calendar' AND next_due < site_date(machine_id, now()) OR trigger <> 'calendar' AND remaining <= 0
    THEN 'overdue'
  WHEN next_due <= site_date(machine_id, now()) + lead_days THEN 'dueSoon'
  ELSE 'ok' END`

/** Whether the reader sees what the machine of a plan reports. Where everything is shared, no machine is looked up. */
const isSeen = sql`(cardinality((SELECT unshared_machines())::int[]) = 0
  OR machine_id NOT IN (SELECT m.id FROM machine m WHERE m.key = ANY ((SELECT unshared_machines())::int[])))`

/** What is left in days follows from the last service, in hours and cycles from what the machine reports. */
export const planRemaining = sql<number | null>`CASE WHEN trigger = 'calendar' OR ${isSeen} THEN remaining END`

/** What filters of lists mean that are no fields. */
export const serviceFilters: Record<string, Record<string, FilterCondition>> = {
  servicePlan: {
    customerId: (ids) => sql`EXISTS (
      SELECT FROM machine m WHERE m.id = service_plan.machine_id AND m.customer_id = ALL(${ids}::uuid[]) AND m.deleted_at IS NULL)`,
  },
}

/** How far the quote of requested parts is, as the customer may know it: what happens before it is sent is one state. */
export const quoteState = sql<
  string | null
>`(SELECT CASE project_state(p.status, p.valid_until, p.location_id, p.customer_id)
    WHEN 'sent' THEN 'quoted' WHEN 'won' THEN 'ordered' WHEN 'lost' THEN 'notOrdered' WHEN 'expired' THEN 'notOrdered' ELSE 'inPreparation' END
  FROM project p WHERE p.id = service_request.project_id AND p.deleted_at IS NULL)`

/** Fields that are computed when a row is read, by the resource name. */
export const serviceComputedFields: Record<string, Computed> = {
  servicePlan: {
    status: planStatus,
    remaining: planRemaining,
    lastDoneHours: sql`CASE WHEN ${isSeen} THEN last_done_hours END`,
    lastDoneCycles: sql`CASE WHEN ${isSeen} THEN last_done_cycles END`,
  },
  serviceRequest: { quoteState, isOverdue: isRequestOverdue('service_request') },
  serviceVisit: { isOverdue: isVisitOverdue('service_visit') },
}
