import { type CallInput, type completeVisit, serviceRecords, type UsedPart, type VisitForm } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { ResourceRow } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import { namedItems } from '../parts/named-items.ts'
import { findRecord, signIn } from '../signatures/signature.actions.ts'
import { partsKnownAt, readTasks, readVisitForm, type TaskRow } from './visit-form.queries.ts'

export interface VisitStores {
  database: Database
  visits: ResourceStore
  records: ResourceStore
  requests: ResourceStore
}

type Form = CallInput<typeof completeVisit>['body']
type Work = Required<Form['work'][number]>

/**
 * Writes what was done at a visit, in one transaction. The same form sent again changes nothing: a phone that has lost the answer sends it once more.
 * @throws ProblemError `not_usable` where the visit is done by another form
 */
export async function completeWith(
  stores: VisitStores,
  principal: Principal,
  id: string,
  form: Form,
): Promise<VisitForm> {
  const { database, visits } = stores
  return await visits.write(principal, async (db) => {
    // Two that are sent at once follow each other.
    const visit = await visits.rows.lock(db, id, {})
    if (visit.formId !== form.formId) await enter(stores, db, principal, visit, form)
    return await readVisitForm(database, db, id)
  })
}

async function enter(
  { database, visits, records, requests }: VisitStores,
  db: Transaction,
  principal: Principal,
  visit: ResourceRow,
  { formId, doneAt, work, signature }: Form,
): Promise<void> {
  assertThat(visit.status !== 'done', 'not_usable', t('service.visitIsDone'))
  const permission = `${serviceRecords.name}.create`
  assertThat(principal.permissions.has(permission), 'permission_missing', t('server.permissionNeeded', { permission }))
  const tasks = await readTasks(db, visit.id)
  // Who sends the form has made the visit, also in the place of somebody else. A program sends it for the engineer.
  const doneById = principal.apiKeyId === undefined ? principal.userId : (visit.engineerId ?? principal.userId)
  for (const [place, entry] of work.entries()) {
    const { taskId, parts, ...done } = entry as Work
    const task = taskAt(tasks, taskId, place)
    const { machineId, planId } = task
    const used = await usedParts(database, db, task, parts, place)
    const record = await records.createIn(db, principal, {
      ...done,
      machineId,
      planId,
      doneAt,
      doneById,
      visitId: visit.id,
      parts: used,
    })
    if (signature !== null && signature !== undefined) {
      const { name, drawing = null } = signature
      await signIn(db, principal, await findRecord(db, record.id), { party: 'customer', name, drawing })
    }
    if (task.requestId !== null) await closeRequest(requests, db, principal, task.requestId)
  }
  const { rowVersion } = visit
  const completedAt = new Date(clock.now()).toISOString()
  await visits.updateIn(db, principal, visit.id, { rowVersion, status: 'done', completedAt, formId })
}

function taskAt(tasks: readonly TaskRow[], id: string | null, place: number): TaskRow {
  const task = tasks.find((one) => one.id === id)
  if (task === undefined) refuse(`body.work.${place}.taskId`, t('service.mustBeTaskOfVisit'))
  return task
}

/** The parts as they are called today: the record shows them like that for good. */
async function usedParts(
  database: Database,
  db: Transaction,
  { machineId }: TaskRow,
  parts: Work['parts'],
  place: number,
): Promise<UsedPart[]> {
  const ids = parts.flatMap((part) => ('itemId' in part ? part.itemId : []))
  const known = await partsKnownAt(db, machineId, ids)
  const items = await namedItems(database, ids)
  return parts.map((part, n) => {
    if (!('itemId' in part)) return { itemId: null, number: null, unit: null, ...part }
    const item = items.get(part.itemId)
    if (item === undefined || !known.has(part.itemId)) {
      refuse(`body.work.${place}.parts.${n}.itemId`, t('service.mustBePartOfMachine'))
    }
    return { ...part, number: item.number, name: item.name, unit: item.unit }
  })
}

/** A request that somebody has declined or closed stays as it is. */
async function closeRequest(requests: ResourceStore, db: Transaction, principal: Principal, id: string): Promise<void> {
  const { rows } = await sql<{ rowVersion: number }>`
    SELECT row_version AS "rowVersion" FROM service_request
    WHERE id = ${id} AND status IN ('open', 'planned') AND deleted_at IS NULL FOR UPDATE
  `.execute(db)
  const [row] = rows
  if (row !== undefined) await requests.updateIn(db, principal, id, { rowVersion: row.rowVersion, status: 'done' })
}

function refuse(path: string, message: string): never {
  throw new ProblemError('invalid_request', `${path.replace('body.', '')} ${message}`, [
    { path, code: 'reference', message },
  ])
}
