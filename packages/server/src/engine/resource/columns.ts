import { type Field, type Resource, SECRET_MASK } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/** A row as the API tells it. */
export type ResourceRow = Record<string, unknown> & { id: string; rowVersion: number }

/** Expressions for fields that are worked out and not stored, by field. */
export type Computed = Record<string, RawBuilder<unknown>>

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

/** Exact decimals and days cross as text: a JavaScript number or date would change them. */
function readable(column: RawBuilder<unknown>, entry: Field): RawBuilder<unknown> {
  if (entry.secret) return sql`CASE WHEN ${column} IS NOT NULL THEN ${sql.lit(SECRET_MASK)} END`
  if (entry.kind === 'date') return sql`${column}::text`
  if (isExactDecimal(entry)) return sql`trim_scale(${column})::text`
  return column
}

export function isExactDecimal(entry: Field): boolean {
  return entry.kind === 'decimal' && !(entry.schema instanceof z.ZodNumber)
}

/** Times come from the driver as dates. */
export function toRow(row: Record<string, unknown>): ResourceRow {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(entries) as ResourceRow
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
