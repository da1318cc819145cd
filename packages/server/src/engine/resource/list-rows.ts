import { type ListQuery, type Page, type Resource, type StampBound, stampBounds } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import type { FilterCondition } from './behaviour.ts'
import { type Computed, type ResourceRow, selectList, toColumn, toRow } from './columns.ts'
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

type Direction = 'forward' | 'backward'

/** One page of rows and how many there are. */
export async function listRows(db: Transaction, request: ListRequest): Promise<Page<ResourceRow>> {
  const { page, pageSize } = request.query
  const size = await sizeOf(db, request)
  const items = await readPage(db, request, size)
  return { items, total: size.total, page, pageSize }
}

/** The rows of a list on all its pages. The order is stable: rows that compare equal follow their id. */
export function rowsOf(request: ListRequest, select: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT ${select} FROM ${table(request)} WHERE ${conditions(request)} ORDER BY ${order(request, 'forward')}`
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
 * Reads a page in the way that fits the number of rows. The planner knows nothing of how often a word occurs: row-level
 * security keeps the statistics from it. It would sort a hundred thousand rows to show 25, or walk through them all for three.
 */
async function readPage(db: Transaction, request: ListRequest, size: ListSize): Promise<ResourceRow[]> {
  const window = windowOf(request.query, size.total)
  if (window.take === 0) return []
  const found = sql`${table(request)} WHERE ${conditions(request)}`
  if (request.query.search === undefined) return await readWindow(db, request, window, found)
  if (!walksInOrder(window, size)) {
    return await readWindow(db, request, window, sql`(SELECT * FROM ${found} OFFSET 0) AS ${table(request)}`)
  }
  await allowSorting(db, 'off')
  const rows = await readWindow(db, request, window, found)
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
async function readWindow(
  db: Transaction,
  request: ListRequest,
  { skip, take, backward }: PageWindow,
  found: RawBuilder<unknown>,
): Promise<ResourceRow[]> {
  const id = sql.ref(`${request.resource.table}.id`)
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(request.resource, request.computed)}
    FROM unnest(ARRAY(
      SELECT ${id} FROM ${found}
      ORDER BY ${order(request, backward ? 'backward' : 'forward')} LIMIT ${take} OFFSET ${skip}
    )) WITH ORDINALITY AS page (page_id, page_place) JOIN ${table(request)} ON ${id} = page_id
    ORDER BY page_place
  `.execute(db)
  const items = rows.map(toRow)
  return backward ? items.reverse() : items
}

function table({ resource }: ListRequest): RawBuilder<unknown> {
  return sql.table(resource.table)
}

function conditions(request: ListRequest): RawBuilder<unknown> {
  const { resource, query, parent, listed } = request
  const parts: RawBuilder<unknown>[] = [listed ?? sql`true`]
  if (resource.traits.softDelete && query.deleted !== 'with') {
    parts.push(query.deleted === 'only' ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`)
  }
  parts.push(
    ...ofParent(parent),
    ...boundConditions(query),
    ...filterConditions(request),
    ...searchConditions(query.search),
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

/** Empty values come last. For fields without empty values NULLS LAST is omitted, so that one index serves both directions. */
function order({ resource, computed, query }: ListRequest, direction: Direction): RawBuilder<unknown> {
  const backward = direction === 'backward'
  const given = query.sort.map(({ field, descending }) => {
    // With the name of its table it is the column, and not what the select list makes of it under the same name.
    const column = computed[field] ?? sql.ref(`${resource.table}.${toColumn(field)}`)
    const way = descending === backward ? sql`ASC` : sql`DESC`
    if (resource.fields[field]?.required !== false) return sql`${column} ${way}`
    return sql`${column} ${way} ${backward ? sql`NULLS FIRST` : sql`NULLS LAST`}`
  })
  const last = query.sort.at(-1)?.descending === true
  return sql.join([...given, sql`${sql.ref(`${resource.table}.id`)} ${last === backward ? sql`ASC` : sql`DESC`}`])
}
