import type { Field, FieldKind } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { isExactDecimal, toColumn } from './columns.ts'
import type { ListRequest } from './list-rows.ts'

/** What the values of a filter are in PostgreSQL: compared as text, `005` and an upper-case id would find nothing. */
const TYPES: Record<FieldKind, string> = {
  text: 'text',
  multiline: 'text',
  email: 'text',
  url: 'text',
  choice: 'text',
  list: 'text',
  objects: 'jsonb',
  integer: 'int',
  decimal: 'float8',
  boolean: 'boolean',
  date: 'date',
  time: 'timestamptz',
  reference: 'uuid',
}

/** The conditions that the filters of a list make. */
export function filterConditions({ resource, computed, filters, query }: ListRequest): RawBuilder<unknown>[] {
  return Object.entries(query.filters).map(([name, values]) => {
    const wanted = values.filter((value) => value !== null)
    const column = computed[name] ?? sql.ref(`${resource.table}.${toColumn(name)}`)
    const some = filters[name]?.(wanted) ?? among(column, resource.fields[name], wanted)
    return values.includes(null) ? sql`(${some} OR ${column} IS NULL)` : some
  })
}

/** @param entry the field; without one it is the id of the row */
function among(column: RawBuilder<unknown>, entry: Field | undefined, wanted: string[]): RawBuilder<unknown> {
  const type = sql.raw(typeOf(entry))
  if (entry?.kind === 'list') return sql`${column} && ${wanted}::${type}[]`
  // With one value an index that goes on with the sort gives the rows in their order.
  return wanted.length === 1 ? sql`${column} = ${wanted[0]}::${type}` : sql`${column} = ANY(${wanted}::${type}[])`
}

function typeOf(entry: Field | undefined): string {
  if (entry === undefined) return 'uuid'
  return isExactDecimal(entry) ? 'numeric' : TYPES[entry.kind]
}
