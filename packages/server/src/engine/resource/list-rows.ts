import type { ListQuery, Page, Resource } from '@packhouse/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { type Computed, type ResourceRow, selectList, toColumn, toRow } from './columns.ts'
import { filterConditions } from './filters.ts'
import { ofParent, type Parent } from './rows.ts'

export interface ListRequest {
  resource: Resource
  computed: Computed
  query: ListQuery
  parent: Parent
}

/** One page of rows and how many there are. */
export async function listRows(db: Transaction<Tables>, request: ListRequest): Promise<Page<ResourceRow>> {
  const { resource, computed, query } = request
  const { page, pageSize } = query
  const rows = await sql<Record<string, unknown>>`
    ${rowsOf(request, selectList(resource, computed))} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
  `.execute(db)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM ${sql.table(resource.table)} WHERE ${conditions(request)}
  `.execute(db)
  return { items: rows.rows.map(toRow), total: counted.rows[0]?.total ?? 0, page, pageSize }
}

/** The rows of a list on all its pages. The order is stable: rows that compare equal follow their id. */
export function rowsOf(request: ListRequest, select: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT ${select} FROM ${sql.table(request.resource.table)} WHERE ${conditions(request)} ORDER BY ${order(request)}`
}

function conditions(request: ListRequest): RawBuilder<unknown> {
  const { resource, query, parent } = request
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (resource.traits.softDelete && query.deleted !== 'with') {
    parts.push(query.deleted === 'only' ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`)
  }
  parts.push(...ofParent(parent), ...filterConditions(request))
  for (const word of query.search?.split(/\s+/) ?? []) parts.push(sql`search_text LIKE ${pattern(word)}`)
  return sql.join(parts, sql` AND `)
}

/** A word anywhere, in whatever case; the signs that mean something to LIKE mean themselves. */
function pattern(word: string): string {
  return `%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}

function order({ resource, query }: ListRequest): RawBuilder<unknown> {
  const given = query.sort.map(({ field, descending }) => {
    // With the name of its table it is the column, and not what the select list makes of it under the same name.
    const column = sql.ref(`${resource.table}.${toColumn(field)}`)
    return descending ? sql`${column} DESC NULLS LAST` : sql`${column} ASC NULLS LAST`
  })
  return sql.join([...given, sql.ref(`${resource.table}.id`)])
}
