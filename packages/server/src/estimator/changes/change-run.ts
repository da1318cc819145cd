import { type ChildList, projects } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { type Entry, referenceFaults, throwFaults } from '../../engine/resource/children/child-faults.ts'
import { placeInList } from '../../engine/resource/children/ownership.ts'
import { changesOf, writeEntries } from '../../engine/resource/children/save-children.ts'
import type { ResourceRow } from '../../engine/resource/columns.ts'
import { assertDisclosed, withEverythingDisclosed } from '../../engine/resource/confidential.ts'
import { differing } from '../../engine/resource/differing.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { assertFresh } from '../../engine/resource/stale.ts'
import type { Transaction } from '../../platform/database.ts'
import type { Run } from './change-runs.ts'
import { withHiddenCosts } from './hidden-costs.ts'
import { assertRoom, makeIds, readRows } from './part-rows.ts'

/** Where a run is made: the store of its kind, and the project. */
export interface Place {
  store: ResourceStore
  projectId: string
}

/** What the changes of a batch have touched, by id. */
export interface Touched {
  /** With the row as it was after its change. */
  changed: Map<string, ResourceRow>
  removed: Set<string>
}

/** Makes the changes of a run with their audit entries, in a number of statements that does not rise with them. */
export async function makeRun(
  db: Transaction,
  principal: Principal,
  place: Place,
  run: Run,
  touched: Touched,
): Promise<void> {
  const { resource } = place.store
  const permission = `${resource.name}.${run.op === 'remove' ? 'delete' : run.op}`
  assertThat(principal.permissions.has(permission), 'permission_missing', t('server.permissionNeeded', { permission }))
  if (run.op === 'remove') return await removeRun(db, principal, place, run, touched)
  const entries = run.op === 'create' ? await newEntries(db, place, run) : await changedEntries(db, place, run)
  const list = listOf(place)
  throwFaults(await referenceFaults(db, place.store.resources, 'changes', resource, entries))
  const written = run.op === 'create' ? await withHiddenCosts(db, resource, place.projectId, entries) : entries
  await writeEntries(db, principal, list, 'changes', written)
  const sent = new Map(entries.map(({ id, values }) => [id, values]))
  await assertDisclosed(db, resource, place.store.behaviour, sent)
  const after = await readRows(db, place, [...sent.keys()])
  await writeAudit(db, principal, resource, run.op, changesOf(entries, after))
  for (const row of after) touched.changed.set(row.id, row)
}

function listOf({ store: { resource } }: Place): ChildList {
  const list = Object.values(projects.traits.children ?? {}).find((one) => one.resource.name === resource.name)
  assertThat(list, 'internal')
  return list
}

/** New rows come to the end of their list. */
async function newEntries(db: Transaction, { store, projectId }: Place, { changes }: Run): Promise<Entry[]> {
  const first = await placeInList(db, store, { projectId })
  await assertRoom(db, store, projectId, changes.length)
  const ids = await makeIds(db, changes.length)
  return changes.map(({ index, change }, at) => {
    const values = change.op === 'remove' ? {} : change.values
    const sort = Number(first.sort) + at
    return { index, id: change.id ?? ids[at] ?? '', values: { ...values, projectId, sort }, before: undefined }
  })
}

/** What is other than before. */
async function changedEntries(db: Transaction, place: Place, run: Run): Promise<Entry[]> {
  const before = await lockRun(db, place, run)
  const entries = run.changes.map(({ index, change }): Entry => {
    const row = before.get(change.id ?? '')
    const values =
      change.op === 'update' && row !== undefined ? differing(place.store.resource.fields, change.values, row) : {}
    return { index, id: change.id ?? '', values, before: row }
  })
  return entries.filter(({ values }) => Object.keys(values).length > 0)
}

/** An alternative goes with its line. */
async function removeRun(
  db: Transaction,
  principal: Principal,
  place: Place,
  run: Run,
  { changed, removed }: Touched,
): Promise<void> {
  const before = await lockRun(db, place, run)
  const { resource } = place.store
  const ids = [...before.keys()]
  if (resource.fields.alternativeToId !== undefined) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(resource.table)} WHERE alternative_to_id = ANY(${ids}::uuid[])`.execute(db)
    ids.push(...rows.map(({ id }) => id).filter((id) => !before.has(id)))
  }
  // Whole, so that they come back as they were.
  const gone = await withEverythingDisclosed(db, () => readRows(db, place, ids, sql`FOR UPDATE`))
  await place.store.rows.erase(db, principal, 'delete', gone)
  for (const id of ids) {
    changed.delete(id)
    removed.add(id)
  }
}

/** @throws ProblemError at every id of no row of the project, `stale` with the row that others have changed */
async function lockRun(db: Transaction, place: Place, { changes }: Run): Promise<Map<string, ResourceRow>> {
  const ids = changes.map(({ change }) => change.id ?? '')
  const rows = new Map((await readRows(db, place, ids, sql`FOR NO KEY UPDATE`)).map((row) => [row.id, row]))
  const noun = declared(place.store.resource.noun[0])
  const unknown = changes.filter(({ change }) => !rows.has(change.id ?? ''))
  throwFaults(
    unknown.map(({ index }) => {
      return { path: `body.changes.${index}.id`, code: 'reference', message: t('server.isInNoList', { noun }) }
    }),
  )
  for (const { change } of changes) {
    const row = rows.get(change.id ?? '')
    if (row !== undefined && change.op !== 'create' && change.rowVersion !== undefined) {
      assertFresh(row, change.rowVersion)
    }
  }
  return rows
}
