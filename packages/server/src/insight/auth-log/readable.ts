import { type Resource, resources } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { toColumn } from '../../engine/resource/columns.ts'

type Readable = ReadonlyMap<string, Resource>

/** The resources whose records somebody may see, by name. */
export function readableResources({ permissions }: Principal): Readable {
  const readable = resources.filter(({ calls }) => permissions.has(calls.list.access))
  return new Map(readable.map((resource) => [resource.name, resource]))
}

/** The label of the record of the entry `e`, as it was then; null where it may not be seen. What stands between two records has the names that these have now. */
export function labelOf(readable: Readable): RawBuilder<string | null> {
  const cases = [...readable.values()].flatMap((resource) => {
    const { name, label } = resource
    if (!isShown(resource, label)) return []
    const own = sql`coalesce(e.after, e.before) ->> ${label}`
    const pair = wholes(resource, readable).map(([field, whole]) => {
      // What was attached to a record names the record alone.
      const id = sql`coalesce((coalesce(e.after, e.before) ->> ${field})::uuid,
        (SELECT ${sql.ref(`own.${toColumn(field)}`)} FROM ${sql.table(resource.table)} own WHERE own.id = e.row_id))`
      return nameOf(whole, readable, id)
    })
    return [sql`WHEN ${name} THEN ${pair.length === 0 ? own : sql`coalesce(${joined(pair)}, ${own})`}`]
  })
  if (cases.length === 0) return sql`NULL::text`
  return sql`CASE WHEN e.kind = 'change' THEN CASE e.resource ${sql.join(cases, sql` `)} END END`
}

/** What the record stands between, where its label is an answer that many have: an answer is known by the machine and the style it is for. */
function wholes({ fields, label }: Resource, readable: Readable): [field: string, whole: Resource][] {
  if (fields[label]?.kind !== 'choice') return []
  return Object.entries(fields).flatMap(([name, { required, frozen, refersTo = '' }]): [string, Resource][] => {
    const whole = required && frozen ? readable.get(refersTo) : undefined
    return whole !== undefined && isShown(whole, whole.label) ? [[name, whole]] : []
  })
}

/** The name of a row as it is now, such as `FLW-0930 Flow wrapper`. */
function nameOf(resource: Resource, readable: Readable, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const { name, table, label, sublabel } = resource
  const alias = `of_${name}`
  const column = (field: string) => sql.ref(`${alias}.${toColumn(field)}`)
  const pair = wholes(resource, readable).map(([field, whole]) => nameOf(whole, readable, column(field)))
  const before = sublabel !== undefined && isShown(resource, sublabel) ? [column(sublabel)] : []
  const words = pair.length > 0 ? joined(pair) : sql`concat_ws(' ', ${sql.join([...before, column(label)])})`
  return sql`(SELECT ${words} FROM ${sql.table(table)} ${sql.ref(alias)} WHERE ${sql.ref(`${alias}.id`)} = ${id})`
}

const joined = (names: readonly RawBuilder<unknown>[]) => sql`nullif(concat_ws(' × ', ${sql.join(names)}), '')`

function isShown({ fields }: Resource, name: string): boolean {
  const field = fields[name]
  return field !== undefined && !field.secret && !field.confidential && !field.personal
}
