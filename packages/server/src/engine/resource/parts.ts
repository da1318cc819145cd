import { type Reference, type Resource, rowLabel } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import type { Principal } from '../principal.ts'
import { assertThat } from '../problem-error.ts'
import { type ResourceRow, selectList, toColumn, toRow } from './columns.ts'
import type { ResourceStore } from './resource-store.ts'
import { Rows, type Values } from './rows.ts'

/** So many rows go with the one that they are parts of. */
const MAX_PARTS = 1_000
/** So many of them are named. */
const NAMED = 5

/** The parts of a row that are of one resource. */
export interface Parts {
  resource: Resource
  rows: readonly ResourceRow[]
}

/** The resources whose rows are parts of those of a resource and that somebody may delete, with the field that refers to it. */
function partsOf({ resource, resources }: ResourceStore, { permissions }: Principal) {
  return Object.entries(resource.traits.parts ?? {}).flatMap(([name, field]) => {
    const part = resources.find((one) => one.name === name)
    return part !== undefined && permissions.has(`${name}.delete`) ? [{ part, field }] : []
  })
}

/** The parts that are deleted with a row: found, and locked against changes where they are about to be. */
export async function findParts(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  id: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<Parts[]> {
  return await selectParts(db, store, principal, sql`deleted_at IS NULL`, id, lock)
}

/** Which rows they are, for whoever counts references. */
export function idsOfParts(parts: readonly Parts[]): ReadonlyMap<Resource, readonly string[]> {
  return new Map(parts.map(({ resource, rows }) => [resource, rows.map(({ id }) => id)]))
}

/** The parts as references that go along. */
export function asReferences(
  { resource: { traits } }: ResourceStore,
  parts: readonly Parts[],
  isNamed: (resource: Resource) => boolean,
): Reference[] {
  return parts.flatMap(({ resource, rows }) => {
    const labels = rows.map((row) => rowLabel(resource, row)).filter(Boolean)
    const named = isNamed(resource) ? labels.slice(0, NAMED) : []
    const field = traits.parts?.[resource.name] ?? null
    const reference = { resource: resource.noun[1], name: resource.name, field, effect: 'deleted' as const }
    return rows.length === 0 ? [] : [{ ...reference, count: rows.length, labels: named }]
  })
}

/** Deletes parts in a way that can be undone. The time of it is that of the transaction, by which they are found again. */
export async function deleteParts(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  parts: readonly Parts[],
): Promise<void> {
  await changeParts(db, store, principal, parts, 'delete', sql`now()`)
}

/** Brings back the parts that were deleted together with a row, which is still deleted. */
export async function restoreParts(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  id: string,
): Promise<void> {
  const together = sql`deleted_at = (SELECT deleted_at FROM ${sql.table(store.resource.table)} WHERE id = ${id})`
  const parts = await selectParts(db, store, principal, together, id, sql`FOR NO KEY UPDATE`)
  await changeParts(db, store, principal, parts, 'restore', sql`null`)
}

async function changeParts(
  db: Transaction,
  { behaviour }: ResourceStore,
  principal: Principal,
  parts: readonly Parts[],
  action: 'delete' | 'restore',
  deletedAt: RawBuilder<unknown>,
): Promise<void> {
  for (const { resource, rows } of parts) {
    const store = new Rows(resource, behaviour.computed[resource.name] ?? {})
    for (const row of rows) await store.change(db, principal, action, row, [[sql.ref('deleted_at'), deletedAt]])
    await behaviour.afterChanges?.[resource.name]?.(db)
  }
}

async function selectParts(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  condition: RawBuilder<unknown>,
  id: string,
  lock: RawBuilder<unknown>,
): Promise<Parts[]> {
  const found: Parts[] = []
  for (const { part, field } of partsOf(store, principal)) {
    const { rows } = await sql<Values>`
      SELECT ${selectList(part, store.behaviour.computed[part.name] ?? {})} FROM ${sql.table(part.table)}
      WHERE ${sql.ref(toColumn(field))} = ${id} AND ${condition} ORDER BY id LIMIT ${sql.lit(MAX_PARTS + 1)} ${lock}
    `.execute(db)
    const words = t('server.tooManyParts', { most: MAX_PARTS, nouns: declared(part.noun[1]) })
    assertThat(rows.length <= MAX_PARTS, 'referenced', words)
    found.push({ resource: part, rows: rows.map(toRow) })
  }
  return found
}
