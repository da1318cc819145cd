import { type Field, type ListedRow, type Resource, SECRET_MASK } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/** A row as the API returns it. */
export type ResourceRow = Record<string, unknown> & { id: string; rowVersion: number }

/** Expressions for fields that are worked out and not stored, or not shown to every reader, by field. */
export type Computed = Record<string, RawBuilder<unknown>>

/** The name under which they have the text that is searched, where a reader is not shown all of it. */
export const SEARCHED_TEXT = 'searchText'

/** What every row has beside its own fields. */
export const STAMPS = {
  id: 'id',
  createdAt: 'time',
  createdBy: 'id',
  updatedAt: 'time',
  updatedBy: 'id',
  rowVersion: 'number',
}

/** `legalName` is the column `legal_name`, `machineID` is `machine_id`. */
export function toColumn(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z]+)/g, '$1_$2').toLowerCase()
}

/** The select list of a resource: every field under its own name, in the form in which JSON carries it. */
export function selectList(resource: Resource, computed: Computed): RawBuilder<unknown> {
  const stamps = Object.keys(STAMPS).map((name) => sql`${sql.ref(toColumn(name))} AS ${sql.ref(name)}`)
  const fields = Object.entries(resource.fields).map(([name, entry]) => {
    const value = computed[name] ?? readable(sql.ref(toColumn(name)), entry)
    return sql`${value} AS ${sql.ref(name)}`
  })
  return sql.join([...stamps, ...fields])
}

/** A column as it is read. Exact decimals and days cross as text: a JavaScript number or date would change them. */
export function readable(column: RawBuilder<unknown>, entry: Field): RawBuilder<unknown> {
  if (entry.secret) return sql`CASE WHEN ${column} IS NOT NULL THEN ${sql.lit(SECRET_MASK)} END`
  if (entry.kind === 'date') return sql`${column}::text`
  if (isExactDecimal(entry)) return sql`trim_scale(${column})::text`
  return column
}

export function isExactDecimal(entry: Field): boolean {
  return entry.kind === 'decimal' && !(entry.schema instanceof z.ZodNumber)
}

/** What is selected of something that has a `createdAt`: the driver gives a date. */
export type Selected<Answered extends { createdAt: string }> = Omit<Answered, 'createdAt'> & { createdAt: Date }

/** Times come from the driver as dates, and leave as text. */
type Serialized<Selected> = { [Name in keyof Selected]: Selected[Name] extends Date ? string : Selected[Name] }

/** A row of a resource out of its list of columns. */
export function toRow(row: Record<string, unknown>): ResourceRow {
  return toJson(row) as ResourceRow
}

/** What was selected, as JSON carries it. */
export function toJson<Row extends object>(row: Row): Serialized<Row> {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(entries)
}

/**
 * A row of a resource by the types of its fields. Its values are right because its list of columns is made from the same declaration.
 * @throws Error where a field is missing, since it is a row of another resource then
 */
export function rowOf<R extends Resource>(resource: R, row: ResourceRow): ListedRow<R> {
  assertRowOf(resource, row)
  return row
}

function assertRowOf<R extends Resource>(resource: R, row: ResourceRow): asserts row is ResourceRow & ListedRow<R> {
  const missing = Object.keys({ ...STAMPS, ...resource.fields }).find((name) => !(name in row))
  if (missing !== undefined) throw new Error(`A row of ${resource.name} has no ${missing}.`)
}

/** Column and value pairs of what was sent. @param fields of the resource: the driver would take a list for an array */
export function toColumns(
  values: Record<string, unknown>,
  fields: Resource['fields'] = {},
): [RawBuilder<unknown>, RawBuilder<unknown>][] {
  return Object.entries(values).map(([name, value]) => {
    const stored = fields[name]?.kind === 'objects' ? JSON.stringify(value) : value
    return [sql.ref(toColumn(name)), sql`${stored}`]
  })
}
