import { CALENDAR_SHOWN, type ServiceCalendar } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database.ts'
import { isRequestOverdue, isVisitOverdue } from '../overdue.ts'
import { planDue } from '../service.policy.ts'
import { readPlannedTests } from './planned-tests.queries.ts'

export interface CalendarWindow {
  from: string
  to: string
  firstDay: string
  lastDay: string
}

type CalendarVisit = ServiceCalendar['visits'][number]
type VisitRow = Omit<CalendarVisit, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date }

const visitRows = sql`
  SELECT v.id, v.row_version AS "rowVersion", v.kind, v.status, v.subject, v.engineer_id AS "engineerId", v.starts_at AS "startsAt",
    v.ends_at AS "endsAt", m.machine_id AS "machineID", c.name AS customer, l.city, ${isVisitOverdue('v')} AS "isOverdue",
    greatest((SELECT count(DISTINCT machine_id) FROM visit_task WHERE visit_id = v.id), 1)::int AS machines
  FROM service_visit v JOIN machine m ON m.id = v.machine_id
    LEFT JOIN customer c ON c.id = m.customer_id LEFT JOIN location l ON l.id = m.location_id`

/** What a calendar shows beside visits. */
type CalendarPart = 'tests'

/**
 * Who is where in a few days, and what falls due in them and is not planned. A planned visit whose time is over and that nobody has made plans nothing.
 * @param parts what the reader may see beside it
 */
export async function readCalendar(
  database: Database,
  db: Transaction,
  { parts, ...window }: CalendarWindow & { parts: readonly CalendarPart[] },
): Promise<ServiceCalendar> {
  const visits = await readVisits(db, window)
  const overdueVisits = await readOverdueVisits(db)
  const tests = parts.includes('tests') ? await readPlannedTests(db, window) : undefined
  const engineers = await readEngineers(
    database,
    [...visits, ...overdueVisits, ...(tests ?? [])].flatMap(({ engineerId }) => engineerId ?? []),
  )
  const duePlans = await readDuePlans(db, window)
  const openRequests = await readOpenRequests(db)
  const lists = { engineers, visits, overdueVisits, duePlans, openRequests, tests: tests ?? [] }
  return {
    engineers: engineers.slice(0, CALENDAR_SHOWN),
    visits: visits.slice(0, CALENDAR_SHOWN).map(calendarVisit),
    overdueVisits: overdueVisits.slice(0, CALENDAR_SHOWN).map(calendarVisit),
    duePlans: duePlans.slice(0, CALENDAR_SHOWN),
    openRequests: openRequests.slice(0, CALENDAR_SHOWN),
    tests: tests?.slice(0, CALENDAR_SHOWN),
    isCut: Object.values(lists).some(({ length }) => length > CALENDAR_SHOWN),
  }
}

function calendarVisit({ startsAt, endsAt, ...visit }: VisitRow): CalendarVisit {
  return { ...visit, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

/** One more than is shown tells that there are more. */
const MOST = CALENDAR_SHOWN + 1

const isDrawn = sql`v.status <> 'cancelled' AND v.deleted_at IS NULL`

async function readVisits(db: Transaction, { from, to }: CalendarWindow): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    ${visitRows} WHERE v.starts_at < ${to} AND v.ends_at >= ${from} AND ${isDrawn}
      AND v.starts_at >= ${from}::timestamptz - interval '31 days'
    ORDER BY v.starts_at, v.id LIMIT ${MOST}
  `.execute(db)
  return rows
}

/** Whatever week is shown: somebody has to move, complete or cancel them. */
async function readOverdueVisits(db: Transaction): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    ${visitRows} WHERE v.starts_at < now() AND ${isVisitOverdue('v')} AND v.deleted_at IS NULL AND m.deleted_at IS NULL
    ORDER BY v.starts_at, v.id LIMIT ${MOST}
  `.execute(db)
  return rows
}

/** Staff who may do visits, and who has one of these. */
async function readEngineers(database: Database, ids: readonly string[]): Promise<ServiceCalendar['engineers']> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, first_name || ' ' || last_name AS name FROM user_account
    WHERE customer_id IS NULL AND deleted_at IS NULL AND (id = ANY(${ids}::uuid[]) OR NOT disabled AND id IN (
      SELECT user_id FROM permission_source WHERE permission = 'serviceRecord.create'))
    ORDER BY last_name, first_name, id LIMIT ${MOST}
  `.execute(database.system)
  return rows
}

async function readDuePlans(
  db: Transaction,
  { from, to, firstDay, lastDay }: CalendarWindow,
): Promise<ServiceCalendar['duePlans']> {
  const { rows } = await sql<ServiceCalendar['duePlans'][number]>`
    SELECT p.id, p.name, due.day::text AS "nextDue", m.id AS "machineId", m.machine_id AS "machineID", c.name AS customer
    FROM service_plan p CROSS JOIN LATERAL (SELECT ${planDue('p')} AS day) due
      JOIN machine m ON m.id = p.machine_id LEFT JOIN customer c ON c.id = m.customer_id
    WHERE (due.day BETWEEN ${firstDay} AND ${lastDay} OR due.day < ${firstDay} AND now() >= ${from} AND now() < ${to}) AND p.active AND p.deleted_at IS NULL AND m.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM visit_task t JOIN service_visit v ON v.id = t.visit_id
        WHERE t.plan_id = p.id AND (v.status = 'underWay' OR v.status = 'planned' AND v.ends_at >= now()) AND v.deleted_at IS NULL)
    ORDER BY due.day, m.machine_id, p.name, p.id LIMIT ${MOST}
  `.execute(db)
  return rows
}

async function readOpenRequests(db: Transaction): Promise<ServiceCalendar['openRequests']> {
  const { rows } = await sql<ServiceCalendar['openRequests'][number]>`
    SELECT r.id, r.subject, m.id AS "machineId", m.machine_id AS "machineID", c.name AS customer
    FROM service_request r JOIN machine m ON m.id = r.machine_id LEFT JOIN customer c ON c.id = m.customer_id
    WHERE (r.status = 'open' OR r.status = 'planned' AND ${isRequestOverdue('r')}) AND r.kind = 'service' AND r.deleted_at IS NULL AND m.deleted_at IS NULL
    ORDER BY r.created_at DESC, r.id LIMIT ${MOST}
  `.execute(db)
  return rows
}
