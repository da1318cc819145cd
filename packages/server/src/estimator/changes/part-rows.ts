import { type ChildList, MAX_CHILDREN, projects } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { assertThat } from '../../engine/problem-error.ts'
import { type ResourceRow, selectList, toRow } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'

/** Rows of one kind in a project, by their ids; those of other projects are left out. @param lock a locking clause */
export async function readRows(
  db: Transaction,
  { store, projectId }: { store: ResourceStore; projectId: string },
  ids: readonly string[],
  lock: RawBuilder<unknown> = sql``,
): Promise<ResourceRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(store.resource, store.computed)} FROM ${sql.table(store.resource.table)}
    WHERE id = ANY(${ids}::uuid[]) AND project_id = ${projectId} ORDER BY sort, id ${lock}
  `.execute(db)
  return rows.map(toRow)
}

/** The ids of all rows of one kind in a project, in their order. */
export async function readOrder(db: Transaction, { resource }: ResourceStore, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(resource.table)} WHERE project_id = ${projectId} ORDER BY sort, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** @throws ProblemError `invalid_request` where the list would get too long */
export async function assertRoom(
  db: Transaction,
  { resource }: ResourceStore,
  projectId: string,
  more: number,
): Promise<void> {
  const lists: ChildList[] = Object.values(projects.traits.children ?? {})
  const max = lists.find((one) => one.resource.name === resource.name)?.max ?? MAX_CHILDREN
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(resource.table)} WHERE project_id = ${projectId}`.execute(db)
  const nouns = declared(resource.noun[1])
  assertThat((rows[0]?.count ?? 0) + more <= max, 'invalid_request', t('server.tooManyChildren', { max, nouns }))
}

export async function makeIds(db: Transaction, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT uuidv7()::text AS id FROM generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ id }) => id)
}
