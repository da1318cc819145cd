import { type ListQuery, type Page, type Resource, type StampBound, stampBounds } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { ascending, descending, orderBy, positionColumn, type SortKey } from '../paging/keyset.ts'
import { type Positioned, readBehind, toPage } from '../paging/read-page.ts'
import type { FilterCondition } from './behaviour.ts'
import { type Computed, type ResourceRow, SEARCHED_TEXT, selectList, toColumn, toRow } from './columns.ts'
import { filterConditions } from './filters.ts'
import { type ListSize, type PageWindow, walksInOrder, windowOf } from './page-window.ts'
import { ofParent, type Parent } from './rows.ts'
import { searchConditions } from './search.ts'

export interface ListRequest {
  resource: Resource
  computed: Computed
  /** What filters mean that are no fields. */
  filters: Readonly<Record<string, FilterCondition>>
  /** The condition of the rows that it has at all. */
  listed?: RawBuilder<unknown> | undefined
  query: ListQuery
  parent: Parent
}

/** One page of rows and how many there are. */
export async function listRows(db: Transaction, request: ListRequest): Promise<Page<ResourceRow>> {
  const { page, pageSize, after } = request.query
  const size = await sizeOf(db, request)
  const read =
    after === undefined
      ? await readWindow(db, request, size, windowOf(request.query, size.total))
      : await readBehind(sortKeys(request), { pageSize, after }, (behind, take) =>
          readWindow(db, request, size, { skip: 0, take, backward: false }, behind),
        )
  const { rows: items, next } = toPage(read, pageSize)
  return { items, total: size.total, page, pageSize, next }
}

/** The rows of a list on all its pages. The order is stable: rows that compare equal follow their id. */
export function rowsOf(request: ListRequest, select: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT ${select} FROM ${table(request)} WHERE ${conditions(request)} ORDER BY ${orderBy(sortKeys(request))}`
}

/** The rows of a list in no order, for what makes its own. */
export function matchesOf(request: ListRequest, select: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT ${select} FROM ${table(request)} WHERE ${conditions(request)}`
}

async function sizeOf(db: Transaction, request: ListRequest): Promise<ListSize> {
  const { rows } = await sql<ListSize>`
    SELECT count(*)::int AS total, (SELECT reltuples FROM pg_class WHERE oid = ${request.resource.table}::regclass) AS stored
    FROM ${table(request)} WHERE ${conditions(request)}
  `.execute(db)
  return rows[0] ?? { total: 0, stored: 0 }
}

/**
 * Reads rows in the way that fits how many there are. The planner knows nothing of how often a word occurs: row-level
 * security keeps the statistics from it. It would sort a hundred thousand rows to show 25, or walk through them all for three.
 */
async function readWindow(
  db: Transaction,
  request: ListRequest,
  size: ListSize,
  window: PageWindow,
  behind = sql`true`,
): Promise<Positioned<ResourceRow>[]> {
  if (window.take === 0) return []
  const found = sql`${table(request)} WHERE ${conditions(request)}`
  if (request.query.search === undefined) return await readFound(db, request, window, sql`${found} AND ${behind}`)
  if (!walksInOrder(window, size)) {
    const gathered = sql`(SELECT * FROM ${found} OFFSET 0) AS ${table(request)} WHERE ${behind}`
    return await readFound(db, request, window, gathered)
  }
  await allowSorting(db, 'off')
  const rows = await readFound(db, request, window, sql`${found} AND ${behind}`)
  await allowSorting(db, 'on')
  return rows
}

/** Without it the planner takes an index that has the order, where there is one. */
async function allowSorting(db: Transaction, whether: 'on' | 'off'): Promise<void> {
  await sql`
    SELECT set_config('enable_sort', ${whether}, true), set_config('enable_incremental_sort', ${whether}, true)
  `.execute(db)
}

/** Chooses the ids first, where an index may hold all that is asked for, and reads the whole rows of these alone. */
async function readFound(
  db: Transaction,
  request: ListRequest,
  { skip, take, backward }: PageWindow,
  found: RawBuilder<unknown>,
): Promise<Positioned<ResourceRow>[]> {
  const id = sql.ref(`${request.resource.table}.id`)
  const keys = sortKeys(request)
  const { rows } = await sql<Positioned<Record<string, unknown>>>`
    SELECT ${selectList(request.resource, request.computed)}, ${positionColumn(keys)}
    FROM unnest(ARRAY(
      SELECT ${id} FROM ${found}
      ORDER BY ${orderBy(keys, backward ? 'backward' : 'forward')} LIMIT ${take} OFFSET ${skip}
    )) WITH ORDINALITY AS page (page_id, page_place) JOIN ${table(request)} ON ${id} = page_id
    ORDER BY page_place
  `.execute(db)
  const positioned = rows.map(({ listPosition, ...row }) => ({ ...toRow(row), listPosition }))
  return backward ? positioned.reverse() : positioned
}

function table({ resource }: ListRequest): RawBuilder<unknown> {
  return sql.table(resource.table)
}

function conditions(request: ListRequest): RawBuilder<unknown> {
  const { resource, computed, query, parent, listed } = request
  const parts: RawBuilder<unknown>[] = [listed ?? sql`true`]
  if (resource.traits.softDelete && query.deleted !== 'with') {
    parts.push(query.deleted === 'only' ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`)
  }
  parts.push(
    ...ofParent(parent),
    ...boundConditions(query),
    ...filterConditions(request),
    ...searchConditions(query.search, computed[SEARCHED_TEXT]),
  )
  return sql.join(parts, sql` AND `)
}

const bounds: Record<StampBound, (instant: string) => RawBuilder<unknown>> = {
  createdFrom: (instant) => sql`created_at >= ${instant}::timestamptz`,
  createdTo: (instant) => sql`created_at < ${instant}::timestamptz`,
  updatedFrom: (instant) => sql`updated_at >= ${instant}::timestamptz`,
  updatedTo: (instant) => sql`updated_at < ${instant}::timestamptz`,
}

function boundConditions({ within = {} }: ListQuery): RawBuilder<unknown>[] {
  return stampBounds.flatMap((name) => {
    const instant = within[name]
    return instant === undefined ? [] : [bounds[name](instant)]
  })
}

/** What a list is sorted by. Rows that compare equal follow their id. */
function sortKeys({ resource, computed, query }: ListRequest): SortKey[] {
  const given = query.sort.map(({ field, descending }) => {
    // With the name of its table it is the column, and not what the select list makes of it under the same name.
    const expression = computed[field] ?? sql.ref(`${resource.table}.${toColumn(field)}`)
    return { expression, descending, mayBeEmpty: resource.fields[field]?.required === false }
  })
  const id = sql.ref(`${resource.table}.id`)
  return [...given, query.sort.at(-1)?.descending === true ? descending(id) : ascending(id)]
}
