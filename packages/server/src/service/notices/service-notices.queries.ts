import type { RequestStatus, RequestUrgency, requestKinds, VisitStatus } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/** Notices that one round of the job processes, at most. */
const MOST_AT_ONCE = 100
/** Staff who are notified of a request, at most. */
const MOST_RECIPIENTS = 50

/** The columns that matter to readers, with their values before the change. */
type Before = Readonly<Record<string, string | null>> | null

interface Notice {
  visitId: string | null
  requestId: string | null
  before: Before
}

/** The machine and the site that a mail names. */
export interface Place {
  machineID: string
  customer: string | null
  site: string | null
  /** IANA name. */
  timeZone: string
}

export interface ChangedVisit extends Place {
  before: Before
  id: string
  subject: string
  engineerId: string | null
  startsAt: Date
  endsAt: Date
  /** One that was deleted is cancelled. */
  status: VisitStatus
  changedBy: string | null
}

export interface ChangedRequest extends Place {
  before: Before
  id: string
  /** That has the machine. */
  customerId: string | null
  kind: (typeof requestKinds)[number]
  subject: string
  urgency: RequestUrgency
  status: RequestStatus
  plannedOn: string | null
  engineer: string | null
  engineerId: string | null
  answer: string | null
  changedBy: string | null
  /** Who has asked, where that is somebody of the customer that has the machine. */
  askerId: string | null
  asker: string | null
}

/** Somebody who has an account and wants to be notified of service. */
export interface Reader {
  id: string
  email: string
  language: string | null
  timezone: string | null
  wantsMails: boolean
  wantsPush: boolean
}

/** Takes the notices that are due. Each is taken by one process. */
export async function takeNotices(db: Transaction): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    DELETE FROM service_notice WHERE id IN (
      SELECT id FROM service_notice WHERE due_at <= now() ORDER BY due_at, id LIMIT ${MOST_AT_ONCE} FOR UPDATE SKIP LOCKED)
    RETURNING visit_id AS "visitId", request_id AS "requestId", before
  `.execute(db)
  return rows
}

export const place = sql`m.machine_id AS "machineID", c.name AS customer, nullif(concat_ws(', ', coalesce(l.name, m.location), l.city), '') AS site,
  coalesce(l.timezone, c.timezone, 'UTC') AS "timeZone"`
export const ofMachine = sql`JOIN machine m ON m.id = v.machine_id LEFT JOIN customer c ON c.id = m.customer_id LEFT JOIN location l ON l.id = m.location_id`

export async function readChangedVisits(db: Transaction, notices: readonly Notice[]): Promise<ChangedVisit[]> {
  const of = notices.flatMap(({ visitId, before }) => (visitId === null ? [] : [{ id: visitId, before }]))
  if (of.length === 0) return []
  const { rows } = await sql<Omit<ChangedVisit, 'before'>>`
    SELECT v.id, v.subject, v.engineer_id AS "engineerId", v.starts_at AS "startsAt", v.ends_at AS "endsAt", v.updated_by AS "changedBy",
      CASE WHEN v.deleted_at IS NULL THEN v.status ELSE 'cancelled' END AS status, ${place}
    FROM service_visit v ${ofMachine} WHERE v.id = ANY(${of.map(({ id }) => id)}::uuid[]) ORDER BY v.id
  `.execute(db)
  return rows.map((row) => ({ ...row, before: of.find(({ id }) => id === row.id)?.before ?? null }))
}

export async function readChangedRequests(db: Transaction, notices: readonly Notice[]): Promise<ChangedRequest[]> {
  const of = notices.flatMap(({ requestId, before }) => (requestId === null ? [] : [{ id: requestId, before }]))
  if (of.length === 0) return []
  const { rows } = await sql<Omit<ChangedRequest, 'before'>>`
    SELECT v.id, m.customer_id AS "customerId", v.kind, v.subject, v.urgency, v.status, v.planned_on::text AS "plannedOn", v.engineer_id AS "engineerId", v.answer, v.updated_by AS "changedBy",
      e.first_name || ' ' || e.last_name AS engineer, a.id AS "askerId", a.first_name || ' ' || a.last_name AS asker, ${place}
    FROM service_request v ${ofMachine}
      LEFT JOIN user_account e ON e.id = v.engineer_id
      LEFT JOIN user_account a ON a.id = v.created_by AND a.customer_id = m.customer_id
    WHERE v.id = ANY(${of.map(({ id }) => id)}::uuid[]) AND v.deleted_at IS NULL ORDER BY m.customer_id, v.id
  `.execute(db)
  return rows.map((row) => ({ ...row, before: of.find(({ id }) => id === row.id)?.before ?? null }))
}

export const readerColumns = sql`u.id, u.email, u.language, u.timezone, coalesce(s.service_mails, true) AS "wantsMails",
  coalesce(s.service_push, false) AS "wantsPush"`
export const readers = sql`FROM user_account u LEFT JOIN user_setting s ON s.user_id = u.id`
export const isReader = sql`u.deleted_at IS NULL AND NOT u.disabled AND (coalesce(s.service_mails, true) OR s.service_push)`

/** @returns undefined where the account is gone or wants nothing about service */
export async function readReader(db: Transaction, id: string): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`SELECT ${readerColumns} ${readers} WHERE ${isReader} AND u.id = ${id}`.execute(db)
  return rows[0]
}

/** The staff who plan what customers ask for. */
export async function readPlanners(db: Transaction): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    SELECT ${readerColumns} ${readers} WHERE ${isReader} AND u.customer_id IS NULL
      AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'serviceRequest.update')
    ORDER BY u.id LIMIT ${sql.lit(MOST_RECIPIENTS)}
  `.execute(db)
  return rows
}
