import type { Resource } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { Principal } from '../../principal.ts'
import type { ResourceRow } from '../columns.ts'
import type { Values } from '../rows.ts'
import { childrenOf } from './snapshot.ts'

/** A file as a version names it. */
export interface VersionFile {
  id: string
  name: string
  sha256: string
}

/** Adds to a snapshot and to the rows of its lists the files that are attached to them; what has none stays as it is. */
export async function withFiles<Snapshot extends Values>(
  db: Transaction,
  resource: Resource,
  snapshot: Snapshot,
): Promise<Snapshot> {
  const owners = ownersOf(resource, snapshot)
  if (owners.length === 0) return snapshot
  const { rows } = await sql<{ owner: string; files: VersionFile[] }>`
    SELECT owner_id AS owner, json_agg(json_build_object('id', id, 'name', name, 'sha256', sha256) ORDER BY id) AS files
    FROM attached_file WHERE deleted_at IS NULL AND ${ofOwners(owners)} GROUP BY owner_id
  `.execute(db)
  if (rows.length === 0) return snapshot
  const files = new Map(rows.map((row) => [row.owner, row.files]))
  const withOwn = <Row extends Values>(row: Row): Row => {
    const own = files.get(String(row.id))
    return own === undefined ? row : { ...row, files: own }
  }
  const lists = listsOf(resource).map(({ name }) => [name, childrenOf(snapshot, name).map(withOwn)])
  return { ...withOwn(snapshot), ...Object.fromEntries(lists) }
}

/** All files that a snapshot names. */
export function filesOf(resource: Resource, snapshot: Values): VersionFile[] {
  const rows = [snapshot, ...listsOf(resource).flatMap(({ name }) => childrenOf(snapshot, name))]
  return rows.flatMap(({ files }) => (Array.isArray(files) ? files : []))
}

/** Notes which files a version names: they stay as long as it does. */
export async function keepFiles(db: Transaction, resource: Resource, number: number, snapshot: Values): Promise<void> {
  const ids = filesOf(resource, snapshot).map(({ id }) => id)
  if (ids.length === 0) return
  await sql`
    INSERT INTO version_file (root_table, root_id, number, file_id)
    SELECT ${resource.table}, ${snapshot.id}, ${number}, id FROM unnest(${ids}::uuid[]) id
  `.execute(db)
}

/** Brings back the files that a snapshot names, and removes those that were attached since. */
export async function restoreFiles(
  db: Transaction,
  { userId }: Principal,
  resource: Resource,
  row: ResourceRow,
  snapshot: Values,
): Promise<void> {
  const owners = ownersOf(resource, row)
  if (owners.length === 0) return
  const ids = filesOf(resource, snapshot).map(({ id }) => id)
  await sql`
    UPDATE attached_file SET deleted_at = CASE WHEN id = ANY(${ids}::uuid[]) THEN NULL ELSE now() END, updated_at = now(), updated_by = ${userId},
      row_version = row_version + 1
    WHERE ${ofOwners(owners)} AND (deleted_at IS NULL) <> (id = ANY(${ids}::uuid[]))
  `.execute(db)
}

interface Owners {
  table: string
  ids: string[]
}

function ownersOf(resource: Resource, row: Values): Owners[] {
  const lists = listsOf(resource).map(({ name, of }) => ({ of, rows: childrenOf(row, name) }))
  return [{ of: resource, rows: [row] }, ...lists]
    .filter(({ of, rows }) => of.traits.files && rows.length > 0)
    .map(({ of, rows }) => ({ table: of.table, ids: rows.map(({ id }) => String(id)) }))
}

function listsOf({ traits }: Resource): { name: string; of: Resource }[] {
  return (traits.versions?.of ?? []).flatMap((name) => {
    const list = traits.children?.[name]
    return list === undefined ? [] : [{ name, of: list.resource }]
  })
}

function ofOwners(owners: readonly Owners[]) {
  return sql`(${sql.join(
    owners.map(({ table, ids }) => sql`owner_table = ${table} AND owner_id = ANY(${ids}::uuid[])`),
    sql` OR `,
  )})`
}
