import { type DoneCheck, type ServiceTrigger, serviceRecords, type UsedPart } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import { assertThat } from '../engine/problem-error.ts'
import type { CustomerScope, Database } from '../platform/database.ts'
import { type DoneBy, doneByOf, isRecordOfAnother, ownWords } from './done-by.ts'

interface RecordRow extends DoneBy {
  machineKey: number
  machineID: string
  machineUuid: string
  description: string | null
  customer: string | null
  /** Name and lines of the address. */
  site: (string | null)[]
  doneAt: Date
  what: string
  notes: string | null
  hours: number | null
  checks: DoneCheck[]
  parts: UsedPart[]
  files: string[]
  planId: string | null
  plan: string | null
  trigger: ServiceTrigger | null
  interval: number | null
  before: Date | null
  /** What the first interval of a plan begins with. */
  commissionedAt: string | null
  planCreatedAt: Date | null
}

/** A service record with what its report shows beside it. */
export interface ServiceReportFacts
  extends Pick<
    RecordRow,
    'machineID' | 'description' | 'customer' | 'what' | 'doneBy' | 'notes' | 'hours' | 'checks' | 'parts' | 'files'
  > {
  machineKey: number
  site: string[]
  doneAt: Date
  plan: {
    id: string
    name: string
    trigger: ServiceTrigger
    interval: number
    /** When it was done before. */
    before: Date | null
    /** The day that it was due by the calendar. */
    dueDay: string | null
    /** Running hours or cycles since the time before; null of a time of another customer. */
    used: number | null
  } | null
}

/** @throws ProblemError `not_found`, also where the scope does not see the machine of the record */
export async function readServiceReport(
  database: Database,
  scope: CustomerScope,
  id: string,
): Promise<ServiceReportFacts> {
  const { rows } = await database.inScope(scope, (db) =>
    sql<RecordRow>`
      SELECT m.key AS "machineKey", m.machine_id AS "machineID", m.id AS "machineUuid", m.description, c.name AS customer,
        ARRAY[coalesce(l.name, m.location), l.address_line1, l.address_line2, nullif(concat_ws(' ', l.postcode, l.city), ''), l.region,
          l.country_code] AS site,
        r.done_at AS "doneAt", r.what, r.done_by_id AS "doneById", ${ownWords('r', 'done_by')} AS "doneBy",
        ${ownWords('r', 'notes')} AS notes, ${isRecordOfAnother('r')} AS "isOfAnother", r.hours, r.checks, r.parts, ARRAY(SELECT name FROM attached_file WHERE deleted_at IS NULL
          AND (owner_table = 'service_record' AND owner_id = r.id OR owner_table = 'service_visit' AND owner_id = r.visit_id)
          ORDER BY id) AS files,
        p.id AS "planId", p.name AS plan, p.trigger, p."interval", m.commissioned_at::text AS "commissionedAt",
        p.created_at AS "planCreatedAt", (SELECT max(earlier.done_at) FROM service_record earlier
          WHERE earlier.plan_id = r.plan_id AND earlier.done_at < r.done_at AND earlier.deleted_at IS NULL) AS before
      FROM service_record r JOIN machine m ON m.id = r.machine_id
        LEFT JOIN service_plan p ON p.id = r.plan_id
        LEFT JOIN customer c ON c.id = m.customer_id LEFT JOIN location l ON l.id = m.location_id
      WHERE r.id = ${id} AND r.deleted_at IS NULL AND m.deleted_at IS NULL
    `.execute(db),
  )
  const [row] = rows
  assertThat(row, 'not_found', t('server.noSuch', { noun: declared(serviceRecords.noun[0]) }))
  const [doneBy = null] = await doneByOf(database, [row])
  return {
    ...row,
    site: row.site.filter((line): line is string => line !== null && line !== ''),
    doneBy,
    plan: await planOf(database, row),
  }
}

/** What of the interval was over when it was done: the same sums as those of the plan (triggers of migrations 0024 and 0029). */
async function planOf(database: Database, row: RecordRow): Promise<ServiceReportFacts['plan']> {
  const { planId, plan, trigger, interval, before, isOfAnother } = row
  if (planId === null || plan === null || trigger === null || interval === null) return null
  const { rows } = await sql<{ dueDay: string; hours: number; cycles: number }>`
    SELECT least(site_date(${row.machineUuid}, begun.at) + least(${interval}::int, 3650000), date '9999-12-31')::text AS "dueDay", u.hours, u.cycles
    FROM (SELECT coalesce(${before}::timestamptz,
        ${row.commissionedAt}::date::timestamp AT TIME ZONE site_zone(${row.machineUuid}), ${row.planCreatedAt}::timestamptz) AS at) begun
      CROSS JOIN LATERAL machine_usage(${row.machineUuid}, begun.at, ${row.doneAt}) u
  `.execute(database.system)
  const [found] = rows
  const used = trigger === 'cycles' ? found?.cycles : found?.hours
  // How the machine ran for another customer.
  const isUsed = trigger !== 'calendar' && !isOfAnother
  return {
    id: planId,
    name: plan,
    trigger,
    interval,
    before,
    dueDay: trigger === 'calendar' ? (found?.dueDay ?? null) : null,
    used: isUsed ? (used ?? null) : null,
  }
}
