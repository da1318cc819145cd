import type { ChildList, Resource } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { Behaviour } from '../behaviour.ts'
import { type ResourceRow, selectList, toColumn, toRow } from '../columns.ts'
import type { Values } from '../rows.ts'

/** The lists of children of a row, by their names. */
export type Lists = Record<string, ResourceRow[]>

/** All children of a row. */
export async function readChildren(
  db: Transaction,
  { traits }: Resource,
  { computed }: Behaviour,
  parentId: string,
): Promise<Lists> {
  const lists: Lists = {}
  for (const [name, list] of Object.entries(traits.children ?? {})) {
    lists[name] = await readList(db, list, computed[list.resource.name] ?? {}, parentId)
  }
  return lists
}

/** The children of one list in their order. @param lock a locking clause */
export async function readList(
  db: Transaction,
  { resource, by, sort }: ChildList,
  computed: Behaviour['computed'][string],
  parentId: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<ResourceRow[]> {
  const order = sort === undefined ? sql`id` : sql`${sql.ref(`${resource.table}.${toColumn(sort)}`)}, id`
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(resource, computed)} FROM ${sql.table(resource.table)}
    WHERE ${sql.ref(toColumn(by))} = ${parentId} ORDER BY ${order} ${lock}
  `.execute(db)
  return rows.map(toRow)
}

/** Separates the fields of a row from its lists in what was sent. */
export function splitLists({ traits }: Resource, values: Values): { own: Values; lists: Record<string, Values[]> } {
  const own: Values = {}
  const lists: Record<string, Values[]> = {}
  for (const [name, value] of Object.entries(values)) {
    if (traits.children?.[name] === undefined) own[name] = value
    else if (Array.isArray(value)) lists[name] = value
  }
  return { own, lists }
}
