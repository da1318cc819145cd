import { sql } from 'kysely'
import type { ResourceRow } from '../../engine/resource/columns.ts'
import type { Transaction } from '../../platform/database.ts'
import type { TaskRow } from './visit-form.queries.ts'

/** Whether the records of a form are written already. */
export async function isFormKnown(db: Transaction, visit: ResourceRow, formId: string): Promise<boolean> {
  if (visit.formId === formId) return true
  const { rows } = await sql`SELECT FROM visit_form WHERE visit_id = ${visit.id} AND id = ${formId}`.execute(db)
  return rows.length > 0
}

export async function noteForm(db: Transaction, visitId: string, formId: string, receivedFrom: string): Promise<void> {
  await sql`INSERT INTO visit_form (visit_id, id, received_from) VALUES (${visitId}, ${formId}, ${receivedFrom})`.execute(
    db,
  )
}

/**
 * In place of a task that staff have removed from a visit while somebody did it: the machine alone. Whether it counts for the plan is for staff to decide.
 * @returns undefined where the machine is not one of the customer of the visit
 */
export async function readRemovedTask(
  db: Transaction,
  visit: ResourceRow,
  machineID: string,
): Promise<TaskRow | undefined> {
  const { rows } = await sql<Pick<TaskRow, 'machineId' | 'machineID'>>`
    SELECT m.id AS "machineId", m.machine_id AS "machineID" FROM machine m JOIN machine of_visit ON of_visit.id = ${visit.machineId}
    WHERE m.machine_id = ${machineID} AND m.customer_id IS NOT DISTINCT FROM of_visit.customer_id AND m.deleted_at IS NULL
  `.execute(db)
  const [machine] = rows
  return machine && { ...machine, id: null, planId: null, plan: null, checklist: null, requestId: null, request: null }
}
