import type { FieldError, Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import type { Principal } from '../principal.ts'
import { assertThat, ProblemError } from '../problem-error.ts'
import { writeAudit } from './audit.ts'
import { enterParent, parentOfRows } from './children/ownership.ts'
import { type ResourceRow, selectList, toColumn, toRow } from './columns.ts'
import { assertNotFrozen } from './lifecycle.ts'
import { assertParent, refersToNothing } from './referred.ts'
import type { ResourceStore } from './resource-store.ts'
import { ofParent, type Parent } from './rows.ts'

/**
 * Numbers the rows from 1 in the order of the ids; those that are not named follow in the order they had. A lock makes two
 * that come at once follow each other.
 * @throws ProblemError `invalid_request` at every id that is there twice or of no row; then nothing changes. `stale` where the rows are of a list that
 * one person edits and these are not all of it, each once
 */
export async function updateSortOrder(
  store: ResourceStore,
  principal: Principal,
  ids: readonly string[],
  parent: Parent,
): Promise<void> {
  const { resource, resources } = store
  await store.write(principal, async (db) => {
    await assertParent(db, resources, resource, parent)
    const scope = await parentOfRows(db, store, ids, parent)
    const isWhole = resource.traits.editLock !== undefined
    if (isWhole && Object.keys(scope).length === 0) assertWholeOrder(resource, ids, [])
    await enterParent(db, principal, store, scope)
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`sort:${resource.name}`}))`.execute(db)
    const before = new Map((await lockAll(db, store, scope)).map((row) => [row.id, row]))
    if (isWhole) assertWholeOrder(resource, ids, [...before.keys()])
    else assertEachOnce(ids, before)
    const order = [...new Set([...ids, ...before.keys()])]
    const after = await renumber(db, store, principal, order)
    const changes = after.map((row) => ({ before: before.get(row.id), after: row }))
    for (const { before: row } of changes) assertNotFrozen(resource, row ?? {})
    await writeAudit(db, principal, resource, 'update-sort-order', changes)
  })
}

/** The living rows in the order they have. */
async function lockAll(db: Transaction, store: ResourceStore, parent: Parent): Promise<ResourceRow[]> {
  const { resource, computed } = store
  const wanted = [sql`true`, ...(resource.traits.softDelete ? [sql`deleted_at IS NULL`] : []), ...ofParent(parent)]
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(resource, computed)} FROM ${sql.table(resource.table)} WHERE ${sql.join(wanted, sql` AND `)}
    ORDER BY ${sortColumn(store)}, ${sql.ref(toColumn(resource.label))}, id FOR NO KEY UPDATE
  `.execute(db)
  return rows.map(toRow)
}

/** Numbers rows from 1 in the order of the ids. @returns the rows whose number has changed */
export async function renumber(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  ids: readonly string[],
): Promise<ResourceRow[]> {
  const { resource, computed } = store
  const changed = sql`
    UPDATE ${sql.table(resource.table)}
    SET ${sortColumn(store)} = wanted_place, updated_at = now(), updated_by = ${principal.userId}, row_version = row_version + 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (wanted_id, wanted_place)
    WHERE id = wanted_id AND ${sortColumn(store)} <> wanted_place`
  const { rows } = await sql<Record<string, unknown>>`${changed} RETURNING ${selectList(resource, computed)}`.execute(
    db,
  )
  return rows.map(toRow)
}

function sortColumn({ resource }: ResourceStore) {
  const { sortOrder } = resource.traits
  assertThat(sortOrder, 'internal')
  return sql.ref(toColumn(sortOrder))
}

/** @throws ProblemError `stale` where the ids are not those of all rows, each once */
export function assertWholeOrder({ noun }: Resource, ids: readonly string[], all: readonly string[]): void {
  const given = new Set(ids)
  const isSame = given.size === ids.length && all.length === ids.length && all.every((id) => given.has(id))
  assertThat(isSame, 'stale', t('server.orderOfOtherRows', { nouns: declared(noun[1]) }))
}

function assertEachOnce(ids: readonly string[], rows: ReadonlyMap<string, ResourceRow>): void {
  const errors = ids.flatMap((id, index): FieldError[] => {
    const path = `body.ids.${index}`
    if (!rows.has(id)) return [{ path, code: 'reference', message: refersToNothing() }]
    return ids.indexOf(id) < index ? [{ path, code: 'duplicate', message: t('server.isThereTwice') }] : []
  })
  if (errors.length === 0) return
  throw new ProblemError('invalid_request', errors.map(({ path, message }) => `${path} ${message}`).join('; '), errors)
}
