import { type Choice, MAX_OPTIONS, type OptionsQuery, type Resource } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../principal.ts'
import { toColumn } from './columns.ts'
import { rowsOf } from './list-rows.ts'
import { assertParent } from './referred.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Parent } from './rows.ts'

/** What a choice shows of a row: `id`, `label` and `sublabel`. */
export function choiceColumns({ table, label, labelRest, sublabel }: Resource): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${toColumn(name)}`)
  const name = labelRest === undefined ? column(label) : sql`concat_ws(' ', ${column(label)}, ${column(labelRest)})`
  return sql`${column('id')} AS id, ${name} AS label, ${sublabel ? column(sublabel) : sql`null`} AS sublabel`
}

/** Every row that can be chosen, by its label. */
export async function readDropdown(store: ResourceStore, principal: Principal, parent: Parent): Promise<Choice[]> {
  return await readChoices(store, principal, parent, undefined, sql``)
}

/** The first rows that match what is typed and can be chosen, by their labels. */
export async function readOptions(
  store: ResourceStore,
  principal: Principal,
  { search }: OptionsQuery,
  parent: Parent,
): Promise<Choice[]> {
  return await readChoices(store, principal, parent, search, sql`LIMIT ${sql.lit(MAX_OPTIONS)}`)
}

async function readChoices(
  store: ResourceStore,
  principal: Principal,
  parent: Parent,
  search: string | undefined,
  limit: RawBuilder<unknown>,
): Promise<Choice[]> {
  const { label, fields } = store.resource
  const request = store.request(
    {
      page: 1,
      pageSize: MAX_OPTIONS,
      sort: [{ field: label, descending: false }],
      search,
      deleted: 'without',
      filters: 'active' in fields ? { active: ['true'] } : {},
    },
    parent,
  )
  return await store.read(principal, async (db) => {
    await assertParent(db, store.resources, store.resource, parent)
    const { rows } = await sql<Choice>`${rowsOf(request, choiceColumns(store.resource))} ${limit}`.execute(db)
    return rows
  })
}
