import { type Field, type HistoryEntry, type Resource, resources } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Principal } from '../../engine/principal.ts'
import { toColumn } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Written } from '../written.ts'
import { choiceWords } from './choice-words.ts'

/** How rows that others refer to are called, by their ids. */
export type Named = ReadonlyMap<string, string>
/** Ids by the name of the resource. */
type Referred = ReadonlyMap<string, ReadonlySet<string>>

const NOTHING = '–'

/** The ids that a row and its history name in the references of a resource. */
export function referred(
  { fields }: Resource,
  entries: readonly HistoryEntry[],
  row: Readonly<Record<string, unknown>>,
): Referred {
  const found = new Map<string, Set<string>>()
  const values = Object.entries(row).map(([field, after]) => ({ field, before: null, after }))
  for (const { field, before, after } of [...values, ...entries.flatMap(({ changes }) => changes)]) {
    const to = fields[field]?.refersTo
    if (to === undefined) continue
    const ids = found.get(to) ?? new Set()
    for (const id of [before, after]) if (z.uuid().safeParse(id).success) ids.add(String(id))
    found.set(to, ids)
  }
  return found
}

/** The labels of rows that the caller may read. */
export async function labelsOf(
  storeOf: (resource: Resource) => ResourceStore,
  principal: Principal,
  ids: Referred,
): Promise<Named> {
  const named = new Map<string, string>()
  for (const resource of resources) {
    const wanted = [...(ids.get(resource.name) ?? [])]
    if (wanted.length === 0 || !principal.permissions.has(`${resource.name}.read`)) continue
    const store = storeOf(resource)
    const read = (name: string) => store.computed[name] ?? sql.ref(toColumn(name))
    const rest = resource.labelRest === undefined ? sql`NULL` : read(resource.labelRest)
    const { rows } = await store.read(principal, (db) =>
      sql<{ id: string; label: string | null }>`
        SELECT id::text, nullif(concat_ws(' ', (${read(resource.label)})::text, (${rest})::text), '') AS label FROM ${sql.table(resource.table)} WHERE id = ANY(${wanted}::uuid[])
      `.execute(db),
    )
    for (const row of rows) if (row.label !== null) named.set(row.id, row.label)
  }
  return named
}

/** A value of a row as people read it; a dash for an empty one. References that have no name show their id. */
export function valueWords(field: Field | undefined, value: unknown, named: Named, written: Written): string {
  if (value === null || value === undefined || value === '') return NOTHING
  switch (field?.kind) {
    case 'boolean':
      return value === true ? t('general.yes') : t('resource.no')
    case 'date':
      return written.day(String(value))
    case 'time':
      return written.time(Date.parse(String(value)))
    case 'choice':
      return choiceWords(String(value), written.locale)
    case 'reference':
      return named.get(String(value)) ?? String(value)
    case 'list':
      return Array.isArray(value) && value.length > 0 ? value.join(', ') : NOTHING
    case 'objects':
      return JSON.stringify(value)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : withUnit(String(value), field?.unit)
  }
}

function withUnit(text: string, unit: string | undefined): string {
  return unit === undefined ? text : `${text} ${declared(unit)}`
}
