import {
  type BulkChange,
  type BulkReport,
  type BulkRow,
  type FieldError,
  type ListQuery,
  MAX_BULK,
  type ProblemCode,
  rowLabel,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { FaultList } from '../fault-list.ts'
import type { Principal } from '../principal.ts'
import { assertThat, ProblemError } from '../problem-error.ts'
import { type ResourceRow, selectList, toRow } from './columns.ts'
import { auditLines, updateLines, type WrittenLine } from './csv/write-lines.ts'
import { differing } from './differing.ts'
import { isFrozen } from './lifecycle.ts'
import { type ListRequest, matchesOf } from './list-rows.ts'
import { assertParent, assertReferred } from './referred.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Parent, Values } from './rows.ts'

export interface BulkRequest {
  /** What finds the rows; those that are named have to be among them. */
  query: ListQuery
  change: BulkChange
  parent: Parent
}

type Refused = BulkReport['refused'][number]

/** A row that is changed, with what it had. */
interface Planned extends WrittenLine {
  existing: ResourceRow
}

/**
 * Sets fields of many rows in one transaction. A row that cannot be changed is reported and leaves the others alone.
 * @throws ProblemError `count_changed` where another number of rows is found than was confirmed; then nothing changes
 */
export async function changeMany(
  store: ResourceStore,
  principal: Principal,
  request: BulkRequest,
): Promise<BulkReport> {
  const { query, change, parent } = request
  assertThat(query.deleted === 'without', 'invalid_request', t('server.deletedAreNotChanged'))
  return await store.write(principal, async (db) => {
    await assertParent(db, store.resources, store.resource, parent)
    const list = await store.checked(db, query, parent)
    const ids = change.rows?.map(({ id }) => id) ?? (await findCounted(db, list, change.count ?? 0))
    const found = await lockFound(db, list, ids)
    const plan = await planRows(db, store, change, ids, found)
    await updateLines(db, principal, store.resource, plan.lines, () => undefined)
    const written = plan.lines.filter(({ faults }) => faults.count === 0)
    const after = await auditLines(db, principal, store.resource, store.computed, written)
    const refused = plan.lines.filter(({ faults }) => faults.count > 0).map((line) => refusedLine(store, line))
    return {
      changed: written.map(({ id, existing, changes }) => ({
        id,
        rowVersion: after.get(id)?.rowVersion ?? existing.rowVersion + 1,
        before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      })),
      unchanged: plan.unchanged,
      refused: [...plan.refused, ...refused],
    }
  })
}

/** The ids of all rows that are found. One more than may be changed is enough to know that there are too many. */
async function findCounted(db: Transaction, list: ListRequest, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${matchesOf(list, sql`id`)} LIMIT ${sql.lit(MAX_BULK + 1)}`.execute(db)
  if (rows.length === count) return rows.map(({ id }) => id)
  const now = Math.min(rows.length, MAX_BULK)
  throw new ProblemError('count_changed', t('server.foundNow', { now, more: rows.length > MAX_BULK ? 1 : 0, count }))
}

/** Locks the rows that are still found, always in the same order: two who change the same rows follow each other. */
async function lockFound(
  db: Transaction,
  list: ListRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ResourceRow>> {
  const { rows } = await sql<Values>`
    ${matchesOf(list, selectList(list.resource, list.computed))} AND id = ANY(${ids}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`.execute(db)
  return new Map(rows.map(toRow).map((row) => [row.id, row]))
}

interface Plan {
  lines: Planned[]
  refused: Refused[]
  unchanged: number
}

/** Finds out what becomes of each row. */
async function planRows(
  db: Transaction,
  store: ResourceStore,
  { change: all, rows }: BulkChange,
  ids: readonly string[],
  found: ReadonlyMap<string, ResourceRow>,
): Promise<Plan> {
  const plan: Plan = { lines: [], refused: [], unchanged: 0 }
  const named = new Map(rows?.map((row) => [row.id, row]))
  const faultOf = referenceFaults(db, store)
  if (all !== undefined) {
    const fault = await faultOf(all)
    if (fault !== undefined) throw fault
  }
  for (const id of ids) {
    const existing = found.get(id)
    const values = named.get(id)?.change ?? all ?? {}
    const problem = existing === undefined ? missing() : refusalOf(store, existing, named.get(id))
    if (existing === undefined || problem !== undefined) {
      plan.refused.push(refusedRow(store, id, existing, problem ?? missing()))
      continue
    }
    const changed = differing(store.resource.fields, values, existing)
    const names = Object.keys(changed)
    const fault = names.length > 0 ? await faultOf(changed) : undefined
    if (fault !== undefined) plan.refused.push(refusedRow(store, id, existing, fault))
    else if (names.length === 0) plan.unchanged += 1
    else {
      const changes = names.map((field) => ({ field, before: existing[field], after: changed[field] }))
      plan.lines.push({ id, existing, changes, faults: new FaultList() })
    }
  }
  return plan
}

function missing(): ProblemError {
  return new ProblemError('not_found', t('server.noLongerFound'))
}

function refusalOf(
  { resource }: ResourceStore,
  row: ResourceRow,
  named: BulkRow | undefined,
): ProblemError | undefined {
  if (named !== undefined && named.rowVersion !== row.rowVersion) return new ProblemError('stale')
  return isFrozen(resource, row) ? new ProblemError('state_frozen', t('server.cannotBeChangedInThisState')) : undefined
}

/** Says whether values refer to what is not there. Rows that get the same values are asked about once. */
function referenceFaults(db: Transaction, { resources, resource }: ResourceStore) {
  const known = new Map<string, ProblemError | undefined>()
  return async (values: Values): Promise<ProblemError | undefined> => {
    const key = JSON.stringify(values)
    if (!known.has(key)) {
      const asked = assertReferred(db, resources, resource, values, { at: 'body.change' }).then(() => undefined)
      known.set(key, await asked.catch(asProblem))
    }
    return known.get(key)
  }
}

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  throw error
}

function refusedRow(
  { resource }: ResourceStore,
  id: string,
  row: ResourceRow | undefined,
  { code, message }: { code: ProblemCode; message: string },
): Refused {
  const label = row === undefined ? '' : rowLabel(resource, row)
  return { id, label: label === '' ? null : label, code, detail: message }
}

/** A row that the database has refused. */
function refusedLine(store: ResourceStore, { id, existing, faults }: Planned): Refused {
  const code = faults.areAll('duplicate') ? 'duplicate' : 'invalid_request'
  const message = faults
    .toErrors()
    .map((error) => faultOf(store, error))
    .join(' ')
  return refusedRow(store, id, existing, { code, message })
}

function faultOf({ resource }: ResourceStore, { path, message }: FieldError): string {
  const label = resource.fields[path]?.label
  return label === undefined ? message : `${label}: ${message}`
}
