import { type RawBuilder, sql } from 'kysely'

/** The last day of a visit by the clock of its site. One that ends at midnight is not on the next day. @param visit the alias of its table */
function lastDay(visit: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`site_date(${visit}.machine_id, greatest(${visit}.starts_at, ${visit}.ends_at - interval '1 microsecond'))`
}

/** Whether the last day of a visit has passed and it is neither completed nor cancelled. @param visit the alias of its table */
export function isVisitOverdue(visit: string): RawBuilder<boolean> {
  const table = sql.ref(visit)
  return sql<boolean>`(${table}.status IN ('planned', 'underWay') AND ${lastDay(table)} < site_date(${table}.machine_id, now()))`
}

/**
 * Whether a request is planned for a day that has passed, and nobody comes for it any more: neither the day that was entered nor the last day of a visit is
 * ahead. @param request the alias of its table
 */
export function isRequestOverdue(request: string): RawBuilder<boolean> {
  const table = sql.ref(request)
  return sql<boolean>`(${table}.status = 'planned' AND coalesce(greatest(${table}.planned_on, (
    SELECT max(${lastDay(sql.ref('coming'))}) FROM visit_task task JOIN service_visit coming ON coming.id = task.visit_id
    WHERE task.request_id = ${table}.id AND coming.status IN ('planned', 'underWay') AND coming.deleted_at IS NULL
  )) < site_date(${table}.machine_id, now()), false))`
}
