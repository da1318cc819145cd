import { type Resource, resources } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'

/** The resources whose records somebody may see, by name. */
export function readableResources({ permissions }: Principal): ReadonlyMap<string, Resource> {
  const readable = resources.filter(({ calls }) => permissions.has(calls.list.access))
  return new Map(readable.map((resource) => [resource.name, resource]))
}

/** The label of the record of the entry `e`, as it was then; null where it may not be seen. */
export function labelOf(readable: ReadonlyMap<string, Resource>): RawBuilder<string | null> {
  const cases = [...readable.values()].flatMap(({ name, label, fields }) => {
    const field = fields[label]
    if (field === undefined || field.secret || field.confidential || field.personal) return []
    return [sql`WHEN ${name} THEN coalesce(e.after, e.before) ->> ${label}`]
  })
  if (cases.length === 0) return sql`NULL::text`
  return sql`CASE WHEN e.kind = 'change' THEN CASE e.resource ${sql.join(cases, sql` `)} END END`
}
