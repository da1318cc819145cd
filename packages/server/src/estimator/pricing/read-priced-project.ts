import {
  type ListedRow,
  projectCommissioning,
  projectDeliveries,
  projectItems,
  projectOptionalExtras,
  projects,
  type Resource,
} from '@packhouse/contract'
import { sql } from 'kysely'
import { type Computed, rowOf, selectList, toColumn, toRow } from '../../engine/resource/columns.ts'
import type { Transaction } from '../../platform/database.ts'

/** A project with what its price depends on, costs included: worked with and never answered as it is. */
export async function readPriced(db: Transaction, id: string) {
  const [project] = await readRows(db, projects, 'id', id)
  if (project === undefined) return undefined
  return {
    ...project,
    items: await readRows(db, projectItems, 'projectId', id),
    extras: await readRows(db, projectOptionalExtras, 'projectId', id),
    deliveries: await readRows(db, projectDeliveries, 'projectId', id),
    commissioning: await readRows(db, projectCommissioning, 'projectId', id),
  }
}

/** Whole rows, which are worked with and never answered. */
export async function readRows<R extends Resource>(
  db: Transaction,
  resource: R,
  field: string,
  id: string,
): Promise<ListedRow<R>[]> {
  const order = resource.fields.sort === undefined ? sql`id` : sql`sort, id`
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(resource, notStored(resource))} FROM ${sql.table(resource.table)} WHERE ${sql.ref(toColumn(field))} = ${id} ORDER BY ${order}
  `.execute(db)
  return rows.map((row) => rowOf(resource, toRow(row)))
}

/** What is worked out where it is shown, such as the code of an item: no price depends on it. */
export function notStored({ fields }: Resource): Computed {
  const names = ['code', 'weightedTotal'].filter((name) => fields[name]?.derived)
  return Object.fromEntries(names.map((name) => [name, sql`NULL::text`]))
}
