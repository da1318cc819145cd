import {
  MAX_DRAWING_MARKS,
  MAX_MACHINE_PARTS,
  MAX_REQUESTED_PARTS,
  machineDocuments,
  type PartsDrawing,
  type RequestUrgency,
  type SpareParts,
} from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { planDue } from '../service.policy.ts'

export interface PartRow {
  id: string
  itemId: string
  quantity: string
  position: string
  drawing: SpareParts['parts'][number]['drawing']
  isFitted: boolean
}

export interface PlanRow {
  id: string
  name: string
  itemId: string
  quantity: string
}

/**
 * Parts of a machine that the transaction sees, with the drawings that it sees. Positions are in the order of numbers.
 * @param seesInternal whether documents that are not for customers are named too
 */
export async function readMachineParts(db: Transaction, machineId: string, seesInternal: boolean): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    SELECT p.id, p.item_id AS "itemId", trim_scale(p.quantity)::text AS quantity, p.position,
      CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('documentId', d.id, 'title', d.title, 'file', f.file) END AS drawing,
      coalesce(p.valid_from <= today.day, true) AND coalesce(p.valid_until >= today.day, true) AS "isFitted"
    FROM machine_part p CROSS JOIN (SELECT site_date(${machineId}, now()) AS day) today
      LEFT JOIN machine_document d ON d.id = p.document_id AND d.deleted_at IS NULL AND (${seesInternal} OR d.visibility <> 'internal')
      LEFT JOIN LATERAL (
        SELECT jsonb_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type) AS file FROM attached_file a
        WHERE a.owner_table = ${machineDocuments.table} AND a.owner_id = d.id AND a.deleted_at IS NULL ORDER BY a.id DESC LIMIT 1) f ON true
    WHERE p.machine_id = ${machineId}
    ORDER BY lpad(substring(p.position FROM '^[0-9]+'), 40, '0') NULLS LAST, p.position, p.valid_from DESC NULLS LAST, p.id
    LIMIT ${MAX_MACHINE_PARTS}
  `.execute(db)
  return rows
}

/** Where positions are on a drawing, as far as the transaction sees it. */
export async function readMarks(db: Transaction, documentId: string): Promise<PartsDrawing['marks']> {
  const { rows } = await sql<PartsDrawing['marks'][number]>`
    SELECT id, row_version AS "rowVersion", position, page, x, y FROM drawing_mark WHERE document_id = ${documentId}
    ORDER BY page, lpad(substring(position FROM '^[0-9]+'), 40, '0') NULLS LAST, position LIMIT ${MAX_DRAWING_MARKS}
  `.execute(db)
  return rows
}

/** What the active plans of a machine need. */
export async function readPlanParts(db: Transaction, machineId: string): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    SELECT s.id, s.name, p.item_id AS "itemId", trim_scale(p.quantity)::text AS quantity
    FROM service_plan s JOIN service_plan_part p ON p.plan_id = s.id
    WHERE s.machine_id = ${machineId} AND s.active AND s.deleted_at IS NULL
    ORDER BY ${planDue('s')} NULLS LAST, s.name, s.id, p.id LIMIT ${MAX_MACHINE_PARTS}
  `.execute(db)
  return rows
}

/** How many parts the model of a machine has, for staff. */
export async function countModelParts(db: Transaction, machineKey: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM model_part WHERE library_machine_id = model_of_machine(${machineKey})
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Which of some items a machine has today or its plans need. */
export async function readOrderable(
  db: Transaction,
  machineId: string,
  itemIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT item_id AS id FROM machine_part
    WHERE machine_id = ${machineId} AND item_id = ANY(${itemIds}::uuid[])
      AND coalesce(valid_from <= site_date(machine_id, now()), true) AND coalesce(valid_until >= site_date(machine_id, now()), true)
    UNION SELECT p.item_id FROM service_plan_part p JOIN service_plan s ON s.id = p.plan_id
    WHERE s.machine_id = ${machineId} AND s.active AND s.deleted_at IS NULL AND p.item_id = ANY(${itemIds}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface AskedParts {
  machineId: string
  subject: string
  note: string | null
  wantedOn: string | null
  phone: string | null
  urgency: RequestUrgency
}

/** Enters a request for parts as it is asked. @returns its id */
export async function insertPartsRequest(db: Transaction, userId: string, asked: AskedParts): Promise<string> {
  const { machineId, subject, note, wantedOn, phone, urgency } = asked
  const { rows } = await sql<{ id: string }>`
    INSERT INTO service_request (machine_id, kind, subject, details, urgency, phone, wanted_on, status, created_by, updated_by)
    VALUES (${machineId}, 'parts', ${subject}, ${note}, ${urgency}, ${phone}, ${wantedOn}, 'open', ${userId}, ${userId}) RETURNING id
  `.execute(db)
  return rows[0]?.id ?? ''
}

export interface LineRow {
  id: string
  itemId: string
  quantity: string
}

export async function insertLines(
  db: Transaction,
  userId: string,
  requestId: string,
  lines: readonly Omit<LineRow, 'id'>[],
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    INSERT INTO requested_part (request_id, item_id, quantity, created_by, updated_by)
    SELECT ${requestId}, (line ->> 'itemId')::uuid, (line ->> 'quantity')::numeric, ${userId}, ${userId}
    FROM jsonb_array_elements(${JSON.stringify(lines)}::jsonb) WITH ORDINALITY AS given (line, place) ORDER BY place
    RETURNING id, item_id AS "itemId", trim_scale(quantity)::text AS quantity
  `.execute(db)
  return rows
}

/** The lines of some requests, in the order in which they were asked for. */
export async function readLines(
  db: Transaction,
  requestIds: readonly string[],
): Promise<(LineRow & { requestId: string })[]> {
  if (requestIds.length === 0) return []
  const { rows } = await sql<LineRow & { requestId: string }>`
    SELECT id, request_id AS "requestId", item_id AS "itemId", trim_scale(quantity)::text AS quantity
    FROM requested_part WHERE request_id = ANY(${requestIds}::uuid[]) ORDER BY id LIMIT ${MAX_REQUESTED_PARTS * requestIds.length}
  `.execute(db)
  return rows
}
