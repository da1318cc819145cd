import {
  type CallInput,
  CLOCK_AHEAD_LIMIT_MS,
  type completeVisit,
  serviceRecords,
  type UsedPart,
  type VisitForm,
} from '@packhouse/contract'
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
import { isFormKnown, noteForm, readRemovedTask } from './sent-forms.queries.ts'
import { partsKnownAt, readTasks, readVisitForm, type TaskRow } from './visit-form.queries.ts'

export interface VisitStores {
  database: Database
  visits: ResourceStore
  records: ResourceStore
  requests: ResourceStore
}

type Form = CallInput<typeof completeVisit>['body']
type Work = Required<Omit<Form['work'][number], 'machineID'>>

/**
 * Writes what was done at a visit, in one transaction. The same form sent again changes nothing: a phone that has lost the answer sends it once more.
 * @throws ProblemError `stale` where it was completed with another form, or cancelled, and the sender has not confirmed that
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
    if (!(await isFormKnown(db, visit, form.formId))) await enter(stores, db, principal, visit, form)
    return await readVisitForm(database, db, id)
  })
}

async function enter(
  stores: VisitStores,
  db: Transaction,
  principal: Principal,
  visit: ResourceRow,
  { formId, doneAt, work, signature, confirmed = false }: Form,
): Promise<void> {
  const { database, visits, records, requests } = stores
  const permission = `${serviceRecords.name}.create`
  assertThat(principal.permissions.has(permission), 'permission_missing', t('server.permissionNeeded', { permission }))
  if (!confirmed) await assertOpen(database, db, visit)
  if (signature) assertSignedAt(visit, signature.signedAt ?? null)
  const tasks = await readTasks(db, visit.id)
  // Who sends the form has made the visit, also in the place of somebody else. A program sends it for the engineer.
  const doneById = principal.apiKeyId === undefined ? principal.userId : (visit.engineerId ?? principal.userId)
  for (const [place, entry] of work.entries()) {
    const { machineID, ...given } = entry
    const { taskId, parts, ...done } = given as Work
    const task = tasks.find((one) => one.id === taskId) ?? (machineID && (await readRemovedTask(db, visit, machineID)))
    if (!task) refuse(`body.work.${place}.taskId`, 'reference', t('service.mustBeTaskOfVisit'))
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
      const { name, drawing = null, signedAt = null } = signature
      await signIn(db, principal, await findRecord(db, record.id), { party: 'customer', name, drawing, signedAt })
    }
    if (task.requestId !== null) await closeRequest(requests, db, principal, task.requestId)
  }
  await noteForm(db, visit.id, formId, principal.userId)
  if (visit.status === 'done') return
  const { rowVersion } = visit
  const completedAt = new Date(clock.now()).toISOString()
  await visits.updateIn(db, principal, visit.id, { rowVersion, status: 'done', completedAt, formId })
}

/** Work that somebody did while another person completed or cancelled the visit is not lost, and not added without a look at what is there. */
async function assertOpen(database: Database, db: Transaction, { id, status }: ResourceRow): Promise<void> {
  if (status !== 'done' && status !== 'cancelled') return
  const current = await readVisitForm(database, db, id)
  const person = current.changedBy ?? t('service.unknownPerson')
  const reason = status === 'done' ? t('service.visitIsDone', { person }) : t('service.visitIsCancelled', { person })
  throw new ProblemError('stale', reason, undefined, { current })
}

/** Nobody signs before the visit was planned. A clock may be a little behind. */
function assertSignedAt({ createdAt }: ResourceRow, signedAt: string | null): void {
  const earliest = Date.parse(String(createdAt)) - CLOCK_AHEAD_LIMIT_MS
  if (signedAt !== null && Date.parse(signedAt) < earliest) {
    refuse('body.signature.signedAt', 'rule', t('service.signedBeforeVisit'))
  }
}

/**
 * The parts as the device showed them, and else as they are called today: the record shows them like that for good. Whether a name has changed since is not
 * checked, since what was signed has the one that was shown, and the id says which part it is.
 */
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
      refuse(`body.work.${place}.parts.${n}.itemId`, 'reference', t('service.mustBePartOfMachine'))
    }
    const { itemId, quantity, shown = item } = part
    return { itemId, number: shown.number, name: shown.name, unit: shown.unit, quantity }
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

function refuse(path: string, code: 'reference' | 'rule', message: string): never {
  throw new ProblemError('invalid_request', `${path.replace('body.', '')} ${message}`, [{ path, code, message }])
}
