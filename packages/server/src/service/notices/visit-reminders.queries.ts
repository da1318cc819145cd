import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import {
  isReader,
  ofMachine,
  type Place,
  place,
  type Reader,
  readerColumns,
  readers,
} from './service-notices.queries.ts'

/** Visits that one round of the job reminds of, at most. */
const MOST_AT_ONCE = 100
/** From this time on the day before, by the clock of the site. */
const FROM = '15:00'

export interface DueVisit extends Place {
  id: string
  subject: string
  engineerId: string | null
  engineer: string | null
  startsAt: Date
  endsAt: Date
}

interface AskedFor {
  subject: string
  machineID: string
}

/** Somebody who asked for what a visit is for, with the machines of their requests. */
export interface Asker extends Reader {
  requests: [AskedFor, ...AskedFor[]]
}

/**
 * Takes the visits of which people are to be reminded: those of tomorrow that were planned before the time of the reminder. Each is taken by one process.
 * @param now Unix ms
 */
export async function takeDueVisits(db: Transaction, now: number): Promise<DueVisit[]> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  // Whatever clocks do, a reminder comes less than two days before its visit: the index of starts finds them.
  const { rows } = await sql<DueVisit>`
    WITH due AS (
      SELECT r.visit_id, site.day
      FROM visit_reminder r JOIN service_visit v ON v.id = r.visit_id
        CROSS JOIN LATERAL (SELECT site_zone(v.machine_id) AS zone) z
        CROSS JOIN LATERAL (SELECT (v.starts_at AT TIME ZONE z.zone)::date AS day) site
        CROSS JOIN LATERAL (SELECT site.day - 1 + time ${sql.lit(FROM)} AS due) t
      WHERE v.starts_at > ${at} AND v.starts_at < ${at} + interval '2 days' AND v.deleted_at IS NULL AND v.status = 'planned'
        AND v.updated_by IS NOT NULL AND ${at} AT TIME ZONE z.zone >= t.due AND ${at} AT TIME ZONE z.zone < site.day
        AND r.planned_at AT TIME ZONE z.zone < t.due AND site.day <> ALL (r.reminded_days)
      ORDER BY v.starts_at, v.id LIMIT ${MOST_AT_ONCE} FOR UPDATE OF r SKIP LOCKED
    ), taken AS (
      UPDATE visit_reminder r SET reminded_days = r.reminded_days || due.day FROM due WHERE r.visit_id = due.visit_id RETURNING r.visit_id
    )
    SELECT v.id, v.subject, v.engineer_id AS "engineerId", e.first_name || ' ' || e.last_name AS engineer, v.starts_at AS "startsAt",
      v.ends_at AS "endsAt", ${place}
    FROM taken JOIN service_visit v ON v.id = taken.visit_id ${ofMachine} LEFT JOIN user_account e ON e.id = v.engineer_id ORDER BY v.starts_at, v.id
  `.execute(db)
  return rows
}

/** Who asked for the requests of a visit, while their company has the machine. */
export async function readAskers(db: Transaction, visitId: string): Promise<Asker[]> {
  const { rows } = await sql<Asker>`
    SELECT ${readerColumns}, json_agg(json_build_object('subject', q.subject, 'machineID', m.machine_id) ORDER BY q.id) AS requests
    ${readers} JOIN service_request q ON q.created_by = u.id JOIN machine m ON m.id = q.machine_id AND m.customer_id = u.customer_id
    WHERE ${isReader} AND q.deleted_at IS NULL AND q.status = 'planned' AND q.id IN (SELECT request_id FROM visit_task WHERE visit_id = ${visitId})
    GROUP BY u.id, s.user_id ORDER BY u.id
  `.execute(db)
  return rows
}
