import { checklistPoints, FORM_PARTS, MAX_VISIT_TASKS, serviceVisits, type VisitForm } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import { assertThat } from '../../engine/problem-error.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import { isVisitOverdue } from '../overdue.ts'
import { type NamedItem, namedItems } from '../parts/named-items.ts'
import { readPhotos } from '../requests/photo.queries.ts'
import { userNames } from '../user-names.ts'

type FormPart = VisitForm['tasks'][number]['planParts'][number]

/** One thing to do at a visit. */
export interface TaskRow {
  /** Null where the visit names no task: it is for its machine. */
  id: string | null
  machineId: string
  machineID: string
  planId: string | null
  plan: string | null
  checklist: string | null
  requestId: string | null
  request: string | null
}

interface VisitRow
  extends Pick<
    VisitForm,
    'id' | 'rowVersion' | 'subject' | 'kind' | 'status' | 'isOverdue' | 'note' | 'customer' | 'site' | 'timeZone'
  > {
  startsAt: Date
  endsAt: Date
  engineerId: string | null
  changedById: string | null
  records: (VisitForm['records'][number] & { doneById: string | null })[]
}

interface PartOf {
  owner: string
  itemId: string
  quantity: string
}

/** What is to be done at a visit. Plans and requests that were deleted since are left out. */
export async function readTasks(db: Transaction, visitId: string): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    WITH task AS (
      SELECT id, machine_id, plan_id, request_id FROM visit_task WHERE visit_id = ${visitId}
      UNION ALL
      SELECT NULL, machine_id, NULL, NULL FROM service_visit
      WHERE id = ${visitId} AND NOT EXISTS (SELECT FROM visit_task WHERE visit_id = ${visitId}))
    SELECT task.id, m.id AS "machineId", m.machine_id AS "machineID", p.id AS "planId", p.name AS plan, p.checklist,
      r.id AS "requestId", r.subject AS request
    FROM task JOIN machine m ON m.id = task.machine_id
      LEFT JOIN service_plan p ON p.id = task.plan_id AND p.deleted_at IS NULL
      LEFT JOIN service_request r ON r.id = task.request_id AND r.deleted_at IS NULL
    ORDER BY task.id LIMIT ${MAX_VISIT_TASKS}
  `.execute(db)
  return rows
}

/** What the form of a visit asks for. @throws ProblemError `not_found` */
export async function readVisitForm(database: Database, db: Transaction, id: string): Promise<VisitForm> {
  const { rows } = await sql<VisitRow>`
    SELECT v.id, v.row_version AS "rowVersion", v.subject, v.kind, v.status, ${isVisitOverdue('v')} AS "isOverdue", v.note, v.starts_at AS "startsAt", v.ends_at AS "endsAt",
      v.engineer_id AS "engineerId", v.updated_by AS "changedById", c.name AS customer, nullif(concat_ws(', ', coalesce(l.name, m.location), l.city), '') AS site,
      coalesce(l.timezone, c.timezone, 'UTC') AS "timeZone",
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'what', r.what, 'doneBy', r.done_by, 'doneById', r.done_by_id,
        'hours', r.hours, 'notes', r.notes, 'parts', r.parts) ORDER BY r.id) FROM service_record r
        WHERE r.visit_id = v.id AND r.deleted_at IS NULL), '[]') AS records
    FROM service_visit v JOIN machine m ON m.id = v.machine_id
      LEFT JOIN customer c ON c.id = m.customer_id LEFT JOIN location l ON l.id = m.location_id
    WHERE v.id = ${id} AND v.deleted_at IS NULL
  `.execute(db)
  const [visit] = rows
  assertThat(visit, 'not_found', t('server.noSuch', { noun: declared(serviceVisits.noun[0]) }))
  const tasks = await readTasks(db, id)
  const photos = await readPhotos(
    db,
    tasks.flatMap(({ requestId }) => requestId ?? []),
  )
  const ofPlans = await partsOfPlans(db, tasks)
  const ofMachines = await partsOfMachines(db, tasks)
  const items = await namedItems(
    database,
    [...ofPlans, ...ofMachines].map(({ itemId }) => itemId),
  )
  const partsOf = (parts: readonly PartOf[], owner: string | null) =>
    parts.filter((part) => part.owner === owner).flatMap((part) => partWords(part, items))
  const { engineerId, changedById, records, ...shown } = visit
  const names = await userNames(database, [engineerId, changedById, ...records.map(({ doneById }) => doneById)])
  return {
    ...shown,
    startsAt: visit.startsAt.toISOString(),
    endsAt: visit.endsAt.toISOString(),
    engineer: names.get(engineerId) ?? null,
    changedBy: names.get(changedById) ?? null,
    records: records.map(({ doneById, ...record }) => ({ ...record, doneBy: names.get(doneById) ?? record.doneBy })),
    tasks: tasks.map(({ id: taskId, machineID, planId, plan, checklist, requestId, request }) => ({
      id: taskId,
      machineID,
      plan,
      request,
      requestId,
      photos: photos.get(requestId ?? '') ?? [],
      checklist: checklistPoints(checklist),
      planParts: partsOf(ofPlans, planId),
    })),
    parts: Object.fromEntries(tasks.map(({ machineID }) => [machineID, partsOf(ofMachines, machineID)])),
  }
}

function partWords({ itemId, quantity }: PartOf, items: ReadonlyMap<string, NamedItem>): FormPart[] {
  const item = items.get(itemId)
  return item === undefined ? [] : [{ itemId, quantity, number: item.number, name: item.name, unit: item.unit }]
}

async function partsOfPlans(db: Transaction, tasks: readonly TaskRow[]): Promise<PartOf[]> {
  const { rows } = await sql<PartOf>`
    SELECT plan_id AS owner, item_id AS "itemId", trim_scale(quantity)::text AS quantity FROM service_plan_part
    WHERE plan_id = ANY(${tasks.flatMap(({ planId }) => planId ?? [])}::uuid[]) ORDER BY id LIMIT ${FORM_PARTS}
  `.execute(db)
  return rows
}

/** What is in the machines today: each part once, with how many of it there are. */
async function partsOfMachines(db: Transaction, tasks: readonly TaskRow[]): Promise<PartOf[]> {
  const { rows } = await sql<PartOf>`
    SELECT m.machine_id AS owner, p.item_id AS "itemId", trim_scale(sum(p.quantity))::text AS quantity
    FROM machine_part p JOIN machine m ON m.id = p.machine_id
    WHERE p.machine_id = ANY(${tasks.map(({ machineId }) => machineId)}::uuid[])
      AND coalesce(p.valid_from <= site_date(p.machine_id, now()), true) AND coalesce(p.valid_until >= site_date(p.machine_id, now()), true)
    GROUP BY m.machine_id, p.item_id ORDER BY m.machine_id, min(p.position), p.item_id LIMIT ${FORM_PARTS}
  `.execute(db)
  return rows
}

/** Which of some items are, or were, in a machine, or are needed by one of its plans. */
export async function partsKnownAt(
  db: Transaction,
  machineId: string,
  itemIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    SELECT item_id AS id FROM machine_part WHERE machine_id = ${machineId} AND item_id = ANY(${itemIds}::uuid[])
    UNION SELECT p.item_id FROM service_plan_part p JOIN service_plan s ON s.id = p.plan_id
    WHERE s.machine_id = ${machineId} AND p.item_id = ANY(${itemIds}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
