import { type ChildList, type FieldError, type Resource, writable } from '@packhouse/contract'
import type { Transaction } from '../../../platform/database.ts'
import type { Principal } from '../../principal.ts'
import { throwFaults } from '../children/child-faults.ts'
import { readList } from '../children/read-children.ts'
import { saveList } from '../children/save-children.ts'
import { type ResourceRow, toColumns } from '../columns.ts'
import { assertReferred } from '../referred.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Values } from '../rows.ts'
import { childrenOf } from './snapshot.ts'
import { restoreFiles } from './version-files.ts'

/**
 * Writes a snapshot back over a row that the caller has locked. What only the server sets stays, and so do secrets; children
 * that were removed in the meantime come back under the ids they had.
 * @returns the row with its lists
 */
export async function restoreSnapshot(
  db: Transaction,
  principal: Principal,
  store: ResourceStore,
  before: ResourceRow,
  snapshot: Values,
): Promise<ResourceRow> {
  const { resource, resources } = store
  const values = sentOf(resource, snapshot)
  await assertReferred(db, resources, resource, values, { before })
  const pairs = toColumns(values, resource.fields)
  const row = await store.rows.change(db, principal, 'update', before, pairs, Object.keys(values))
  for (const name of resource.traits.versions?.of ?? []) {
    const list = resource.traits.children?.[name]
    if (list === undefined) continue
    const present = await readList(db, list, store.behaviour.computed[list.resource.name] ?? {}, row.id)
    const given = givenOf(list, name, childrenOf(snapshot, name), new Set(present.map(({ id }) => id)))
    for (const pass of passesOf(list, present, given)) {
      await saveList(db, principal, store, { parentId: row.id, name, given: pass, unknownIds: 'make' })
    }
  }
  const whole = await store.whole(db, row)
  await restoreFiles(db, principal, resource, whole, snapshot)
  return whole
}

/**
 * Rows that refer to each other are taken apart first and put together last: one that comes back may be referred to by one that is there, and one
 * that goes may take along what refers to it.
 */
function passesOf(
  { resource: { name, fields } }: ChildList,
  present: readonly ResourceRow[],
  given: readonly Values[],
): (readonly Values[])[] {
  const inner = Object.keys(fields).filter((field) => fields[field]?.refersTo === name)
  const apart = Object.fromEntries(inner.map((field) => [field, null]))
  if (![...present, ...given].some((row: Values) => inner.some((field) => row[field] != null))) return [given]
  return [present.map(({ id }) => ({ id, ...apart })), given.map((row) => ({ ...row, ...apart })), given]
}

/** The children of a snapshot as they would be sent. Those that are there keep what is set once. */
function givenOf(
  { resource, by }: ChildList,
  name: string,
  rows: readonly ResourceRow[],
  present: ReadonlySet<string>,
): Values[] {
  const errors: FieldError[] = []
  const given = rows.map((row, index): Values => {
    if (present.has(row.id)) return { id: row.id, ...sentOf(resource, row) }
    const draft = { ...sentOf(resource, row, 'new'), [by]: row[by] }
    const parsed = resource.draft.safeParse(draft)
    if (parsed.success) return { id: row.id, ...parsed.data, ...lastingOf(resource, row) }
    errors.push(
      ...parsed.error.issues.map(({ path, code, message }) => {
        return { path: ['body', name, index, ...path.map(String)].join('.'), code, message }
      }),
    )
    return {}
  })
  throwFaults(errors)
  return given
}

/** What the server has set once of a stored row. */
function lastingOf({ fields }: Resource, row: Values): Values {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields[name]?.lasting))
}

/** The fields of a stored row that people could send too; fields that the declaration has lost are left out. */
function sentOf({ fields }: Resource, row: Values, state: 'new' | 'there' = 'there'): Values {
  const names = Object.keys(writable(fields, state === 'new')).filter((name) => !fields[name]?.secret && name in row)
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}
