import { type ChildList, MAX_CHILDREN, type Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { Principal } from '../../principal.ts'
import { assertThat } from '../../problem-error.ts'
import { toColumn } from '../columns.ts'
import { assertNotFrozen, stateColumns } from '../lifecycle.ts'
import type { Parent, Values } from '../rows.ts'

/** A resource and all of them, as a store has them. */
export interface Declared {
  resource: Resource
  resources: readonly Resource[]
}

/** The resource that a child belongs to, and the list that it is in. */
interface Ownership {
  parent: Resource
  list: ChildList
}

/** Whether the rows are parts of others. */
export function isChild(declared: Declared): boolean {
  return ownershipOf(declared) !== undefined
}

function ownershipOf({ resource, resources }: Declared): Ownership | undefined {
  for (const parent of resources) {
    const list = Object.values(parent.traits.children ?? {}).find((one) => one.resource.name === resource.name)
    if (list !== undefined) return { parent, list }
  }
  return undefined
}

/**
 * Begins a change of a child by itself: locks the parent of the row, as saving the parent does, and counts the change as one
 * of the parent, so that a change based on an older version is refused. Does nothing for a resource that is no child. It
 * comes before the row itself is locked: everybody locks parents first.
 * @returns whether there is such a parent within the row scope
 * @throws ProblemError `state_frozen` where the parent cannot be changed
 */
export async function enterParent(
  db: Transaction,
  principal: Principal,
  declared: Declared,
  row: Values,
): Promise<boolean> {
  const owned = ownershipOf(declared)
  if (owned === undefined) return false
  const { parent, list } = owned
  const meant = sql`id = ${row[list.by]} ${parent.traits.softDelete ? sql`AND deleted_at IS NULL` : sql``}`
  if (await countChange(db, principal, parent, sql`${meant} ${notFrozen(parent)}`)) return true
  const columns = sql.join(['id', ...stateColumns(parent)].map((column) => sql.ref(column)))
  const { rows } = await sql<Values>`
    SELECT ${columns} FROM ${sql.table(parent.table)} WHERE ${meant} FOR NO KEY UPDATE`.execute(db)
  const [found] = rows
  // A reference to nothing is refused where all references are.
  if (found === undefined) return false
  const { lifecycle } = parent.traits
  if (lifecycle !== undefined) assertNotFrozen(parent, { [lifecycle.field]: found[toColumn(lifecycle.field)] })
  // Its state has changed in between.
  return await countChange(db, principal, parent, meant)
}

/** Locks the parent of a child whose change may turn out to be none, and counts nothing yet. */
export async function lockParent(db: Transaction, declared: Declared, row: Values): Promise<void> {
  const owned = ownershipOf(declared)
  if (owned === undefined) return
  await sql`SELECT FROM ${sql.table(owned.parent.table)} WHERE id = ${row[owned.list.by]} FOR NO KEY UPDATE`.execute(db)
}

async function countChange(
  db: Transaction,
  { userId }: Principal,
  { table }: Resource,
  meant: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE ${sql.table(table)} SET updated_at = now(), updated_by = ${userId}, row_version = row_version + 1
    WHERE ${meant} RETURNING id
  `.execute(db)
  return rows.length > 0
}

function notFrozen({ traits: { lifecycle } }: Resource) {
  if (lifecycle?.frozen === undefined) return sql``
  return sql`AND ${sql.ref(toColumn(lifecycle.field))} <> ALL(${[...lifecycle.frozen]}::text[])`
}

/**
 * What the server sets in a new child that comes by itself: its place at the end of the list.
 * @throws ProblemError `invalid_request` where the list is full
 */
export async function placeInList(db: Transaction, declaration: Declared, draft: Values): Promise<Values> {
  const owned = ownershipOf(declaration)
  if (owned === undefined) return {}
  const { by, sort, max = MAX_CHILDREN, resource } = owned.list
  const last = sort === undefined ? sql`0` : sql`coalesce(max(${sql.ref(toColumn(sort))}), 0)`
  const { rows } = await sql<{ count: number; last: number }>`
    SELECT count(*)::int AS count, ${last} AS last FROM ${sql.table(resource.table)}
    WHERE ${sql.ref(toColumn(by))} = ${draft[by]}
  `.execute(db)
  const [found] = rows
  assertThat(
    found && found.count < max,
    'invalid_request',
    t('server.tooManyChildren', { max, nouns: declared(resource.noun[1]) }),
  )
  return sort === undefined ? {} : { [sort]: found.last + 1 }
}

/**
 * The parent whose list is put in an order, where the path names none.
 * @returns the parent of the first of the rows; those of other parents are then unknown ids
 */
export async function parentOfRows(
  db: Transaction,
  declared: Declared,
  ids: readonly string[],
  parent: Parent,
): Promise<Parent> {
  const owned = ownershipOf(declared)
  if (owned === undefined || parent[owned.list.by] !== undefined) return parent
  const { by, resource } = owned.list
  const { rows } = await sql<{ parent_id: string }>`
    SELECT ${sql.ref(toColumn(by))} AS parent_id FROM ${sql.table(resource.table)} WHERE id = ANY(${ids}::uuid[]) ORDER BY id LIMIT 1
  `.execute(db)
  return rows[0] === undefined ? parent : { ...parent, [by]: rows[0].parent_id }
}
