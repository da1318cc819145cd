import type { ChildList, FieldError } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { Principal } from '../../principal.ts'
import { assertThat } from '../../problem-error.ts'
import { type RowChange, writeAudit } from '../audit.ts'
import { type ResourceRow, toColumn } from '../columns.ts'
import { assertDisclosed } from '../confidential.ts'
import { differing } from '../differing.ts'
import type { ResourceStore } from '../resource-store.ts'
import { Rows, type Values } from '../rows.ts'
import { assertFresh } from '../stale.ts'
import { type Entry, type Failure, failureFaults, frozenFaults, referenceFaults, throwFaults } from './child-faults.ts'
import { readList } from './read-children.ts'

/** A whole list as it shall be. */
export interface ListSave {
  parentId: string
  name: string
  given: readonly Values[]
  /** What becomes of an id that no child of the parent has: refused, or made with that id, as a version brings one back. */
  unknownIds: 'refuse' | 'make'
}

/**
 * Makes a list of children what was sent: removes, changes and makes rows, each with its audit entry, in a number of
 * statements that does not rise with the rows. The parent is locked by the caller.
 * @throws ProblemError at `body.<list>.<index>.<field>`; nothing of the change is stored then. A row that goes while others
 * refer to it is refused by the database: `referenced`
 */
export async function saveList(
  db: Transaction,
  principal: Principal,
  store: ResourceStore,
  save: ListSave,
): Promise<ResourceRow[]> {
  const list = store.resource.traits.children?.[save.name]
  assertThat(list, 'internal')
  const { resource } = list
  const computed = store.behaviour.computed[resource.name] ?? {}
  const before = await readList(db, list, computed, save.parentId, sql`FOR UPDATE`)
  const entries = await planEntries(db, list, save, new Map(before.map((row) => [row.id, row])))
  const changed = entries.filter((entry) => entry.before !== undefined && Object.keys(entry.values).length > 0)
  const made = entries.filter((entry) => entry.before === undefined)
  const frozen = changed.flatMap((entry) => frozenFaults(save.name, resource, entry))
  const references = await referenceFaults(db, store.resources, save.name, resource, [...changed, ...made])
  throwFaults([...frozen, ...references])
  const left = new Set(entries.map(({ id }) => id))
  const gone = before.filter(({ id }) => !left.has(id))
  await removeRows(db, principal, store, list, gone)
  await writeEntries(db, principal, list, save.name, changed)
  await writeEntries(db, principal, list, save.name, made)
  const sent = new Map([...changed, ...made].map(({ id, values }) => [id, values]))
  await assertDisclosed(db, resource, store.behaviour, sent)
  const after = await readList(db, list, computed, save.parentId)
  await writeAudit(db, principal, resource, 'update', changesOf(changed, after))
  await writeAudit(db, principal, resource, 'create', changesOf(made, after))
  return after
}

/** Whether a list as it shall be is another than the one that there is. The parent is locked by the caller. */
export async function changesList(
  db: Transaction,
  store: ResourceStore,
  { parentId, name, given }: ListSave,
): Promise<boolean> {
  const list = store.resource.traits.children?.[name]
  assertThat(list, 'internal')
  const before = await readList(db, list, store.behaviour.computed[list.resource.name] ?? {}, parentId)
  if (before.length !== given.length) return true
  return given.some(({ id, rowVersion, ...fields }, place) => {
    const row = before[place]
    const isOther = row === undefined || row.id !== id || (rowVersion !== undefined && rowVersion !== row.rowVersion)
    return isOther || Object.keys(differing(list.resource.fields, fields, row)).length > 0
  })
}

/** Removes all children of a row that goes away itself. */
export async function removeChildren(
  db: Transaction,
  principal: Principal,
  store: ResourceStore,
  parentId: string,
): Promise<void> {
  for (const list of Object.values(store.resource.traits.children ?? {})) {
    const computed = store.behaviour.computed[list.resource.name] ?? {}
    await removeRows(db, principal, store, list, await readList(db, list, computed, parentId, sql`FOR UPDATE`))
  }
}

async function removeRows(
  db: Transaction,
  principal: Principal,
  { behaviour }: ResourceStore,
  { resource }: ChildList,
  gone: readonly ResourceRow[],
): Promise<void> {
  if (gone.length === 0) return
  await new Rows(resource, behaviour.computed[resource.name] ?? {}).erase(db, principal, 'delete', gone)
}

/** What becomes of each entry: the fields that are other than before, or all of a new row. */
async function planEntries(
  db: Transaction,
  list: ChildList,
  { name, given, parentId, unknownIds }: ListSave,
  known: ReadonlyMap<string, ResourceRow>,
): Promise<Entry[]> {
  throwFaults(idFaults(list, name, given, unknownIds === 'refuse' ? known : undefined))
  const newIds = await makeIds(db, given.length)
  return given.map(({ id, rowVersion, ...fields }, index) => {
    const before = typeof id === 'string' ? known.get(id) : undefined
    if (before !== undefined && rowVersion !== undefined) assertFresh(before, rowVersion)
    const sent = { ...fields, ...(list.sort === undefined ? {} : { [list.sort]: index + 1 }) }
    const values =
      before === undefined ? { ...sent, [list.by]: parentId } : differing(list.resource.fields, sent, before)
    return { index, id: String(before?.id ?? id ?? newIds[index]), values, before }
  })
}

function idFaults(
  { resource }: ChildList,
  name: string,
  given: readonly Values[],
  known: ReadonlyMap<string, ResourceRow> | undefined,
): FieldError[] {
  const seen = new Set<unknown>()
  return given.flatMap(({ id }, index): FieldError[] => {
    if (id === undefined) return []
    const path = `body.${name}.${index}.id`
    if (seen.has(id)) return [{ path, code: 'repeated', message: t('server.isThereTwice') }]
    seen.add(id)
    if (known === undefined || known.has(String(id))) return []
    return [{ path, code: 'reference', message: t('server.isInNoList', { noun: declared(resource.noun[0]) }) }]
  })
}

async function makeIds(db: Transaction, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT uuidv7()::text AS id FROM generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Writes entries that are all new or all there already. */
export async function writeEntries(
  db: Transaction,
  { userId }: Principal,
  { resource }: ChildList,
  name: string,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return
  const isNew = entries[0]?.before === undefined
  const stamps = isNew ? { created_by: userId, updated_by: userId } : { updated_by: userId }
  const columns = new Set([
    ...entries.flatMap(({ values }) => Object.keys(values).map(toColumn)),
    ...Object.keys(stamps),
  ])
  const given = entries.map(({ id, values }) => {
    return {
      id,
      ...Object.fromEntries(Object.entries(values).map(([key, value]) => [toColumn(key), value])),
      ...stamps,
    }
  })
  const { rows } = await sql<Failure>`
    SELECT * FROM write_rows(${resource.table}::regclass, ${isNew}, ${[...columns]}, ${JSON.stringify(given)}::jsonb)
  `.execute(db)
  throwFaults(failureFaults(name, resource, entries, rows))
}

export function changesOf(entries: readonly Entry[], rows: readonly ResourceRow[]): RowChange[] {
  const after = new Map(rows.map((row) => [row.id, row]))
  return entries.map(({ id, before, values }) => ({ before, after: after.get(id), sent: Object.keys(values) }))
}
