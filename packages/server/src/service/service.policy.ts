import { type RawBuilder, sql } from 'kysely'
import type { FilterCondition } from '../engine/resource/behaviour.ts'
import { type Computed, SEARCHED_TEXT } from '../engine/resource/columns.ts'
import { isOfAnother, unlessOfAnother } from '../monitoring/area.ts'
import { isRecordOfAnother, ownWords } from './done-by.ts'
import { isRequestOverdue, isVisitOverdue } from './overdue.ts'

/** Whether the reader sees what the machine of a plan reports. Where everything is shared, no machine is looked up. @param plan the alias of its table */
function isShared(plan: string): RawBuilder<boolean> {
  return sql<boolean>`(cardinality((SELECT unshared_machines())::int[]) = 0
    OR ${sql.ref(`${plan}.machine_id`)} NOT IN (SELECT m.id FROM machine m WHERE m.key = ANY ((SELECT unshared_machines())::int[])))`
}

/** Whether the reader sees what a plan is worked out of: days follow from the last service, hours and cycles from what the machine reports. */
function isSeen(plan: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${plan}.trigger`)} = 'calendar' OR ${isShared(plan)})`
}

/**
 * The day on which a plan is due, as its reader may know it: without what a machine ran after its customer ended sharing. An order by the column itself would
 * show it too. @param plan the alias of its table
 */
export function planDue(plan: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${plan}.${name}`)
  return sql<string | null>`CASE WHEN ${isSeen(plan)} THEN ${column('next_due')} ELSE ${column('shared_next_due')} END`
}

const due = planDue('service_plan')
const seen = isSeen('service_plan')

/** How a service plan is on the present day of the machine's site. */
export const planStatus = sql<string>`CASE
  WHEN NOT active THEN 'inactive'
  WHEN (trigger = 'calendar' OR NOT ${seen}) AND ${due} < site_date(machine_id, now())
    OR trigger <> 'calendar' AND ${seen} AND remaining <= 0 THEN 'overdue'
  WHEN ${due} <= site_date(machine_id, now()) + lead_days THEN 'dueSoon'
  ELSE 'ok' END`

export const planRemaining = sql<number | null>`CASE WHEN ${seen} THEN remaining END`

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
    nextDue: sql`(${due})::text`,
    lastDoneHours: sql`CASE WHEN ${isShared('service_plan')} THEN last_done_hours END`,
    lastDoneCycles: sql`CASE WHEN ${isShared('service_plan')} THEN last_done_cycles END`,
  },
  serviceRecord: {
    doneById: unlessOfAnother(isRecordOfAnother('service_record'), sql.ref('service_record.done_by_id')),
    doneBy: ownWords('service_record', 'done_by'),
    notes: ownWords('service_record', 'notes'),
    [SEARCHED_TEXT]: sql`CASE WHEN ${isRecordOfAnother('service_record')} THEN ' ' || search_fold(what) ELSE search_text END`,
  },
  serviceRequest: { quoteState, isOverdue: isRequestOverdue('service_request') },
  serviceVisit: {
    isOverdue: isVisitOverdue('service_visit'),
    // One that is still to come was planned with the customer before.
    note: unlessOfAnother(isOfAnother(sql`was_of_another(machine_id, created_at)`), sql.ref('service_visit.note')),
  },
}
