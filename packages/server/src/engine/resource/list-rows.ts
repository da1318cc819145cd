import type { ListQuery, Resource } from '@packhouse/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { type Computed, type ResourceRow, selectList, toColumn, toRow } from './columns.ts'

export interface ListRequest {
  resource: Resource
  computed: Computed
  query: ListQuery
  /** The parent whose rows are wanted, by field. */
  parent: Record<string, string>
}

/** One page of rows and how many there are. The order is stable: rows that compare equal follow their id. */
export async function listRows(db: Transaction<Tables>, request: ListRequest) {
  const { resource, computed, query } = request
  const { page, pageSize } = query
  const where = conditions(request)
  const table = sql.table(resource.table)
  const rows = await sql<Record<string, unknown>>`
    SELECT ${selectList(resource, computed)} FROM ${table} WHERE ${where}
    ORDER BY ${order(query)} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
  `.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${table} WHERE ${where}`.execute(db)
  return { items: rows.rows.map(toRow), total: counted.rows[0]?.total ?? 0, page, pageSize }
}

/** Every row of a list, without pages, for an export; read in portions so that none of it need be held twice. */
export async function* eachRow(db: Transaction<Tables>, request: ListRequest): AsyncGenerator<ResourceRow[]> {
  const portion = 1_000
  for (let page = 1; ; page++) {
    const { items } = await listRows(db, { ...request, query: { ...request.query, page, pageSize: portion } })
    yield items
    if (items.length < portion) return
  }
}

function conditions({ resource, computed, query, parent }: ListRequest): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (resource.traits.softDelete && query.deleted !== 'with') {
    parts.push(query.deleted === 'only' ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`)
  }
  for (const [name, id] of Object.entries(parent)) parts.push(sql`${sql.ref(toColumn(name))} = ${id}`)
  for (const [name, values] of Object.entries(query.filters))
    parts.push(filter(computed[name] ?? sql.ref(toColumn(name)), values))
  for (const word of query.search?.split(/\s+/) ?? []) parts.push(sql`search_text LIKE ${pattern(word)}`)
  return sql.join(parts, sql` AND `)
}

function filter(column: RawBuilder<unknown>, values: (string | null)[]): RawBuilder<unknown> {
  const wanted = values.filter((value) => value !== null)
  const some = sql`${column}::text = ANY(${wanted})`
  return values.includes(null) ? sql`(${some} OR ${column} IS NULL)` : some
}

/** A word anywhere, in whatever case; the signs that mean something to LIKE mean themselves. */
function pattern(word: string): string {
  return `%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}

function order({ sort }: ListQuery): RawBuilder<unknown> {
  const given = sort.map(({ field, descending }) => {
    const column = sql.ref(toColumn(field))
    return descending ? sql`${column} DESC NULLS LAST` : sql`${column} ASC NULLS LAST`
  })
  return sql.join([...given, sql`id`])
}
