import { type FoundRecord, type ListQuery, MAX_FOUND, MAX_RANKED, type Resource } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { choiceColumns } from './choices.ts'
import { type Computed, SEARCHED_TEXT, toColumn } from './columns.ts'
import { matchesOf } from './list-rows.ts'
import type { ResourceStore } from './resource-store.ts'
import { searchPlace } from './search.ts'

/** The first rows that fit, and how many there are of the first MAX_RANKED. */
export interface FoundRows {
  rows: FoundRecord[]
  total: number
}

interface FoundRow extends Omit<FoundRecord, 'resource' | 'parents'> {
  parents: Record<string, string | null>
  total: number
}

/** Whether rows of the resource can be searched for. */
export function isSearchable({ fields }: Resource): boolean {
  return Object.values(fields).some(({ search }) => search === true)
}

/**
 * The rows that fit the words best. The matches are gathered before they are ranked, so that the planner takes the index
 * of words, and only so many of them that a single letter costs no more than a word.
 * @param db a transaction that sees only what the reader may see
 */
export async function findRows(db: Transaction, store: ResourceStore, words: string): Promise<FoundRows> {
  const { resource, computed } = store
  const query: ListQuery = { page: 1, pageSize: MAX_FOUND, sort: [], search: words, deleted: 'without', filters: {} }
  const columns = sql`${choiceColumns(resource)}, ${detailsOf(resource, computed)} AS details, ${parentsOf(resource, computed)} AS parents,
    ${searchPlace(words, computed[SEARCHED_TEXT])} AS place`
  const { rows } = await sql<FoundRow>`
    WITH found AS MATERIALIZED (${matchesOf(store.request(query, {}), columns)})
    SELECT id, label, sublabel, details, parents, count(*) OVER ()::int AS total
    FROM (SELECT * FROM found LIMIT ${sql.lit(MAX_RANKED)}) AS ranked
    ORDER BY place, label, id LIMIT ${sql.lit(MAX_FOUND)}
  `.execute(db)
  return { rows: rows.map((row) => toFound(resource, row)), total: rows[0]?.total ?? 0 }
}

/** The rows with these ids that the reader of the transaction sees, deleted ones left out, as a search would find them. */
export async function rowsNamed(
  db: Transaction,
  { resource, computed }: ResourceStore,
  ids: readonly string[],
): Promise<FoundRecord[]> {
  const alive = resource.traits.softDelete ? sql`deleted_at IS NULL` : sql`true`
  const { rows } = await sql<Omit<FoundRow, 'total'>>`
    SELECT ${choiceColumns(resource)}, ARRAY[]::text[] AS details, ${parentsOf(resource, computed)} AS parents
    FROM ${sql.table(resource.table)} WHERE id = ANY(${ids}::uuid[]) AND ${alive}
  `.execute(db)
  return rows.map((row) => toFound(resource, row))
}

function toFound({ name }: Resource, { id, label, sublabel, details, parents }: Omit<FoundRow, 'total'>): FoundRecord {
  const known = Object.entries(parents).flatMap(([field, parent]) =>
    parent === null ? [] : [[field, parent] as const],
  )
  return { resource: name, id, label, sublabel, details, parents: Object.fromEntries(known) }
}

/** The texts that are searched beside label and sublabel. */
function detailsOf({ table, fields, label, labelRest, sublabel }: Resource, computed: Computed): RawBuilder<unknown> {
  const shown = [label, labelRest, sublabel]
  const names = Object.keys(fields).filter((name) => fields[name]?.search && !shown.includes(name))
  const texts = names.map((name) => sql`(${computed[name] ?? sql.ref(`${table}.${toColumn(name)}`)})::text`)
  return sql`array_remove(ARRAY[${sql.join(texts)}]::text[], NULL)`
}

function parentsOf({ table, fields }: Resource, computed: Computed): RawBuilder<unknown> {
  const names = Object.keys(fields).filter((name) => fields[name]?.kind === 'reference')
  const pairs = names.flatMap((name) => [sql.lit(name), computed[name] ?? sql.ref(`${table}.${toColumn(name)}`)])
  return sql`jsonb_build_object(${sql.join(pairs)})`
}
