import { type AlikeQuery, type AlikeRow, type Likeness, likenesses, MAX_ALIKE } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../principal.ts'
import { choiceColumns } from './choices.ts'
import { toColumn } from './columns.ts'
import { matchesOf } from './list-rows.ts'
import { assertParent } from './referred.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Parent } from './rows.ts'

/** So much of their trigrams two names share at least: enough that a part of a name is found, and few others. */
const NEAR = '0.45'

/** What each kind of likeness compares. An index of the table has the same expression. */
const conditions: Record<Likeness, (column: RawBuilder<unknown>, typed: string) => RawBuilder<unknown>> = {
  name: (column, typed) => sql`name_key(${column}) % name_key(${typed})`,
  number: (column, typed) => sql`number_key(${column}) = number_key(${typed})`,
  website: (column, typed) => sql`domain_key(${column}) = domain_key(${typed})`,
}

/** Rows that may be the same as one that somebody is about to create, the closest first. */
export async function readAlike(
  store: ResourceStore,
  principal: Principal,
  query: AlikeQuery,
  parent: Parent,
): Promise<AlikeRow[]> {
  const { resource, resources } = store
  const { alike = { name: resource.label } } = resource.traits
  const compared = likenesses.flatMap((likeness) => {
    const [field, typed] = [alike[likeness], query[likeness]]
    if (field === undefined || !typed) return []
    const column = sql.ref(`${resource.table}.${toColumn(field)}`)
    return [{ likeness, column, holds: conditions[likeness](column, typed) }]
  })
  if (compared.length === 0) return []
  const nearness = query.name
    ? sql`similarity(name_key(${sql.ref(`${resource.table}.${toColumn(alike.name)}`)}), name_key(${query.name}))`
    : sql`0`
  const request = store.request(
    { page: 1, pageSize: MAX_ALIKE, sort: [], search: undefined, deleted: 'without', filters: {} },
    parent,
  )
  const by = compared.map(({ likeness, holds }) => sql`CASE WHEN ${holds} THEN ${likeness}::text END`)
  const columns = sql`${choiceColumns(resource)}, array_remove(ARRAY[${sql.join(by)}], NULL) AS by, ${nearness} AS nearness,
    ${sql.join(
      compared.map(({ holds }) => holds),
      sql` OR `,
    )} AS fits`
  return await store.read(principal, async (db) => {
    await assertParent(db, resources, resource, parent)
    await sql`SELECT set_config('pg_trgm.similarity_threshold', ${NEAR}, true)`.execute(db)
    const { rows } = await sql<AlikeRow>`
      SELECT id, label, sublabel, by FROM (${matchesOf(request, columns)}) AS given
      WHERE fits ORDER BY cardinality(by) DESC, nearness DESC, label, id LIMIT ${sql.lit(MAX_ALIKE)}
    `.execute(db)
    return rows.map(({ id, label, sublabel, by: same }) => ({ id, label, sublabel, by: same }))
  })
}
