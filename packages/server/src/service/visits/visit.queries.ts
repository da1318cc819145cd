import { type MachineVisits, VISITS_SHOWN } from '@packhouse/contract'
import { sql } from 'kysely'
import type { LiveMachine } from '../../live/index.ts'
import type { CustomerScope, Database, Transaction } from '../../platform/database.ts'
import { isVisitOverdue } from '../overdue.ts'
import { userNames } from '../user-names.ts'

type ComingVisit = MachineVisits['visits'][number]
interface VisitRow extends Pick<ComingVisit, 'id' | 'kind' | 'status' | 'isOverdue'> {
  startsAt: Date
  endsAt: Date
  engineerId: string | null
}

const visitColumns = sql`v.id, v.kind, v.status, v.starts_at AS "startsAt", v.ends_at AS "endsAt", v.engineer_id AS "engineerId",
  ${isVisitOverdue('v')} AS "isOverdue"`

/** When somebody comes to a machine, those visits that are not over first. */
export async function readMachineVisits(
  database: Database,
  scope: CustomerScope,
  { entry }: LiveMachine,
): Promise<MachineVisits> {
  const { machineId, rows } = await database.inScope(scope, async (db) => {
    const machine = await sql<{ id: string }>`SELECT id FROM machine WHERE key = ${entry.key}`.execute(db)
    const id = machine.rows[0]?.id ?? ''
    const found = await sql<VisitRow>`
      SELECT ${visitColumns} FROM service_visit v
      WHERE (v.machine_id = ${id} OR v.id IN (SELECT visit_id FROM visit_task WHERE machine_id = ${id})) AND v.deleted_at IS NULL
      ORDER BY v.status IN ('planned', 'underWay') DESC,
        CASE WHEN v.status IN ('planned', 'underWay') THEN v.starts_at END, v.starts_at DESC, v.id LIMIT ${VISITS_SHOWN}
    `.execute(db)
    return { machineId: id, rows: found.rows }
  })
  const names = await userNames(
    database,
    rows.map(({ engineerId }) => engineerId),
  )
  return {
    machineID: entry.machineID,
    machineId,
    timeZone: entry.timeZone,
    visits: rows.map((row) => comingVisit(row, names)),
  }
}

/** The visits for some requests that were not cancelled, newest first. */
export async function readVisitsOfRequests(
  db: Transaction,
  requestIds: readonly string[],
): Promise<(VisitRow & { requestId: string })[]> {
  if (requestIds.length === 0) return []
  const { rows } = await sql<VisitRow & { requestId: string }>`
    SELECT DISTINCT ON (t.request_id) t.request_id AS "requestId", ${visitColumns}
    FROM visit_task t JOIN service_visit v ON v.id = t.visit_id
    WHERE t.request_id = ANY(${requestIds}::uuid[]) AND v.status <> 'cancelled' AND v.deleted_at IS NULL
    ORDER BY t.request_id, v.starts_at DESC, v.id
  `.execute(db)
  return rows
}

/** What customers see of a visit: when somebody comes, and who. */
export function comingVisit(row: VisitRow, names: ReadonlyMap<string | null, string>): ComingVisit {
  const { id, kind, status, startsAt, endsAt, engineerId, isOverdue } = row
  return {
    id,
    kind,
    status,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    engineer: names.get(engineerId) ?? null,
    isOverdue,
  }
}
