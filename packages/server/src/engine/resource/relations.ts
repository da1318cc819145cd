import type { Choice, FieldError, Page, PageQuery, Relation, Resource } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { ascending } from '../paging/keyset.ts'
import { readPage } from '../paging/read-page.ts'
import type { Principal } from '../principal.ts'
import { assertThat, ProblemError } from '../problem-error.ts'
import { writeAudit } from './audit.ts'
import { choiceColumns } from './choices.ts'
import { assertNotFrozen } from './lifecycle.ts'
import { refersToNothing } from './referred.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Parent } from './rows.ts'

/** Which pairs there shall be afterwards, for the ids that are sent. */
export type RelationChange = 'attach' | 'detach' | 'sync'

/** The row whose relation is meant, and the name of the relation. */
export interface Related {
  id: string
  parent: Parent
  name: string
}

/** One page of the rows that are attached to a row, by their labels; deleted ones are left out. */
export async function listRelated(
  store: ResourceStore,
  principal: Principal,
  related: Related,
  query: PageQuery,
): Promise<Page<Choice>> {
  const { relation, other } = partsOf(store, related)
  return await store.read(principal, async (db) => {
    await store.rows.find(db, related.id, related.parent)
    const from = attachedOf(relation, other, related.id)
    const listed = {
      select: sql`id, label, sublabel`,
      from: sql`(SELECT ${choiceColumns(other)} ${from}) AS related`,
      where: sql`true`,
      keys: [{ ...ascending(sql`label`), mayBeEmpty: true }, ascending(sql`id`)],
    }
    const { rows, next } = await readPage<Choice>(db, listed, query)
    const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${from}`.execute(db)
    return { items: rows, total: counted.rows[0]?.total ?? 0, page: query.page, pageSize: query.pageSize, next }
  })
}

/**
 * Attaches or detaches rows. The row is locked, so that two who change its relation at once follow each other; what is so
 * already is passed over.
 * @throws ProblemError `invalid_request` at every id of no row that may be attached; then nothing changes
 */
export async function changeRelated(
  store: ResourceStore,
  principal: Principal,
  related: Related,
  change: RelationChange,
  ids: readonly string[],
): Promise<void> {
  await store.write(principal, (db) => changeRelatedIn(db, store, principal, related, change, ids))
}

/** Likewise, within a transaction that does more than this. */
export async function changeRelatedIn(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  related: Related,
  change: RelationChange,
  ids: readonly string[],
): Promise<void> {
  const { relation, other } = partsOf(store, related)
  const { table, column, otherColumn } = relation
  const pair = { table: sql.table(table), own: sql.ref(column), other: sql.ref(otherColumn) }
  const row = await store.lock(db, principal, related.id, related.parent)
  assertNotFrozen(store.resource, row)
  const before = await labelsOf(db, relation, other, related.id)
  if (change !== 'attach') {
    const gone = change === 'detach' ? sql`= ANY(${ids}::uuid[])` : sql`<> ALL(${ids}::uuid[])`
    await sql`DELETE FROM ${pair.table} WHERE ${pair.own} = ${row.id} AND ${pair.other} ${gone}`.execute(db)
  }
  if (change !== 'detach') {
    await assertThere(db, other, ids)
    await sql`
      INSERT INTO ${pair.table} (${pair.own}, ${pair.other}) SELECT ${row.id}, unnest(${ids}::uuid[])
      ON CONFLICT DO NOTHING
    `.execute(db)
  }
  const after = await labelsOf(db, relation, other, related.id)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const auditEntry = (labels: string[]) => ({ id: row.id, rowVersion: row.rowVersion, [related.name]: labels })
  await writeAudit(db, principal, store.resource, change, [{ before: auditEntry(before), after: auditEntry(after) }])
}

function partsOf({ resource, resources }: ResourceStore, { name }: Related): { relation: Relation; other: Resource } {
  const relation = resource.traits.relations?.[name]
  const other = resources.find((candidate) => candidate.name === relation?.to)
  assertThat(relation && other, 'internal')
  return { relation, other }
}

function attachedOf({ table, column, otherColumn }: Relation, other: Resource, id: string): RawBuilder<unknown> {
  const pairs = sql`SELECT ${sql.ref(otherColumn)} FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id}`
  return sql`FROM ${sql.table(other.table)} WHERE id IN (${pairs}) ${alive(other)}`
}

/** The names by which the audit reports what was attached. */
async function labelsOf(db: Transaction, relation: Relation, other: Resource, id: string): Promise<string[]> {
  const { rows } = await sql<Choice>`
    SELECT ${choiceColumns(other)} ${attachedOf(relation, other, id)} ORDER BY label, id
  `.execute(db)
  return rows.map(({ label, sublabel }) => [label, sublabel].filter(Boolean).join(' '))
}

async function assertThere(db: Transaction, other: Resource, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(other.table)} WHERE id = ANY(${ids}::uuid[]) ${alive(other)} FOR KEY SHARE
  `.execute(db)
  const there = new Set(rows.map(({ id }) => id))
  const errors = ids.flatMap((id, index): FieldError[] =>
    there.has(id) ? [] : [{ path: `body.ids.${index}`, code: 'reference', message: refersToNothing() }],
  )
  if (errors.length === 0) return
  throw new ProblemError('invalid_request', errors.map(({ path, message }) => `${path} ${message}`).join('; '), errors)
}

function alive({ traits }: Resource): RawBuilder<unknown> {
  return traits.softDelete ? sql`AND deleted_at IS NULL` : sql``
}
